package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"strings"
)

// The published examples, and keys that are derived from their names so that
// every run makes the same ones.
const (
	published = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	messageID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	sentAt    = 1614265330
	payload   = `{"test": 2432232314}`

	publishedPrivate = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="
	publishedPublic  = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
)

// A secret is a key in both of its forms.
type secret struct{ text, key string }

func secretNamed(name string, size int) secret {
	sum := sha512.Sum512([]byte("whsec test vectors, secret: " + name))
	return secretOf(string(sum[:size]))
}

func secretOf(key string) secret { return secret{"whsec_" + encode(key), key} }

func encode(bytes string) string { return base64.StdEncoding.EncodeToString([]byte(bytes)) }

var (
	publishedSecret = secret{published, decodeKey(published)}
	oldSecret       = secretNamed("old", 32)
	olderSecret     = secretNamed("older", 24)
	strangerSecret  = secretNamed("stranger", 32)
)

func (s secret) signs() signature { return signature{Algorithm: "hmac-sha256", Key: s.key} }

// A pair is an Ed25519 key in its forms.
type pair struct {
	private, public string // as text
	seed, point     string // as bytes
}

func pairNamed(name string) pair {
	sum := sha512.Sum512([]byte("whsec test vectors, pair: " + name))
	return pairOf(string(sum[:32]))
}

func pairOf(seed string) pair {
	private := ed25519.NewKeyFromSeed([]byte(seed))
	point := string(private[32:])
	return pair{"whsk_" + encode(string(private)), "whpk_" + encode(point), seed, point}
}

func (p pair) signs() signature { return signature{Algorithm: "ed25519", Key: p.seed} }

var (
	publishedPair = pairOf(decodeKey(publishedPrivate)[:ed25519.SeedSize])
	oldPair       = pairNamed("old")
	strangerPair  = pairNamed("stranger")
)

func decodeKey(text string) string {
	_, rest, _ := strings.Cut(text, "_")
	b, err := base64.StdEncoding.DecodeString(rest)
	must(err)
	return string(b)
}

// pairEndingInZero is the first of a series whose public key ends in zero.
func pairEndingInZero() pair {
	for i := range int64(10000) {
		if p := pairNamed("series " + decimal(i)); p.point[31] == 0 {
			return p
		}
	}
	panic("no such pair")
}

// hashed is a key as some derive it from a secret.
func hashed(key string) string {
	sum := sha256.Sum256([]byte(key))
	return string(sum[:])
}

// decodeSkipping decodes as lenient decoders do: what is not in the alphabet is
// skipped, and what does not fill a byte is dropped.
func decodeSkipping(text string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	kept := strings.Map(func(r rune) rune {
		if strings.ContainsRune(alphabet, r) {
			return r
		}
		return -1
	}, text)
	if len(kept)%4 == 1 {
		kept = kept[:len(kept)-1]
	}
	b, err := base64.RawStdEncoding.DecodeString(kept)
	must(err)
	return string(b)
}
