package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// signedForms are the values of --as.
var signedForms = []string{"headers", "json", "curl", "http"}

// A formFlag is one of them, or "" for the first.
type formFlag string

func (f *formFlag) String() string { return "" }
func (f *formFlag) Type() string   { return "FORM" }
func (f *formFlag) Set(arg string) error {
	if !slices.Contains(signedForms, arg) {
		return errors.New("choose from " + strings.Join(signedForms, ", "))
	}
	*f = formFlag(arg)
	return nil
}

func (a *app) printSigned(as formFlag, m *signed) error {
	switch as {
	case "json":
		a.out.json(m.json())
	case "curl":
		command, err := m.curl()
		if err != nil {
			return err
		}
		a.out.data("%s", command)
	case "http":
		a.out.raw(m.http())
	default:
		for _, h := range m.scheme.headerLines(m.header) {
			a.out.data("%s: %s", h.name, h.value)
		}
	}
	return nil
}

// signedJSON is documented in the help of sign.
type signedJSON struct {
	Scheme    string            `json:"scheme"`
	ID        string            `json:"id,omitempty"`
	Timestamp int64             `json:"timestamp"`
	Headers   map[string]string `json:"headers"`
}

func (m *signed) json() signedJSON {
	headers := make(map[string]string)
	for _, h := range m.scheme.headerLines(m.header) {
		headers[h.name] = h.value
	}
	return signedJSON{m.scheme.name, m.id, m.at.Unix(), headers}
}

// contentType keeps curl from calling the body a form.
func (m *signed) contentType() string {
	if json.Valid(m.body) {
		return "application/json"
	}
	return "application/octet-stream"
}

// curl writes a command that sends the same bytes: --data-binary reads a file
// as it is, --data-raw takes text as it is.
func (m *signed) curl() (string, error) {
	lines := []string{"curl -i " + shellQuote(m.url), "-H " + shellQuote("content-type: "+m.contentType())}
	for _, h := range m.scheme.headerLines(m.header) {
		lines = append(lines, "-H "+shellQuote(h.name+": "+h.value))
	}
	switch {
	case m.path != "-":
		lines = append(lines, "--data-binary "+shellQuote("@"+m.path))
	case !utf8.Valid(m.body) || strings.ContainsRune(string(m.body), 0):
		return "", usage(errors.New("a body of bytes that are no text does not fit on a command line"), "put it in a file first, and name that in place of -")
	default:
		lines = append(lines, "--data-raw "+shellQuote(string(m.body)))
	}
	return strings.Join(lines, " \\\n  "), nil
}

// http writes the request as it goes over the wire (RFC 9112), with the date
// at which verify can judge it later.
func (m *signed) http() []byte {
	target, host := "/", "localhost"
	if u, err := url.Parse(m.url); err == nil && m.url != "" {
		target, host = u.RequestURI(), u.Host
	}
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\r\n", args...) }
	line("POST %s HTTP/1.1", target)
	line("host: %s", host)
	line("date: %s", m.at.UTC().Format(http.TimeFormat))
	line("content-type: %s", m.contentType())
	line("content-length: %d", len(m.body))
	for _, h := range m.scheme.headerLines(m.header) {
		line("%s: %s", h.name, h.value)
	}
	line("")
	return append([]byte(text.String()), m.body...)
}

// checkURL refuses what is no place to send a webhook to.
func checkURL(text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return usage(errors.New("--url is no http or https address"), "--url http://localhost:3000/hooks")
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return usage(errors.New("--url has a space or a letter that is not ASCII; an address has them escaped, such as %20"), "--url http://localhost:3000/hooks")
	}
	return nil
}
