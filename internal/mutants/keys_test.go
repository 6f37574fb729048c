package mutants

import (
	"encoding/base64"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

const standard = testvectors.ProfileStandard

// secretBy parses secrets in another way and leaves public keys alone.
func secretBy(parse func(text string) ([]byte, bool)) func(*verifier) {
	return func(v *verifier) {
		rightly := v.key
		v.key = func(text string) (key, bool) {
			if strings.HasPrefix(text, "whpk_") {
				return rightly(text)
			}
			secret, ok := parse(text)
			return key{secret: secret, text: text}, ok
		}
	}
}

// textBy changes the text before it is parsed.
func textBy(change func(string) string) func(*verifier) {
	return func(v *verifier) {
		rightly := v.key
		v.key = func(text string) (key, bool) { return rightly(change(text)) }
	}
}

func decoded(text string) ([]byte, bool) { return decodeBase64(strings.TrimPrefix(text, "whsec_")) }

// skipping decodes what is in the alphabet and skips the rest.
func skipping(text string) []byte {
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
	b, _ := base64.RawStdEncoding.DecodeString(kept)
	return b
}

func strong(secret []byte) ([]byte, bool) { return secret, len(secret) >= 24 && !isZero(secret) }

var keyMutants = []mutant{
	{"empty key accepted", standard, secretBy(func(text string) ([]byte, bool) {
		secret, ok := decoded(text)
		return secret, ok && (len(secret) == 0 || len(secret) >= 24 && !isZero(secret))
	})},
	{"key of zero bytes accepted", standard, secretBy(func(text string) ([]byte, bool) {
		secret, ok := decoded(text)
		return secret, ok && len(secret) >= 24
	})},
	{"short keys accepted", standard, secretBy(func(text string) ([]byte, bool) {
		secret, ok := decoded(text)
		return secret, ok && !isZero(secret)
	})},
	{"keys from 16 bytes accepted", standard, secretBy(func(text string) ([]byte, bool) {
		secret, ok := decoded(text)
		return secret, ok && len(secret) >= 16 && !isZero(secret)
	})},
	{"keys over 32 bytes refused", standard, secretBy(func(text string) ([]byte, bool) {
		secret, ok := decoded(text)
		return secret, ok && len(secret) >= 24 && len(secret) <= 32 && !isZero(secret)
	})},
	{"keys of under 32 bytes padded to 32", standard, func(v *verifier) {
		rightly := v.key
		v.key = func(text string) (key, bool) {
			k, ok := rightly(text)
			if !ok && strings.HasPrefix(text, "whsec_") {
				if secret, decodes := decoded(text); decodes && len(secret) > 0 {
					return key{secret: append(secret, make([]byte, 32)...)}, !isZero(secret)
				}
			}
			return k, ok
		}
	}},
	{"line breaks inside skipped, as Go does", standard, secretBy(func(text string) ([]byte, bool) {
		secret, err := base64.StdEncoding.Strict().DecodeString(strings.TrimPrefix(text, "whsec_"))
		ok := err == nil
		return secret, ok && len(secret) >= 24 && !isZero(secret)
	})},
	{"white space inside skipped", standard, textBy(func(text string) string {
		return strings.Join(strings.Fields(text), "")
	})},
	{"both alphabets accepted", standard, textBy(func(text string) string {
		rest, prefixed := strings.CutPrefix(text, "whsec_")
		if !prefixed {
			return text
		}
		return "whsec_" + strings.NewReplacer("-", "+", "_", "/").Replace(rest)
	})},
	{"URL-safe signs skipped", standard, textBy(func(text string) string {
		rest, prefixed := strings.CutPrefix(text, "whsec_")
		if !prefixed || !strings.ContainsAny(rest, "-_") {
			return text
		}
		kept := strings.NewReplacer("-", "", "_", "").Replace(rest)
		return "whsec_" + kept[:len(kept)-len(kept)%4]
	})},
	{"percent signs skipped", standard, secretBy(func(text string) ([]byte, bool) {
		if strings.Contains(text, "%") {
			return skipping(strings.TrimPrefix(text, "whsec_")), true
		}
		secret, ok := decoded(text)
		return secret, ok && len(secret) >= 24 && !isZero(secret)
	})},
	{"excess padding ignored", standard, textBy(func(text string) string {
		trimmed := strings.TrimRight(text, "=")
		for len(strings.TrimPrefix(trimmed, "whsec_"))%4 != 0 && strings.HasPrefix(trimmed, "whsec_") && len(strings.TrimPrefix(trimmed, "whsec_"))%4 != 1 {
			trimmed += "="
		}
		if !strings.HasPrefix(text, "whsec_") {
			return text
		}
		return trimmed
	})},
	{"what follows the padding ignored", standard, textBy(func(text string) string {
		end := strings.Index(text, "==")
		if end < 0 || end+2 == len(text) || !strings.HasPrefix(text, "whsec_") {
			return text
		}
		return text[:end+2]
	})},
	{"prefix stripped in any case", standard, textBy(func(text string) string {
		if len(text) > 6 && strings.EqualFold(text[:6], "whsec_") {
			return text[6:]
		}
		return text
	})},
	{"prefix stripped as often as it is there", standard, textBy(func(text string) string {
		return strings.ReplaceAll(text, "whsec_", "")
	})},
	{"everything up to the last underscore stripped", standard, textBy(func(text string) string {
		if strings.HasPrefix(text, "whpk_") {
			return text
		}
		return text[strings.LastIndex(text, "_")+1:]
	})},
	{"letters of the prefix stripped as a set", standard, textBy(func(text string) string {
		rest, prefixed := strings.CutPrefix(text, "whsec_")
		if !prefixed {
			return text
		}
		return strings.TrimLeft(rest, "whsec_")
	})},
	{"quotation marks stripped", standard, textBy(func(text string) string { return strings.Trim(text, `"'`) })},
	{"version in front stripped", standard, textBy(func(text string) string { return strings.TrimPrefix(text, "v1,") })},
	{"text used where it is not base64", standard, secretBy(func(text string) ([]byte, bool) {
		secret, ok := decoded(text)
		if !ok && len(text) >= 24 && !strings.HasPrefix(text, "whsec_") && !strings.HasPrefix(text, "whsk_") {
			return []byte(text), true
		}
		secret, strongEnough := strong(secret)
		return secret, ok && strongEnough
	})},
	{"private key taken for a secret", standard, secretBy(func(text string) ([]byte, bool) {
		secret, ok := decoded(strings.TrimPrefix(text, "whsk_"))
		if ok && strings.HasPrefix(text, "whsk_") {
			secret = secret[:32]
		}
		secret, strongEnough := strong(secret)
		return secret, ok && strongEnough
	})},
	{"private key decoded leniently", standard, secretBy(func(text string) ([]byte, bool) {
		if strings.HasPrefix(text, "whsk_") {
			return skipping(text), true
		}
		secret, ok := decoded(text)
		secret, strongEnough := strong(secret)
		return secret, ok && strongEnough
	})},
	{"only the first key of a list tried", standard, func(v *verifier) {
		v.keyList = func(keys []key) []key { return keys[:1] }
	}},
	{"only the last key of a list tried", standard, func(v *verifier) {
		v.keyList = func(keys []key) []key { return keys[len(keys)-1:] }
	}},
	{"only two keys of a list tried", standard, func(v *verifier) {
		v.keyList = func(keys []key) []key { return keys[:min(2, len(keys))] }
	}},
	{"empty key beside another accepted", standard, func(v *verifier) {
		rightly := v.key
		seen := false
		v.key = func(text string) (key, bool) {
			k, ok := rightly(text)
			if !ok && seen && text == "whsec_" {
				return key{secret: []byte{}}, true
			}
			seen = ok
			return k, ok
		}
	}},
	{"text of the secret tried as well", standard, func(v *verifier) {
		v.macKeys = func(k key) [][]byte {
			return [][]byte{k.secret, []byte(k.text), []byte(strings.TrimPrefix(k.text, "whsec_"))}
		}
	}},
	{"empty key tried as well", standard, func(v *verifier) {
		v.macKeys = func(k key) [][]byte { return [][]byte{k.secret, nil} }
	}},
	{"all but the last byte of the key tried as well", standard, func(v *verifier) {
		v.macKeys = func(k key) [][]byte { return [][]byte{k.secret, k.secret[:len(k.secret)-1]} }
	}},
	{"hash of the secret tried as well", standard, func(v *verifier) {
		v.macKeys = func(k key) [][]byte { return [][]byte{k.secret, sum(k.secret)} }
	}},
}
