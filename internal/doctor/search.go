package doctor

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"iter"
	"slices"
)

// A match is what made a signature right: proof.
type match struct {
	key      *key
	frame    frame
	variant  variant
	entry    *entry
	findings []finding // of template, algorithm and misuse
}

// codes are all findings of the match, those of the signature first.
func (m *match) all() []finding {
	all := m.findings
	if !m.entry.proper && len(m.findings) == 0 {
		all = append(all, finding{code: SignatureEncoding, message: "the signature is right, and written " + m.entry.how + ", which is not how the scheme has it"})
	}
	for _, more := range [][]finding{m.key.findings, m.frame.findings, m.variant.findings} {
		all = append(all, more...)
	}
	return all
}

// maxAsymmetricChecks bounds the Ed25519 signatures that are checked: each
// costs as much as a hundred MACs.
const maxAsymmetricChecks = 400

// A search tries hypotheses.
type search struct {
	*patient
	ctx     context.Context
	macs    map[string]*entry // by digest
	sums    [sha512.Size]byte
	checked int // Ed25519 signatures
	stopped bool
	kept    []variant // singles, for a body of which they are not too large
}

func (p *patient) newSearch(ctx context.Context) *search {
	s := &search{patient: p, ctx: ctx, macs: map[string]*entry{}}
	for i := range p.entries {
		e := &p.entries[i]
		if known := s.macs[string(e.digest)]; known == nil || e.proper {
			s.macs[string(e.digest)] = e
		}
	}
	return s
}

// A stage is one kind of hypotheses, from the simplest to pairs.
type stage struct {
	name string // what is ruled out when it finds nothing
	run  func(*search) *match
}

var stages = []stage{
	{"the request as it is, with the secret as it is", (*search).asItIs},
	{"another candidate, and every other way to make a key of the texts given", (*search).otherKeys},
	{"changes to the body: line ends, white space, JSON written anew, escapes, base64, compression, encodings of characters", (*search).otherBodies},
	{"other signed contents, other algorithms, other encodings of the signature", (*search).otherContents},
	{"a body that was signed in part", (*search).partOfBody},
	{"a changed body together with another key", (*search).bodiesAndKeys},
	{"a body that was signed in part together with another key", (*search).partUnderOtherKeys},
	{"another signed content or algorithm together with another key or a changed body", (*search).contentsAndOthers},
	{"two and more changes to the body at once", (*search).manyChanges},
}

// find runs the stages until one finds something.
func (s *search) find() *match {
	for i, stage := range stages {
		if s.over() {
			for _, left := range stages[i:] {
				s.report.NotTried = append(s.report.NotTried, left.name)
			}
			return nil
		}
		if m := stage.run(s); m != nil {
			return m
		}
		if s.stopped {
			s.report.NotTried = append(s.report.NotTried, stage.name)
			continue
		}
		s.report.RuledOut = append(s.report.RuledOut, stage.name)
	}
	return nil
}

func (s *search) over() bool {
	s.stopped = s.stopped || s.ctx.Err() != nil
	return s.stopped
}

// own is the content that the scheme signs, of a frame and a body.
func (s *search) own(f frame, b form) (content, bool) {
	return s.fill(template{text: s.ownTemplate}, f, b)
}

func (s *search) asItIs() *match {
	return s.tryKeys(s.keys.levels[0], s.frames, s.received())
}

func (s *search) otherKeys() *match {
	for _, keys := range s.keys.levels[1:] {
		if m := s.tryKeys(keys, s.frames, s.received()); m != nil {
			return m
		}
	}
	return nil
}

func (s *search) otherBodies() *match {
	if len(s.body) > maxDeflated {
		s.report.NotTried = append(s.report.NotTried, "the body compressed, since it is too large for that")
	}
	return s.tryBodies(s.keys.levels[0], s.singles())
}

// keepSingles is the length in bytes up to which changed bodies are kept: there
// are about a hundred of them, and they are used three times.
const keepSingles = 128 << 10

// singles has the body with one thing changed.
func (s *search) singles() iter.Seq[variant] {
	if len(s.body) > keepSingles {
		return singles(s.body)
	}
	if s.kept == nil {
		s.kept = slices.Collect(singles(s.body))
	}
	return slices.Values(s.kept)
}

// usual has those of them that take part in pairs.
func (s *search) usual() iter.Seq[variant] {
	return func(yield func(variant) bool) {
		for v := range s.singles() {
			if v.usual && !yield(v) {
				return
			}
		}
	}
}

func (s *search) received() variant { return variant{form: form{body: s.body}} }

func (s *search) tryBodies(keys []*key, variants iter.Seq[variant]) *match {
	seen := newSet(s.body)
	if len(s.body) > aheadFrom {
		variants = ahead(variants)
	}
	for v := range variants {
		if s.over() {
			return nil
		}
		if v.around == nil && !seen.add(v.body) {
			continue
		}
		if m := s.tryKeys(keys, s.frames[:min(1, len(s.frames))], v); m != nil {
			return m
		}
	}
	return nil
}

