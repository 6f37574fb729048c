package doctor

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/window"
)

// diagnose looks, verifies, searches and concludes.
func (p *patient) diagnose(ctx context.Context) Report {
	configured := p.chooseScheme()
	err := p.verify(configured)
	p.report.Reason = reasonOf(err)
	p.reading = readHeaders(p.header, p.scheme)
	p.ownTemplate = ownTemplate(p.scheme)
	p.report.Scheme = p.scheme
	if p.report.Provider != "" {
		p.report.Scheme = ""
	}
	p.keys = newKeyring(p.scheme, p.Secrets, p.Candidates)
	p.describeTexts()
	if err == nil && !p.renamed {
		p.report.Verdict = Valid
		p.noteValid()
	} else {
		p.explain(ctx, err)
	}
	p.describeTime()
	p.compare(ctx)
	p.report.Summary = p.summary()
	return p.report
}

// chooseScheme takes the scheme of the headers, if they are not those of the
// configured one, and returns the configured one.
func (p *patient) chooseScheme() string {
	recognised := recogniseScheme(p.header)
	configured := p.Scheme
	if configured == "" {
		configured = recognised
	}
	if configured == "" {
		configured = Standard
	}
	p.scheme = configured
	switch foreign := recogniseProvider(p.header); {
	case hasScheme(p.header, configured):
	case recognised != "":
		p.scheme, p.renamed = recognised, true
	case foreign != nil:
		p.scheme, p.renamed, p.report.Provider = foreign.scheme(), true, foreign.name
	}
	return configured
}

// explain searches for what makes a signature right.
func (p *patient) explain(ctx context.Context, err error) {
	s := p.newSearch(ctx)
	if p.renamed {
		p.addCause(p.otherScheme(), false)
	}
	if foreign := providerOf(p.scheme); foreign != nil && !foreign.judged() {
		return
	}
	if m := s.find(); m != nil {
		p.proven(m, err)
		return
	}
	p.eliminate()
}

// otherScheme says whose headers these are.
func (p *patient) otherScheme() finding {
	configured := schemeNames[cmp.Or(p.Scheme, Standard)]
	foreign := providerOf(p.scheme)
	if foreign == nil {
		p.report.Mend = &Mend{Scheme: p.scheme}
		return finding{code: HeaderScheme, message: fmt.Sprintf("the headers are those of the scheme %s, not of %s", schemeNames[p.scheme], configured)}
	}
	message := fmt.Sprintf("the headers are those of %s (%s), not of %s: use its own library or scheme", foreign.name, strings.ToLower(foreign.header), configured)
	if !foreign.judged() {
		message += "; that scheme is not known here, so that nothing else can be said"
	}
	return finding{code: HeaderScheme, message: message}
}

var schemeNames = map[string]string{Standard: "Standard Webhooks", Svix: "Svix", Stripe: "Stripe"}

// proven reports what had to be changed for a signature to match.
func (p *patient) proven(m *match, err error) {
	findings := append(p.headerFindings(m), m.all()...)
	for _, f := range findings {
		p.addCause(f, true)
	}
	for i := range p.report.Causes {
		p.report.Causes[i].Proof = p.report.Causes[i].Proof || p.report.Causes[i].Code == HeaderScheme
	}
	p.judgeTime(m)
	if len(p.report.Causes) == 0 {
		p.addRefusal(err)
	}
	p.markMatched(m)
	p.report.Diff = diff(m.variant.body, p.body)
	p.lintNotes()
}

// headerFindings is what is wrong with the headers of an authentic request.
func (p *patient) headerFindings(m *match) []finding {
	var findings []finding
	if f, ok := p.lintHeaders(); ok {
		findings = append(findings, f)
	}
	if ofCore(p.scheme) && strings.Contains(m.frame.id, ".") {
		findings = append(findings, finding{code: HeaderID, message: "the message id holds a full stop, which the specification forbids, since it separates id, timestamp and body: refused here"})
	}
	return findings
}

// addRefusal adds the cause if a signature is right by a lenient reading alone,
// or if no verifier can be made of what is configured: the request is not to
// blame then, and the hint for what nobody found says nothing.
func (p *patient) addRefusal(err error) {
	code, known := map[string]Code{
		"malformed_id":        HeaderID,
		"duplicate_header":    HeaderDuplicate,
		"malformed_timestamp": TimestampISO8601,
		"malformed_signature": SignatureEncoding,
		"unsupported_scheme":  SignatureEncoding,
		"signature_mismatch":  SignatureEncoding,
	}[reasonOf(err)]
	if !known {
		code = Unknown
	}
	p.addCause(finding{code: code, message: fmt.Sprintf("the signature is right, and the request is refused: %v", err)}, true)
	if !known {
		p.report.Causes[0].Hint = ""
	}
}

// judgeTime adds what is wrong with the timestamp of an authentic request.
func (p *patient) judgeTime(m *match) {
	moment, ok := readTimestamp(m.frame.timestamp)
	if !ok {
		return
	}
	signed := moment.time.Unix()
	p.report.Signed = &signed
	foreign := providerOf(p.scheme)
	if moment.finding != nil && len(m.frame.findings) == 0 && (foreign == nil || !foreign.millis) {
		p.addCause(*moment.finding, true)
	}
	w := window.Window{Past: p.Tolerance, Future: p.Tolerance}
	if p.AnyAge || !w.Valid() {
		return
	}
	age := window.Age(p.Now, signed)
	switch w.Locate(p.Now, signed) {
	case window.TooOld:
		p.addCause(finding{code: TimestampStale, message: fmt.Sprintf("the request is authentic, and was signed %s ago: more than the tolerance of %s", inWords(age), inWords(p.Tolerance))}, true)
	case window.TooNew:
		p.addCause(finding{code: TimestampFuture, message: fmt.Sprintf("the request is authentic, and signed %s in the future: more than the tolerance of %s, so one of the two clocks is wrong", inWords(-age), inWords(p.Tolerance))}, true)
	default:
		return
	}
	p.mend().At = &signed
}

