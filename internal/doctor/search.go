package doctor

import (
	"context"
	"crypto/ed25519"
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

// all returns the findings of the match, those of the signature first.
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

// A search tries hypotheses.
type search struct {
	*patient
	ctx        context.Context
	digests    map[string]*entry // by digest
	sizes      map[int]bool      // of digests
	asymmetric []*entry          // those that are as long as an Ed25519 signature
	probers    []*prober
	budget
	kept []variant // singles, for a body of which they are not too large
}

func (p *patient) newSearch(ctx context.Context) *search {
	s := &search{patient: p, ctx: ctx, digests: map[string]*entry{}, sizes: map[int]bool{}}
	for i := range p.entries {
		e := &p.entries[i]
		if known := s.digests[string(e.digest)]; known == nil || e.proper {
			s.digests[string(e.digest)] = e
		}
		s.sizes[len(e.digest)] = true
		if len(e.digest) == ed25519.SignatureSize {
			s.asymmetric = append(s.asymmetric, e)
		}
	}
	s.probers = s.newProbers()
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
	{"changes to the body that can be undone: line ends, white space, the layout and escapes of JSON, keys sorted, base64, compression, encodings of characters", (*search).otherBodies},
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
		if s.stopped = s.over(); s.stopped {
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
		s.stopped = s.over()
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

func (s *search) over() bool { return s.ctx.Err() != nil }

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

// firstFrame is the likeliest one: where work is dear, it has to do.
func (p *patient) firstFrame() []frame { return p.frames[:min(1, len(p.frames))] }

func (s *search) received() variant { return variant{form: form{body: s.body}} }

// tryKeys tries keys in every frame.
func (s *search) tryKeys(keys []*key, frames []frame, v variant) *match {
	keys = s.afford(keys, len(frames))
	return s.probers[0].tryKeys(keys, frames, v)
}

// tryBodies tries variants of the body, each of them once.
func (s *search) tryBodies(keys []*key, variants iter.Seq[variant]) *match {
	frames := s.firstFrame()
	return s.first(func(yield func(trial) bool) {
		seen := newSet(s.body)
		for v := range variants {
			if v.around == nil && !seen.add(v.body) {
				continue
			}
			keys := s.afford(keys, v.contents()*len(frames))
			if !yield(func(p *prober) *match { return p.tryKeys(keys, frames, v) }) {
				return
			}
		}
	})
}
