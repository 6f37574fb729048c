package doctor

import (
	"fmt"
	"slices"
)

// otherContents tries other templates, timestamps and algorithms.
func (s *search) otherContents() *match {
	if m := s.misuse(); m != nil {
		return m
	}
	if m := s.tryTemplates(s.allFrames(), templates, s.keys.levels[0]); m != nil {
		return m
	}
	return s.tryAlgorithms(s.keys.levels[0])
}

// allFrames has every frame and the other ways to write its timestamp.
func (s *search) allFrames() []frame {
	frames := s.frames
	for _, f := range s.frames {
		frames = append(frames[:len(frames):len(frames)], timestampFrames(f)...)
	}
	return frames
}

// tryTemplates tries other contents of what was received, one in a trial.
func (s *search) tryTemplates(frames []frame, templates []template, keys []*key) *match {
	return s.first(func(yield func(trial) bool) {
		for _, f := range frames {
			for _, t := range templates {
				keys := s.afford(keys, 1)
				if !yield(func(p *prober) *match { return p.tryTemplate(t, f, keys, p.received()) }) {
					return
				}
			}
		}
	})
}

func (p *prober) tryTemplate(t template, f frame, keys []*key, v variant) *match {
	c, ok := p.fill(t, f, v.form)
	if !ok {
		return nil
	}
	for _, k := range keys {
		if p.over() {
			return nil
		}
		e, _ := p.probe(k, c, nil)
		if e == nil {
			continue
		}
		m := &match{key: k, frame: f, variant: v, entry: e}
		if t.text != p.ownTemplate || t.hash != nil {
			m.findings = []finding{templateFinding(t, p.ownTemplate)}
		}
		return m
	}
	return nil
}

func templateFinding(t template, own string) finding {
	return finding{code: SignatureTemplate, message: fmt.Sprintf("the sender signed %s, where the scheme signs %s", t.how, own)}
}

// tryAlgorithms tries those whose digests are as long as one in the header, one
// in a trial.
func (s *search) tryAlgorithms(keys []*key) *match {
	return s.first(func(yield func(trial) bool) {
		for _, a := range s.algorithms() {
			if !yield(func(p *prober) *match { return p.tryAlgorithm(a, keys, p.received()) }) {
				return
			}
		}
	})
}

// algorithms are those of which the header can hold a digest.
func (s *search) algorithms() []algorithm {
	if !algorithmsAllowed() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(algorithms), func(a algorithm) bool { return !s.sizes[a.size] })
}

func (p *prober) tryAlgorithm(a algorithm, keys []*key, v variant) *match {
	for _, f := range p.firstFrame() {
		for _, t := range templates[:algorithmTemplates] {
			c, ok := p.fill(t, f, v.form)
			if !ok {
				continue
			}
			if k, e := p.sumUnder(a, keys, c); e != nil {
				m := &match{key: k, frame: f, variant: v, entry: e}
				m.findings = []finding{{code: SignatureAlgorithm, message: "the sender used " + a.name + ", where the scheme has HMAC with SHA-256"}}
				if t.text != p.ownTemplate {
					m.findings = append(m.findings, templateFinding(t, p.ownTemplate))
				}
				return m
			}
		}
	}
	return nil
}

// sumUnder returns the entry that an algorithm makes of a content, and the key.
func (p *prober) sumUnder(a algorithm, keys []*key, c content) (*key, *entry) {
	for _, k := range keys {
		if p.over() {
			return nil, nil
		}
		if k.public != nil {
			continue
		}
		if e := p.digests[string(a.sum(k.secret, c))]; e != nil {
			return k, e
		}
	}
	return nil, nil
}
