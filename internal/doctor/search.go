package doctor

import (
	"context"
	"crypto/ed25519"
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

// An Ed25519 check costs as much as a hundred MACs of a small body, and hashes a
// large one as a MAC does. These bound the checks by configured keys, and as
// many by others, of one kind of hypotheses.
const (
	stageChecks      = 1000
	serialiserChecks = 2400
	pairChecks       = 600
)

// allowChecks starts to count Ed25519 checks anew, and allows so many, fewer of
// a large body.
func (s *search) allowChecks(most int) {
	const half, least = 16 << 10, 150 // the length in bytes that halves them
	s.checked = [2]int{}
	s.checks = max(least, most*half/(half+len(s.body)))
}

// A search tries hypotheses.
type search struct {
	*patient
	ctx     context.Context
	macs    map[string]*entry // by digest
	sums    [sha512.Size]byte
	checks  int       // Ed25519 signatures that this stage may check
	checked [2]int    // and has checked: by configured keys, and by others
	left    bool      // there were more to check
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

func (s *search) stages() []stage {
	keys := "every other way to make a key of the texts given"
	if len(s.Candidates) > 0 {
		keys = "the candidates, and " + keys
	}
	return append([]stage{
		{"the request as it is, with the secret as it is", (*search).asItIs},
		{keys, (*search).otherKeys},
	}, changes...)
}

// changes are the stages after the first ones.
var changes = []stage{
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
	if s.cut {
		s.report.NotTried = append(s.report.NotTried, fmt.Sprintf("what follows the first %d words or %d signatures of the header", maxWords, maxEntries))
	}
	stages := s.stages()
	for i, stage := range stages {
		if s.over() {
			for _, left := range stages[i:] {
				s.report.NotTried = append(s.report.NotTried, left.name)
			}
			return nil
		}
		s.left = false
		s.allowChecks(stageChecks)
		if m := stage.run(s); m != nil {
			return m
		}
		switch {
		case s.stopped:
			s.report.NotTried = append(s.report.NotTried, stage.name)
		case s.left:
			s.report.NotTried = append(s.report.NotTried, stage.name+", all of it: Ed25519 signatures take long to check")
		default:
			s.report.RuledOut = append(s.report.RuledOut, stage.name)
		}
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
		for v := range singles(s.body) {
			if s.over() {
				break // and nobody goes on with what is there
			}
			s.kept = append(s.kept, v)
		}
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
	for v := range s.ahead(variants) {
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
	s.over()
	return nil
}

// ahead makes variants of a large body ahead. When the search is over they end
// early, which is to be asked for behind the loop.
func (s *search) ahead(variants iter.Seq[variant]) iter.Seq[variant] {
	if len(s.body) <= aheadFrom {
		return variants
	}
	return ahead(s.ctx, variants)
}

func (s *search) tryKeys(keys []*key, frames []frame, v variant) *match {
	for _, f := range frames {
		c, ok := s.own(f, v.form)
		if !ok {
			continue
		}
		for _, k := range keys {
			if s.over() {
				return nil
			}
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
	checked := &s.checked[0]
	if len(k.findings) > 0 {
		checked = &s.checked[1]
	}
	for i := range s.entries {
		e := &s.entries[i]
		if len(e.digest) != ed25519.SignatureSize {
			continue
		}
		if *checked >= s.checks {
			s.left = true
			return nil
		}
		*checked++
		if ed25519.Verify(k.public, c.bytes(), e.digest) {
			return e
		}
	}
	return nil
}
