package doctor_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A generatedCause changes a case that verifies so that it does not, for one
// reason. It returns false if the case at hand does not lend itself to that.
type generatedCause struct {
	name  string
	apply func(g *generated) bool
}

// bodyCauses has every cause of the design's table that lies in the body.
var bodyCauses = []generatedCause{
	{"body.json_compact", restyled(func(g *generated) {
		g.style.layout = oneOf(g.Rand, "  ", "    ", "\t", "   ", "spaced", "        ", " ")
	}, compact)},
	{"body.json_indent", restyled(func(g *generated) { g.style.layout = oneOf(g.Rand, "", "", "spaced", "      ") }, indented)},
	{"body.json_spaced", restyled(func(g *generated) { g.style.layout = oneOf(g.Rand, "", "", "  ") }, spaced)},
	{"body.json_sorted", restyled(randomLayout, sorted)},
	{"body.escaped_slash", toggled(func(s *jsonStyle) { s.slash = true })},
	{"body.escaped_html", toggled(func(s *jsonStyle) { s.html = "lower" })},
	{"body.escaped_html upper", toggled(func(s *jsonStyle) { s.html = "upper" })},
	{"body.escaped_unicode", toggled(func(s *jsonStyle) { s.unicode = "lower" })},
	{"body.escaped_unicode upper", toggled(func(s *jsonStyle) { s.unicode = "upper" })},
	{"body.crlf", lineEndsChanged},
	{"body.crlf text", textLineEndsChanged},
	{"body.trailing_newline added", trailingAdded},
	{"body.trailing_newline lost", trailingLost},
	{"body.base64 received", encodedAs("body.base64", base64.StdEncoding.EncodeToString)},
	{"body.base64 signed", reversed(encodedAs("body.base64", base64.StdEncoding.EncodeToString))},
	{"body.json_string received", asJSONString},
	{"body.json_string signed", reversed(asJSONString)},
	{"body.gzip received", encodedAs("body.gzip", gzipped)},
	{"body.gzip received zlib", encodedAs("body.gzip", deflated)},
	{"body.gzip signed", reversed(encodedAs("body.gzip", gzippedByGo))},
	{"body.bom received", encodedAs("body.bom", func(b []byte) string { return "\ufeff" + string(b) })},
	{"body.bom signed", reversed(encodedAs("body.bom", func(b []byte) string { return "\ufeff" + string(b) }))},
	{"body.form", signedAsForm},
	{"body.form received", reversed(signedAsForm)},
	{"body.charset ascii", signedIn("ascii")},
	{"body.charset latin1", signedIn("latin1")},
	{"body.charset utf16", signedInUTF16},
	{"body.empty received", emptied},
	{"body.empty signed", emptySigned},
	{"body.truncated received", cutReceived},
	{"body.truncated signed", cutSigned},
}

func compact(g *generated, s *jsonStyle) { s.layout = "" }
func indented(g *generated, s *jsonStyle) {
	s.layout = oneOf(g.Rand, "  ", "  ", "    ", "    ", "\t", "   ", "        ", " ")
}
func spaced(g *generated, s *jsonStyle) { s.layout = "spaced" }
func sorted(g *generated, s *jsonStyle) { s.sorted, s.utf16 = true, g.IntN(4) == 0 }

func randomLayout(g *generated) {
	g.style.layout = oneOf(g.Rand, "", "", "", "  ", "    ", "\t", "spaced")
}

// restyled writes the received document in one way, and the signed one as it
// was, but for a change.
func restyled(received func(*generated), change func(*generated, *jsonStyle)) func(*generated) bool {
	return func(g *generated) bool {
		if g.document == nil || !bytes.Equal(g.signed, g.body) {
			return false
		}
		received(g)
		style := g.style
		change(g, &style)
		return g.restyle(g.style, style)
	}
}

