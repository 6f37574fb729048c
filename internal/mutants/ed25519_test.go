package mutants

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/hex"
	"math/big"
	"slices"
	"strings"
)

// publicBy parses public keys in another way and leaves secrets alone.
func publicBy(parse func(decoded []byte) ([]byte, bool)) func(*verifier) {
	return func(v *verifier) {
		rightly := v.key
		v.key = func(text string) (key, bool) {
			rest, isPublic := strings.CutPrefix(text, "whpk_")
			if !isPublic {
				return rightly(text)
			}
			decoded, ok := decodeBase64(rest)
			if !ok {
				return key{}, false
			}
			public, ok := parse(decoded)
			return key{public: public, text: text}, ok
		}
	}
}

func alsoEd25519(also func(public, content, signature []byte) bool) func(*verifier) {
	return func(v *verifier) {
		v.ed25519 = func(public, content, signature []byte) bool {
			return verifyEd25519(public, content, signature) || also(public, content, signature)
		}
	}
}

// macUnder accepts MACs keyed with something that everybody knows where the key
// is a public one.
func macUnder(secretOf func(key) []byte) func(*verifier) {
	return func(v *verifier) {
		keyList := v.keyList
		v.keyList = func(keys []key) []key {
			for _, k := range keyList(keys) {
				if k.public != nil {
					keys = append(keys, key{secret: secretOf(k)})
				}
			}
			return keys
		}
	}
}

var groupOrder, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

// reduceS makes S smaller than the order of the group, as verifiers do that
// reduce instead of refusing.
func reduceS(signature []byte) []byte {
	s := slices.Clone(signature[32:])
	slices.Reverse(s)
	n := new(big.Int).SetBytes(s)
	reduced := n.Mod(n, groupOrder).FillBytes(make([]byte, 32))
	slices.Reverse(reduced)
	return slices.Concat(signature[:32], reduced)
}

