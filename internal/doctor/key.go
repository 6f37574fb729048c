package doctor

import (
	"crypto/ed25519"
	"crypto/fips140"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"strings"

	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/standardwebhooks"
)

// A finding is one code with what is to be said about it.
type finding struct {
	code    Code
	message string
	secret  string
}

// A key is one that the signer may have had, and what has to be mended for the
// receiver to have it. It lives as long as a diagnosis, and is never printed.
type key struct {
	secret   []byte
	public   ed25519.PublicKey // instead of a secret
	findings []finding
	text     string // the name of the text that it comes from
	rare     bool   // it is not tried together with a change to a large body
}

// A keyring holds all keys, without two that are the same, by how much has to
// be mended: nothing, one thing, more.
type keyring struct {
	levels [3][]*key
	seen   map[[sha256.Size]byte]bool
	public map[string]bool
	hash   func() hash.Hash
	size   int // of a MAC
}

// add files a key, unless it is one that is there already.
func (r *keyring) add(k *key) {
	if fips140.Enforced() && k.public == nil && len(k.secret) < 14 {
		return // hmac.New panics; see internal/keyed
	}
	if k.public != nil {
		if r.public[string(k.public)] {
			return
		}
		r.public[string(k.public)] = true
	} else {
		sum := sameKey(k.secret)
		if r.seen[sum] {
			return
		}
		r.seen[sum] = true
	}
	level := min(len(k.findings), len(r.levels)-1)
	r.levels[level] = append(r.levels[level], k)
}

// sameKey maps keys that HMAC cannot tell apart to the same value: it hashes
// those longer than a block and pads the others with zeros.
func sameKey(key []byte) [sha256.Size]byte {
	var block [sha256.BlockSize]byte
	if len(key) > len(block) {
		sum := sha256.Sum256(key)
		copy(block[:], sum[:])
	} else {
		copy(block[:], key)
	}
	return sha256.Sum256(block[:])
}

// A spelling is a text that the secret may be in truth, and what is wrong with
// the one given.
type spelling struct {
	text     string
	findings []finding
}

// A derivation is one way from a text to a key.
type derivation struct {
	code    Code // "" for the right one
	message string
	keys    func(text string) [][]byte
	usual   int // how many of the keys are tried together with other changes to large bodies
}

const secretPrefix = "whsec_"

func unprefixed(text string) string { return strings.TrimPrefix(text, secretPrefix) }

// standardDerivations are ordered by how often they happen.
var standardDerivations = []derivation{
	{"", "", func(text string) [][]byte { return decodeStrict(text) }, 2},
	{SecretWeak, "the secret is shorter than the 24 bytes that the specification asks for, and refused here", decodeWeak, 1},
	{SecretRaw, "the signer used the text of the secret as it stands for a key, where it is to be decoded from base64 behind whsec_", rawText, 2},
	{SecretRawUnprefixed, "the signer used the text behind whsec_ as it stands for a key, where it is to be decoded from base64", rawUnprefixed, 2},
	{SecretBase64URL, "the secret is in the URL-safe alphabet of base64, or not quite in any: it matches when decoded leniently", decodeLenient, 2},
	{SecretDecoded, "the signer decoded the text of the secret another way: with its prefix, or twice", decodeOddly, 1},
	{SecretHex, "the key is the secret decoded from hexadecimal, not from base64", decodeHexText, 2},
	{SecretSHA256, "the key is the SHA-256 of the secret, not the secret", hashed, 4},
}

var stripeDerivations = []derivation{
	{"", "", func(text string) [][]byte { return [][]byte{[]byte(text)} }, 2},
	{SecretRawUnprefixed, "the signer used the text behind whsec_ for a key, where the whole text is the key", rawUnprefixed, 2},
	{SecretRaw, "the signer used the text with whsec_ in front for a key", func(text string) [][]byte { return [][]byte{[]byte(secretPrefix + unprefixed(text))} }, 2},
	{SecretDecoded, "the signer decoded the secret from base64, where the text itself is the key", func(text string) [][]byte {
		return append(append(decodeStrict(text), decodeLenient(text)...), decodeOddly(text)...)
	}, 2},
	{SecretHex, "the key is the secret decoded from hexadecimal, where the text itself is the key", decodeHexText, 2},
	{SecretSHA256, "the key is the SHA-256 of the secret, not the secret", hashed, 4},
}

