package cli

import (
	"strings"
	"time"
)

var kindTexts = map[string]string{
	kindSecret:    "symmetric secret",
	kindPrivate:   "private key, for the sender",
	kindPublic:    "public key, for receivers",
	kindSignature: "signatures",
	kindTimestamp: "timestamp",
	kindID:        "message id",
	kindUnknown:   "unknown",
}

// printFinding writes a finding to stdout: it is the answer, problems too.
func (a *app) printFinding(f *finding) {
	if a.asJSON {
		a.out.json(f)
		return
	}
	source := f.Source
	if f.Name != "" {
		source += ", " + f.Name
	}
	a.out.data("%s: %s", printable(source), kindTexts[f.Kind])
	for _, r := range f.readings() {
		a.out.data("  as %s: %s", r.Scheme, r.text())
	}
	if f.PublicKey != "" {
		a.out.data("  public key: %s", f.PublicKey)
	}
	for _, s := range f.Signatures {
		a.out.data("  %s: %s", s.Version, s.text())
	}
	if f.Timestamp != nil {
		a.out.data("  sent: %s, %s", time.Unix(*f.Timestamp, 0).UTC().Format(time.RFC3339), ageText(*f.Age))
	}
	for _, p := range f.Problems {
		a.out.data("  %s: %s", a.out.verdict("problem", false), printable(p.Message))
	}
}

// readings puts schemes together that read a key alike, and leaves them out if
// none takes it: the problems say why.
func (f *finding) readings() []reading {
	var together []reading
	taken := false
	for _, r := range f.Readings {
		taken = taken || r.Code == ""
		name := r.Scheme
		if last := len(together) - 1; last >= 0 {
			r.Scheme = together[last].Scheme
			if r == together[last] {
				together[last].Scheme += " or " + name
				continue
			}
		}
		r.Scheme = name
		together = append(together, r)
	}
	if !taken {
		return nil
	}
	return together
}

func (r reading) text() string {
	if r.Code != "" {
		return "refused, " + printable(r.Message)
	}
	text := count(r.Length, "byte")
	if r.Fingerprint != "" {
		text += ", fingerprint " + r.Fingerprint
	}
	return text
}

func (s signature) text() string {
	var parts []string
	if s.Encoding != "" {
		parts = append(parts, count(s.Length, "byte")+" in "+s.Encoding)
	}
	if s.Message != "" {
		parts = append(parts, s.Message)
	}
	return strings.Join(parts, "; ")
}
