package doctor

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha512"
	"hash"
)

// A prober holds keys against contents, in one goroutine: the states of its
// hashes are its own.
type prober struct {
	*search
	macs map[*key]hash.Hash
	sum  [sha512.Size]byte
}

func newProber(s *search) *prober { return &prober{search: s, macs: map[*key]hash.Hash{}} }

// tryKeys tries the content that the scheme signs.
func (p *prober) tryKeys(keys []*key, frames []frame, v variant) *match {
	for _, f := range frames {
		c, ok := p.own(f, v.form)
		if !ok {
			continue
		}
		for _, k := range keys {
			if p.over() {
				return nil
			}
			e, tail := p.probe(k, c, v.tail)
			if e == nil {
				continue
			}
			if tail {
				v = v.withTail()
			}
			return &match{key: k, frame: f, variant: v, entry: e}
		}
	}
	return nil
}

// probe returns the entry that is the signature of a content under a key, or
// that of the content with a tail behind it.
func (p *prober) probe(k *key, c content, tail []byte) (e *entry, withTail bool) {
	if k.public != nil {
		if e := p.probeAsymmetric(k, c); e != nil || len(tail) == 0 {
			return e, false
		}
		c.suffix = tail
		return p.probeAsymmetric(k, c), true
	}
	if !p.sizes[p.keys.size] {
		return nil, false // no signature is that long
	}
	mac := p.mac(k)
	mac.Write(c.prefix)
	mac.Write(c.body)
	mac.Write(c.suffix)
	if e := p.digests[string(mac.Sum(p.sum[:0]))]; e != nil || len(tail) == 0 {
		return e, false
	}
	mac.Write(tail) // Sum has not changed the state: nothing is hashed twice
	return p.digests[string(mac.Sum(p.sum[:0]))], true
}

// mac is the MAC of nothing yet.
func (p *prober) mac(k *key) hash.Hash {
	mac := p.macs[k]
	if mac == nil {
		mac = hmac.New(p.keys.hash, k.secret)
		p.macs[k] = mac
	}
	mac.Reset()
	return mac
}

func (p *prober) probeAsymmetric(k *key, c content) *entry {
	for _, e := range p.asymmetric {
		if ed25519.Verify(k.public, c.bytes(), e.digest) {
			return e
		}
	}
	return nil
}
