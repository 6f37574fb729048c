package mutants

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// byPrefix compares as RUSTSEC-2024-0010 did.
func byPrefix(v *verifier) {
	v.decode = func(text string) ([]byte, bool) { return []byte(text), text != "" }
	v.equal = func(want, got []byte) bool {
		text := base64.StdEncoding.EncodeToString(want)
		n := min(len(text), len(got))
		return text[:n] == string(got[:n])
	}
	v.ed25519 = func(public, content, signature []byte) bool {
		b, ok := decodeBase64(string(signature))
		return ok && verifyEd25519(public, content, b)
	}
}

func itemsBy(change func([]item) []item) func(*verifier) {
	return func(v *verifier) { v.items = change }
}

func labelBy(change func(string) string) func(*verifier) {
	return func(v *verifier) { v.label = change }
}

// decodeBy reads more signatures, after the right ones.
func decodeBy(also func(string) ([]byte, bool)) func(*verifier) {
	return func(v *verifier) {
		v.decode = func(text string) ([]byte, bool) {
			if b, ok := decodeBase64(text); ok {
				return b, ok
			}
			return also(text)
		}
	}
}

func equalBy(equal func(want, got []byte) bool) func(*verifier) {
	return func(v *verifier) { v.equal = equal }
}

// alsoOver accepts a signature over other content as well.
func alsoOver(other func(id, t string, body []byte) string) func(*verifier) {
	return func(v *verifier) {
		v.contents = func(id, t string, body []byte) [][]byte {
			return [][]byte{content(id, t, body), []byte(other(id, t, body))}
		}
	}
}

