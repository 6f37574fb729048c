package mutants

import (
	"bytes"
	"crypto/hmac"
	"encoding/base64"
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

const stripe = testvectors.ProfileStripe

func alsoHex(also func(string) ([]byte, bool)) func(*verifier) {
	return func(v *verifier) {
		rightly := v.decode
		v.decode = func(text string) ([]byte, bool) {
			if b, ok := rightly(text); ok {
				return b, ok
			}
			return also(text)
		}
	}
}

func alsoStripeOver(other func(t string, body []byte) string) func(*verifier) {
	return func(v *verifier) {
		contents := v.contents
		v.contents = func(id, t string, body []byte) [][]byte {
			return append(contents(id, t, body), []byte(other(t, body)))
		}
	}
}

var stripeMutants = append(stripeBodyMutants, []mutant{
	{"empty secret accepted", stripe, func(v *verifier) {
		v.key = func(text string) (key, bool) { return key{secret: []byte(text), text: text}, true }
	}},
	{"secret without its prefix tried as well", stripe, func(v *verifier) {
		v.macKeys = func(k key) [][]byte { return [][]byte{k.secret, []byte(strings.TrimPrefix(k.text, "whsec_"))} }
	}},
	{"secret decoded tried as well", stripe, func(v *verifier) {
		v.macKeys = func(k key) [][]byte {
			b, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(k.text, "whsec_"))
			return [][]byte{k.secret, b}
		}
	}},
	{"secret and a line feed tried as well", stripe, func(v *verifier) {
		v.macKeys = func(k key) [][]byte { return [][]byte{k.secret, []byte(k.text + "\n")} }
	}},
	{"secret that is not base64 refused", stripe, func(v *verifier) {
		v.key = func(text string) (key, bool) {
			_, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, "whsec_"))
			return key{secret: []byte(text), text: text}, text != "" && err == nil || strings.HasPrefix(text, "whsec_old") || strings.HasPrefix(text, "whsec_new") || text == "whsec_stranger"
		}
	}},
	{"only the first secret tried", stripe, func(v *verifier) { v.keyList = func(keys []key) []key { return keys[:1] } }},
	{"first timestamp signed, last one judged", stripe, func(v *verifier) {
		v.choose = func(values []string) (string, bool) { return strings.Join(values, "|"), len(values) > 0 }
		v.time = func(text string) (int64, string, bool) {
			parts := strings.Split(text, "|")
			t, _, ok := parseTime(parts[len(parts)-1])
			return t, parts[0], ok
		}
	}},
	{"last timestamp signed, first one judged", stripe, func(v *verifier) {
		v.choose = func(values []string) (string, bool) { return strings.Join(values, "|"), len(values) > 0 }
		v.time = func(text string) (int64, string, bool) {
			parts := strings.Split(text, "|")
			t, _, ok := parseTime(parts[0])
			return t, parts[len(parts)-1], ok
		}
	}},
	{"v0 accepted", stripe, labelBy(func(version string) string {
		if version == "v0" {
			return "v1"
		}
		return version
	})},
	{"every scheme accepted", stripe, labelBy(func(version string) string {
		if strings.HasPrefix(version, "v") {
			return "v1"
		}
		return version
	})},
	{"schemes compared without case", stripe, labelBy(strings.ToLower)},
	{"schemes trimmed", stripe, labelBy(strings.TrimSpace)},
	{"signature without a scheme accepted", stripe, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			if len(text) == 64 && !strings.Contains(text, "=") {
				return "v1", text, true
			}
			return strings.Cut(text, "=")
		}
	}},
	{"items split at semicolons as well", stripe, func(v *verifier) {
		v.split = func(value string) []string {
			return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ';' })
		}
	}},
	{"colon taken for the equals sign", stripe, func(v *verifier) {
		v.item = func(text string) (string, string, bool) { return strings.Cut(strings.ReplaceAll(text, ":", "="), "=") }
	}},
	{"second part of an item taken, whatever follows", stripe, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			parts := strings.Split(text, "=")
			if len(parts) < 2 {
				return "", "", false
			}
			return parts[0], parts[1], true
		}
	}},
	{"last part of an item taken", stripe, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			parts := strings.Split(text, "=")
			return parts[0], parts[len(parts)-1], len(parts) > 1
		}
	}},
	{"crashes at an item without a value", stripe, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			parts := strings.SplitN(text, "=", 2)
			return parts[0], parts[1], true
		}
	}},
	{"crashes at signatures of another length", stripe, func(v *verifier) {
		v.equal = func(want, got []byte) bool {
			if len(want) != len(got) {
				panic("lengths differ")
			}
			return hmac.Equal(want, got)
		}
	}},
	{"order of items fixed", stripe, func(v *verifier) {
		split := v.split
		v.split = func(value string) []string {
			items := split(value)
			if !strings.HasPrefix(items[0], "t=") {
				return nil
			}
			return items
		}
	}},
	{"only ten items looked at", stripe, itemsBy(func(items []item) []item { return items[:min(10, len(items))] })},
	{"only the last v1 looked at", stripe, itemsBy(func(items []item) []item {
		for i := len(items) - 1; i >= 0; i-- {
			if items[i].version == "v1" {
				return items[i : i+1]
			}
		}
		return nil
	})},
	{"unknown items refused", stripe, itemsBy(func(items []item) []item {
		for _, it := range items {
			if !strings.HasPrefix(it.version, "v") {
				return nil
			}
		}
		return items
	})},
	{"compared as far as the shorter one goes", stripe, func(v *verifier) {
		v.decode = func(text string) ([]byte, bool) { return []byte(text), text != "" }
		v.equal = func(want, got []byte) bool {
			text := hex.EncodeToString(want)
			n := min(len(text), len(got))
			return text[:n] == string(got[:n])
		}
	}},
	{"first half compared", stripe, equalBy(func(want, got []byte) bool { return len(got) == 32 && bytes.Equal(want[:16], got[:16]) })},
	{"all but the last byte compared", stripe, equalBy(func(want, got []byte) bool { return len(got) == 32 && bytes.Equal(want[:31], got[:31]) })},
	{"longer ones cut", stripe, equalBy(bytes.HasPrefix)},
	{"base64 accepted", stripe, alsoHex(func(text string) ([]byte, bool) { return decodeBase64(text) })},
	{"prefix 0x accepted", stripe, alsoHex(func(text string) ([]byte, bool) {
		b, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
		return b, err == nil
	})},
	{"quotation marks stripped", stripe, alsoHex(func(text string) ([]byte, bool) {
		b, err := hex.DecodeString(strings.Trim(text, `"`))
		return b, err == nil
	})},
	{"cut at a zero byte", stripe, alsoHex(func(text string) ([]byte, bool) {
		before, _, _ := strings.Cut(text, "\x00")
		b, err := hex.DecodeString(before)
		return b, err == nil
	})},
	{"digits at the start of a timestamp taken, number signed", stripe, timeBy(func(text string) (int64, string, bool) { return number(leadingDigits(text)) })},
	{"digits at the start of a timestamp taken, text signed", stripe, timeBy(func(text string) (int64, string, bool) {
		t, ok := leadingDigits(text)
		return t, text, ok
	})},
	{"float taken", stripe, timeBy(func(text string) (int64, string, bool) { return number(parseFloat(text)) })},
	{"literals taken, number signed", stripe, timeBy(func(text string) (int64, string, bool) {
		t, err := strconv.ParseInt(text, 0, 64)
		return number(t, err == nil && t > 0 && text[0] != '+')
	})},
	{"not a number is fresh", stripe, func(v *verifier) {
		v.time = func(text string) (int64, string, bool) {
			if t, signed, ok := parseTime(text); ok {
				return t, signed, ok
			}
			return math.MinInt64, "NaN", true
		}
		v.fresh = func(now, t, w int64) bool { return t == math.MinInt64 || fresh(now, t, w) }
	}},
	{"future not judged", stripe, func(v *verifier) {
		v.tolerance = func(chosen *int64) (int64, bool) {
			if chosen == nil || *chosen == 0 {
				return 300, true
			}
			return *chosen, *chosen > 0
		}
		v.fresh = func(now, t, w int64) bool { return t >= now-w-1 }
	}},
	{"a second too old accepted", stripe, freshBy(func(now, t, w int64) bool { return t >= now-w-1 && t <= now+w })},
	{"negative tolerance switches off", stripe, toleranceBy(func(s int64) (int64, bool) {
		if s < 0 {
			return anyAge, true
		}
		return s, s > 0
	})},
	{"default tolerance is none", stripe, func(v *verifier) {
		v.tolerance = func(chosen *int64) (int64, bool) {
			if chosen == nil {
				return anyAge, true
			}
			return tolerance(chosen)
		}
	}},
	{"tolerance ignored", stripe, toleranceBy(func(s int64) (int64, bool) { return 300, s > 0 })},
	{"timestamp left out of what is signed accepted", stripe, alsoStripeOver(func(_ string, body []byte) string { return string(body) })},
	{"signed without the full stop accepted", stripe, alsoStripeOver(func(t string, body []byte) string { return t + string(body) })},
	{"signed for zero accepted", stripe, alsoStripeOver(func(_ string, body []byte) string { return "0." + string(body) })},
	{"signed for null accepted", stripe, alsoStripeOver(func(_ string, body []byte) string { return "null." + string(body) })},
	{"the start of a MAC of SHA-512 or a hash accepted", stripe, func(v *verifier) {
		alsoMAC(v, func(_, content []byte) []byte { return sum(content) })
	}},
}...)
