package doctor

import "slices"

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
	others := slices.Concat(s.others(1), s.few(s.others(2)))
	if m := s.tryTemplates(s.frames, templates[:pairTemplates], others); m != nil {
		return m
	}
	if m := s.tryAlgorithms(others); m != nil {
		return m
	}
	return s.contentsOfBodies()
}

// contentsOfBodies tries other contents of each changed body.
func (s *search) contentsOfBodies() *match {
	return s.first(func(yield func(trial) bool) {
		seen := newSet(s.body)
		for v := range s.usual() {
			if !seen.add(v.body) {
				continue
			}
			keys := s.afford(s.keys.levels[0], len(s.frames)*pairTemplates)
			if !yield(func(p *prober) *match { return p.tryContents(keys, v) }) {
				return
			}
		}
	})
}

func (p *prober) tryContents(keys []*key, v variant) *match {
	for _, f := range p.frames {
		for _, t := range templates[:pairTemplates] {
			if m := p.tryTemplate(t, f, keys, v); m != nil {
				return m
			}
		}
	}
	for _, a := range p.algorithms() {
		if m := p.tryAlgorithm(a, keys, v); m != nil {
			return m
		}
	}
	return nil
}

// manyChanges tries what serialisers do at once, and pairs.
func (s *search) manyChanges() *match {
	keys := append(slices.Clone(s.keys.levels[0]), s.few(s.others(1))...)
	s.allowChecks(serialiserChecks)
	if m := s.tryBodies(keys, reserialised(s.body)); m != nil || s.over() {
		return m
	}
	s.allowChecks(pairChecks)
	return s.tryBodies(s.keys.levels[0], pairs(s.body))
}
