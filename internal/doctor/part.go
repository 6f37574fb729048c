package doctor

import "fmt"

// prefixLimit is the length in bytes up to which every beginning of a body is
// tried: a MAC of each takes no longer than the hash of a few blocks.
const prefixLimit = 1 << 20

// partOfBody finds a signature of the beginning of the body: the sender's or
// the receiver's buffer was too small.
func (s *search) partOfBody() *match {
	return s.tryParts(s.keys.levels[0], everyLength(len(s.body)))
}

// partUnderOtherKeys tries only lengths that limits have, of a body that is not
// small.
func (s *search) partUnderOtherKeys() *match {
	if len(s.body) <= smallBody {
		return s.tryParts(s.others(1), everyLength(len(s.body)))
	}
	return s.tryParts(s.others(1), limitLength)
}

func (s *search) tryParts(keys []*key, next func(int) int) *match {
	for _, f := range s.firstFrame() {
		c, ok := s.own(f, form{body: s.body})
		if !ok {
			continue
		}
		for _, k := range keys {
			if s.over() {
				return nil
			}
			if n, e := s.probers[0].prefix(k, c, next); e != nil {
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
func (p *prober) prefix(k *key, c content, next func(int) int) (int, *entry) {
	if k.public != nil {
		return p.asymmetricPrefix(k, c)
	}
	mac := p.mac(k)
	mac.Write(c.prefix)
	for n, rounds := 0, 0; n < len(c.body); rounds++ {
		if e := p.digests[string(mac.Sum(p.sum[:0]))]; e != nil {
			return n, e
		}
		end := min(next(n), len(c.body))
		mac.Write(c.body[n:end])
		n = end
		if rounds&0xfff == 0xfff && p.over() {
			break
		}
	}
	return 0, nil
}

// asymmetricPrefix does the same for a public key, of lengths that limits have:
// there is no state of a hash to go on from.
func (p *prober) asymmetricPrefix(k *key, c content) (int, *entry) {
	whole := c.body
	for n := limitLength(0); n < len(whole) && len(p.afford([]*key{k}, 1)) > 0; n = limitLength(n) {
		c.body = whole[:n]
		if e := p.probeAsymmetric(k, c); e != nil {
			return n, e
		}
	}
	return 0, nil
}
