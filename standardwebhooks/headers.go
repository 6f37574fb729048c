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

// A request is what the headers say, read once.
type request struct {
	id         string
	timestamp  string
	seconds    int64
	signatures []string
	doubled    string // the canonical name of a header with two values that differ
}

// readHeaders finds the one complete set of headers, and checks all that can
// be checked without a key.
func (r *request) readHeaders(header http.Header, sets []headerSet, dotInID bool) error {
	set := r.findSet(header, sets)
	if set == nil {
		return missingHeader(header, sets)
	}
	if r.doubled != "" {
		return headerError(ErrDuplicateHeader, r.doubled)
	}
	if problem := idProblem(r.id, dotInID); problem != "" {
		return &HeaderError{Class: ErrMalformedID, Name: strings.ToLower(set.id), Problem: problem}
	}
	var ok bool
	if r.seconds, ok = strict.Seconds(r.timestamp); !ok {
		return &TimestampError{Class: ErrMalformedTimestamp, Text: r.timestamp}
	}
	return nil
}

// findSet reads the first complete set together with every other complete
// one. It returns the names of the first, or nil if none is complete.
func (r *request) findSet(header http.Header, sets []headerSet) (first *headerSet) {
	for i := range sets {
		var next request
		next.read(header, &sets[i])
		switch {
		case !next.complete():
		case first == nil:
			*r, first = next, &sets[i]
		default:
			r.join(&next, &sets[i])
		}
	}
	return first
}

func (r *request) read(header http.Header, names *headerSet) {
	var ok bool
	r.signatures = fields.Values(header, names.signature)
	if r.timestamp, ok = fields.Single(fields.Values(header, names.timestamp)); !ok {
		r.doubled = names.timestamp
	}
	if r.id, ok = fields.Single(fields.Values(header, names.id)); !ok {
		r.doubled = names.id
	}
}

func (r *request) complete() bool {
	return r.id != "" && r.timestamp != "" && fields.HasValue(r.signatures)
}

// join adds what another set says, which must be the same of id and timestamp.
func (r *request) join(other *request, names *headerSet) {
	switch {
	case r.doubled != "":
	case other.doubled != "":
		r.doubled = other.doubled
	case r.id != other.id:
		r.doubled = names.id
	case r.timestamp != other.timestamp:
		r.doubled = names.timestamp
	}
	r.signatures = slices.Concat(r.signatures, other.signatures)
}

// missingHeader names what is missing in the set that the request has most of.
func missingHeader(header http.Header, sets []headerSet) error {
	most, name := -1, ""
	for i := range sets {
		var r request
		r.read(header, &sets[i])
		if have, missing := r.count(&sets[i]); have > most {
			most, name = have, missing
		}
	}
	err := headerError(ErrMissingHeader, name)
	err.Seen = fields.Signatures(header, err.Name)
	return err
}

// count returns how many of the three there are, and the first that is not.
func (r *request) count(names *headerSet) (have int, missing string) {
	if fields.HasValue(r.signatures) {
		have++
	} else {
		missing = names.signature
	}
	if r.timestamp != "" {
		have++
	} else {
		missing = names.timestamp
	}
	if r.id != "" {
		have++
	} else {
		missing = names.id
	}
	return have, missing
}

func headerError(class error, name string) *HeaderError {
	return &HeaderError{Class: class, Name: strings.ToLower(name)}
}

// idProblem says what is wrong with a message id, or "".
func idProblem(id string, allowDot bool) string {
	if id == "" {
		return "it is empty"
	}
	if !allowDot && strings.IndexByte(id, '.') >= 0 {
		return "it holds a full stop, which separates id, timestamp and payload"
	}
	for i := range len(id) {
		if id[i] < ' ' || id[i] == 0x7f {
			return "it holds a control character"
		}
	}
	if id[0] == ' ' || id[len(id)-1] == ' ' {
		return "it has white space around it"
	}
	return ""
}
