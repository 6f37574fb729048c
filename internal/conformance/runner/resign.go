package runner

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

// A resigner moves requests to another time, for adapters that judge by the
// clock of the machine. It has every key of the suite, and so finds out what a
// signature is over, and makes the one over the same at another time.
type resigner struct{ made map[string]origin }

// An origin is how a signature came about.
type origin struct {
	sign      signFunc
	before    string // the timestamp, in what is signed
	timestamp string
	body      []byte
}

// A signFunc returns the text of a signature.
type signFunc func(content []byte) string

func newResigner(suite []Case) *resigner {
	r := &resigner{made: make(map[string]origin)}
	shared := signFuncs(suite)
	known := make(map[string]bool)
	for i := range suite {
		if c := &suite[i]; c.Operation == testvectors.OperationVerify {
			r.learn(c, shared, known)
		}
	}
	return r
}

// maxShared bounds the bodies that are tried with the keys of other vectors.
const maxShared = 32 << 10

// learn makes the signatures that a request with this body, these ids and
// timestamps can have.
func (r *resigner) learn(c *Case, signers []signFunc, known map[string]bool) {
	if len(c.Body) > maxShared {
		signers = signFuncs([]Case{*c})
	}
	for _, timestamp := range timestampsOf(c) {
		for _, before := range beforeTimestamp(c) {
			o := origin{before: before, timestamp: timestamp, body: c.Body}
			content := o.content(timestamp)
			if known[string(content)] && len(c.Body) <= maxShared {
				continue
			}
			known[string(content)] = true
			for _, o.sign = range signers {
				r.made[o.sign(content)] = o
			}
		}
	}
}

func (o *origin) content(timestamp string) []byte {
	return slices.Concat([]byte(o.before), []byte(timestamp), []byte("."), o.body)
}

// again makes the signature over the same at another time.
func (o *origin) again(by int64) (string, bool) {
	timestamp, ok := moveTimestamp(o.timestamp, by)
	return o.sign(o.content(timestamp)), ok
}

// beforeTimestamp is what may stand before the timestamp in what is signed.
func beforeTimestamp(c *Case) []string {
	if c.Profile == testvectors.ProfileStripe {
		return []string{""}
	}
	var all []string
	for _, h := range c.Headers {
		if kindOf(h.Name) == idHeader {
			all = append(all, string(h.Value)+".")
		}
	}
	return all
}

func timestampsOf(c *Case) []string {
	var all []string
	for _, h := range c.Headers {
		switch kindOf(h.Name) {
		case timestampHeader:
			all = append(all, string(h.Value))
		case stripeHeader:
			for item := range strings.SplitSeq(string(h.Value), ",") {
				if t, ok := strings.CutPrefix(strings.TrimSpace(item), "t="); ok {
					all = append(all, t)
				}
			}
		}
	}
	return all
}

// signFuncs makes one function of every way to sign with every key, the wrong
// ways too: what is signed with an empty key has to be found out as well.
func signFuncs(suite []Case) []signFunc {
	known := make(map[string]bool)
	funcs := macFuncs(nil, nil)
	for i := range suite {
		for _, key := range suite[i].Keys {
			if !known[key] {
				known[key] = true
				funcs = append(funcs, keyFuncs(key)...)
			}
		}
	}
	return funcs
}

func keyFuncs(key string) []signFunc {
	text := strings.TrimSpace(key)
	_, rest, found := strings.Cut(text, "_")
	if !found {
		rest = text
	}
	decoded, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(rest, "="))
	if err != nil {
		return macFuncs([]byte(text), nil)
	}
	funcs := macFuncs(decoded, macFuncs([]byte(text), nil))
	if strings.HasPrefix(text, "whsk_") && len(decoded) >= ed25519.SeedSize {
		private := ed25519.NewKeyFromSeed(decoded[:ed25519.SeedSize])
		funcs = append(funcs, func(content []byte) string {
			return base64.StdEncoding.EncodeToString(ed25519.Sign(private, content))
		})
	}
	return funcs
}

// macFuncs appends the two spellings of an HMAC.
func macFuncs(key []byte, to []signFunc) []signFunc {
	key = bytes.Clone(key)
	mac := func(content []byte) []byte {
		h := hmac.New(sha256.New, key)
		h.Write(content)
		return h.Sum(nil)
	}
	return append(to,
		func(content []byte) string { return base64.StdEncoding.EncodeToString(mac(content)) },
		func(content []byte) string { return hex.EncodeToString(mac(content)) })
}
