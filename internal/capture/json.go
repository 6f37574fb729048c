package capture

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A format is a kind of capture that is a JSON object, known by its keys.
type format struct {
	kind Kind
	is   func(object) bool
	read func(value, object) ([]*Request, error)
}

// formats are tried in this order: the narrow ones first.
func formats() []format {
	return []format{
		{KindHAR, isHAR, readHAR},
		{KindLambda, isLambda, readLambda},
		{KindPostman, isPostman, readPostman},
		{KindNgrok, isNgrok, readNgrok},
		{KindWebhookSite, isWebhookSite, readWebhookSite},
		{KindJSON, isGeneric, readGeneric},
		{KindJSON, isWrapped, readWrapped},
	}
}

// parseJSON reads values one after the other, of the given kind or of any.
func parseJSON(kind Kind, data []byte) ([]*Request, error) {
	if !looksJSON(data) {
		values, err := loggedValues(data)
		if err != nil {
			return nil, err
		}
		if values != nil {
			return readValues(kind, values)
		}
	}
	values, err := documents(data)
	if err != nil {
		return nil, err
	}
	return readValues(kind, values)
}

func readValues(kind Kind, values []value) ([]*Request, error) {
	var all []*Request
	for _, v := range values {
		requests, err := readValue(kind, v)
		if err != nil {
			return nil, err
		}
		all = append(all, requests...)
	}
	if len(all) == 0 {
		return nil, errEmptyJSON
	}
	return all, nil
}

var errEmptyJSON = errors.New("there is no request in this JSON; expected a HAR log, a Lambda event, or an object with headers and body")

func readValue(kind Kind, v value) ([]*Request, error) {
	if elements := v.array(); elements != nil {
		return readElements(kind, elements)
	}
	o := v.object()
	f, ok := findFormat(kind, o)
	if !ok {
		return nil, notFound(kind, v)
	}
	requests, err := f.read(v, o)
	if err != nil {
		return nil, err
	}
	for _, r := range requests {
		if r.Kind == "" || f.kind != KindJSON {
			r.Kind = f.kind
		}
		r.note()
	}
	return requests, nil
}

// readElements reads the objects of an array. An array inside is none: nobody
// nests captures deeper, and the depth stays bounded.
func readElements(kind Kind, elements []value) ([]*Request, error) {
	for _, e := range elements {
		if e.is('[') {
			return nil, notFound(kind, e)
		}
	}
	if len(elements) == 0 {
		return nil, nil
	}
	return readValues(kind, elements)
}

func findFormat(kind Kind, o object) (format, bool) {
	for _, f := range formats() {
		if (kind == "" || kind == f.kind) && o != nil && f.is(o) {
			return f, true
		}
	}
	return format{}, false
}

func notFound(kind Kind, v value) error {
	if kind != "" {
		return fmt.Errorf("line %d: this JSON is not of kind %q: its keys are missing; leave the kind out to have it recognised", v.line(), kind)
	}
	return fmt.Errorf("line %d: this JSON is no capture of a request: expected a HAR log, a Lambda event, "+
		"or an object with headers and body; if it is the body alone, the headers are needed too", v.line())
}

// readJSONBody takes the body from a JSON value, base64 if the capture says so.
func (r *Request) readJSONBody(v value, base64ed bool) error {
	switch {
	case v.off == v.end:
		r.Absent = true
	case v.isNull():
		r.Body = []byte{}
	case !v.is('"'):
		r.readParsedBody(v)
	default:
		r.Body, r.Lossy = unquote(v.raw())
		if base64ed {
			return r.decodeBase64(v.line())
		}
	}
	return nil
}

// readParsedBody takes a body that somebody has parsed: the bytes of a Node.js
// Buffer are its numbers; of anything else the text as it stands here is the
// nearest there is to what was signed.
func (r *Request) readParsedBody(v value) {
	if data, ok := nodeBuffer(v); ok {
		r.Body = data
		return
	}
	r.Body, r.Parsed = v.raw(), true
}

func nodeBuffer(v value) ([]byte, bool) {
	o := v.object()
	data, _ := o.get("data")
	if len(o) != 2 || o.text("type") != "Buffer" || !data.is('[') {
		return nil, false
	}
	var numbers []uint8Number
	if json.Unmarshal(data.raw(), &numbers) != nil {
		return nil, false
	}
	bytes := make([]byte, len(numbers))
	for i, n := range numbers {
		bytes[i] = byte(n)
	}
	return bytes, true
}

// uint8Number is a byte as a number: encoding/json takes []byte for base64.
type uint8Number uint8

// decodeBase64 is strict (RFC 4648, section 3.3). The decoder of the standard
// library skips line ends even then, so they are looked for.
func (r *Request) decodeBase64(num int) error {
	text := string(r.Body)
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || strings.ContainsAny(text, "\r\n") {
		return fmt.Errorf("line %d: the body is marked as base64 and is none; capture it again, or correct the mark", num)
	}
	r.Body, r.Base64 = data, true
	return nil
}

func isTrue(v value) bool { return string(v.raw()) == "true" }

// recordedAt takes the time that the recorder of a request gives.
func (r *Request) recordedAt(v value) {
	if t := readTime(v); !t.IsZero() {
		r.Date, r.DateRecorded = t, true
	}
}

// readTime reads an RFC 3339 text or a number of seconds or milliseconds.
func readTime(v value) time.Time {
	if v.is('"') {
		s, _ := v.text()
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", time.DateTime} {
			if t, err := time.Parse(layout, s); err == nil {
				return t.UTC()
			}
		}
		return time.Time{}
	}
	var n float64
	if v.off == v.end || json.Unmarshal(v.raw(), &n) != nil || n <= 0 || n >= 1e15 {
		return time.Time{}
	}
	if n < 1e11 { // the year 5138, in seconds; 1973, in milliseconds
		n *= 1000
	}
	return time.UnixMilli(int64(n)).UTC()
}
