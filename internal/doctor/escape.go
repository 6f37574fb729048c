package doctor

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A mode says what becomes of one kind of escape.
type mode int

const (
	keep     mode = iota
	escape        // write it as an escape
	unescape      // write it as itself
)

// escapes is how a serialiser writes strings.
type escapes struct {
	name    string
	slash   mode
	afterLT bool // a slash only behind "<", as org.json does
	html    mode
	set     string // the characters that html is about
	unicode mode
	lines   bool // U+2028 and U+2029 stay escapes, whatever unicode says
	upper   bool // hexadecimal digits
	minimal bool // control characters in their shortest form
}

const (
	htmlGo   = "<>&\u2028\u2029"
	htmlTags = "<>&"
	htmlGson = "<>&='\u2028\u2029"
	htmlHex  = "<>&'\""
	htmlNET  = "<>&'\"+`"
	htmlAll  = "<>&'\"+`=\u2028\u2029"
	lineEnds = "\u2028\u2029"
)

var slashEscapes = []escapes{
	{name: `with slashes written \/`, slash: escape},
	{name: "with slashes written /", slash: unescape},
	{name: `with </ written <\/`, slash: escape, afterLT: true},
}

var htmlEscapes = []escapes{
	{name: `with <, > and & written \u003c, \u003e and \u0026`, html: escape, set: htmlGo},
	{name: "with <, > and & written as themselves", html: unescape, set: htmlAll},
	{name: `with <, > and & written \u003c, \u003e and \u0026`, html: escape, set: htmlTags},
	{name: `with <, > and & written \u003C, \u003E and \u0026`, html: escape, set: htmlTags, upper: true},
	{name: `with <, > and & written \u003C, \u003E and \u0026`, html: escape, set: htmlGo, upper: true},
	{name: `with U+2028 and U+2029 written \u2028 and \u2029`, html: escape, set: lineEnds},
	{name: "with U+2028 and U+2029 written as themselves", html: unescape, set: lineEnds},
	{name: "with <, > and & written as themselves", html: unescape, set: htmlTags},
	{name: `with <, >, &, = and ' written as Gson does`, html: escape, set: htmlGson},
	{name: `with <, >, &, ' and " written as PHP's JSON_HEX flags do`, html: escape, set: htmlHex, upper: true},
	{name: `with <, >, &, ', ", + and the grave accent written as .NET does`, html: escape, set: htmlNET, upper: true},
}

var unicodeEscapes = []escapes{
	{name: `with characters outside ASCII written \u00e9`, unicode: escape},
	{name: "with characters outside ASCII written as themselves", unicode: unescape},
	{name: `with characters outside ASCII written \u00E9`, unicode: escape, upper: true},
	{name: "with characters outside ASCII, but for line separators, written as themselves", unicode: unescape, lines: true},
	{name: "with as few escapes as there can be", unicode: unescape, minimal: true},
}

// serialisers is how those write strings that touch several kinds at once.
var serialisers = []escapes{
	{name: "as JavaScript's JSON.stringify writes it", slash: unescape, html: unescape, set: htmlAll, unicode: unescape, minimal: true},
	{name: "as Python's json.dumps writes it", slash: unescape, html: unescape, set: htmlHex, unicode: escape, minimal: true},
	{name: "as PHP's json_encode writes it", slash: escape, html: unescape, set: htmlHex, unicode: escape, minimal: true},
	{name: "as PHP's json_encode writes it with JSON_UNESCAPED_UNICODE", slash: escape, html: unescape, set: htmlHex, unicode: unescape, lines: true, minimal: true},
	{name: "as PHP's json_encode writes it with JSON_UNESCAPED_UNICODE and JSON_UNESCAPED_SLASHES", slash: unescape, html: unescape, set: htmlHex, unicode: unescape, lines: true, minimal: true},
	{name: "as Go's json.Marshal writes it", slash: unescape, html: escape, set: htmlGo, unicode: unescape, minimal: true},
	{name: "as Gson writes it", slash: unescape, html: escape, set: htmlGson, unicode: unescape, minimal: true},
	{name: "as .NET's System.Text.Json writes it", slash: unescape, html: escape, set: htmlNET, unicode: escape, upper: true, minimal: true},
	{name: "with slashes and what is not ASCII as themselves", slash: unescape, unicode: unescape},
	{name: `with slashes and what is not ASCII escaped`, slash: escape, unicode: escape},
	{name: `with slashes, <, > and & and what is not ASCII escaped`, slash: escape, html: escape, set: htmlTags, unicode: escape},
	{name: `with <, > and & and what is not ASCII escaped`, html: escape, set: htmlTags, unicode: escape},
	{name: `with slashes and <, > and & escaped`, slash: escape, html: escape, set: htmlGo},
	{name: "as PHP's json_encode writes it with the JSON_HEX flags", slash: escape, html: escape, set: htmlHex, unicode: escape, minimal: true, upper: true},
	{name: "with slashes and what is not ASCII escaped in upper case", slash: escape, unicode: escape, upper: true},
	{name: "with <, > and & and what is not ASCII escaped in upper case", html: escape, set: htmlTags, unicode: escape, upper: true},
}

// A rewriter writes strings anew, and keeps book of what it changed.
type rewriter struct {
	escapes
	stops                    [256]bool // bytes that are not simply copied
	slashes, htmls, unicodes bool
}

