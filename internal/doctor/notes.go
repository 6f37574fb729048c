package doctor

import "slices"

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

func (p *patient) addNotes(findings []finding) {
	for _, f := range findings {
		known := slices.ContainsFunc(p.report.Notes, func(n Note) bool { return n.Code == f.code && n.Message == f.message })
		if !known {
			p.report.Notes = append(p.report.Notes, Note{Code: f.code, Message: f.message})
		}
	}
}
