package doctor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf16"
)

// Documents are trees with a serialiser of their own here: what the doctor has
// to undo is made without any of its code, and numbers and strings are written
// out exactly as a tree has them.

type (
	jsonNode   any
	jsonArray  []jsonNode
	jsonObject []jsonMember
	jsonMember struct {
		name  string
		value jsonNode
	}
	jsonLiteral string // copied: a number, true, a string with escapes of its own
)

// A jsonStyle is how a serialiser writes a document.
type jsonStyle struct {
	layout  string // "" compact, "spaced", or one level of indentation
	crlf    bool
	sorted  bool
	utf16   bool   // the order of keys is that of JavaScript
	slash   bool   // \/
	html    string // \u003c \u003e \u0026 \u2028 \u2029: "lower" or "upper" case
	unicode string // \u00e9, likewise
}

func (s jsonStyle) write(n jsonNode) string {
	var out strings.Builder
	s.append(&out, n, 0)
	return out.String()
}

func (s jsonStyle) append(out *strings.Builder, n jsonNode, depth int) {
	switch n := n.(type) {
	case jsonArray:
		s.list(out, "[", "]", len(n), depth, func(i int) { s.append(out, n[i], depth+1) })
	case jsonObject:
		members := n
		if s.sorted {
			members = slices.Clone(n)
			slices.SortStableFunc(members, func(a, b jsonMember) int { return s.compare(a.name, b.name) })
		}
		s.list(out, "{", "}", len(n), depth, func(i int) {
			out.WriteString(s.text(members[i].name) + ":")
			if s.layout != "" {
				out.WriteByte(' ')
			}
			s.append(out, members[i].value, depth+1)
		})
	case string:
		out.WriteString(s.text(n))
	case jsonLiteral:
		out.WriteString(string(n))
	default:
		panic(fmt.Sprintf("no JSON: %T", n))
	}
}

func (s jsonStyle) list(out *strings.Builder, open, shut string, n, depth int, element func(int)) {
	out.WriteString(open)
	for i := range n {
		switch {
		case i > 0 && s.layout == "spaced":
			out.WriteString(", ")
		case i > 0:
			out.WriteString(",")
		}
		s.line(out, depth+1)
		element(i)
	}
	if n > 0 {
		s.line(out, depth)
	}
	out.WriteString(shut)
}

func (s jsonStyle) line(out *strings.Builder, depth int) {
	if s.layout == "" || s.layout == "spaced" {
		return
	}
	if s.crlf {
		out.WriteByte('\r')
	}
	out.WriteString("\n" + strings.Repeat(s.layout, depth))
}

func (s jsonStyle) compare(a, b string) int {
	if s.utf16 {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	}
	return strings.Compare(a, b)
}

