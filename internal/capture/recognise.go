package capture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// parseAny recognises the kind by content: JSON by its first bracket, a message
// by its first line, then events in the lines of a log and curl commands in a script.
func parseAny(data []byte, opts Options) ([]*Request, error) {
	switch {
	case looksJSON(data):
		return parseJSON("", data)
	case curlStartRE.Match(data) && !traceStartRE.Match(data):
		return parseCurl(data, opts)
	case looksHTTP(data):
		return parseHTTP(data, opts)
	}
	values, err := loggedValues(data)
	if err != nil {
		return nil, err
	}
	if values != nil {
		return readValues("", values)
	}
	if curlLineRE.Match(data) {
		return parseCurl(data, opts)
	}
	return parseHTTP(data, opts)
}

// looksJSON tells JSON from a log whose lines start with a bracket, as
// "[2026-01-01] …".
func looksJSON(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) == 0 || data[0] != '[' {
		return len(data) > 0 && data[0] == '{'
	}
	inside := bytes.TrimLeft(data[1:], " \t\r\n")
	return len(inside) > 0 && bytes.IndexByte([]byte(`{["]`), inside[0]) >= 0
}

// looksHTTP is true for a request line and a field, but not for a field of
// which an event is the value, as in "event: {…}".
func looksHTTP(data []byte) bool {
	if _, ok := findTrace(data); ok {
		return true
	}
	first, _, ok := firstLine(at(data, 0))
	if _, _, _, isRequest := requestLine(first.text); isRequest {
		return true
	}
	return ok && startsHead(first) && !bytes.ContainsRune(first.text, '{')
}

// maxTries bounds how often the bytes of a log are read again, on average, for
// opening brackets that open no capture.
const maxTries = 5

// loggedValues returns the captures that stand in the lines of a log, after
// whatever the logger wrote before them. It gives up with an error rather than
// leave the end of a log out, of which then nobody would hear.
func loggedValues(data []byte) ([]value, error) {
	var values []value
	doc := &document{data: data}
	budget := maxTries * len(data)
	for off := 0; off < len(data); {
		if budget <= 0 {
			return nil, fmt.Errorf("line %d: too many brackets before it open what nothing closes, so that the rest was not read; "+
				"keep the lines of the log that matter", doc.lineAt(off))
		}
		v, read, ok := loggedValue(doc, off)
		if ok {
			values = append(values, v)
			off = v.end
			continue
		}
		budget -= read
		end := bytes.IndexByte(data[off:], '\n')
		if end < 0 {
			break
		}
		off += end + 1
	}
	return values, nil
}

// loggedValue reads the value at the first bracket of the line at off, and
// returns how much it had to read for that.
func loggedValue(doc *document, off int) (v value, read int, ok bool) {
	text, _, _ := bytes.Cut(doc.data[off:], newline)
	i := bytes.IndexByte(text, '{')
	if i < 0 {
		return value{}, 0, false
	}
	rest := doc.data[off+i:]
	var raw json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(rest)).Decode(&raw); err != nil {
		if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
			return value{}, int(syntax.Offset), false
		}
		return value{}, len(rest), false
	}
	v = value{doc, off + i, off + i + len(raw)}
	_, ok = findFormat("", v.object())
	return v, len(raw), ok
}

var errUTF16 = errors.New("the capture is UTF-16, as PowerShell redirects text, and no longer the bytes that were received; " +
	"save it as UTF-8 or, better, write the bytes to the file")

func refuseUTF16(data []byte) error {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return errUTF16
	}
	return nil
}
