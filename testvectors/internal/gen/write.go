package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/whsec/whsec/testvectors"
)

// A writer writes JSON in one form only: members in a fixed order, two spaces a
// level, lists of texts in a line, and nothing but ASCII, so that no editor and
// no normalisation changes a byte that is signed.
type writer struct {
	bytes.Buffer
	depth int
	items []int // members written of the value begun, per level
}

func (w *writer) open(bracket byte) {
	w.WriteByte(bracket)
	w.items = append(w.items, 0)
	w.depth++
}

func (w *writer) close(bracket byte) {
	w.depth--
	if w.items[w.depth] > 0 {
		w.line()
	}
	w.items = w.items[:w.depth]
	w.WriteByte(bracket)
}

func (w *writer) line() { w.WriteString("\n" + strings.Repeat("  ", w.depth)) }

// item begins the next member of a list or object.
func (w *writer) item() {
	if w.items[w.depth-1] > 0 {
		w.WriteByte(',')
	}
	w.items[w.depth-1]++
	w.line()
}

func (w *writer) member(name, value string) {
	w.item()
	w.WriteString(quote(name) + ": " + value)
}

// text leaves out what is empty.
func (w *writer) text(name, value string) {
	if value != "" {
		w.member(name, quote(value))
	}
}

func (w *writer) texts(name string, values []string) {
	if values != nil {
		w.member(name, quoteList(values))
	}
}

func (w *writer) fields(name string, fields []testvectors.Field) {
	if fields == nil {
		return
	}
	w.member(name, "")
	w.open('[')
	for _, f := range fields {
		w.item()
		fmt.Fprintf(w, "[%s, %s]", quote(f.Name), headerValue(f.Value))
	}
	w.close(']')
}

func writeFile(file testvectors.File) []byte {
	w := &writer{}
	w.open('{')
	w.text("$schema", "../schema/v1/vectors.schema.json")
	w.member("format", strconv.Itoa(testvectors.FormatVersion))
	w.text("profile", file.Profile)
	w.text("operation", file.Operation)
	w.text("theme", file.Theme)
	w.text("description", file.Description)
	w.member("numberOfVectors", strconv.Itoa(countVectors(file)))
	w.member("groups", "")
	w.open('[')
	for _, group := range file.Groups {
		w.item()
		w.group(file.Operation, group)
	}
	w.close(']')
	w.close('}')
	w.WriteByte('\n')
	return w.Bytes()
}

func countVectors(file testvectors.File) int {
	n := 0
	for _, group := range file.Groups {
		n += len(group.Vectors)
	}
	return n
}

func (w *writer) group(operation string, group testvectors.Group) {
	w.open('{')
	w.member("now", strconv.FormatInt(group.Now, 10))
	if group.Tolerance != nil {
		w.member("tolerance", strconv.FormatInt(*group.Tolerance, 10))
	}
	w.texts("keys", group.Keys)
	w.member("vectors", "")
	w.open('[')
	for _, vector := range group.Vectors {
		w.item()
		w.vector(operation, vector)
	}
	w.close(']')
	w.close('}')
}

func (w *writer) vector(operation string, v testvectors.Vector) {
	w.open('{')
	w.text("id", v.ID)
	w.text("comment", v.Comment)
	w.texts("flags", v.Flags)
	w.texts("spec", v.Spec)
	w.texts("requires", v.Requires)
	w.text("base", v.Base)
	w.text("change", v.Change)
	w.texts("keys", v.Keys)
	switch operation {
	case testvectors.OperationVerify:
		w.fields("headers", emptyNotNil(v.Headers))
		w.member("body", bodyValue(v.Body))
	case testvectors.OperationSign:
		w.text("messageId", v.MessageID)
		w.member("timestamp", strconv.FormatInt(v.Timestamp, 10))
		w.member("body", bodyValue(v.Body))
		w.fields("expected", v.Expected)
	}
	w.text("result", string(v.Result))
	w.text("reason", v.Reason)
	w.close('}')
}

func emptyNotNil(fields []testvectors.Field) []testvectors.Field {
	if fields == nil {
		return []testvectors.Field{}
	}
	return fields
}

func headerValue(value []byte) string {
	if utf8.Valid(value) {
		return quote(string(value))
	}
	return object("base64", quote(base64.StdEncoding.EncodeToString(value)))
}

// bodyValue is a body as text where it is text, and compact where it is long
// and monotonous.
func bodyValue(body []byte) string {
	const long = 1 << 12
	switch {
	case len(body) >= long && body[0] < utf8.RuneSelf && bytes.Count(body, body[:1]) == len(body):
		return object("repeat", fmt.Sprintf("{\"utf8\": %s, \"times\": %d}", quote(string(body[:1])), len(body)))
	case utf8.Valid(body):
		return object("utf8", quote(string(body)))
	}
	return object("base64", quote(base64.StdEncoding.EncodeToString(body)))
}

func object(name, value string) string { return "{" + quote(name) + ": " + value + "}" }

func quoteList(values []string) string {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = quote(value)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// quote writes a string of JSON in ASCII.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case 0x20 <= r && r < 0x7f:
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
