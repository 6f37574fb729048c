package oracle

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
)

const maxEd25519Candidates = 16

// anyMatches is step 5.
func anyMatches(candidates []candidate, keys []key, content []byte) bool {
	for _, c := range limitEd25519(candidates) {
		signature, ok := decodeBase64(c.signature)
		if !ok {
			continue
		}
		for _, k := range keys {
			if k.version() == c.version && k.verifies(content, signature) {
				return true
			}
		}
	}
	return false
}

// limitEd25519 keeps every v1 candidate, and of v1a the first 16 that differ.
// What is not base64 is not tried, and so does not count.
func limitEd25519(candidates []candidate) []candidate {
	var kept []candidate
	seen := map[string]bool{}
	for _, c := range candidates {
		if c.version == "v1" {
			kept = append(kept, c)
			continue
		}
		if _, ok := decodeBase64(c.signature); !ok {
			continue
		}
		if !seen[c.signature] && len(seen) < maxEd25519Candidates {
			seen[c.signature] = true
			kept = append(kept, c)
		}
	}
	return kept
}

func (k key) verifies(content, signature []byte) bool {
	if k.version() == "v1" {
		return bytes.Equal(hmacSHA256(k.secret, content), signature)
	}
	return ed25519.Verify(k.public, content, signature)
}

func (k key) sign(content []byte) []byte {
	if k.version() == "v1" {
		return hmacSHA256(k.secret, content)
	}
	return ed25519.Sign(k.private, content)
}

func hmacSHA256(secret, content []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write(content)
	return mac.Sum(nil)
}