var signatureMutants = []mutant{
	{"only the first signature looked at", standard, itemsBy(func(items []item) []item { return items[:min(1, len(items))] })},
	{"only the last signature looked at", standard, itemsBy(func(items []item) []item { return items[max(0, len(items)-1):] })},
	{"only two signatures looked at", standard, itemsBy(func(items []item) []item { return items[:min(2, len(items))] })},
	{"only ten signatures looked at", standard, itemsBy(func(items []item) []item { return items[:min(10, len(items))] })},
	{"the last signature never looked at of several", standard, itemsBy(func(items []item) []item {
		if len(items) < 2 {
			return items
		}
		return items[:len(items)-1]
	})},
	{"an unknown version ends the list", standard, itemsBy(func(items []item) []item {
		for i, it := range items {
			if it.version != "v1" && it.version != "v1a" {
				return items[:i]
			}
		}
		return items
	})},
	{"a signature of another length ends the list", standard, itemsBy(func(items []item) []item {
		for i, it := range items {
			if it.version == "v1" && len(it.signature) != 44 {
				return items[:i]
			}
		}
		return items
	})},
	{"crashes at an item without a comma", standard, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			parts := strings.SplitN(text, ",", 2)
			return parts[0], parts[1], true
		}
	}},
	{"crashes at a version other than v1 and v1a", standard, itemsBy(func(items []item) []item {
		for _, it := range items {
			if strings.HasPrefix(it.version, "v") && it.version != "v1" && it.version != "v1a" && it.version != "v2" {
				panic("unknown version")
			}
		}
		return items
	})},
	{"versions compared without case", standard, labelBy(strings.ToLower)},
	{"versions compared by their start, v1a apart", standard, labelBy(func(version string) string {
		if strings.HasPrefix(version, "v1") && version != "v1a" {
			return "v1"
		}
		return version
	})},
	{"versions compared by their end", standard, labelBy(func(version string) string {
		if strings.HasSuffix(version, "v1") {
			return "v1"
		}
		return version
	})},
	{"versions compared as numbers", standard, labelBy(func(version string) string {
		if version == "v01" || version == "v1.0" || version == "1" {
			return "v1"
		}
		return version
	})},
	{"versions cut at a zero byte", standard, labelBy(func(version string) string {
		before, _, _ := strings.Cut(version, "\x00")
		return before
	})},
	{"versions compared as a collation does", standard, labelBy(func(version string) string {
		return strings.NewReplacer("\u200d", "", "\uff11", "1").Replace(version)
	})},
	{"v0 taken for v1", standard, labelBy(func(version string) string {
		if version == "v0" {
			return "v1"
		}
		return version
	})},
	{"v2 taken for v1", standard, labelBy(func(version string) string {
		if version == "v2" {
			return "v1"
		}
		return version
	})},
	{"v1a taken for v1 where it has the length", standard, itemsBy(func(items []item) []item {
		for i, it := range items {
			if it.version == "v1a" && len(it.signature) == 44 {
				items[i].version = "v1"
			}
		}
		return items
	})},
	{"a signature without a version taken", standard, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			if len(text) == 44 && !strings.Contains(text, ",") {
				return "v1", text, true
			}
			return strings.Cut(text, ",")
		}
	}},
	{"an empty version taken for v1", standard, labelBy(func(version string) string {
		if version == "" {
			return "v1"
		}
		return version
	})},
	{"an equals sign taken for the comma", standard, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			if rest, ok := strings.CutPrefix(text, "v1="); ok {
				return "v1", rest, true
			}
			return strings.Cut(text, ",")
		}
	}},
	{"a colon taken for the comma", standard, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			if rest, ok := strings.CutPrefix(text, "v1:"); ok {
				return "v1", rest, true
			}
			return strings.Cut(text, ",")
		}
	}},
	{"versions and signatures crossed", standard, func(v *verifier) {
		version := ""
		v.item = func(text string) (string, string, bool) {
			label, signature, ok := strings.Cut(text, ",")
			if !ok && version != "" {
				return version, text, true
			}
			version = label
			return label, signature, ok
		}
	}},
	{"quotation marks around an item stripped", standard, func(v *verifier) {
		v.item = func(text string) (string, string, bool) { return strings.Cut(strings.Trim(text, `"`), ",") }
	}},
	{"found in the list as a part of a text", standard, func(v *verifier) {
		v.item = func(text string) (string, string, bool) {
			if at := strings.Index(text, "v1,"); at > 0 && !strings.HasPrefix(text, "v1a") {
				return "v1", strings.Trim(text[at+3:], `"]`), true
			}
			return strings.Cut(text, ",")
		}
	}},
	{"compared as far as the shorter one goes", standard, byPrefix},
	{"first half compared", standard, equalBy(func(want, got []byte) bool { return len(got) == 32 && bytes.Equal(want[:16], got[:16]) })},
	{"all but the last byte compared", standard, equalBy(func(want, got []byte) bool { return len(got) == 32 && bytes.Equal(want[:31], got[:31]) })},
	{"all but the first byte compared", standard, equalBy(func(want, got []byte) bool { return len(got) == 32 && bytes.Equal(want[1:], got[1:]) })},
	{"31 bytes suffice", standard, equalBy(func(want, got []byte) bool { return len(got) >= 31 && bytes.HasPrefix(want, got) })},
	{"a longer one cut to 32 bytes", standard, equalBy(func(want, got []byte) bool { return bytes.HasPrefix(got, want) })},
	{"differences of bytes cancel out", standard, equalBy(func(want, got []byte) bool {
		var difference byte
		for i := range got {
			difference ^= want[i%32] ^ got[i]
		}
		return len(got) == 32 && difference == 0
	})},
	{"bytes compared as a set", standard, equalBy(func(want, got []byte) bool {
		var counts [256]int
		for i := range got {
			counts[got[i]]++
			counts[want[i%32]]--
		}
		return len(got) == 32 && counts == [256]int{}
	})},
	{"letters of the signature compared without case", standard, func(v *verifier) {
		v.decode = func(text string) ([]byte, bool) { return []byte(text), true }
		v.equal = func(want, got []byte) bool {
			return strings.EqualFold(base64.StdEncoding.EncodeToString(want), string(got))
		}
		v.ed25519 = func(public, content, signature []byte) bool {
			b, ok := decodeBase64(string(signature))
			return ok && verifyEd25519(public, content, b)
		}
	}},
	{"zero bytes match anything", standard, equalBy(func(want, got []byte) bool {
		return hmac.Equal(want, got) || len(got) == 32 && isZero(got)
	})},
	{"signature in both alphabets accepted", standard, decodeBy(func(text string) ([]byte, bool) {
		b, err := base64.URLEncoding.Strict().DecodeString(text)
		return b, err == nil
	})},
	{"junk in the signature skipped", standard, decodeBy(func(text string) ([]byte, bool) {
		b := skipping(text)
		return b, len(b) == 32 || len(b) == 64
	})},
	{"data behind the padding ignored", standard, decodeBy(func(text string) ([]byte, bool) {
		before, _, found := strings.Cut(text, "=")
		b, err := base64.RawStdEncoding.Strict().DecodeString(before)
		return b, found && err == nil && len(b) == 32
	})},
	{"signature cut at a zero byte", standard, decodeBy(func(text string) ([]byte, bool) {
		before, _, found := strings.Cut(text, "\x00")
		b, ok := decodeBase64(before)
		return b, ok && found
	})},
	{"hexadecimal accepted", standard, func(v *verifier) {
		v.decode = func(text string) ([]byte, bool) {
			if b, err := hex.DecodeString(text); err == nil {
				return b, true
			}
			return decodeBase64(text)
		}
	}},
	{"decoded twice where it is base64 twice", standard, func(v *verifier) {
		v.decode = func(text string) ([]byte, bool) {
			b, ok := decodeBase64(text)
			if again, twice := decodeBase64(string(b)); ok && twice && len(again) == 32 {
				return again, true
			}
			return b, ok
		}
	}},
	{"the start of a MAC of SHA-512 accepted", standard, func(v *verifier) {
		alsoMAC(v, func(key, content []byte) []byte {
			m := hmac.New(sha512.New, key)
			m.Write(content)
			return m.Sum(nil)[:32]
		})
	}},
	{"MACs of other hashes accepted", standard, func(v *verifier) {
		alsoMAC(v, func(key, content []byte) []byte {
			m := hmac.New(sha1.New, key)
			m.Write(content)
			return m.Sum(nil)
		})
	}},
	{"a hash of key and content accepted", standard, func(v *verifier) {
		alsoMAC(v, func(key, content []byte) []byte { return sum(append(bytes.Clone(key), content...)) })
	}},
	{"a hash without a key accepted", standard, func(v *verifier) { alsoMAC(v, func(_, content []byte) []byte { return sum(content) }) }},

	{"timestamp and body signed, as of Stripe, accepted", standard, alsoOver(func(_, t string, body []byte) string { return t + "." + string(body) })},
	{"body signed alone accepted", standard, alsoOver(func(_, _ string, body []byte) string { return string(body) })},
	{"id and body signed accepted", standard, alsoOver(func(id, _ string, body []byte) string { return id + "." + string(body) })},
	{"id and timestamp signed accepted", standard, alsoOver(func(id, t string, _ []byte) string { return id + "." + t + "." })},
	{"signed without full stops accepted", standard, alsoOver(func(id, t string, body []byte) string { return id + t + string(body) })},
	{"signed with colons accepted", standard, alsoOver(func(id, t string, body []byte) string { return id + ":" + t + ":" + string(body) })},
	{"signed as of Slack accepted", standard, alsoOver(func(_, t string, body []byte) string { return "v0:" + t + ":" + string(body) })},
	{"signed with the version accepted", standard, alsoOver(func(id, t string, body []byte) string { return "v1." + id + "." + t + "." + string(body) })},
	{"signed in milliseconds accepted", standard, alsoOver(func(id, t string, body []byte) string { return id + "." + t + "000." + string(body) })},
	{"nothing signed accepted", standard, alsoOver(func(string, string, []byte) string { return "" })},
	{"signed with the body in base64 accepted", standard, alsoOver(func(id, t string, body []byte) string {
		return id + "." + t + "." + base64.StdEncoding.EncodeToString(body)
	})},
}

// alsoMAC accepts what another algorithm makes as well.
func alsoMAC(v *verifier, other func(key, content []byte) []byte) {
	contents := v.contents
	var lastContent []byte
	v.contents = func(id, t string, body []byte) [][]byte {
		all := contents(id, t, body)
		lastContent = all[0]
		return all
	}
	var keys []key
	v.keyList = func(list []key) []key { keys = list; return list }
	v.equal = func(want, got []byte) bool {
		if hmac.Equal(want, got) {
			return true
		}
		for _, k := range keys {
			if k.secret != nil && bytes.Equal(other(k.secret, lastContent), got) {
				return true
			}
		}
		return false
	}
}
