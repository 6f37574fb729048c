package doctor

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
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

func (p *patient) mend() *Mend {
	if p.report.Mend == nil {
		p.report.Mend = &Mend{}
	}
	return p.report.Mend
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
		of := Diagnose(ctx, in)
		c.Verifies, c.Causes = of.Verdict == Valid, of.Causes
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
