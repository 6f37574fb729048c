package oracle

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"strings"
)

const (
	minSecretBytes = 24
	maxPublicKeys  = 8
)

// whiteSpace is that of ASCII.
const whiteSpace = " \t\n\v\f\r"

// A key has a secret (v1), a public half (v1a), or both halves (v1a, signing).
type key struct {
	secret  []byte
	public  ed25519.PublicKey
	private ed25519.PrivateKey
}

func (k key) version() string {
	if k.secret != nil {
		return "v1"
	}
	return "v1a"
}

// ParseKey returns "" if text is a key for the role, "verify" or "sign", or
// else the code that refuses it.
func ParseKey(profile, role, text string) string {
	_, code := parseKey(profile, role, text)
	return code
}

// parseKeys reads a list: the keys in the order given, then what is wrong with
// them together.
func parseKeys(profile, role string, texts []string) ([]key, string) {
	if len(texts) == 0 {
		return nil, noKeys
	}
	var keys []key
	for _, text := range texts {
		k, code := parseKey(profile, role, text)
		if code != "" {
			return nil, code
		}
		keys = append(keys, k)
	}
	if secretIsPublic(keys) {
		return nil, wrongKeyType
	}
	if role == "verify" && countPublic(keys) > maxPublicKeys {
		return nil, tooManyKeys
	}
	return keys, ""
}

// secretIsPublic says whether somebody pasted a public key as a secret: anyone
// could sign with it. Keys that HMAC pads to the same block are the same key.
func secretIsPublic(keys []key) bool {
	for _, s := range keys {
		for _, p := range keys {
			if s.secret != nil && p.public != nil && bytes.Equal(padded(s.secret), padded(p.public)) {
				return true
			}
		}
	}
	return false
}

func padded(key []byte) []byte {
	block := append([]byte{}, key...)
	for len(block) < 64 {
		block = append(block, 0)
	}
	return block
}

func countPublic(keys []key) int {
	n := 0
	for _, k := range keys {
		if k.public != nil {
			n++
		}
	}
	return n
}

func parseKey(profile, role, text string) (key, string) {
	if role != "verify" && role != "sign" {
		panic(fmt.Sprintf("oracle: no role %q", role))
	}
	switch profile {
	case "standard", "svix":
		return parseStandardKey(role, strings.Trim(text, whiteSpace))
	case "stripe":
		return parseStripeKey(text)
	}
	panic(fmt.Sprintf("oracle: no profile %q", profile))
}

// parseStandardKey tells the wrong type by the prefix alone: what follows it
// is none of this role's business.
func parseStandardKey(role, text string) (key, string) {
	if rest, ok := strings.CutPrefix(text, "whpk_"); ok {
		if role != "verify" {
			return key{}, wrongKeyType
		}
		return parsePublicKey(rest)
	}
	if rest, ok := strings.CutPrefix(text, "whsk_"); ok {
		if role != "sign" {
			return key{}, wrongKeyType
		}
		return parsePrivateKey(rest)
	}
	return parseSecret(strings.TrimPrefix(text, "whsec_"))
}

func parseSecret(text string) (key, string) {
	secret, ok := decodeBase64(text)
	if !ok {
		return key{}, malformedSecret
	}
	if allZero(secret) {
		return key{}, emptySecret
	}
	if len(secret) < minSecretBytes {
		return key{}, weakSecret
	}
	return key{secret: secret}, ""
}

// allZero is true of no bytes at all: HMAC pads a key with zero bytes, so both
// are the key that everybody has.
func allZero(secret []byte) bool {
	for _, b := range secret {
		if b != 0 {
			return false
		}
	}
	return true
}

func parsePublicKey(text string) (key, string) {
	if text == "" {
		return key{}, emptySecret
	}
	public, ok := decodeBase64(text)
	if !ok || len(public) != ed25519.PublicKeySize || !goodPoint(public) {
		return key{}, malformedSecret
	}
	return key{public: public}, ""
}

// parsePrivateKey refuses the seed of zeros as it does a secret of zeros.
func parsePrivateKey(text string) (key, string) {
	if text == "" {
		return key{}, emptySecret
	}
	b, ok := decodeBase64(text)
	if !ok || (len(b) != 32 && len(b) != 64) {
		return key{}, malformedSecret
	}
	if allZero(b[:32]) {
		return key{}, emptySecret
	}
	private := ed25519.NewKeyFromSeed(b[:32])
	public := private.Public().(ed25519.PublicKey)
	if len(b) == 64 && !bytes.Equal(b[32:], public) {
		return key{}, malformedSecret
	}
	return key{public: public, private: private}, ""
}

// parseStripeKey takes the whole text. White space belongs to it, but nobody
// has it there on purpose; and a prefix with nothing behind it is no secret.
func parseStripeKey(text string) (key, string) {
	if unpadded := strings.TrimRight(text, "\x00"); unpadded == "" || unpadded == "whsec_" {
		return key{}, emptySecret
	}
	if strings.Trim(text, whiteSpace) != text {
		return key{}, malformedSecret
	}
	if strings.HasPrefix(text, "whsk_") || strings.HasPrefix(text, "whpk_") {
		return key{}, wrongKeyType
	}
	return key{secret: []byte(text)}, ""
}