func (p *patient) mend() *Mend {
	if p.report.Mend == nil {
		p.report.Mend = &Mend{}
	}
	return p.report.Mend
}

// inWords writes a duration as people say it.
func inWords(d time.Duration) string {
	day := 24 * time.Hour
	switch {
	case d < 0:
		return "some time"
	case d >= 2*day:
		return fmt.Sprintf("%d days", d/day)
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", d/time.Hour)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	}
	seconds := (d + time.Second/2) / time.Second
	if seconds == 1 {
		return "1 second"
	}
	return fmt.Sprintf("%d seconds", seconds)
}

// eliminate concludes from what did not match.
func (p *patient) eliminate() {
	var findings []finding
	bad := 0
	for _, t := range p.Secrets {
		if f, ok := lintSecret(p.scheme, t); ok {
			findings = append(findings, f)
			bad++
		}
	}
	if bad < len(p.Secrets) {
		p.addNotes(findings)
		findings = nil
	}
	for _, lint := range []func() (finding, bool){p.lintHeaders, p.lintVersions, p.lintTimestamp, p.lintBody} {
		if f, ok := lint(); ok {
			findings = append(findings, f)
		}
	}
	for _, f := range findings {
		p.addCause(f, false)
	}
	if !explains(findings) {
		p.addCause(finding{code: Unknown, message: p.unknown()}, false)
	}
	if len(p.entries) == 0 && len(p.missing) == 0 {
		p.addNotes([]finding{{code: SignatureEncoding, message: "the signature header holds nothing that could be a signature"}})
	}
}

// explains reports whether findings of lint are enough for a signature not to
// match. A format of the timestamp alone is not.
func explains(findings []finding) bool {
	return slices.ContainsFunc(findings, func(f finding) bool { return f.code != TimestampISO8601 })
}

// notFinished begins what is said when there may be more to find.
const notFinished = "not finished: "

// unfinished reports whether the time or the patience with the header was up.
// What is left out of every search, for its size, is another matter.
func (p *patient) unfinished() bool { return p.stopped || p.cut }

func (p *patient) unknown() string {
	if p.unfinished() {
		return notFinished + "nothing that was tried matches, and not everything was tried"
	}
	if reason := p.lossy(); reason != "" {
		return "nothing matches: " + reason
	}
	if len(p.report.NotTried) > 0 {
		return "nothing that was tried matches: the request was signed with another secret than the ones given, or changed in a way that was not tried"
	}
	return "nothing matches: most likely the request was signed with another secret than the ones given"
}

// addCause adds a cause, each code once.
func (p *patient) addCause(f finding, proof bool) {
	for _, c := range p.report.Causes {
		if c.Code == f.code {
			return
		}
	}
	p.report.Causes = append(p.report.Causes, Cause{Code: f.code, Message: f.message, Hint: p.hintFor(f), Proof: proof, Secret: f.secret})
}

func (p *patient) addNotes(findings []finding) {
	for _, f := range findings {
		known := slices.ContainsFunc(p.report.Notes, func(n Note) bool { return n.Code == f.code && n.Message == f.message })
		if !known {
			p.report.Notes = append(p.report.Notes, Note{Code: f.code, Message: f.message})
		}
	}
}

// noteValid says what other programs will stumble over.
func (p *patient) noteValid() {
	p.lintNotes()
	for _, t := range p.Secrets {
		if f, ok := lintSecret(p.scheme, t); ok {
			p.addNotes([]finding{f})
		} else if hasSpaceAround(t.text()) {
			p.addNotes([]finding{{code: SecretWhitespace, message: "the configured secret has white space around it, which is ignored here and may not be elsewhere"}})
		}
	}
}

// lintNotes says that the signature header is in pieces.
func (p *patient) lintNotes() {
	if isSplit(p.header, p.scheme) {
		p.addNotes([]finding{{code: HeaderSplit, message: "the signature header came in pieces, split at its commas or one signature a line: it is read here, and other libraries take the first piece alone"}})
	}
}

func (p *patient) describeTime() {
	if p.report.Signed != nil || len(p.frames) == 0 {
		return
	}
	if m, ok := readTimestamp(p.frames[0].timestamp); ok {
		signed := m.time.Unix()
		p.report.Signed = &signed
	}
}

// compare says what the program has done to the body, if it is known.
func (p *patient) compare(ctx context.Context) {
	if p.AppBody == nil {
		return
	}
	body := *p.AppBody
	c := &Comparison{Body: describe(body), Same: bytes.Equal(body, p.body), Diff: diff(p.body, body)}
	if !c.Same {
		in := p.Input
		request := *p.Request
		request.Body, in.Request, in.AppBody, in.AnyAge = body, &request, nil, true
		c.Causes = Diagnose(ctx, in).Causes
	}
	p.report.AppBody = c
}

// summary is the report in a sentence.
func (p *patient) summary() string {
	if p.report.Verdict == Valid {
		return "the signature is valid"
	}
	messages := make([]string, len(p.report.Causes))
	for i, c := range p.report.Causes {
		messages[i] = c.Message
	}
	summary := strings.Join(messages, "; and ")
	proven := slices.ContainsFunc(p.report.Causes, func(c Cause) bool { return c.Proof })
	if p.unfinished() && !proven && !strings.HasPrefix(summary, notFinished) {
		return notFinished + summary
	}
	return summary
}
