package standardwebhooks

import (
	"net/http"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/fields"
	"github.com/whsec/whsec/internal/strict"
)

// The header names of the scheme, in Go's canonical form.
const (
	HeaderID        = "Webhook-Id"
	HeaderTimestamp = "Webhook-Timestamp"
	HeaderSignature = "Webhook-Signature"
)

// A headerSet has the canonical names of the three headers.
type headerSet struct{ id, timestamp, signature string }

var standardHeaders = []headerSet{{HeaderID, HeaderTimestamp, HeaderSignature}}

// headerValues has all that a request says under one set of names.
type headerValues struct{ ids, timestamps, signatures []string }

// A request is what the headers say, read once.
type request struct {
	id         string
	timestamp  string
	seconds    int64
	signatures []string
}

// readHeaders finds the one complete set of headers, and checks all that can
// be checked without a key.
func readHeaders(header http.Header, sets []headerSet, dotInID bool) (request, error) {
	values, set, err := findSet(header, sets)
	if err != nil {
		return request{}, err
	}
	id, ok := fields.Single(values.ids)
	if !ok {
		return request{}, headerError(ErrDuplicateHeader, set.id)
	}
	timestamp, ok := fields.Single(values.timestamps)
	if !ok {
		return request{}, headerError(ErrDuplicateHeader, set.timestamp)
	}
	if problem := idProblem(id, dotInID); problem != "" {
		return request{}, &HeaderError{Class: ErrMalformedID, Name: strings.ToLower(set.id), Problem: problem}
	}
	seconds, ok := strict.Seconds(timestamp)
	if !ok {
		return request{}, &TimestampError{Class: ErrMalformedTimestamp, Text: timestamp}
	}
	return request{id, timestamp, seconds, values.signatures}, nil
}

// findSet returns the values of the first complete set, together with those
// of every other complete one.
func findSet(header http.Header, sets []headerSet) (headerValues, headerSet, error) {
	var found headerValues
	var first headerSet
	for _, set := range sets {
		values := set.values(header)
		switch {
		case values.missing(set) != "":
		case first == headerSet{}:
			found, first = values, set
		default:
			found = found.with(values)
		}
	}
	if first == (headerSet{}) {
		return found, first, missingHeader(header, sets)
	}
	return found, first, nil
}

func (s headerSet) values(header http.Header) headerValues {
	return headerValues{
		ids:        fields.Values(header, s.id),
		timestamps: fields.Values(header, s.timestamp),
		signatures: fields.Values(header, s.signature),
	}
}

// missing names the first header without a value, or "".
func (v headerValues) missing(names headerSet) string {
	switch {
	case !fields.HasValue(v.ids):
		return names.id
	case !fields.HasValue(v.timestamps):
		return names.timestamp
	case !fields.HasValue(v.signatures):
		return names.signature
	default:
		return ""
	}
}

func (v headerValues) with(other headerValues) headerValues {
	return headerValues{
		ids:        slices.Concat(v.ids, other.ids),
		timestamps: slices.Concat(v.timestamps, other.timestamps),
		signatures: slices.Concat(v.signatures, other.signatures),
	}
}

// missingHeader speaks of the set that the request has most of.
func missingHeader(header http.Header, sets []headerSet) error {
	set := sets[0]
	for _, other := range sets[1:] {
		if len(header[other.id])+len(header[other.signature]) > len(header[set.id])+len(header[set.signature]) {
			set = other
		}
	}
	err := headerError(ErrMissingHeader, set.values(header).missing(set))
	err.Seen = signatureHeaders(header, err.Name)
	return err
}

func headerError(class error, name string) *HeaderError {
	return &HeaderError{Class: class, Name: strings.ToLower(name)}
}

// signatureHeaders names the headers that look like those of a scheme.
func signatureHeaders(header http.Header, except string) []string {
	const most = 4
	var names []string
	for name := range header {
		name = strings.ToLower(name)
		if strings.Contains(name, "signature") && name != except && len(name) <= 64 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[:min(len(names), most)]
}

// idProblem says what is wrong with a message id, or "".
func idProblem(id string, allowDot bool) string {
	if id == "" {
		return "it is empty"
	}
	for i := range len(id) {
		switch c := id[i]; {
		case c == '.' && !allowDot:
			return "it holds a full stop, which separates id, timestamp and payload"
		case c < ' ' || c == 0x7f:
			return "it holds a control character"
		}
	}
	if id[0] == ' ' || id[len(id)-1] == ' ' {
		return "it has white space around it"
	}
	return ""
}
