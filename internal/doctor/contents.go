package doctor

import "fmt"

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
			if s.over() {
				return nil
			}
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
				if s.over() {
					return nil
				}
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
