package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/doctor"
)

// printReport writes what was found to stdout, and what to do to stderr.
func (a *app) printReport(o *doctorOptions, p patient, r doctor.Report) {
	cure := a.cureOf(o, r)
	if a.asJSON {
		a.out.json(doctorJSON{r, cure})
		return
	}
	a.printVerdict(p.request.prefix(), r)
	for _, c := range r.Causes {
		a.printCause(c, sureOf(c, r))
	}
	for _, n := range r.Notes {
		a.out.data("note: %s: %s", n.Code, printable(n.Message))
	}
	if d := r.Diff; d != nil {
		a.printDiff(*d, "signed  ", "received")
	}
	if r.AppBody != nil {
		a.printAppBody(*r.AppBody)
	}
	a.printSearch(r)
	a.printHints(r, cure)
}

// doctorJSON is a report and the command that would verify.
type doctorJSON struct {
	doctor.Report
	Command string `json:"command,omitempty"`
}

func (a *app) printVerdict(prefix string, r doctor.Report) {
	if r.Verdict == doctor.Valid {
		a.out.data("%s%s: the signature is right, by the scheme %s", prefix, a.out.verdict("valid", true), r.Scheme)
		a.out.data("body: %s, sha256 %s", count(r.Body.Length, "byte"), r.Body.SHA256)
		return
	}
	a.out.data("%s%s: %s", prefix, a.out.verdict("invalid", false), printable(r.Reason))
	if r.Provider != "" {
		a.out.data("sender: %s, by its headers", r.Provider)
	}
}

// onlyTime reports whether nothing is wrong with a request but its age.
func onlyTime(r doctor.Report) bool {
	return !slices.ContainsFunc(r.Causes, func(c doctor.Cause) bool {
		return !c.Proof || c.Code != doctor.TimestampStale && c.Code != doctor.TimestampFuture
	})
}

// sureOf says how sure a cause is.
func sureOf(c doctor.Cause, r doctor.Report) string {
	switch {
	case onlyTime(r):
		return "proven, the signature matches: judged when it was signed, this verifies"
	case c.Proof && len(r.Causes) > 1:
		return "proven, the signature matches with all of these mended"
	case c.Proof:
		return "proven, the signature matches with this mended"
	case c.Code == doctor.Unknown:
		return "a guess, by elimination"
	default:
		return "not proven, found by looking"
	}
}

func (a *app) printCause(c doctor.Cause, sure string) {
	name := ""
	if c.Secret != "" {
		name = " (" + c.Secret + ")"
	}
	a.out.data("%s%s: %s", a.out.verdict(string(c.Code), false), printable(name), printable(c.Message))
	a.out.data("  %s", sure)
}

func (a *app) printDiff(d doctor.Diff, first, second string) {
	switch d.Offset {
	case 0:
		a.out.data("they differ from the first byte on:")
	case 1:
		a.out.data("the first byte is the same; then")
	default:
		a.out.data("the first %d bytes are the same; then", d.Offset)
	}
	a.out.data("  %s (%s): %s", first, count(d.SignedLength, "byte"), printable(d.Signed))
	a.out.data("  %s (%s): %s", second, count(d.ReceivedLength, "byte"), printable(d.Received))
}

func (a *app) printAppBody(c doctor.Comparison) {
	if c.Same {
		a.out.data("your program had the same body, byte for byte: look at its secret and at the headers it reads")
		return
	}
	a.out.data("your program had another body: %s, sha256 %s", count(c.Length, "byte"), c.SHA256)
	if c.Verifies {
		a.out.data("  that one verifies under the secret given: it is the body that was signed, and what you captured is not")
	}
	for _, cause := range c.Causes {
		a.out.data("  %s: %s", cause.Code, printable(cause.Message))
	}
	if c.Diff != nil {
		a.printDiff(*c.Diff, "captured", "program ")
	}
}

// printSearch says what was ruled out, where that is all there is to say.
func (a *app) printSearch(r doctor.Report) {
	unknown := false
	for _, c := range r.Causes {
		unknown = unknown || c.Code == doctor.Unknown
	}
	if unknown && len(r.RuledOut) > 0 {
		a.out.data("ruled out, for the texts given:")
		for _, what := range r.RuledOut {
			a.out.data("  %s", what)
		}
		for _, t := range r.Secrets {
			a.out.data("tried: %s", triedText(t))
		}
	}
	if len(r.NotTried) > 0 {
		a.out.data("not tried, for lack of time or for size:")
		for _, what := range r.NotTried {
			a.out.data("  %s", what)
		}
	}
}

// triedText describes a secret as inspect does.
func triedText(t doctor.TriedText) string {
	text, of := fmt.Sprintf("%s (%s)", printable(t.Name), t.Role), "fingerprint"
	if t.Keys > 0 {
		text += fmt.Sprintf(", key %d of %d", t.Key, t.Keys)
	}
	if t.Of == doctor.OfText {
		text += ", no key as it stands"
		of = "fingerprint of the text"
	}
	text += ", " + count(t.Length, "byte")
	if t.Fingerprint != "" {
		text += ", " + of + " " + t.Fingerprint
	}
	return text
}

func (a *app) printHints(r doctor.Report, cure string) {
	var said, codes []string
	for _, c := range r.Causes {
		if c.Hint != "" && !slices.Contains(said, c.Hint) {
			a.out.hint(c.Hint)
			said = append(said, c.Hint)
		}
		codes = append(codes, "whsec doctor --explain "+string(c.Code))
	}
	if r.Verdict == doctor.Valid && r.AppBody == nil {
		a.out.hint("if your program refuses it: log length and SHA-256 of the body it verifies and compare with the above (--app-body FILE shows the difference); then look at its clock, at how long requests wait, and at the secret it was started with")
	}
	if cure != "" {
		a.out.hint("this verifies: " + cure)
	}
	if len(codes) > 0 {
		a.out.hint("more about it: " + strings.Join(codes, "; "))
	}
}
