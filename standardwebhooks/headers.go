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
	duplicate  string // the canonical name of a header with two values that differ
}

// readHeaders finds the one complete set of headers, and checks all that can
// be checked without a key.
func (r *request) readHeaders(header http.Header, sets []headerSet, dotInID bool) error {
	set := r.findSet(header, sets)
	if set == nil {
		return missingHeader(header, sets)
	}
	if r.duplicate != "" {
		return headerError(ErrDuplicateHeader, r.duplicate)
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
		if first == nil {
			if r.read(header, &sets[i]); r.complete() {
				first = &sets[i]
			}
			continue
		}
		var other request
		if other.read(header, &sets[i]); other.complete() {
			r.join(&other, &sets[i])
		}
	}
	return first
}

func (r *request) read(header http.Header, names *headerSet) {
	var ok bool
	*r = request{}
	r.signatures = fields.Values(header, names.signature)
	if r.timestamp, ok = fields.Single(fields.Values(header, names.timestamp)); !ok {
		r.duplicate = names.timestamp
	}
	if r.id, ok = fields.Single(fields.Values(header, names.id)); !ok {
		r.duplicate = names.id
	}
}

func (r *request) complete() bool {
	return r.id != "" && r.timestamp != "" && fields.HasValue(r.signatures)
}

// join adds what another set says, which must be the same of id and timestamp.
func (r *request) join(other *request, names *headerSet) {
	switch {
	case r.duplicate != "":
	case other.duplicate != "":
		r.duplicate = other.duplicate
	case r.id != other.id:
		r.duplicate = names.id
	case r.timestamp != other.timestamp:
		r.duplicate = names.timestamp
	}
	r.signatures = slices.Concat(r.signatures, other.signatures)
}

// missingHeader names what is missing in the set that lacks least.
func missingHeader(header http.Header, sets []headerSet) error {
	var least []string
	for i := range sets {
		var r request
		r.read(header, &sets[i])
		if missing := r.missing(&sets[i]); least == nil || len(missing) < len(least) {
			least = missing
		}
	}
	err := headerError(ErrMissingHeader, least[0])
	err.Seen = fields.Signatures(header, err.Name)
	return err
}

// missing returns the names of the headers without a value.
func (r *request) missing(names *headerSet) (missing []string) {
	if r.id == "" {
		missing = append(missing, names.id)
	}
	if r.timestamp == "" {
		missing = append(missing, names.timestamp)
	}
	if !fields.HasValue(r.signatures) {
		missing = append(missing, names.signature)
	}
	return missing
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