func (g *generated) restyle(received, signed jsonStyle) bool {
	causes := styleDifference(g.document, received, signed)
	g.body, g.signed = []byte(received.write(g.document)), []byte(signed.write(g.document))
	g.cause(causes...)
	g.onlyLineSeparators()
	return len(causes) > 0
}

// toggled changes how strings are written, on either side.
func toggled(on func(*jsonStyle)) func(*generated) bool {
	return func(g *generated) bool {
		if g.document == nil || !bytes.Equal(g.signed, g.body) {
			return false
		}
		randomLayout(g)
		plain, other := g.style, g.style
		on(&other)
		if g.IntN(3) == 0 {
			plain, other = other, plain
		}
		return g.restyle(plain, other)
	}
}

// onlyLineSeparators allows for either code where U+2028 and U+2029 are all
// that would be escaped.
func (g *generated) onlyLineSeparators() {
	html, unicode := g.style, g.style
	html.html, unicode.unicode, html.unicode, unicode.html = "lower", "lower", "", ""
	if html.write(g.document) == unicode.write(g.document) {
		g.same = append(g.same, [2]string{"body.escaped_html", "body.escaped_unicode"})
	}
}

func lineEndsChanged(g *generated) bool {
	if g.document == nil || !bytes.Equal(g.signed, g.body) {
		return false
	}
	g.style.layout = oneOf(g.Rand, "  ", "    ", "\t")
	g.setDocument(g.document, g.style)
	return textLineEndsChanged(g)
}

func textLineEndsChanged(g *generated) bool {
	if !bytes.Contains(g.body, []byte("\n")) || !bytes.Equal(g.signed, g.body) {
		return false
	}
	lf := bytes.ReplaceAll(g.body, []byte("\r\n"), []byte("\n"))
	g.signed, g.body = bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n")), lf
	if g.IntN(2) == 0 {
		g.signed, g.body = g.body, g.signed
	}
	g.cause("body.crlf")
	return true
}

func trailingAdded(g *generated) bool {
	g.body = append(bytes.Clone(g.body), oneOf(g.Rand, "\n", "\n", "\r\n")...)
	g.cause("body.trailing_newline")
	return true
}

func trailingLost(g *generated) bool {
	g.signed = append(bytes.Clone(g.signed), oneOf(g.Rand, "\n", "\n", "\r\n")...)
	g.cause("body.trailing_newline")
	return true
}

func encodedAs(code string, encode func([]byte) string) func(*generated) bool {
	return func(g *generated) bool {
		g.body = []byte(encode(g.body))
		g.cause(code)
		return true
	}
}

// reversed signs what was received, and the reverse.
func reversed(change func(*generated) bool) func(*generated) bool {
	return func(g *generated) bool {
		if !bytes.Equal(g.signed, g.body) || !change(g) {
			return false
		}
		g.signed, g.body = g.body, g.signed
		return true
	}
}

// asJSONString takes the body for a text and writes it as a string in JSON.
func asJSONString(g *generated) bool {
	if !utf8.Valid(g.body) || len(g.body) == 0 {
		return false
	}
	style := oneOf(g.Rand, jsonStyle{}, jsonStyle{unicode: "lower"}, jsonStyle{unicode: "lower", slash: true}, jsonStyle{html: "lower"}, jsonStyle{slash: true})
	g.body = []byte(style.text(string(g.body)))
	g.cause("body.json_string")
	return true
}

func gzipped(body []byte) string { return compress(body, gzip.BestCompression, 1700000000) }

func gzippedByGo(body []byte) string { return compress(body, gzip.DefaultCompression, 0) }

func compress(body []byte, level int, mtime uint32) string {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		panic(err)
	}
	w.Write(body)
	w.Close()
	for i := range 4 {
		out.Bytes()[4+i] = byte(mtime >> (8 * i))
	}
	return out.String()
}

func deflated(body []byte) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	w.Write(body)
	w.Close()
	return out.String()
}

