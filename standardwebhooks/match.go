package standardwebhooks

import (
	"crypto/ed25519"
	"slices"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/strict"
)

// maxAsymmetric is how many distinct v1a signatures of a request are tried: an
// Ed25519 check of 1 MiB takes over a millisecond, and a header has room for
// thousands.
const maxAsymmetric = 16

// match returns the index of the first key under which one of the candidates
// is right, and its scheme, or -1.
func (v *Verifier) match(r *request, payload []byte, found *candidates) (int, string) {
	var asymmetric asymmetricCheck
	defer func() { asymmetric.buffer.release() }() // which is there when it is needed
	for i, key := range v.keys {
		switch {
		case key.mac.IsZero() && asymmetric.match(key.public, r, payload, *found):
			return i, SchemeV1a
		case !key.mac.IsZero() && matchMAC(key.mac, r, payload, *found):
			return i, SchemeV1
		}
	}
	return -1, ""
}

// matchMAC computes one MAC however many candidates there are, and compares
// it with each in constant time.
func matchMAC(key keyed.Key, r *request, payload []byte, found candidates) bool {
	want := key.MAC(content(r.id, r.timestamp, payload))
	var got keyed.MAC
	for c, ok := found.next(); ok; c, ok = found.next() {
		if c.scheme == SchemeV1 && strict.Base64Into(got[:], c.text) && keyed.Equal(&want, &got) {
			return true
		}
	}
	return false
}

// An asymmetricCheck has message and signatures, gathered once for all public
// keys, and not at all when a secret matched before.
type asymmetricCheck struct {
	buffer     *buffer
	signatures [][ed25519.SignatureSize]byte
}

func (a *asymmetricCheck) match(public PublicKey, r *request, payload []byte, found candidates) bool {
	if a.buffer == nil {
		a.signatures = distinctSignatures(found)
		a.buffer = fill(r.id, r.timestamp, payload)
	}
	for i := range a.signatures {
		if ed25519.Verify(public.bytes[:], a.buffer.message, a.signatures[i][:]) {
			return true
		}
	}
	return false
}

// distinctSignatures decodes up to maxAsymmetric different v1a candidates.
func distinctSignatures(found candidates) [][ed25519.SignatureSize]byte {
	var distinct [][ed25519.SignatureSize]byte
	var got [ed25519.SignatureSize]byte
	for c, ok := found.next(); ok && len(distinct) < maxAsymmetric; c, ok = found.next() {
		if c.scheme == SchemeV1a && strict.Base64Into(got[:], c.text) && !slices.Contains(distinct, got) {
			distinct = append(distinct, got)
		}
	}
	return distinct
}

func (v *Verifier) mismatch(found candidates) error {
	err := &MismatchError{Keys: len(v.keys)}
	for _, ok := found.next(); ok; _, ok = found.next() {
		err.Signatures++
	}
	return err
}