func newRewriter(e escapes) *rewriter {
	r := &rewriter{escapes: e}
	for c := range r.stops {
		r.stops[c] = r.mayChange(byte(c))
	}
	return r
}

// mayChange reports whether what begins with c is to be looked at: an escape,
// or something that is not written as it is.
func (r *rewriter) mayChange(c byte) bool {
	const lineSeparator = 0xe2 // the first byte of U+2028 and U+2029
	switch {
	case c == '\\':
		return true
	case c == '/':
		return r.slash != keep
	case c < utf8.RuneSelf:
		return r.inSet(rune(c))
	case c == lineSeparator && (r.lines || r.inSet('\u2028')):
		return true
	default:
		return r.unicode == escape
	}
}

// codes names what changed, narrowest first.
func (r *rewriter) codes() []Code {
	var codes []Code
	if r.slashes {
		codes = append(codes, BodyEscapedSlash)
	}
	if r.htmls {
		codes = append(codes, BodyEscapedHTML)
	}
	if r.unicodes {
		codes = append(codes, BodyEscapedUnicode)
	}
	return codes
}

// rewrite returns the text with every string literal in it written anew. What
// is between strings is copied.
func (r *rewriter) rewrite(text []byte) []byte {
	out := make([]byte, 0, len(text)+len(text)/8)
	for {
		i := bytes.IndexByte(text, '"')
		if i < 0 {
			return append(out, text...)
		}
		out = append(out, text[:i+1]...)
		end := stringEnd(text, i)
		out = r.literal(out, text[i+1:max(i+1, end-1)])
		out = append(out, '"')
		text = text[end:]
	}
}

// literal appends the content of a string literal.
func (r *rewriter) literal(out, in []byte) []byte {
	for len(in) > 0 {
		plain := 0
		for plain < len(in) && !r.stops[in[plain]] {
			plain++
		}
		out, in = append(out, in[:plain]...), in[plain:]
		if len(in) == 0 {
			break
		}
		var n int
		out, n = r.unit(out, in)
		in = in[n:]
	}
	return out
}

func (r *rewriter) inSet(c rune) bool {
	return r.html != keep && strings.ContainsRune(r.set, c)
}

// unit appends one character or escape, and returns how long it was.
func (r *rewriter) unit(out, in []byte) ([]byte, int) {
	c, n, escaped := decodeUnit(in)
	was := in[:n]
	from := len(out)
	switch {
	case c < 0: // a lone surrogate, or no UTF-8: there is one way to write it
		return append(out, was...), n
	case c == '/':
		out = r.writeSlash(out, was, escaped)
		r.slashes = r.slashes || !bytes.Equal(out[from:], was)
	case r.inSet(c) && !(c > 0x7f && r.unicode == escape):
		out = r.writeHTML(out, was, c, escaped)
		r.htmls = r.htmls || !bytes.Equal(out[from:], was)
	default:
		out = r.writeOther(out, was, c, escaped)
		r.unicodes = r.unicodes || !bytes.Equal(out[from:], was)
	}
	return out, n
}

func (r *rewriter) writeSlash(out, was []byte, escaped bool) []byte {
	switch {
	case r.slash == keep:
		return append(out, was...)
	case r.slash == escape && (!r.afterLT || len(out) > 0 && out[len(out)-1] == '<'):
		return append(out, `\/`...)
	case r.slash == escape && escaped:
		return append(out, was...)
	default:
		return append(out, '/')
	}
}

func (r *rewriter) writeHTML(out, was []byte, c rune, escaped bool) []byte {
	switch {
	case r.html == escape:
		return r.appendEscape(out, c)
	case c == '"':
		return append(out, `\"`...)
	default:
		return utf8.AppendRune(out, c)
	}
}

func (r *rewriter) writeOther(out, was []byte, c rune, escaped bool) []byte {
	switch {
	case c > 0x7f && r.unicode == escape:
		return r.appendEscape(out, c)
	case c > 0x7f && r.unicode == unescape && !(r.lines && strings.ContainsRune(lineEnds, c)):
		return utf8.AppendRune(out, c)
	case c > 0x7f && r.lines:
		return r.appendEscape(out, c)
	case c <= 0x7f && r.minimal && escaped:
		return appendMinimal(out, c)
	default:
		return append(out, was...)
	}
}

// appendEscape writes \uXXXX, twice beyond the basic plane.
func (r *rewriter) appendEscape(out []byte, c rune) []byte {
	digits := lowerDigits
	if r.upper {
		digits = upperDigits
	}
	for _, unit := range utf16.AppendRune(nil, c) {
		out = append(out, '\\', 'u', digits[unit>>12], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
	}
	return out
}

func appendMinimal(out []byte, c rune) []byte {
	for short, meant := range shortEscapes {
		if meant == c && c != '/' {
			return append(out, '\\', short)
		}
	}
	if c < ' ' {
		return (&rewriter{}).appendEscape(out, c)
	}
	return append(out, byte(c))
}

// rewrites yields a body with its strings written in other ways that touch
// the one kind of escape which code names.
func rewrites(code Code, all []escapes) func(body []byte) iter.Seq[form] {
	return func(body []byte) iter.Seq[form] {
		return func(yield func(form) bool) {
			if _, ok := readDocument(body); !ok {
				return
			}
			for _, e := range all {
				r := newRewriter(e)
				out := r.rewrite(body)
				if slices.Equal(r.codes(), []Code{code}) && !yield(form{body: out, how: e.name}) {
					return
				}
			}
		}
	}
}
