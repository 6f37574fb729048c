package doctor

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"iter"
	"slices"
)

// A form is what the signed body may have been.
type form struct {
	body []byte
	how  string
	// around encodes what stands around the body too, when the signed content
	// was encoded as a whole.
	around func([]byte) []byte
	opened bool   // what was received held it, in an encoding
	tail   []byte // may have followed the body, or not
}

// A bodyHypothesis is one way in which a body is changed between the sender's
// hash and the receiver's. Its forms are what the signed body was, then.
type bodyHypothesis struct {
	code    Code
	message string // %s is how the form differs
	json    bool   // it is about the spelling of JSON alone
	pairs   int    // how many forms, the usual ones first, take part in pairs of bodies that are not small
	forms   func(body []byte) iter.Seq[form]
}

// bodyHypotheses are in order of narrowness: of those that yield the same
// bytes the first is named.
var bodyHypotheses = []bodyHypothesis{
	{BodyCRLF, "the line ends of the body were changed: it was signed %s", false, 2, lineEndings},
	{BodyTrailingNewline, "white space around the body was changed: it was signed %s", false, 6, outerSpace},
	{BodyEscapedSlash, "the strings in the JSON were written anew: it was signed %s", true, 2, rewrites(BodyEscapedSlash, slashEscapes)},
	{BodyEscapedHTML, "the strings in the JSON were written anew: it was signed %s", true, 2, rewrites(BodyEscapedHTML, htmlEscapes)},
	{BodyEscapedUnicode, "the strings in the JSON were written anew: it was signed %s", true, 2, rewrites(BodyEscapedUnicode, unicodeEscapes)},
	{BodyBOM, "a byte order mark: the body was signed %s", false, 2, byteOrderMarks},
	{BodyJSONCompact, "the JSON was written anew: it was signed %s", true, 1, layouts([]layout{compactLayout})},
	{BodyJSONIndent, "the JSON was written anew: it was signed %s", true, 3, layouts(indentLayouts)},
	{BodyJSONSpaced, "the JSON was written anew: it was signed %s", true, 2, layouts(spacedLayouts)},
	{BodyJSONSorted, "the JSON was written anew: it was signed %s", true, 1, sortedKeys},
	{BodyBase64, "%s", false, 2, base64Forms},
	{BodyJSONString, "%s", false, 2, jsonStrings},
	{BodyGzip, "compression: %s", false, 1, compressed},
	{BodyForm, "a form: %s", false, 2, forms},
	{BodyCharset, "the encoding of characters: %s", false, 2, charsets},
	{BodyEmpty, "the signature is that of an empty body, so the sender hashed nothing: %s", false, 0, emptyBody},
}

func lineEndings(body []byte) iter.Seq[form] {
	lf := bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
	lines := lf
	if bytes.IndexByte(bytes.Trim(lf, "\n"), '\n') >= 0 {
		lines = bytes.ReplaceAll(lf, []byte("\n"), nil)
	}
	return several(
		form{body: lf, how: "with LF where it now has CRLF"},
		form{body: bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n")), how: "with CRLF where it now has LF"},
		form{body: bytes.ReplaceAll(lf, []byte("\r"), []byte("\n")), how: "with LF where it now has CR"},
		form{body: bytes.ReplaceAll(lf, []byte("\n"), []byte("\r")), how: "with CR where it now has LF"},
		form{body: lines, how: "without the line ends that it now has"},
	)
}

const space = " \t\r\n\v\f\x00"

// endings are what may stand at the end of one side's body alone.
var endings = []struct{ text, name string }{
	{"\n", "a line end"}, {"\r\n", "a line end (CRLF)"}, {"\n\n", "two line ends"}, {"\r\n\r\n", "two line ends (CRLF)"},
	{" ", "a space"}, {"\x00", "a zero byte"},
}

func outerSpace(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		oneLess := bytes.TrimSuffix(bytes.TrimSuffix(body, []byte("\n")), []byte("\r"))
		if !yield(form{body: oneLess, how: "without the line end that it now has at its end"}) ||
			!yield(form{body: bytes.TrimRight(body, space), how: "without the white space that it now has at its end"}) ||
			!yield(form{body: bytes.Trim(body, space), how: "without the white space that it now has around it"}) ||
			!yield(form{body: bytes.TrimLeft(body, space), how: "without the white space that it now has in front"}) {
			return
		}
		for _, end := range endings {
			if !yield(form{body: append(bytes.Clone(body), end.text...), how: "with " + end.name + " at its end that it now lacks"}) {
				return
			}
		}
		yield(form{body: append([]byte("\n"), body...), how: "with a line end in front that it now lacks"})
	}
}

