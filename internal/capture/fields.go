package capture

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// HTTPHeader returns the fields as net/http holds them: added in order, under
// canonical names.
func (r *Request) HTTPHeader() http.Header {
	h := make(http.Header, len(r.Header))
	for _, f := range r.Header {
		h.Add(f.Name, f.Value)
	}
	return h
}

// Get returns the first value of the named field in any spelling, or nothing.
func (r *Request) Get(name string) string {
	for _, f := range r.Header {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// Values returns all values of the named field in any spelling, in order.
func (r *Request) Values(name string) []string {
	var values []string
	for _, f := range r.Header {
		if strings.EqualFold(f.Name, name) {
			values = append(values, f.Value)
		}
	}
	return values
}

// Signed reports whether the request carries a field that a webhook signature
// scheme uses: a name with the word signature, sig or hmac in it, or an id and
// a timestamp under one prefix.
func (r *Request) Signed() bool {
	ids, times := map[string]bool{}, map[string]bool{}
	for _, f := range r.Header {
		name := strings.ToLower(f.Name)
		if namesSignature(name) {
			return true
		}
		if prefix, ok := strings.CutSuffix(name, "-id"); ok {
			ids[prefix] = true
		}
		if prefix, ok := strings.CutSuffix(name, "-timestamp"); ok {
			times[prefix] = true
		}
	}
	for prefix := range ids {
		if times[prefix] {
			return true
		}
	}
	return false
}

func namesSignature(name string) bool {
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '_' }) {
		if word == "sig" || strings.HasPrefix(word, "signature") || strings.HasPrefix(word, "hmac") {
			return true
		}
	}
	return false
}

// note fills in what the header itself says: the date and the length.
func (r *Request) note() {
	r.ContentLength = -1
	if n, err := strconv.ParseInt(r.Get("Content-Length"), 10, 64); err == nil && n >= 0 {
		r.ContentLength = n
	}
	if t, err := http.ParseTime(r.Get("Date")); err == nil && r.Date.IsZero() {
		r.Date = t.UTC()
	}
}

// parseField reads "name: value" (RFC 9112, section 5). Pseudo fields of HTTP/2
// keep their leading colon, and a space before the colon is let pass: loggers
// align their output.
func parseField(line []byte) (Field, bool) {
	text := string(line)
	pseudo := strings.HasPrefix(text, ":")
	name, value, ok := strings.Cut(strings.TrimPrefix(text, ":"), ":")
	name = strings.TrimRight(name, " \t")
	if !ok || !isToken(name) {
		return Field{}, false
	}
	if pseudo {
		name = ":" + name
	}
	return Field{name, strings.Trim(value, " \t\r")}, true
}

// spacedColon reports whether white space stands before the colon of a field.
func spacedColon(field []byte) bool {
	i := bytes.IndexByte(field, ':')
	return i > 0 && (field[i-1] == ' ' || field[i-1] == '\t')
}

// isToken reports whether s is a token of RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for i := range len(s) {
		if !isTokenByte(s[i]) {
			return false
		}
	}
	return s != ""
}

func isTokenByte(c byte) bool {
	return '0' <= c && c <= '9' || isLetter(c) || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z'
}
