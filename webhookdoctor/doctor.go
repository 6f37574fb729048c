// Package webhookdoctor says why the signature of a webhook does not match: it
// is what the command "whsec doctor" runs, for the logs of a server and the
// failure messages of tests.
//
//	if _, err := verifier.Verify(body, r.Header); err != nil {
//		report := webhookdoctor.Diagnose(ctx, webhookdoctor.Input{
//			Payload: body, Header: r.Header, At: time.Now(),
//			Secrets: []webhookdoctor.Text{webhookdoctor.NewText("live", secret)},
//		})
//		slog.Warn("webhook refused", "error", err, "why", report.Summary)
//	}
//
// It must never decide whether a request is accepted: it looks on purpose for
// ways in which a wrong request would be right, an empty key among them. It
// takes milliseconds to seconds where verifying takes a microsecond, so in a
// server bound it by the context and by how often it runs, or whoever sends
// forged requests keeps it busy. A report is for the receiver: it holds no
// secret and no signature that would verify, but parts of the body, and must not
// be sent back to whoever sent the request.
package webhookdoctor

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/whsec/whsec/internal/doctor"
)

// A Text is the text of a secret under a name, which reports use. It does not
// show itself.
type Text struct{ text doctor.Text }

// NewText names the text of a secret, a public key, or whatever a configuration
// holds. One that cannot be parsed is a finding.
func NewText(name, text string) Text { return Text{doctor.NewText(name, text)} }

// An Input is a request, and what the receiver verifies it with.
type Input struct {
	// Payload is the body as it was received.
	Payload []byte
	// Header is that of the request.
	Header http.Header
	// At is when the request is judged: when it was received.
	At time.Time
	// Tolerance is how far the timestamp may lie from At; the default of package
	// standardwebhooks if 0.
	Tolerance time.Duration
	// Scheme is "standard", "svix" or "stripe"; by the headers if empty.
	Scheme string
	// Secrets are those of the receiver, of which any may match.
	Secrets []Text
	// Candidates may be the right secret and are not in use.
	Candidates []Text
}

// A Report is what was found. It marshals to JSON.
type Report struct {
	// Valid says whether the request verifies as it is.
	Valid bool `json:"valid"`
	// Reason is the code of the error of verifying, such as
	// "signature_mismatch"; "" if it is valid.
	Reason string `json:"reason"`
	// Summary is the whole report in a sentence.
	Summary string `json:"summary"`
	// Causes are exactly what has to be mended for the request to verify.
	Causes []Cause `json:"causes"`
	// Notes are worth saying besides.
	Notes []Note `json:"notes"`
	// RuledOut was tried and does not explain the mismatch.
	RuledOut []string `json:"ruled_out"`
	// NotTried was left out, for lack of time or for size.
	NotTried []string `json:"not_tried"`
}

// A Cause is one thing to mend.
type Cause struct {
	// Code names it, such as "body.json_compact". [Explain] says more.
	Code string `json:"code"`
	// Message says what was found, in a sentence, and Hint what to do.
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	// Proof says that a signature matched with this mended.
	Proof bool `json:"proof"`
	// Secret names the text in question, for the codes of secrets.
	Secret string `json:"secret,omitempty"`
}

// A Note is something worth saying.
type Note struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Diagnose finds out why a request does not verify. When ctx ends the report
// says what was not tried.
func Diagnose(ctx context.Context, in Input) Report {
	found := doctor.Diagnose(ctx, doctor.Input{
		Scheme:     in.Scheme,
		Secrets:    texts(in.Secrets),
		Candidates: texts(in.Candidates),
		Request:    doctor.NewRequest(in.Header, bytes.Clone(in.Payload)), // which may be read after Diagnose returned
		Now:        in.At,
		Tolerance:  in.Tolerance,
	})
	report := Report{
		Valid:    found.Verdict == doctor.Valid,
		Reason:   found.Reason,
		Summary:  found.Summary,
		Causes:   []Cause{},
		Notes:    []Note{},
		RuledOut: append([]string{}, found.RuledOut...),
		NotTried: append([]string{}, found.NotTried...),
	}
	for _, c := range found.Causes {
		report.Causes = append(report.Causes, Cause{string(c.Code), c.Message, c.Hint, c.Proof, c.Secret})
	}
	for _, n := range found.Notes {
		report.Notes = append(report.Notes, Note{string(n.Code), n.Message})
	}
	return report
}

func texts(named []Text) []doctor.Text {
	plain := make([]doctor.Text, len(named))
	for i, t := range named {
		plain[i] = t.text
	}
	return plain
}

// Explain returns what is known about a code: what it looks like, why it
// happens, what to do, as Markdown. It returns false for a code that is none.
func Explain(code string) (string, bool) { return doctor.Explain(doctor.Code(code)) }