func (s *search) tryKeys(keys []*key, frames []frame, v variant) *match {
	for _, f := range frames {
		c, ok := s.own(f, v.form)
		if !ok {
			continue
		}
		for _, k := range keys {
			if e := s.probe(k, c); e != nil {
				return &match{key: k, frame: f, variant: v, entry: e}
			}
		}
	}
	return nil
}

// probe returns the entry that is the signature of a content under a key.
func (s *search) probe(k *key, c content) *entry {
	if k.public != nil {
		return s.probeAsymmetric(k, c)
	}
	k.mac.Reset()
	k.mac.Write(c.prefix)
	k.mac.Write(c.body)
	k.mac.Write(c.suffix)
	return s.macs[string(k.mac.Sum(s.sums[:0]))]
}

func (s *search) probeAsymmetric(k *key, c content) *entry {
	for i := range s.entries {
		e := &s.entries[i]
		if len(e.digest) != ed25519.SignatureSize || s.checked >= maxAsymmetricChecks {
			continue
		}
		s.checked++
		if ed25519.Verify(k.public, c.bytes(), e.digest) {
			return e
		}
	}
	return nil
}

// otherContents tries other templates, timestamps and algorithms.
func (s *search) otherContents() *match {
	if m := s.misuse(); m != nil {
		return m
	}
	if m := s.tryTemplates(s.allFrames(), templates, s.keys.levels[0], s.received()); m != nil {
		return m
	}
	return s.tryAlgorithms(s.keys.levels[0], s.received())
}

// allFrames has every frame and the other ways to write its timestamp.
func (s *search) allFrames() []frame {
	frames := s.frames
	for _, f := range s.frames {
		frames = append(frames[:len(frames):len(frames)], timestampFrames(f)...)
	}
	return frames
}

func (s *search) tryTemplates(frames []frame, templates []template, keys []*key, v variant) *match {
	own := s.ownTemplate
	for _, f := range frames {
		for _, t := range templates {
			c, ok := s.fill(t, f, v.form)
			if !ok {
				continue
			}
			for _, k := range keys {
				e := s.probe(k, c)
				if e == nil {
					continue
				}
				m := &match{key: k, frame: f, variant: v, entry: e}
				if t.text != own || t.hash != nil {
					m.findings = []finding{templateFinding(t, own)}
				}
				return m
			}
		}
	}
	return nil
}

func templateFinding(t template, own string) finding {
	return finding{code: SignatureTemplate, message: fmt.Sprintf("the sender signed %s, where the scheme signs %s", t.how, own)}
}

// tryAlgorithms tries those whose digests are as long as one in the header.
func (s *search) tryAlgorithms(keys []*key, v variant) *match {
	if !algorithmsAllowed() {
		return nil
	}
	sizes := map[int]bool{}
	for _, e := range s.entries {
		sizes[len(e.digest)] = true
	}
	for _, a := range algorithms {
		if !sizes[a.size] {
			continue
		}
		if m := s.tryAlgorithm(a, keys, v); m != nil {
			return m
		}
	}
	return nil
}

func (s *search) tryAlgorithm(a algorithm, keys []*key, v variant) *match {
	own := s.ownTemplate
	for _, f := range s.frames[:min(1, len(s.frames))] {
		for _, t := range templates[:algorithmTemplates] {
			c, ok := s.fill(t, f, v.form)
			if !ok || s.over() {
				continue
			}
			for _, k := range keys {
				e := s.macs[string(a.sum(k.secret, c))]
				if e == nil || k.public != nil {
					continue
				}
				m := &match{key: k, frame: f, variant: v, entry: e}
				m.findings = []finding{{code: SignatureAlgorithm, message: "the sender used " + a.name + ", where the scheme has HMAC with SHA-256"}}
				if t.text != own {
					m.findings = append(m.findings, templateFinding(t, own))
				}
				return m
			}
		}
	}
	return nil
}

// misuse finds Go's h.Sum(content), which appends the MAC of nothing to the
// content: both stand in the header.
func (s *search) misuse() *match {
	for i := range s.entries {
		e := &s.entries[i]
		n := len(e.digest) - sha256.Size
		if n <= 0 {
			continue
		}
		for _, keys := range s.keys.levels {
			for _, k := range keys {
				if k.public == nil && bytes.Equal(e.digest[n:], content{}.sum(hmac.New(sha256.New, k.secret))) {
					return s.misused(k, e, e.digest[:n])
				}
			}
		}
	}
	return nil
}

