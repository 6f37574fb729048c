package doctor

import (
	"bytes"
	"iter"
	"net/url"
	"strings"
)

// forms yields what was signed if one side had the body as a field of a form.
func forms(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		for _, f := range decodedForms(body) {
			if !yield(f) {
				return
			}
		}
		for _, name := range []string{"payload=", ""} {
			for encoded := range formEncodings(body) {
				if !yield(form{body: append([]byte(name), encoded...), how: "the signed body is what was received as a form, " + name + "…"}) {
					return
				}
			}
		}
	}
}

// decodedForms has the values of the fields, if the body is a form of few.
func decodedForms(body []byte) []form {
	const most = 16
	if !bytes.ContainsAny(body, "=%") || bytes.Count(body, []byte("&")) >= most {
		return nil
	}
	var found []form
	for pair := range strings.SplitSeq(string(bytes.Trim(body, jsonSpace)), "&") {
		name, value, _ := strings.Cut(pair, "=")
		for _, text := range []string{value, name} {
			if decoded, err := url.QueryUnescape(text); err == nil && decoded != "" {
				found = append(found, form{body: []byte(decoded), how: "the signed body is what the form that was received holds", opened: true})
			}
		}
	}
	return found
}

// What serialisers of forms leave as it is besides letters and digits: Go and
// Python, JavaScript's encodeURIComponent, PHP, browsers and Java, Ruby.
var formSafe = []string{"-_.~", "-_.!~*'()", "-_.", "-_.*", "-_.~/"}

const (
	upperDigits = "0123456789ABCDEF"
	lowerDigits = "0123456789abcdef"
)

// formEncodings writes a text in percent-encoding as the usual programs do.
func formEncodings(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, safe := range formSafe {
			for _, space := range []string{"+", "%20"} {
				if !yield(percentEncode(text, safe, space, upperDigits)) {
					return
				}
			}
		}
		_ = yield(percentEncode(text, formSafe[0], "+", lowerDigits)) && yield(percentEncode(text, formSafe[0], "%20", lowerDigits))
	}
}

func percentEncode(text []byte, safe, space, digits string) []byte {
	out := make([]byte, 0, 2*len(text))
	for _, c := range text {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', strings.IndexByte(safe, c) >= 0:
			out = append(out, c)
		case c == ' ':
			out = append(out, space...)
		default:
			out = append(out, '%', digits[c>>4], digits[c&15])
		}
	}
	return out
}
