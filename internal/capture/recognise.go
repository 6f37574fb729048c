package capture

import (
	"bytes"
	"encoding/json"
	"errors"
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
		return parseHTTP(data)
	}
	if values := loggedValues(data); values != nil {
		return readValues("", values)
	}
	if curlLineRE.Match(data) {
		return parseCurl(data, opts)
	}
	return parseHTTP(data)
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

// maxMisses bounds how often an opening bracket in a log is tried that opens no
// capture: each try may read all the rest.
const maxMisses = 100

// loggedValues returns the captures that stand in the lines of a log, after
// whatever the logger wrote before them.
func loggedValues(data []byte) []value {
	var values []value
	misses := 0
	for off := 0; off < len(data) && misses < maxMisses; {
		v, ok := loggedValue(data, off)
		if ok {
			values = append(values, v)
			off = v.end
			continue
		}
		if v.off < v.end {
			misses++
		}
		end := bytes.IndexByte(data[off:], '\n')
		if end < 0 {
			break
		}
		off += end + 1
	}
	return values
}

// loggedValue reads the value at the first bracket of the line at off. What it
// returns is not empty where there was a bracket to try.
func loggedValue(data []byte, off int) (value, bool) {
	text, _, _ := bytes.Cut(data[off:], newline)
	i := bytes.IndexByte(text, '{')
	if i < 0 {
		return value{}, false
	}
	dec := json.NewDecoder(bytes.NewReader(data[off+i:]))
	var raw json.RawMessage
	if dec.Decode(&raw) != nil {
		return value{data, off + i, off + len(text)}, false
	}
	v := value{data, off + i, off + i + len(raw)}
	_, ok := findFormat("", v.object())
	return v, ok
}

var errUTF16 = errors.New("the capture is UTF-16, as PowerShell redirects text, and no longer the bytes that were received; " +
	"save it as UTF-8 or, better, write the bytes to the file")

func refuseUTF16(data []byte) error {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return errUTF16
	}
	return nil
}