func (s jsonStyle) text(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\' || c == '/' && s.slash:
			out.WriteString(`\` + string(c))
		case strings.ContainsRune("\b\f\n\r\t", c):
			out.WriteString(`\` + string("btnvfr"[c-'\b']))
		case c < ' ':
			fmt.Fprintf(&out, `\u%04x`, c)
		case c >= 0x80 && s.unicode != "":
			appendEscape(&out, c, s.unicode)
		case strings.ContainsRune("<>&\u2028\u2029", c) && s.html != "":
			appendEscape(&out, c, s.html)
		default:
			out.WriteRune(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

func appendEscape(out *strings.Builder, c rune, digits string) {
	format := `\u%04x`
	if digits == "upper" {
		format = `\u%04X`
	}
	for _, unit := range utf16.AppendRune(nil, c) {
		fmt.Fprintf(out, format, unit)
	}
}

// styleDifference names what has to be mended for a document received in one
// style to be what was signed in another: each thing that changes any byte. It
// is nil if that is not one single set by the rules of the design.
func styleDifference(n jsonNode, received, signed jsonStyle) []string {
	goal := signed.write(n)
	matters := func(back func(*jsonStyle)) bool {
		s := signed
		back(&s)
		return s.write(n) != goal
	}
	var causes []string
	add := func(code string, differs bool) {
		if differs {
			causes = append(causes, code)
		}
	}
	add(layoutCode(signed), matters(func(s *jsonStyle) { s.layout, s.crlf = received.layout, received.crlf }))
	add("body.json_sorted", matters(func(s *jsonStyle) { s.sorted = received.sorted }))
	add("body.escaped_slash", matters(func(s *jsonStyle) { s.slash = received.slash }))
	add("body.escaped_html", matters(func(s *jsonStyle) { s.html = received.html }))
	add("body.escaped_unicode", matters(func(s *jsonStyle) { s.unicode = received.unicode }))
	if received.write(n) == goal || received.sorted && !signed.sorted {
		return nil
	}
	return causes
}

func layoutCode(s jsonStyle) string {
	switch s.layout {
	case "":
		return "body.json_compact"
	case "spaced":
		return "body.json_spaced"
	default:
		return "body.json_indent"
	}
}

// The alphabets of the strings in documents.
var jsonAlphabets = []string{
	"abcdefghijklmnopqrstuvwxyz_0123456789 ",
	"abc/:.-?=%#",
	"<b>&amp;'\"=+`",
	"\\\"\b\f\n\r\t\x01\x1f\x7f",
	"äéîøüßñçÅ",
	"漢字かなカナ한국어\u2028\u2029\ufeff",
	"😀🎉👩\u200d💻\U0010fffd𝔘",
	"{}[],:\": \\/",
}

var jsonNumbers = []string{
	"0", "-0", "1", "1250", "1.0", "0.10", "1e5", "1E+10", "-1.5e-300", "12345678901234567890123456789012345678901234567890",
	"3.141592653589793238462643383279502884197", "9007199254740993", "1767225600000",
}

func randomText(r *rand.Rand, most int) string {
	var out strings.Builder
	for range r.IntN(3) + 1 {
		alphabet := []rune(jsonAlphabets[r.IntN(len(jsonAlphabets))])
		if r.IntN(2) == 0 {
			alphabet = []rune(jsonAlphabets[0])
		}
		for range r.IntN(most) {
			out.WriteRune(alphabet[r.IntN(len(alphabet))])
		}
	}
	return out.String()
}

// randomNode is a value nested at most so deep.
func randomNode(r *rand.Rand, depth int) jsonNode {
	kind := r.IntN(10)
	switch {
	case depth > 0 && kind < 3:
		return randomObject(r, depth, r.IntN(6))
	case depth > 0 && kind < 5:
		list := jsonArray{}
		for range r.IntN(5) {
			list = append(list, randomNode(r, depth-1))
		}
		return list
	case kind < 6:
		return jsonLiteral(jsonNumbers[r.IntN(len(jsonNumbers))])
	case kind < 7:
		literals := []jsonLiteral{"true", "false", "null", `"\ud83d"`, `"\u0000\u001f"`}
		return literals[r.IntN(len(literals))]
	default:
		return randomText(r, 12)
	}
}

// randomObject has distinct names: what order means for others is open.
func randomObject(r *rand.Rand, depth, members int) jsonObject {
	object := jsonObject{}
	for range members {
		name := randomText(r, 6)
		if r.IntN(2) == 0 {
			name = fmt.Sprintf("%c%d", 'a'+rune(r.IntN(26)), r.IntN(100))
		}
		if !slices.ContainsFunc(object, func(m jsonMember) bool { return m.name == name }) {
			object = append(object, jsonMember{name, randomNode(r, depth-1)})
		}
	}
	return object
}

// typicalEvent has something of everything that serialisers differ in.
func typicalEvent(r *rand.Rand) jsonObject {
	return jsonObject{
		{"type", "invoice.paid"},
		{"id", fmt.Sprintf("evt_%08x", r.Uint32())},
		{"data", jsonObject{
			{"object", randomObject(r, 2, 3)}, {"amount", jsonLiteral(jsonNumbers[r.IntN(len(jsonNumbers))])},
			{"note", "café & <b>crème</b> /path 😀" + randomText(r, 5)}, {"empty", jsonArray{}}, {"none", jsonObject{}},
		}},
		{"created", jsonLiteral("1767225600")}, {"inner", `{"a":"b\/c","n":[1.0]}`},
	}
}

// plainEvent has nothing that needs an escape.
func plainEvent(r *rand.Rand) jsonObject {
	return jsonObject{{"type", "user.created"}, {"count", jsonLiteral(fmt.Sprint(r.IntN(1000)))}, {"ids", jsonArray{jsonLiteral("1"), jsonLiteral("2.50")}}}
}

func deepDocument(r *rand.Rand, depth int) jsonNode {
	var n jsonNode = "é/<"
	for range depth {
		if r.IntN(2) == 0 {
			n = jsonArray{n}
		} else {
			n = jsonObject{{"k", n}, {"a", jsonLiteral("1")}}
		}
	}
	return jsonArray{n, "<&>/é"}
}

func wideDocument(r *rand.Rand, size int) jsonNode {
	wide := jsonObject{{"zz", "é/<é>"}}
	for n := 0; n < size; n += 100 {
		name := fmt.Sprintf("%c%05d", 'a'+rune(r.IntN(26)), n)
		wide = append(wide, jsonMember{name, jsonObject{{"url", "https://a.example/x?b=1&c=2"}, {"n", jsonLiteral("1.0")}, {"a", randomText(r, 20)}}})
	}
	return wide
}

// randomDocument is an object or an array.
func randomDocument(r *rand.Rand) jsonNode {
	switch r.IntN(16) {
	case 0:
		return jsonObject{}
	case 1:
		return jsonArray{jsonObject{}, jsonArray{}, jsonArray{jsonArray{}}, ""}
	case 2:
		return deepDocument(r, 3+r.IntN(60))
	case 3:
		return wideDocument(r, 2000+r.IntN(4000))
	case 4:
		return plainEvent(r)
	case 5: // names that come twice
		return jsonObject{{"b", "é/<"}, {"dup", jsonLiteral("1.0")}, {"a", jsonArray{"\u2028"}}, {"dup", jsonLiteral("2")}}
	case 6, 7, 8:
		return randomObject(r, 4, 5)
	case 9:
		return jsonArray{randomNode(r, 3), randomNode(r, 2), jsonLiteral("1e5")}
	default:
		return typicalEvent(r)
	}
}
