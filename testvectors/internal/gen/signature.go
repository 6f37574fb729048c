package main

import (
	"crypto"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"strings"
)

// A signature says what is signed, how and with what.
type signature struct {
	Algorithm string // one of algorithms
	Key       string // bytes: of HMAC, or the seed of Ed25519
	Content   string // a template of {id}, {t} and {body}; that of the profile if empty
	Version   string // in place of the one of the algorithm
}

// algorithms make signatures. Those that no specification knows are there for
// verifiers that are wrong.
var algorithms = map[string]func(key, content []byte) []byte{
	"hmac-sha256": mac(sha256.New),
	"hmac-sha1":   mac(sha1.New),
	"hmac-sha384": mac(sha512.New384),
	"hmac-sha512": mac(sha512.New),
	// The start of a longer MAC has the right length and nothing else.
	"hmac-sha512-256": func(key, content []byte) []byte { return mac(sha512.New)(key, content)[:32] },
	"sha256-key-first": func(key, content []byte) []byte {
		sum := sha256.Sum256(append(key, content...))
		return sum[:]
	},
	"sha256": func(_, content []byte) []byte {
		sum := sha256.Sum256(content)
		return sum[:]
	},
	"ed25519": func(seed, content []byte) []byte {
		return ed25519.Sign(ed25519.NewKeyFromSeed(seed), content)
	},
	"ed25519ph": func(seed, content []byte) []byte {
		sum := sha512.Sum512(content)
		options := &ed25519.Options{Hash: crypto.SHA512}
		signature, err := ed25519.NewKeyFromSeed(seed).Sign(nil, sum[:], options)
		must(err)
		return signature
	},
	"ed25519-sha512": func(seed, content []byte) []byte {
		sum := sha512.Sum512(content)
		return ed25519.Sign(ed25519.NewKeyFromSeed(seed), sum[:])
	},
	"ed25519-identity-r":     signWithPoint(encodedIdentity()),
	"ed25519-noncanonical-r": signWithPoint(encodedIdentityPlusP()),
}

func mac(newHash func() hash.Hash) func(key, content []byte) []byte {
	return func(key, content []byte) []byte {
		m := hmac.New(newHash, key)
		m.Write(content)
		return m.Sum(nil)
	}
}

func (s signature) isEd25519() bool { return strings.HasPrefix(s.Algorithm, "ed25519") }

// label is what stands before the signature.
func (s signature) label(profile string) string {
	switch {
	case s.Version != "":
		return s.Version + ","
	case profile == "stripe":
		return "v1="
	case s.isEd25519():
		return "v1a,"
	}
	return "v1,"
}

func (s signature) text(profile string, sent map[string]string) string {
	content := s.Content
	switch {
	case content != "":
	case profile == "stripe":
		content = "{t}.{body}"
	default:
		content = "{id}.{t}.{body}"
	}
	made := algorithms[s.Algorithm]([]byte(s.Key), []byte(expand(content, sent)))
	if profile == "stripe" {
		return hex.EncodeToString(made)
	}
	return base64.StdEncoding.EncodeToString(made)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
