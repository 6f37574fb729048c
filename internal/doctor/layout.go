package doctor

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
)

// A layout is where a serialiser puts white space.
type layout struct {
	name        string
	comma       string // behind a comma, where there is no line end
	colon       string // around the colon: what is behind it
	beforeColon string
	newline     string // "" for everything in one line
	indent      string // a level
	inside      string // within brackets that are not empty, in one line
	empty       string // within brackets that are
	flatArrays  bool   // arrays stay in one line
}

var compactLayout = layout{name: "without white space"}

// indentLayouts are those of the usual pretty-printers: two spaces by most,
// four by Python and PHP, tabs by Go and jq, with CRLF on Windows.
var indentLayouts = indents()

func indents() []layout {
	var all []layout
	for _, newline := range []string{"\n", "\r\n"} {
		for _, indent := range []string{"  ", "    ", "\t", "   ", "        ", " ", ""} {
			name := fmt.Sprintf("indented by %d spaces", len(indent))
			switch indent {
			case "\t":
				name = "indented by tabs"
			case " ":
				name = "indented by 1 space"
			}
			if newline == "\r\n" {
				name += ", with CRLF line ends"
			}
			all = append(all, layout{name: name, colon: " ", newline: newline, indent: indent})
		}
	}
	return append(all,
		// Jackson's DefaultPrettyPrinter.
		layout{name: "indented as Jackson does", colon: " ", beforeColon: " ", comma: " ", newline: "\n", indent: "  ", inside: " ", empty: " ", flatArrays: true},
		// Python 2 left a space at the end of lines.
		layout{name: "indented by 2 spaces, with a space at line ends", colon: " ", comma: " ", newline: "\n", indent: "  "},
		layout{name: "indented by 4 spaces, with a space at line ends", colon: " ", comma: " ", newline: "\n", indent: "    "},
		layout{name: "indented by 2 spaces, without one behind colons", newline: "\n", indent: "  "},
	)
}

// spacedLayouts are those in one line: Python's default first.
var spacedLayouts = []layout{
	{name: `with ", " and ": " as Python writes`, comma: " ", colon: " "},
	{name: `with "," and ": "`, colon: " "},
	{name: `with ", " and ":"`, comma: " "},
	{name: "with spaces within brackets", comma: " ", colon: " ", inside: " "},
	{name: `with " : "`, comma: " ", colon: " ", beforeColon: " "},
}

// maxGrowth bounds what white space can make of a deeply nested body.
func maxGrowth(n int) int { return min(24*n, 3*n+16<<20) + 4<<20 }

// render writes the tokens of a JSON text in a layout. It returns false if the
// result would be too large.
func (l layout) render(text []byte) ([]byte, bool) {
	w := writer{layout: l, out: make([]byte, 0, len(text)), limit: maxGrowth(len(text))}
	for start, end, ok := nextToken(text, 0); ok; start, end, ok = nextToken(text, end) {
		if len(w.out) > w.limit {
			return nil, false
		}
		w.token(text[start:end])
	}
	return w.out, true
}

// A writer lays out tokens.
type writer struct {
	layout
	out   []byte
	limit int
	depth int
	opens []byte // the brackets that are open
	fresh bool   // the last token opened a bracket
}

func (w *writer) token(t []byte) {
	switch t[0] {
	case '{', '[':
		w.breakIfFresh()
		w.out = append(w.out, t[0])
		w.opens, w.depth, w.fresh = append(w.opens, t[0]), w.depth+1, true
	case '}', ']':
		w.close(t[0])
	case ',':
		w.out = append(w.out, ',')
		w.separate(w.comma)
	case ':':
		w.out = append(append(append(w.out, w.beforeColon...), ':'), w.colon...)
	default:
		w.breakIfFresh()
		w.out = append(w.out, t...)
	}
}

// breakIfFresh starts the content of a bracket that was just opened.
func (w *writer) breakIfFresh() {
	if w.fresh {
		w.fresh = false
		w.lineOr(w.inside)
	}
}

func (w *writer) close(bracket byte) {
	fresh := w.fresh
	w.fresh = false
	flat := w.flat()
	w.opens, w.depth = w.opens[:len(w.opens)-1], w.depth-1
	switch {
	case fresh:
		w.out = append(w.out, w.empty...)
	case flat:
		w.out = append(w.out, w.inside...)
	default:
		w.line()
	}
	w.out = append(w.out, bracket)
}

// separate starts the next element behind a comma. Where there is a line end,
// the space of a layout stands before it.
func (w *writer) separate(space string) {
	if w.flat() {
		w.out = append(w.out, space...)
		return
	}
	if !w.flatArrays {
		w.out = append(w.out, space...)
	}
	w.line()
}

func (w *writer) lineOr(inside string) {
	if w.flat() {
		w.out = append(w.out, inside...)
		return
	}
	w.line()
}

// flat reports whether the innermost bracket stands in one line.
func (w *writer) flat() bool {
	return w.newline == "" || w.flatArrays && len(w.opens) > 0 && w.opens[len(w.opens)-1] == '['
}

func (w *writer) line() {
	w.out = append(w.out, w.newline...)
	depth := w.depth
	if w.flatArrays {
		depth = bytes.Count(w.opens, []byte("{"))
	}
	if len(w.indent)*depth > w.limit {
		return // too deep to be written at all: render gives up at the next token
	}
	w.out = append(w.out, strings.Repeat(w.indent, depth)...)
}

// layouts yields a document in some layouts, with the white space around it
// and without.
func layouts(all []layout) func(body []byte) iter.Seq[form] {
	return func(body []byte) iter.Seq[form] {
		return func(yield func(form) bool) {
			doc, ok := readDocument(body)
			if !ok {
				return
			}
			for _, l := range all {
				value, ok := l.render(doc.value)
				if !ok {
					continue
				}
				if !yield(form{body: value, how: l.name}) {
					return
				}
				around := len(doc.before)+len(doc.after) > 0
				if around && !yield(form{body: doc.around(value), how: l.name}) {
					return
				}
			}
		}
	}
}

// around puts the white space of the document around another value.
func (d document) around(value []byte) []byte {
	return bytes.Join([][]byte{d.before, value, d.after}, nil)
}