func derivationsOf(scheme string) []derivation {
	foreign := providerOf(scheme)
	switch {
	case ofCore(scheme):
		return standardDerivations
	case foreign != nil && foreign.keys != nil:
		return append([]derivation{{keys: foreign.keys, usual: 1}}, stripeDerivations[1:]...)
	default:
		return stripeDerivations
	}
}

func decodeStrict(text string) [][]byte {
	secret, err := standardwebhooks.ParseSecret(text)
	if err != nil {
		return nil
	}
	return decodeOne(secret.Text())
}

func decodeWeak(text string) [][]byte {
	secret, err := standardwebhooks.InsecureParseSecret(text)
	if err != nil {
		return nil
	}
	return decodeOne(secret.Text())
}

func decodeOne(text string) [][]byte {
	key, ok := strict.Base64(unprefixed(text))
	if !ok {
		return nil
	}
	return [][]byte{key}
}

func rawText(text string) [][]byte {
	return [][]byte{[]byte(text), []byte(secretPrefix + unprefixed(text))}
}

func rawUnprefixed(text string) [][]byte { return [][]byte{[]byte(unprefixed(text))} }

// decodeLenient decodes as those libraries do that take either alphabet, skip
// what is of none (Python), or do not look at the last bits.
func decodeLenient(text string) [][]byte {
	body := strings.TrimRight(unprefixed(text), "=")
	url := strings.NewReplacer("-", "+", "_", "/").Replace(body)
	return appendDecoded(nil, url, body, strings.Map(onlyBase64, body), strings.Map(onlyBase64, url))
}

// decodeOddly decodes the text with its prefix, the underscore taken for a
// character of the URL-safe alphabet (Node) or skipped (Python), and twice.
func decodeOddly(text string) [][]byte {
	whole := strings.TrimRight(text, "=")
	keys := appendDecoded(nil, strings.NewReplacer("-", "+", "_", "/").Replace(whole), strings.Map(onlyBase64, whole))
	for _, once := range decodeLenient(text) {
		keys = appendDecoded(keys, strings.TrimRight(unprefixed(string(once)), "="))
	}
	return keys
}

func onlyBase64(r rune) rune {
	if r < 0x80 && (r == '+' || r == '/' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z') {
		return r
	}
	return -1
}

// appendDecoded decodes texts in the standard alphabet without padding. What
// is left over behind the last whole byte is dropped, as lenient decoders do.
func appendDecoded(keys [][]byte, texts ...string) [][]byte {
	for _, text := range texts {
		if len(text)%4 == 1 {
			text = text[:len(text)-1]
		}
		key, err := base64.RawStdEncoding.DecodeString(text)
		if err == nil && len(key) > 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

func decodeHexText(text string) [][]byte {
	var keys [][]byte
	for _, digits := range []string{unprefixed(text), text} {
		key, err := hex.DecodeString(strings.TrimPrefix(strings.TrimPrefix(digits, "0x"), "0X"))
		if err == nil && len(key) > 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// hashed has the usual hashes first: of the text, with its prefix and without,
// as bytes and in hexadecimal.
func hashed(text string) [][]byte {
	var usual, others [][]byte
	for i, preimage := range append([][]byte{[]byte(text), []byte(unprefixed(text))}, decodeLenient(text)...) {
		sum := sha256.Sum256(preimage)
		digits := hex.EncodeToString(sum[:])
		others = append(others, []byte(strings.ToUpper(digits)), base64.StdEncoding.AppendEncode(nil, sum[:]))
		if i < 2 {
			usual = append(usual, sum[:], []byte(digits))
			continue
		}
		others = append(others, sum[:], []byte(digits))
	}
	return append(usual, others...)
}