var ed25519Mutants = []mutant{
	{"points of small order accepted", standard, publicBy(func(b []byte) ([]byte, bool) { return b, len(b) == 32 && onCurve(b) })},
	{"the neutral point alone refused", standard, publicBy(func(b []byte) ([]byte, bool) {
		return b, len(b) == 32 && onCurve(b) && hex.EncodeToString(b) != smallOrder[0]
	})},
	{"zero bytes alone refused", standard, publicBy(func(b []byte) ([]byte, bool) { return b, len(b) == 32 && onCurve(b) && !isZero(b) })},
	{"points of small order refused by one sign", standard, publicBy(func(b []byte) ([]byte, bool) {
		return b, len(b) == 32 && onCurve(b) && !slices.Contains(smallOrder, hex.EncodeToString(b))
	})},
	{"points not looked at", standard, publicBy(func(b []byte) ([]byte, bool) {
		return b, len(b) == 32 && !slices.Contains(smallOrder, hex.EncodeToString(clearSign(b)))
	})},
	{"public key cut to 32 bytes", standard, publicBy(func(b []byte) ([]byte, bool) {
		return b[:min(32, len(b))], len(b) >= 32 && goodPoint(b[:32])
	})},
	{"public key filled up to 32 bytes", standard, publicBy(func(b []byte) ([]byte, bool) {
		b = append(b, make([]byte, max(0, 32-len(b)))...)
		return b, len(b) == 32 && !slices.Contains(smallOrder, hex.EncodeToString(clearSign(b)))
	})},
	{"public key in DER accepted", standard, publicBy(func(b []byte) ([]byte, bool) {
		if len(b) == 44 {
			b = b[12:]
		}
		return b, goodPoint(b)
	})},
	{"public half of a private key taken", standard, func(v *verifier) {
		rightly := v.key
		v.key = func(text string) (key, bool) {
			if rest, private := strings.CutPrefix(text, "whsk_"); private {
				b, ok := decodeBase64(rest)
				return key{public: b[len(b)-32:], text: text}, ok && len(b) == 64
			}
			return rightly(text)
		}
	}},
	{"prefix of a public key in any case", standard, func(v *verifier) {
		rightly := v.key
		v.key = func(text string) (key, bool) {
			if len(text) > 5 && strings.EqualFold(text[:5], "whpk_") {
				text = "whpk_" + text[5:]
			}
			return rightly(text)
		}
	}},
	{"public key is an HMAC key as well", standard, macUnder(func(k key) []byte { return k.public })},
	{"text of the public key is an HMAC key as well", standard, macUnder(func(k key) []byte { return []byte(k.text) })},
	{"base64 of the public key is an HMAC key as well", standard, macUnder(func(k key) []byte { return []byte(strings.TrimPrefix(k.text, "whpk_")) })},
	{"public key decoded leniently is an HMAC key as well", standard, macUnder(func(k key) []byte { return skipping(k.text) })},
	{"empty HMAC key beside public keys", standard, macUnder(func(key) []byte { return []byte{} })},
	{"S reduced", standard, alsoEd25519(func(public, content, signature []byte) bool {
		return len(signature) == 64 && ed25519.Verify(public, content, reduceS(signature))
	})},
	{"R of the neutral point read in either encoding", standard, alsoEd25519(func(public, content, signature []byte) bool {
		return len(signature) == 64 && signature[0] == 0xee && signature[31] == 0x7f && bytes.Count(signature[1:31], []byte{0xff}) == 30
	})},
	{"signature cut to 64 bytes", standard, alsoEd25519(func(public, content, signature []byte) bool {
		return len(signature) > 64 && ed25519.Verify(public, content, signature[:64])
	})},
	{"R alone compared", standard, alsoEd25519(func(public, content, signature []byte) bool { return len(signature) == 64 && isZero(signature[32:]) })},
	{"prehashed accepted", standard, alsoEd25519(func(public, content, signature []byte) bool {
		digest := sha512.Sum512(content)
		return ed25519.VerifyWithOptions(public, digest[:], signature, &ed25519.Options{Hash: crypto.SHA512}) == nil
	})},
	{"signature over a hash accepted", standard, alsoEd25519(func(public, content, signature []byte) bool {
		digest := sha512.Sum512(content)
		return verifyEd25519(public, digest[:], signature)
	})},
	{"signature over the body accepted", standard, alsoEd25519(func(public, content, signature []byte) bool {
		return verifyEd25519(public, content[bytes.IndexByte(content, '{'):], signature)
	})},
	{"Ed25519 under v1 accepted", standard, func(v *verifier) {
		v.label = func(version string) string { return version }
		v.items = func(items []item) []item {
			for i, it := range items {
				if it.version == "v1" && len(it.signature) == 88 {
					items[i].version = "v1a"
				}
			}
			return items
		}
	}},
	{"Ed25519 under v2 accepted", standard, func(v *verifier) {
		v.items = func(items []item) []item {
			for i, it := range items {
				if it.version == "v2" && len(it.signature) == 88 {
					items[i].version = "v1a"
				}
			}
			return items
		}
	}},
	{"only the first Ed25519 signature looked at", standard, func(v *verifier) {
		v.items = func(items []item) []item {
			at := slices.IndexFunc(items, func(i item) bool { return i.version == "v1a" })
			var kept []item
			for i, it := range items {
				if it.version != "v1a" || i == at {
					kept = append(kept, it)
				}
			}
			return kept
		}
	}},
	{"crashes at an Ed25519 signature of another length", standard, func(v *verifier) {
		v.ed25519 = func(public, content, signature []byte) bool {
			return ed25519.Verify(public, content, signature[:64])
		}
	}},
	{"a wrong MAC ends the search for another kind", standard, func(v *verifier) {
		v.keyList = func(keys []key) []key {
			if len(keys) > 1 && keys[0].secret != nil {
				return keys[:1]
			}
			return keys
		}
	}},
	{"Ed25519 over 4096 bytes refused", standard, func(v *verifier) {
		v.ed25519 = func(public, content, signature []byte) bool {
			return len(content) <= 4096 && verifyEd25519(public, content, signature)
		}
	}},
}
