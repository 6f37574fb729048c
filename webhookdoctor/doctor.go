// Package webhookdoctor says why the signature of a webhook does not match: it
// is what the command "whsec doctor" runs, for the logs of a server and the
// failure messages of tests.
//
//	if _, err := verifier.Verify(body, r.Header); err != nil {
//		report := webhookdoctor.Diagnose(ctx, body, r.Header, time.Now(), webhookdoctor.Secret("live", secret))
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
	"context"
	"net/http"
	"time"

	"github.com/whsec/whsec/internal/doctor"
)

// A Report is what was found; its Causes are exactly what has to be mended.
type Report = doctor.Report

// A Cause is one thing to mend, with its [Code] and whether it is proven.
type Cause = doctor.Cause

// A Note is something worth saying besides.
type Note = doctor.Note

// A Code names what was found, such as "body.json_compact". [Explain] says more
// about each.
type Code = doctor.Code

// A Text is the text of a secret under a name, which reports use. It does not
// show itself.
type Text struct {
	text      doctor.Text
	candidate bool
}

// Secret names a text that the receiver verifies with: a secret, a public key,
// whatever a configuration holds. One that cannot be parsed is a finding.
func Secret(name, text string) Text { return Text{text: doctor.NewText(name, text)} }

// Candidate names a text that may be the right secret and is not in use.
func Candidate(name, text string) Text { return Text{doctor.NewText(name, text), true} }

// Diagnose finds out why a request does not verify at the given time, by the
// scheme of its headers: Standard Webhooks, Svix or Stripe; other providers are
// named. When ctx ends the report says what was not tried.
func Diagnose(ctx context.Context, payload []byte, header http.Header, at time.Time, texts ...Text) Report {
	in := doctor.Input{Request: doctor.NewRequest(header, payload), Now: at}
	for _, t := range texts {
		if t.candidate {
			in.Candidates = append(in.Candidates, t.text)
			continue
		}
		in.Secrets = append(in.Secrets, t.text)
	}
	return doctor.Diagnose(ctx, in)
}

// Explain returns what is known about a code: what it looks like, why it
// happens, what to do, as Markdown. It returns false for a code that is none.
func Explain(code Code) (string, bool) { return doctor.Explain(code) }
