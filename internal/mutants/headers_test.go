package mutants

import (
	"crypto/sha256"
	"net/url"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

func sum(b []byte) []byte {
	s := sha256.Sum256(b)
	return s[:]
}

// orElse fills in what is not there.
func orElse(values []string, missing string) (string, bool) {
	if len(values) == 0 {
		return missing, true
	}
	return oneValue(values)
}

var headerMutants = []mutant{
	{"first of several values taken", standard, func(v *verifier) { v.choose = first }},
	{"last of several values taken", standard, func(v *verifier) {
		v.choose = func(values []string) (string, bool) {
			if len(values) == 0 {
				return "", false
			}
			return values[len(values)-1], true
		}
	}},
	{"names compared by case", standard, func(v *verifier) { v.name = func(name string) string { return name } }},
	{"names in lower case or canonical only", standard, func(v *verifier) {
		v.name = func(name string) string {
			if name == strings.ToLower(name) || name == canonical(name) {
				return lower(name)
			}
			return name
		}
	}},
	{"names folded as Unicode does", standard, func(v *verifier) {
		v.name = func(name string) string { return strings.ReplaceAll(lower(name), "\u212a", "k") }
	}},
	{"underscores taken for hyphens", standard, func(v *verifier) {
		v.name = func(name string) string { return strings.ReplaceAll(lower(name), "_", "-") }
	}},
	{"names of CGI taken", standard, func(v *verifier) {
		v.name = func(name string) string {
			return strings.ReplaceAll(strings.TrimPrefix(lower(name), "http_"), "_", "-")
		}
	}},
	{"names with an X taken", standard, func(v *verifier) {
		v.name = func(name string) string { return strings.TrimPrefix(lower(name), "x-") }
	}},
	{"names compared by their start", standard, func(v *verifier) {
		v.name = func(name string) string {
			if rest := lower(name); strings.HasPrefix(rest, "webhook-signature") {
				return "webhook-signature"
			}
			return lower(name)
		}
	}},
	{"names of Svix taken", standard, func(v *verifier) { v.prefixes = append(v.prefixes, "svix-") }},
	{"missing id taken for undefined", standard, func(v *verifier) {
		v.choose = func(values []string) (string, bool) { return orElse(values, "undefined") }
	}},
	{"missing id taken for null", standard, func(v *verifier) {
		v.choose = func(values []string) (string, bool) { return orElse(values, "null") }
	}},
	{"missing id taken for None", standard, func(v *verifier) {
		v.choose = func(values []string) (string, bool) { return orElse(values, "None") }
	}},
	{"missing timestamp taken for zero", standard, func(v *verifier) {
		v.choose = func(values []string) (string, bool) { return orElse(values, "0") }
	}},
	{"without an id, timestamp and body signed", standard, func(v *verifier) {
		v.choose = func(values []string) (string, bool) {
			if len(values) == 0 {
				return "", true
			}
			return oneValue(values)
		}
		v.id = func(id string) (string, bool) { return id, id == "" || goodID(id) }
		v.contents = func(id, t string, body []byte) [][]byte {
			if id == "" {
				return [][]byte{append([]byte(t+"."), body...)}
			}
			return [][]byte{content(id, t, body)}
		}
	}},
}

func canonical(name string) string {
	words := strings.Split(lower(name), "-")
	for i, word := range words {
		if word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "-")
}

// idBy takes more ids, or signs others.
func idBy(id func(string) (string, bool)) func(*verifier) {
	return func(v *verifier) { v.id = id }
}

var idMutants = []mutant{
	{"full stop in the id accepted", standard, idBy(func(id string) (string, bool) {
		return id, goodID(strings.ReplaceAll(id, ".", "x"))
	})},
	{"full stop in the id refused before digits only", standard, idBy(func(id string) (string, bool) {
		_, after, _ := strings.Cut(id, ".")
		digits := len(after) > 0 && after[0] >= '0' && after[0] <= '9'
		return id, goodID(strings.ReplaceAll(id, ".", "x")) && !digits
	})},
	{"full stop at the end of the id accepted", standard, idBy(func(id string) (string, bool) {
		return id, goodID(strings.TrimSuffix(id, ".")) || id == "."
	})},
	{"line ends in the id accepted", standard, idBy(func(id string) (string, bool) {
		return id, goodID(strings.NewReplacer("\r", "x", "\n", "x").Replace(id))
	})},
	{"zero byte in the id accepted", standard, idBy(func(id string) (string, bool) {
		return id, goodID(strings.ReplaceAll(id, "\x00", "x"))
	})},
	{"id cut at a zero byte", standard, idBy(func(id string) (string, bool) {
		id, _, _ = strings.Cut(id, "\x00")
		return id, goodID(id)
	})},
	{"escapes in the id decoded", standard, idBy(func(id string) (string, bool) {
		if decoded, err := url.PathUnescape(id); err == nil {
			id = decoded
		}
		return id, goodID(id)
	})},
	{"plus in the id decoded", standard, idBy(func(id string) (string, bool) {
		return strings.ReplaceAll(id, "+", " "), goodID(id)
	})},
	{"id limited to letters, digits, hyphens and underscores", standard, idBy(func(id string) (string, bool) {
		const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
		return id, id != "" && strings.Trim(id, allowed) == ""
	})},
	{"id limited to 64 characters", standard, idBy(func(id string) (string, bool) { return id, goodID(id) && len(id) <= 64 })},
	{"id that is a number refused", standard, idBy(func(id string) (string, bool) {
		return id, goodID(id) && strings.Trim(id, "0123456789") != ""
	})},
}

var svixMutants = []mutant{
	{"names without the brand not known", testvectors.ProfileSvix, func(v *verifier) { v.prefixes = v.prefixes[:1] }},
	{"empty key accepted", testvectors.ProfileSvix, secretBy(func(text string) ([]byte, bool) {
		secret, ok := decoded(text)
		return secret, ok && (len(secret) == 0 || len(secret) >= 24)
	})},
	{"first of several values taken", testvectors.ProfileSvix, func(v *verifier) { v.choose = first }},
	{"compared as far as the shorter one goes", testvectors.ProfileSvix, byPrefix},
	{"full stop in the id accepted", testvectors.ProfileSvix, idBy(func(id string) (string, bool) {
		return id, goodID(strings.ReplaceAll(id, ".", "x"))
	})},
}