// misused finds out which body it is whose content stands in the header.
func (s *search) misused(k *key, e *entry, signed []byte) *match {
	f := finding{code: SignatureSenderMisuse, message: "the sender called h.Sum(content), which hashes nothing and appends the result to the content; it has to call h.Write(content) and h.Sum(nil)"}
	m := &match{key: k, variant: s.received(), entry: e, findings: []finding{f}}
	if len(s.frames) == 0 {
		return m
	}
	m.frame = s.frames[0]
	c, ok := s.own(m.frame, m.variant.form)
	if !ok || bytes.Equal(c.bytes(), signed) {
		return m
	}
	for v := range s.singles() {
		if c, ok := s.own(m.frame, v.form); ok && bytes.Equal(c.bytes(), signed) {
			m.variant = v
			return m
		}
	}
	return m
}

// prefixLimit is the length in bytes up to which every beginning of a body is
// tried: a MAC of each takes no longer than the hash of a few blocks.
const prefixLimit = 1 << 20

// partOfBody finds a signature of the beginning of the body: the sender's or
// the receiver's buffer was too small.
func (s *search) partOfBody() *match {
	return s.tryParts(s.keys.levels[0], everyLength(len(s.body)))
}

// partUnderOtherKeys tries only lengths that limits have.
func (s *search) partUnderOtherKeys() *match {
	return s.tryParts(s.others(1), limitLength)
}

func (s *search) tryParts(keys []*key, next func(int) int) *match {
	for _, f := range s.frames[:min(1, len(s.frames))] {
		c, ok := s.own(f, form{body: s.body})
		if !ok {
			continue
		}
		for _, k := range keys {
			if n, e := s.prefix(k, c, next); e != nil {
				signed := form{body: s.body[:n], how: "in part"}
				message := fmt.Sprintf("the signature covers the first %d of the %d bytes received", n, len(s.body))
				return &match{key: k, frame: f, entry: e, variant: variant{form: signed, findings: []finding{{code: BodyTruncated, message: message}}}}
			}
		}
	}
	return nil
}

// limitLength returns the next length after n that is a multiple of 500 or 512.
func limitLength(n int) int { return min((n/500+1)*500, (n/512+1)*512) }

func everyLength(size int) func(int) int {
	if size > prefixLimit {
		return limitLength
	}
	return func(n int) int { return n + 1 }
}

// prefix returns how much of the body a signature covers. Sum does not change
// the state of the hash, so that the body is hashed once for all lengths.
func (s *search) prefix(k *key, c content, next func(int) int) (int, *entry) {
	if k.public != nil {
		return 0, nil
	}
	k.mac.Reset()
	k.mac.Write(c.prefix)
	for n, rounds := 0, 0; n < len(c.body); rounds++ {
		if e := s.macs[string(k.mac.Sum(s.sums[:0]))]; e != nil {
			return n, e
		}
		end := min(next(n), len(c.body))
		k.mac.Write(c.body[n:end])
		n = end
		if rounds&0xfff == 0xfff && s.over() {
			break
		}
	}
	return 0, nil
}

// others are the keys with that much to mend, without the rare ones if a large
// body is to be hashed under each of them many times.
func (s *search) others(level int) []*key {
	keys := s.keys.levels[level]
	if len(s.body) <= smallBody {
		return keys
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k *key) bool { return k.rare })
}

// bodiesAndKeys tries a changed body with a key that is not the right one.
func (s *search) bodiesAndKeys() *match {
	if m := s.tryBodies(s.others(1), s.singles()); m != nil {
		return m
	}
	return s.tryBodies(s.few(s.others(2)), s.usual())
}

// maxThirds bounds the work of trying three changes at once, in bytes to hash
// for each of the bodies.
const maxThirds = 256 << 10

// few are so many of the keys that the work stays small.
func (s *search) few(keys []*key) []*key {
	return keys[:min(len(keys), maxThirds/(len(s.body)+1))]
}

// contentsAndOthers tries another content with another key, or with a changed
// body.
func (s *search) contentsAndOthers() *match {
	others := append(s.others(1), s.few(s.others(2))...)
	if m := s.tryTemplates(s.frames, templates[:pairTemplates], others, s.received()); m != nil {
		return m
	}
	if m := s.tryAlgorithms(others, s.received()); m != nil {
		return m
	}
	seen := newSet(s.body)
	for v := range s.usual() {
		if s.over() {
			return nil
		}
		if !seen.add(v.body) {
			continue
		}
		if m := s.tryTemplates(s.frames, templates[:pairTemplates], s.keys.levels[0], v); m != nil {
			return m
		}
		if m := s.tryAlgorithms(s.keys.levels[0], v); m != nil {
			return m
		}
	}
	return nil
}

// manyChanges tries what serialisers do at once, and pairs.
func (s *search) manyChanges() *match {
	keys := append(slices.Clone(s.keys.levels[0]), s.few(s.others(1))...)
	if m := s.tryBodies(keys, reserialised(s.body)); m != nil {
		return m
	}
	return s.tryBodies(s.keys.levels[0], pairs(s.body))
}