func signedAsForm(g *generated) bool {
	if len(g.body) == 0 {
		return false
	}
	text := url.QueryEscape(string(g.body))
	if g.IntN(2) == 0 {
		text = strings.ReplaceAll(text, "+", "%20")
	}
	g.signed = []byte("payload=" + text)
	g.cause("body.form")
	return true
}

// signedIn has a sender or receiver hash a text in an encoding of one byte a
// character.
func signedIn(charset string) func(*generated) bool {
	return func(g *generated) bool {
		limit := rune(map[string]int{"ascii": 0x80, "latin1": 0x100}[charset])
		if !utf8.Valid(g.signed) {
			return false
		}
		pairs := g.IntN(2) == 0 // programs that count in UTF-16
		var out []byte
		for _, c := range string(g.signed) {
			switch {
			case c < limit:
				out = append(out, byte(c))
			case pairs:
				out = append(out, "??"[:utf16.RuneLen(c)]...)
			default:
				out = append(out, '?')
			}
		}
		if bytes.Equal(out, g.signed) {
			return false
		}
		g.signed = out
		g.cause("body.charset")
		return true
	}
}

// signedInUTF16 hashes the body, or the whole signed content, in UTF-16.
func signedInUTF16(g *generated) bool {
	if !utf8.Valid(g.signed) || len(g.signed) < 2 {
		return false // a character and a zero byte may be anything
	}
	big, mark := g.IntN(2) == 0, oneOf(g.Rand, "", "\ufeff")
	if g.IntN(3) == 0 {
		own := g.content
		g.content = func(g *generated) string { return utf16Text(mark+own(g), big) }
	} else {
		g.signed = []byte(utf16Text(mark+string(g.signed), big))
	}
	g.cause("body.charset")
	return true
}

func utf16Text(text string, big bool) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		if big {
			out = append(out, byte(unit>>8), byte(unit))
		} else {
			out = append(out, byte(unit), byte(unit>>8))
		}
	}
	return string(out)
}

func emptied(g *generated) bool {
	if len(g.body) == 0 {
		return false
	}
	if slices.Contains([]string{"{}", "null", `""`, "undefined"}, string(g.body)) {
		return false // a match with what stands for nothing is proof
	}
	g.declared, g.body = len(g.body), nil
	g.guess("body.empty")
	return true
}

func emptySigned(g *generated) bool {
	if len(g.body) == 0 {
		return false
	}
	g.signed = nil
	g.cause("body.empty")
	return true
}

// limits are those at which programs cut bodies.
var limits = []int{512, 1024, 2048, 4096, 8192, 16384, 65536, 1000, 10000}

// cutReceived cuts a document, often where a limit is. Nothing can prove it; the
// broken JSON at a round length shows it, and a Content-Length that is larger.
func cutReceived(g *generated) bool {
	fits := func(limit int) bool { return limit < len(g.body) }
	if g.document == nil || !slices.ContainsFunc(limits, fits) {
		return false
	}
	limit := oneOf(g.Rand, slices.DeleteFunc(slices.Clone(limits), func(l int) bool { return !fits(l) })...)
	if g.IntN(3) == 0 {
		limit = 1 + g.IntN(len(g.body)-1)
	}
	g.declared, g.body = len(g.body), g.body[:limit]
	g.guess("body.truncated")
	return true
}

func cutSigned(g *generated) bool {
	if len(g.body) < 2 {
		return false
	}
	n := 1 + g.IntN(len(g.body)-1)
	if g.private != nil { // every length would be too much to check
		n = oneOf(g.Rand, limits...)
	}
	if trimmed := bytes.TrimRight(g.body, " \t\r\n"); n >= len(trimmed) {
		return false // the end of a line, which is narrower
	}
	g.signed = g.body[:n]
	g.cause("body.truncated")
	return true
}

