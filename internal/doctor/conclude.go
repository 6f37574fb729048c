package doctor

import (
	"bytes"
	"slices"
)

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
	unknown := "nothing matches: most likely the request was signed with another secret than the ones given"
	if len(p.report.NotTried) > 0 {
		unknown = "nothing that was tried matches: the request was signed with another secret than the ones given, or changed in a way that was not tried"
	}
	if p.Request.ContentLength < 0 {
		unknown += "; or else something was changed in a way that cannot be undone" + p.traces()
	}
	return unknown
}

// traces says what could have been lost of a JSON body, and what shows it.
func (p *patient) traces() string {
	doc, isJSON := readDocument(p.body)
	switch {
	case !isJSON:
		return ""
	case isSorted(doc.value):
		return ": all keys are in alphabetical order, as some serialisers write them, and if the sender's are not, their order is lost; parsers drop keys and change numbers, too"
	default:
		return ", as by a parser that changes numbers, or drops keys or changes their order"
	}
}

// isSorted reports whether the keys of all objects are in order, and so many
// are that it is no accident.
func isSorted(value []byte) bool {
	const few = 5
	return bytes.Count(value, []byte{':'}) >= few && bytes.Equal(keyOrders[0].sort(value), value)
}
