package stripecompat

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/fields"
	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/standardwebhooks"
)

// A request is what the headers say, read once.
type request struct {
	timestamp string
	units     int64     // since 1970, as many as the timestamp says
	first     keyed.MAC // the first signature
	behind    scanner   // stands behind it
}

// read checks all that can be checked without a key.
func (f *Format) read(header http.Header) (request, error) {
	items, err := f.items(header)
	if err != nil {
		return request{}, err
	}
	timestamp, err := f.readTimestamp(header, items)
	if err != nil {
		return request{}, err
	}
	units, ok := strict.Seconds(timestamp)
	if !ok {
		return request{}, f.malformedTimestamp(timestamp)
	}
	r := request{timestamp: timestamp, units: units, behind: items}
	if !f.nextSignature(&r.behind, &r.first) {
		return request{}, f.noSignature(items)
	}
	return r, nil
}

func (f *Format) items(header http.Header) (scanner, error) {
	values := fields.Values(header, f.Header)
	if !fields.HasValue(values) {
		return scanner{}, missingHeader(header, f.Header)
	}
	return scanner{separator: f.Separator, values: values}, nil
}

func (f *Format) readTimestamp(header http.Header, items scanner) (string, error) {
	if f.TimestampHeader != "" {
		return readTimestampHeader(header, f.TimestampHeader)
	}
	text, ok := items.single(f.TimestampLabel)
	if !ok {
		return "", timestampProblem("", "the header has two different values of "+f.TimestampLabel)
	}
	if text == "" {
		return "", timestampProblem("", "the header has no "+f.TimestampLabel)
	}
	return text, nil
}

func readTimestampHeader(header http.Header, name string) (string, error) {
	values := fields.Values(header, name)
	if !fields.HasValue(values) {
		return "", missingHeader(header, name)
	}
	text, ok := fields.Single(values)
	if !ok {
		return "", &standardwebhooks.HeaderError{Class: standardwebhooks.ErrDuplicateHeader, Name: strings.ToLower(name)}
	}
	return text, nil
}

func (f *Format) malformedTimestamp(text string) error {
	problem := ""
	if f.Unit == time.Millisecond {
		problem = fmt.Sprintf("%.40q: want milliseconds since 1970 in plain digits", text)
	}
	return timestampProblem(text, problem)
}

func timestampProblem(text, problem string) error {
	return &standardwebhooks.TimestampError{Class: standardwebhooks.ErrMalformedTimestamp, Text: text, Problem: problem}
}

func missingHeader(header http.Header, name string) error {
	name = strings.ToLower(name)
	return &standardwebhooks.HeaderError{
		Class: standardwebhooks.ErrMissingHeader,
		Name:  name,
		Seen:  fields.Signatures(header, name),
	}
}
