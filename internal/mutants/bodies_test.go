package mutants

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

func bodyBy(change func([]byte) ([]byte, bool)) func(*verifier) {
	return func(v *verifier) { v.body = change }
}

// alsoBody accepts what another form of the body was signed for as well.
func alsoBody(form func([]byte) []byte) func(*verifier) {
	return func(v *verifier) {
		contents := v.contents
		v.contents = func(id, t string, body []byte) [][]byte {
			return append(contents(id, t, body), contents(id, t, form(body))...)
		}
	}
}

// sniffed is a body without what an editor put around it.
var bodyMistakes = []mutant{
	{"white space around the body trimmed", "", bodyBy(func(b []byte) ([]byte, bool) { return bytes.TrimSpace(b), true })},
	{"a line feed at the end of the body trimmed", "", bodyBy(func(b []byte) ([]byte, bool) { return bytes.TrimSuffix(b, []byte("\n")), true })},
	{"a body less its line feed accepted", "", alsoBody(func(b []byte) []byte { return bytes.TrimSuffix(b, []byte("\n")) })},
	{"byte order mark stripped", "", alsoBody(func(b []byte) []byte { return bytes.TrimPrefix(b, []byte("\ufeff")) })},
	{"body decoded with replacement characters", "", bodyBy(func(b []byte) ([]byte, bool) { return bytes.ToValidUTF8(b, []byte("\ufffd")), true })},
	{"body written anew, with spaces, accepted", "", alsoBody(func(b []byte) []byte {
		compact := new(bytes.Buffer)
		if json.Compact(compact, b) != nil {
			return b
		}
		return []byte(strings.NewReplacer(`":`, `": `, `,"`, `, "`).Replace(compact.String()))
	})},
	{"zero bytes at the end of the body trimmed", "", alsoBody(func(b []byte) []byte { return bytes.TrimRight(b, "\x00") })},
	{"text of JSON in a body unwrapped", "", alsoBody(func(b []byte) []byte {
		var text string
		if json.Unmarshal(b, &text) != nil {
			return b
		}
		return []byte(text)
	})},
}

// mistakesFor makes the mistakes in a profile.
func mistakesFor(profile string, mistakes []mutant) []mutant {
	var made []mutant
	for _, m := range mistakes {
		made = append(made, mutant{m.name, profile, m.mistake})
	}
	return made
}

var bodyMutants = append(mistakesFor(standard, bodyMistakes), []mutant{
	{"body cut at a zero byte", standard, bodyBy(func(b []byte) ([]byte, bool) {
		before, _, _ := bytes.Cut(b, []byte{0})
		return before, true
	})},
	{"bytes that are not UTF-8 dropped", standard, bodyBy(func(b []byte) ([]byte, bool) { return bytes.ToValidUTF8(b, nil), true })},
	{"line ends made one byte", standard, bodyBy(func(b []byte) ([]byte, bool) { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), true })},
	{"body that is not JSON refused", standard, bodyBy(func(b []byte) ([]byte, bool) { return b, json.Valid(b) })},
	{"empty body refused", standard, bodyBy(func(b []byte) ([]byte, bool) { return b, len(b) > 0 })},
	{"empty body taken for an empty object", standard, alsoBody(func(b []byte) []byte {
		if string(b) == "{}" {
			return nil
		}
		return b
	})},
	{"empty body taken for null", standard, alsoBody(func(b []byte) []byte {
		if string(b) == "null" {
			return nil
		}
		return b
	})},
	{"body over 64 KiB cut", standard, bodyBy(func(b []byte) ([]byte, bool) { return b[:min(len(b), 64<<10)], true })},
	{"body over a mebibyte cut", standard, bodyBy(func(b []byte) ([]byte, bool) { return b[:min(len(b), 1<<20)], true })},
	{"body over 100 KB refused", standard, bodyBy(func(b []byte) ([]byte, bool) { return b, len(b) <= 100_000 })},
	{"escapes of Unicode decoded", standard, alsoBody(func(b []byte) []byte {
		return []byte(strings.NewReplacer(`\u00e9`, "é", `\ud83d\ude42`, "🙂").Replace(string(b)))
	})},
	{"escaped slashes accepted", standard, alsoBody(func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(`\/`), []byte("/")) })},
	{"escapes of HTML decoded", standard, alsoBody(func(b []byte) []byte {
		return []byte(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(b)))
	})},
	{"letters and accents composed", standard, alsoBody(func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("e\u0301"), []byte("é")) })},
	{"percent signs in the body are a format", standard, bodyBy(func(b []byte) ([]byte, bool) { return bytes.ReplaceAll(b, []byte("%%"), []byte("%")), true })},
	{"deep JSON refused", standard, bodyBy(func(b []byte) ([]byte, bool) { return b, bytes.Count(b, []byte("[")) < 512 })},
}...)

var stripeBodyMutants = mistakesFor(testvectors.ProfileStripe, bodyMistakes[2:])
