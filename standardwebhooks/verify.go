package standardwebhooks

import (
	"net/http"
	"time"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/window"
)

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
	if v == nil || v.now == nil {
		return Message{}, ErrNoKeys
	}
	return v.VerifyAt(payload, header, v.now())
}

// VerifyAt is [Verifier.Verify] by another clock: it judges the age of the
// message at the given time, such as when a stored request was received.
func (v *Verifier) VerifyAt(payload []byte, header http.Header, at time.Time) (Message, error) {
	var r request
	var found candidates
	if err := v.read(header, &r, &found); err != nil {
		return Message{}, err
	}
	index, scheme := v.match(&r, payload, &found)
	if index < 0 {
		return Message{}, v.mismatch(found)
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
	var r request
	var found candidates
	return v.read(header, &r, &found)
}

// read reads all that the headers say, without computing anything.
func (v *Verifier) read(header http.Header, r *request, found *candidates) error {
	if v == nil || len(v.keys) == 0 {
		return ErrNoKeys
	}
	if err := r.readHeaders(header, v.headers, v.dotInID); err != nil {
		return err
	}
	if !found.begin(r.signatures, v.schemes) {
		return noCandidate(r.signatures, v.schemes)
	}
	return nil
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