var utf8Mark = []byte("\xef\xbb\xbf")

func byteOrderMarks(body []byte) iter.Seq[form] {
	return several(
		form{body: bytes.TrimPrefix(body, utf8Mark), how: "without the byte order mark (EF BB BF) that it now has"},
		form{body: append(bytes.Clone(utf8Mark), body...), how: "with a byte order mark (EF BB BF) that it now lacks"},
	)
}

func base64Forms(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		if decoded, ok := decodeBase64(body); ok && !yield(form{body: decoded, how: "what was received is the signed body in base64", opened: true}) {
			return
		}
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			if !yield(form{body: encoding.AppendEncode(nil, body), how: "the signed body is what was received, in base64"}) {
				return
			}
		}
		yield(form{body: wrapBase64(body), how: "the signed body is what was received, in base64 with line ends"})
	}
}

// decodeBase64 decodes either alphabet, padded or not, with white space and
// line ends within, or in quotes.
func decodeBase64(body []byte) ([]byte, bool) {
	text := bytes.Trim(body, jsonSpace+"\"")
	text = bytes.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\r', '\n':
			return -1
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return r
	}, text)
	text = bytes.TrimRight(text, "=")
	if len(text) < 2 {
		return nil, false
	}
	decoded, err := base64.RawStdEncoding.AppendDecode(nil, text)
	return decoded, err == nil
}

// wrapBase64 is what MIME makes of a body: lines of 76 characters.
func wrapBase64(body []byte) []byte {
	text := base64.StdEncoding.AppendEncode(nil, body)
	var out []byte
	for line := range slices.Chunk(text, 76) {
		out = append(append(out, line...), "\r\n"...)
	}
	return bytes.TrimSuffix(out, []byte("\r\n"))
}

func jsonStrings(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		if inner, ok := decodeJSONString(body); ok {
			how := "what was received is the signed body written as a JSON string, with quotes around it"
			if !yield(form{body: inner, how: how, opened: true}) {
				return
			}
			if again, ok := decodeJSONString(inner); ok && !yield(form{body: again, how: how + ", twice", opened: true}) {
				return
			}
		}
		for literal := range encodeJSONString(body) {
			if !yield(form{body: literal, how: "the signed body is what was received, written as a JSON string with quotes around it"}) {
				return
			}
		}
	}
}

func decodeJSONString(body []byte) ([]byte, bool) {
	literal := bytes.Trim(body, jsonSpace)
	if len(literal) < 2 || literal[0] != '"' || stringEnd(literal, 0) != len(literal) || literal[len(literal)-1] != '"' {
		return nil, false
	}
	return unquote(literal), true
}

// encodeJSONString writes a body as a string literal as the usual serialisers
// do.
func encodeJSONString(body []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		plain := quoteJSON(body)
		if !yield(plain) {
			return
		}
		for _, e := range []escapes{
			{unicode: escape},
			{html: escape, set: htmlGo},
			{slash: escape, unicode: escape},
			{slash: escape},
			{html: escape, set: htmlNET, unicode: escape, upper: true},
		} {
			if !yield(newRewriter(e).rewrite(plain)) {
				return
			}
		}
	}
}

func quoteJSON(body []byte) []byte {
	out := append(make([]byte, 0, len(body)+len(body)/4+2), '"')
	for _, c := range body {
		if c < ' ' || c == '"' || c == '\\' {
			out = appendMinimal(out, rune(c))
			continue
		}
		out = append(out, c)
	}
	return append(out, '"')
}

func emptyBody(body []byte) iter.Seq[form] {
	how := "its body had been consumed before"
	return several(
		form{body: nil, how: how},
		form{body: []byte("{}"), how: how + `, and "{}" was hashed in its place`},
		form{body: []byte("null"), how: how + `, and "null" was hashed in its place`},
		form{body: []byte("undefined"), how: how + `, and "undefined" was hashed in its place`},
		form{body: []byte(`""`), how: how + `, and "" in quotes was hashed in its place`},
		form{body: []byte("[object Object]"), how: "an object was turned into the text [object Object]"},
	)
}

// several yields the forms given.
func several(forms ...form) iter.Seq[form] {
	return func(yield func(form) bool) {
		for _, f := range forms {
			if !yield(f) {
				return
			}
		}
	}
}

func (h bodyHypothesis) finding(f form) finding {
	return finding{code: h.code, message: fmt.Sprintf(h.message, f.how)}
}
