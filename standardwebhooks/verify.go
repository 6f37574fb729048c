package standardwebhooks

import (
	"crypto/ed25519"
	"net/http"
	"slices"
	"time"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/internal/window"
)

// maxAsymmetric is how many distinct v1a signatures of a request are tried: an
// Ed25519 check of 1 MiB takes over a millisecond, and a header has room for
// thousands.
const maxAsymmetric = 16

// A Message is what was authenticated. Take id and timestamp from here, not
// from the headers.
type Message struct {
	// ID is the message id: the same at every attempt to deliver a message,
	// and so what duplicates are told by.
	ID string
	// Timestamp is when this attempt was signed, in whole seconds.
	Timestamp time.Time
	// Payload is the body as it was received, not a copy.
	Payload []byte
	// Scheme is the version of the signature that matched: [SchemeV1] or
	// [SchemeV1a].
	Scheme string
	// KeyIndex is the place of the key that matched, from 0. As soon as
	// nothing but the current key matches, older ones can go.
	KeyIndex int
}

// A Verifier verifies messages under one of a list of keys. Make it with
// [NewVerifier]; the zero Verifier refuses everything. It does not change, and
// is safe for concurrent use.
type Verifier struct {
	keys    []verifyKey
	schemes schemes
	headers []headerSet
	window  window.Window
	now     func() time.Time
	anyAge  bool
	dotInID bool
}

// A verifyKey holds one of the two.
type verifyKey struct {
	mac    keyed.Key
	public PublicKey
}

// NewVerifier makes a Verifier of one or more keys, the current one first.
//
// It returns [ErrNoKeys], [ErrTooManyKeys] for more than 8 public keys, a
// [KeyError] for a key that was never made or a secret with the bytes of a
// public key, [ErrInvalidTolerance] or [ErrInvalidHeaderPrefix].
func NewVerifier(keys []VerifyingKey, opts ...VerifierOption) (*Verifier, error) {
	if err := checkVerifyingKeys(keys); err != nil {
		return nil, err
	}
	v := &Verifier{
		headers: standardHeaders,
		window:  window.Window{Past: DefaultTolerance, Future: DefaultTolerance},
		now:     time.Now,
	}
	for _, key := range keys {
		v.add(key)
	}
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt.applyToVerifier(v); err != nil {
			return nil, err
		}
	}
	if !v.window.Valid() {
		return nil, ErrInvalidTolerance
	}
	return v, nil
}

func (v *Verifier) add(key VerifyingKey) {
	switch key := key.(type) {
	case Secret:
		v.keys = append(v.keys, verifyKey{mac: key.key})
		v.schemes.v1 = true
	case PublicKey:
		v.keys = append(v.keys, verifyKey{public: key})
		v.schemes.v1a = true
	}
}

// Verify verifies a request by its headers and the bytes of its body, which
// must be as they were received: before any parser, and not re-encoded. It
// does not look into the body and keeps neither argument.
//
// Every error matches [ErrInvalid] and one of the errors above it that speak
// of requests; [ErrTimestampTooOld] and [ErrTimestampTooNew] are only returned
// for messages that are authentic. Answer 400 or 401 without the reason.
func (v *Verifier) Verify(payload []byte, header http.Header) (Message, error) {
	if v == nil || len(v.keys) == 0 {
		return Message{}, ErrNoKeys
	}
	return v.VerifyAt(payload, header, v.now())
}

// VerifyAt is [Verifier.Verify] by another clock: it judges the age of the
// message at the given time, such as when a stored request was received.
func (v *Verifier) VerifyAt(payload []byte, header http.Header, at time.Time) (Message, error) {
	if v == nil || len(v.keys) == 0 {
		return Message{}, ErrNoKeys
	}
	var r request
	if err := r.readHeaders(header, v.headers, v.dotInID); err != nil {
		return Message{}, err
	}
	s := scanner{values: r.signatures}
	first, ok := s.nextCandidate(v.schemes)
	if !ok {
		return Message{}, noCandidate(r.signatures, v.schemes)
	}
	index, scheme := v.match(&r, payload, first, s)
	if index < 0 {
		return Message{}, v.mismatch(r.signatures)
	}
	if err := v.checkAge(&r, at); err != nil {
		return Message{}, err
	}
	return Message{
		ID:        r.id,
		Timestamp: time.Unix(r.seconds, 0),
		Payload:   payload,
		Scheme:    scheme,
		KeyIndex:  index,
	}, nil
}

