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
	first     keyed.MAC // the first signature, if it is signed
	signed    bool
	behind    scanner // stands behind the first signature
	twice     bool    // there are two timestamps, and they differ
}

// read checks all that can be checked without a key.
func (f *Format) read(header http.Header) (r request, err error) {
	values := fields.Values(header, f.Header)
	if !fields.HasValue(values) {
		return r, missingHeader(header, f.Header)
	}
	items := scanner{separator: f.Separator, values: values}
	f.readItems(&r, items)
	if err := f.readTimestamp(&r, header); err != nil {
		return r, err
	}
	if !r.signed {
		return r, f.noSignature(items)
	}
	return r, nil
}

// readItems goes through all items, since a second timestamp may stand
// anywhere.
func (f *Format) readItems(r *request, items scanner) {
	for item, ok := items.next(); ok; item, ok = items.next() {
		if value, ok := f.timestampOf(item); ok {
			r.twice = r.twice || r.timestamp != "" && r.timestamp != value
			r.timestamp = value
		} else if !r.signed && f.signature(&r.first, item) {
			r.signed, r.behind = true, items
		}
	}
}

func (f *Format) readTimestamp(r *request, header http.Header) (err error) {
	switch {
	case f.TimestampHeader != "":
		if r.timestamp, err = readTimestampHeader(header, f.TimestampHeader); err != nil {
			return err
		}
	case r.twice:
		return timestampProblem("", "the header has two different values of "+f.TimestampLabel)
	case r.timestamp == "":
		return timestampProblem("", "the header has no "+f.TimestampLabel)
	}
	var ok bool
	if r.units, ok = strict.Seconds(r.timestamp); !ok {
		return f.malformedTimestamp(r.timestamp)
	}
	return nil
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
