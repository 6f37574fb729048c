// Package keyed computes HMAC-SHA256 under a fixed key without allocating,
// and keeps the key where printing and reflection do not reach it.
package keyed

import (
	"crypto/fips140"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"hash"
	"sync"
)

// Size is the length of a MAC in bytes.
const Size = sha256.Size

// minFIPS is the shortest key, in bytes, that the FIPS 140-3 module accepts
// when it is enforced: 112 bits (SP 800-131A).
const minFIPS = 14

// ErrFIPS says that GODEBUG=fips140=only forbids a key of this length.
var ErrFIPS = errors.New("FIPS 140-3 mode forbids HMAC keys under 14 bytes")

// A MAC is the HMAC-SHA256 of some content.
type MAC [Size]byte

// Content is what is authenticated: the parts, then the payload.
type Content struct {
	Parts   [4]string
	Payload []byte
}

// A Key authenticates content. It is safe for concurrent use. The zero Key
// holds no key; see [Key.IsZero].
//
// The key bytes and the hash states made from them live in a closure, where
// fmt, encoders and deep printers, which walk values by reflection, cannot
// follow.
type Key struct {
	mac func(Content) MAC
}

// New returns a Key made from a copy of key. The only error is [ErrFIPS].
func New(key []byte) (Key, error) {
	if len(key) < minFIPS && fips140.Enforced() {
		return Key{}, ErrFIPS
	}
	key = append([]byte(nil), key...)
	states := sync.Pool{New: func() any { return &state{hash: hmac.New(sha256.New, key)} }}
	return Key{mac: func(c Content) MAC {
		s := states.Get().(*state)
		mac := s.sum(c)
		states.Put(s)
		return mac
	}}, nil
}

// IsZero reports whether k holds no key. A zero Key must not be used.
func (k Key) IsZero() bool { return k.mac == nil }

// MAC returns the MAC of the content.
func (k Key) MAC(c Content) MAC { return k.mac(c) }

// Equal compares two MACs in constant time. It is kept out of line so that
// the instructions it takes can be counted apart from its callers'.
//
//go:noinline
func Equal(a, b *MAC) bool {
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// A state is a keyed hash with room for what is fed to it and what comes out:
// slices of a local array would escape through the hash.Hash interface. Parts
// that are longer than the room are the only thing that takes more.
type state struct {
	hash hash.Hash
	head [512]byte
	out  MAC
}

// sum takes one write for the usual few short parts and a short payload, and
// one more for a long payload.
func (s *state) sum(c Content) MAC {
	head, rest := s.head[:0], c.Payload
	for _, part := range c.Parts {
		head = append(head, part...)
	}
	if len(rest) <= cap(head)-len(head) {
		head, rest = append(head, rest...), nil
	}
	s.hash.Reset()
	s.hash.Write(head)
	s.hash.Write(rest)
	s.hash.Sum(s.out[:0])
	return s.out
}