// CheckHeader checks what can be checked of a request before its body is
// read: that the headers are there, once each, well-formed, and with a
// signature of a scheme for which there is a key. It authenticates nothing.
func (v *Verifier) CheckHeader(header http.Header) error {
	if v == nil || len(v.keys) == 0 {
		return ErrNoKeys
	}
	var r request
	if err := r.readHeaders(header, v.headers, v.dotInID); err != nil {
		return err
	}
	s := scanner{values: r.signatures}
	if _, ok := s.nextCandidate(v.schemes); !ok {
		return noCandidate(r.signatures, v.schemes)
	}
	return nil
}

// match returns the index of the first key under which one of the candidates
// is right, and its scheme, or -1. The scanner stands behind the first.
func (v *Verifier) match(r *request, payload []byte, first candidate, behind scanner) (int, string) {
	var asymmetric asymmetricCheck
	defer asymmetric.release()
	for i, key := range v.keys {
		switch {
		case !key.mac.IsZero():
			if v.matchMAC(key.mac, r, payload, first, behind) {
				return i, SchemeV1
			}
		default:
			if asymmetric.gather(v.schemes, r, payload, first, behind); asymmetric.match(key.public) {
				return i, SchemeV1a
			}
		}
	}
	return -1, ""
}

// matchMAC computes one MAC however many candidates there are, and compares
// it with each in constant time.
func (v *Verifier) matchMAC(key keyed.Key, r *request, payload []byte, c candidate, behind scanner) bool {
	want := key.MAC(content(r.id, r.timestamp, payload))
	var got keyed.MAC
	for ok := true; ok; c, ok = behind.nextCandidate(v.schemes) {
		if c.scheme == SchemeV1 && strict.Base64Into(got[:], c.text) && keyed.Equal(&want, &got) {
			return true
		}
	}
	return false
}

// An asymmetricCheck has message and candidates, gathered once for all public
// keys, and not at all when a secret matched before.
type asymmetricCheck struct {
	*buffer
	candidates [][ed25519.SignatureSize]byte
}

func (a *asymmetricCheck) gather(keys schemes, r *request, payload []byte, first candidate, behind scanner) {
	if a.buffer == nil {
		a.candidates = distinctSignatures(keys, first, behind)
		a.buffer = fill(r.id, r.timestamp, payload)
	}
}

func (a *asymmetricCheck) match(public PublicKey) bool {
	for i := range a.candidates {
		if ed25519.Verify(public.bytes[:], a.message, a.candidates[i][:]) {
			return true
		}
	}
	return false
}

// distinctSignatures decodes up to maxAsymmetric different v1a candidates.
func distinctSignatures(keys schemes, c candidate, behind scanner) [][ed25519.SignatureSize]byte {
	var distinct [][ed25519.SignatureSize]byte
	var got [ed25519.SignatureSize]byte
	for ok := true; ok && len(distinct) < maxAsymmetric; c, ok = behind.nextCandidate(keys) {
		if c.scheme == SchemeV1a && strict.Base64Into(got[:], c.text) && !slices.Contains(distinct, got) {
			distinct = append(distinct, got)
		}
	}
	return distinct
}

func (v *Verifier) mismatch(values []string) error {
	err := &MismatchError{Keys: len(v.keys)}
	s := scanner{values: values}
	for {
		if _, ok := s.nextCandidate(v.schemes); !ok {
			return err
		}
		err.Signatures++
	}
}

func (v *Verifier) checkAge(r *request, now time.Time) error {
	if v.anyAge {
		return nil
	}
	switch v.window.Locate(now, r.seconds) {
	case window.TooOld:
		return ageError(ErrTimestampTooOld, r, now, v.window.Past)
	case window.TooNew:
		return ageError(ErrTimestampTooNew, r, now, v.window.Future)
	default:
		return nil
	}
}

func ageError(class error, r *request, now time.Time, tolerance time.Duration) error {
	return &TimestampError{Class: class, Text: r.timestamp, Age: window.Age(now, r.seconds), Tolerance: tolerance}
}
