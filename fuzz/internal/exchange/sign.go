package exchange

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
)

// mark is where a signature is filled in.
var mark = regexp.MustCompile(`@[1-9]`)

// fillIn puts the right signatures in place of the marks.
func (e *Exchange) fillIn() {
	id, timestamp := e.signedTexts()
	for i, field := range e.Headers {
		e.Headers[i][1] = mark.ReplaceAllStringFunc(field[1], func(mark string) string {
			n := int(mark[1] - '1')
			if n >= len(e.Signers) {
				return mark
			}
			return Signature(e.Profile, e.Signers[n], id, timestamp, e.Body)
		})
	}
}

// signedTexts returns id and timestamp as the header has them first. They are
// signed also where they are malformed: a refusal is to come of what is wrong
// with them, and not of the signature.
func (e *Exchange) signedTexts() (id, timestamp string) {
	for _, field := range e.Headers {
		name := strings.ToLower(field[0])
		switch {
		case id == "" && strings.HasSuffix(name, "-id"):
			id = field[1]
		case timestamp == "" && strings.HasSuffix(name, "-timestamp"):
			timestamp = field[1]
		case timestamp == "" && name == "stripe-signature":
			timestamp = stripeTimestamp(field[1])
		}
	}
	return id, timestamp
}

func stripeTimestamp(value string) string {
	for item := range strings.SplitSeq(value, ",") {
		if text, ok := strings.CutPrefix(strings.Trim(item, " \t"), "t="); ok {
			return text
		}
	}
	return ""
}

// Signature signs with the standard library alone. What is no key signs like
// the empty one.
func Signature(profile, key, id, timestamp string, body []byte) string {
	if profile == "stripe" {
		return hex.EncodeToString(mac([]byte(key), timestamp+"."+string(body)))
	}
	content := id + "." + timestamp + "." + string(body)
	if seed, ok := strings.CutPrefix(key, "whsk_"); ok {
		return base64.StdEncoding.EncodeToString(signEd25519(decode(seed), content))
	}
	return base64.StdEncoding.EncodeToString(mac(decode(strings.TrimPrefix(key, "whsec_")), content))
}

func mac(key []byte, content string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(content))
	return h.Sum(nil)
}

func signEd25519(key []byte, content string) []byte {
	if len(key) < ed25519.SeedSize {
		return nil
	}
	return ed25519.Sign(ed25519.NewKeyFromSeed(key[:ed25519.SeedSize]), []byte(content))
}

func decode(text string) []byte {
	key, _ := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.TrimSpace(text), "="))
	return key
}