// pairsOfBody are what serialisers change at once.
var pairsOfBody = []generatedCause{
	{"PHP: slashes and unicode", serialised(jsonStyle{}, jsonStyle{slash: true, unicode: "lower"})},
	{"PHP undone", serialised(jsonStyle{slash: true, unicode: "lower"}, jsonStyle{})},
	{"Python: spaces and unicode", serialised(jsonStyle{}, jsonStyle{layout: "spaced", unicode: "lower"})},
	{"Python undone", serialised(jsonStyle{layout: "spaced", unicode: "lower"}, jsonStyle{})},
	{"Go: sorted and HTML", serialised(jsonStyle{}, jsonStyle{sorted: true, html: "lower"})},
}

// morePairsOfBody happen too, and are nowhere promised.
var morePairsOfBody = []generatedCause{
	{"sorted and compact", serialised(jsonStyle{layout: "  "}, jsonStyle{sorted: true})},
	{"sorted and spaced", serialised(jsonStyle{}, jsonStyle{sorted: true, layout: "spaced"})},
	{"sorted, spaced and unicode", serialised(jsonStyle{}, jsonStyle{sorted: true, layout: "spaced", unicode: "lower"})},
	{"PHP pretty", serialised(jsonStyle{}, jsonStyle{layout: "    ", slash: true, unicode: "lower"})},
	{"PHP from pretty", serialised(jsonStyle{layout: "  "}, jsonStyle{slash: true, unicode: "lower"})},
	{"Python indented", serialised(jsonStyle{}, jsonStyle{layout: "    ", unicode: "lower"})},
	{"Go compact from pretty", serialised(jsonStyle{layout: "  "}, jsonStyle{sorted: true, html: "lower"})},
	{"compact and slashes", serialised(jsonStyle{layout: "    "}, jsonStyle{slash: true})},
	{"compact, slashes undone", serialised(jsonStyle{layout: "  ", slash: true}, jsonStyle{})},
	{"compact from Python indented", serialised(jsonStyle{layout: "    ", unicode: "lower"}, jsonStyle{})},
	{"HTML undone, unicode", serialised(jsonStyle{html: "lower"}, jsonStyle{unicode: "lower"})},
	{"indent and line end lost", both(restyled(func(*generated) {}, indented), trailingLost)},
	{"compact in base64", both(restyled(func(g *generated) { g.style.layout = "  " }, compact), encodedAs("body.base64", base64.StdEncoding.EncodeToString))},
	{"compact after a BOM", both(restyled(func(g *generated) { g.style.layout = "  " }, compact), encodedAs("body.bom", func(b []byte) string { return "\ufeff" + string(b) }))},
}

// oneForTwo has two changes that one finding explains: undoing the wider one
// undoes the other.
var oneForTwo = []generatedCause{
	{"compact and line end", both(restyled(func(g *generated) { g.style.layout = "  " }, compact), unnamed(trailingAdded))},
	{"base64 with line end", both(encodedAs("body.base64", base64.StdEncoding.EncodeToString), unnamed(trailingAdded))},
	{"base64 in lines", encodedAs("body.base64", base64Lines)},
	{"compact from CRLF", restyled(func(g *generated) { g.style.layout, g.style.crlf = "    ", true }, func(_ *generated, s *jsonStyle) { s.layout, s.crlf = "", false })},
}

// unnamed makes a change and says nothing.
func unnamed(change func(*generated) bool) func(*generated) bool {
	return func(g *generated) bool {
		causes := len(g.causes)
		made := change(g)
		g.causes = g.causes[:causes]
		return made
	}
}

func base64Lines(body []byte) string {
	var out strings.Builder
	for line := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString(body)), 76) {
		out.WriteString(string(line) + "\n")
	}
	return out.String()
}

func serialised(received, signed jsonStyle) func(*generated) bool {
	return func(g *generated) bool {
		if g.document == nil || !bytes.Equal(g.signed, g.body) {
			return false
		}
		// A pair is a pair only if both have an effect.
		return g.restyle(received, signed) && len(g.causes) >= 2
	}
}

func both(first, second func(*generated) bool) func(*generated) bool {
	return func(g *generated) bool { return first(g) && second(g) }
}
