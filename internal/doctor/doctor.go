// Package doctor says why the signature of a webhook does not match.
//
// It changes one thing after the other, of what is known to go wrong between a
// sender and a receiver, until a signature of the request matches. A match is
// proof: nobody meets a 256-bit MAC by accident.
//
// A report is for people to read. It must never be used to accept a request:
// the doctor looks on purpose for ways in which a wrong one would be right.
package doctor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/standardwebhooks"
)

// A Text is the text of a secret under a name to speak of it. It does not show
// itself: the text is held in a closure.
type Text struct {
	Name   string
	reveal func() string
}

// NewText names a text, such as the content of a file or a variable.
func NewText(name, text string) Text {
	return Text{Name: name, reveal: func() string { return text }}
}

func (t Text) text() string {
	if t.reveal == nil {
		return ""
	}
	return t.reveal()
}

// An Input is what is to be diagnosed.
type Input struct {
	// Scheme is standard, svix or stripe; by the headers if empty.
	Scheme string
	// Secrets are those of the receiver, of which any may match.
	Secrets []Text
	// Candidates are texts that may be the right secret and are not in use.
	Candidates []Text
	// Request is what was received.
	Request *capture.Request
	// Now is when it is judged.
	Now time.Time
	// Tolerance is how far the timestamp may lie from Now; the default if 0.
	Tolerance time.Duration
	// AnyAge leaves the age of the request out of the judgement.
	AnyAge bool
	// Platform is where the receiver runs, for hints: a name of [Platforms].
	// The capture shows some by itself.
	Platform string
	// AppBody is the body as the receiving program had it, if that is known.
	AppBody *[]byte
}

// NewRequest makes the request of an [Input] from what a server has in hand.
func NewRequest(header http.Header, body []byte) *capture.Request {
	r := &capture.Request{Method: http.MethodPost, Body: body}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			r.Header = append(r.Header, capture.Field{Name: name, Value: value})
		}
	}
	r.ContentLength = -1
	return r
}

// Diagnose finds out why a request does not verify. When ctx ends it reports
// what it has found until then, and what it has not tried; the body may be read
// a little longer, and is not to be written to. It must not be used to decide
// whether a request is accepted.
func Diagnose(ctx context.Context, in Input) Report {
	return newPatient(in).diagnose(ctx)
}

// A patient is an input with all that is known about it before any search.
type patient struct {
	Input
	header http.Header
	body   []byte
	reading
	renamed     bool   // the scheme is another than the configured one
	ownTemplate string // what the scheme signs
	keys        keyring
	stopped     bool // the time was up before everything was tried
	report      Report
}

func newPatient(in Input) *patient {
	if in.Tolerance == 0 {
		in.Tolerance = standardwebhooks.DefaultTolerance
	}
	if in.Request == nil {
		in.Request = NewRequest(nil, nil)
	}
	p := &patient{Input: in, header: in.Request.HTTPHeader(), body: in.Request.Body}
	p.report = Report{Verdict: Invalid, Causes: []Cause{}, Notes: []Note{}, Secrets: []TriedText{}}
	p.report.Body = describe(p.body)
	return p
}

func describe(body []byte) Body {
	sum := sha256.Sum256(body)
	return Body{Length: len(body), SHA256: hex.EncodeToString(sum[:])}
}
