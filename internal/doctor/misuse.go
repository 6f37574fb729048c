package doctor

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
)

// misuse finds Go's h.Sum(content), which appends the MAC of nothing to the
// content: both stand in the header. Without hmac.New it is the hash of nothing.
func (s *search) misuse() *match {
	for i := range s.entries {
		e := &s.entries[i]
		n := len(e.digest) - sha256.Size
		if n <= 0 {
			continue
		}
		if nothing := sha256.Sum256(nil); bytes.Equal(e.digest[n:], nothing[:]) {
			return s.misused(&key{}, e, e.digest[:n])
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
	found := s.first(func(yield func(trial) bool) {
		for v := range s.singles() {
			isSigned := func(p *prober) *match {
				if c, ok := p.own(m.frame, v.form); ok && bytes.Equal(c.bytes(), signed) {
					return &match{variant: v}
				}
				return nil
			}
			if !yield(isSigned) {
				return
			}
		}
	})
	if found != nil {
		m.variant = found.variant
	}
	return m
}
