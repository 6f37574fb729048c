package doctor

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/strict"
)

// An entry is a digest that the signature header may mean, in one reading of
// its text.
type entry struct {
	digest []byte
	proper bool   // a verifier of the scheme reads it the same way
	how    string // how it is written, if not properly
}

// A digest has at least the length of MD5's. Many entries, or many words that
// are none, are somebody's attempt to keep this program busy.
const (
	minDigest  = 16
	maxEntries = 256
	maxWords   = 4 * maxEntries
)

// readEntries adds every digest in the values of a signature header.
func (r *reading) readEntries(values []string, proper func(label, text string) bool) {
	entries, words := r.entries, 0
	defer func() { r.entries = entries }()
	label := ""
	for _, value := range values {
		for token := range strings.FieldsFuncSeq(value, isEntrySeparator) {
			if words++; len(entries) >= maxEntries || words > maxWords {
				r.cut = true
				return
			}
			entries = appendEntries(entries, label, token, proper)
			before, after, ok := strings.Cut(token, "=")
			if ok && strings.Trim(after, "=") != "" {
				entries = appendEntries(entries, before, after, proper)
			}
			if before, after, ok := strings.Cut(token, ":"); ok {
				entries = appendEntries(entries, before, after, proper)
			}
			label = token
		}
	}
}

func isEntrySeparator(r rune) bool { return strings.ContainsRune(" ,;\t\"'", r) }

func appendEntries(entries []entry, label, text string, proper func(label, text string) bool) []entry {
	for _, reading := range readDigest(text) {
		e := entry{digest: reading.digest, proper: reading.plain && proper(label, text), how: reading.how}
		if !e.proper && reading.plain && proper("v1", text) {
			e.how = "without the label v1 in front"
			if label != "" && len(label) < 12 {
				e.how = "under the label " + quote(label) + " where v1 is expected"
			}
		}
		same := func(o entry) bool { return o.proper == e.proper && bytes.Equal(o.digest, e.digest) }
		if !slices.ContainsFunc(entries, same) {
			entries = append(entries, e)
		}
	}
	return entries
}

// properStandard reports whether a label and a text are what a verifier of
// Standard Webhooks takes for a signature.
func properStandard(label, text string) bool {
	decoded, ok := strict.Base64(text)
	return ok && (label == "v1" && len(text) == 44 && len(decoded) == 32 || label == "v1a" && len(text) == 88 && len(decoded) == 64)
}

// properStripe does the same for Stripe.
func properStripe(label, text string) bool {
	_, err := hex.DecodeString(text)
	return label == "v1" && len(text) == 64 && err == nil
}

// A digestReading is one way to read a text as a digest.
type digestReading struct {
	digest []byte
	plain  bool // one encoding, once
	how    string
}

// readDigest decodes a text in every encoding that it can be, and once more if
// what comes out is such a text again.
func readDigest(text string) []digestReading {
	readings := decodeDigest(text, "")
	for _, r := range readings {
		if inner := string(r.digest); isDigestText(inner) {
			for _, again := range decodeDigest(inner, " of a digest already written in text") {
				again.plain = false
				readings = append(readings, again)
			}
		}
	}
	return readings
}

func isDigestText(s string) bool {
	return len(s) >= 40 && strings.Trim(s, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/-_=") == ""
}

func decodeDigest(text, of string) []digestReading {
	var readings []digestReading
	add := func(digest []byte, err error, how string) {
		if err == nil && len(digest) >= minDigest {
			readings = append(readings, digestReading{digest, true, how + of})
		}
	}
	digest, err := hex.DecodeString(text)
	add(digest, err, "in hexadecimal")
	digest, err = base64.StdEncoding.DecodeString(text)
	add(digest, err, "in base64")
	digest, err = base64.RawStdEncoding.DecodeString(text)
	add(digest, err, "in base64 without padding")
	if strings.ContainsAny(text, "-_") {
		digest, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		add(digest, err, "in URL-safe base64")
	}
	return readings
}
