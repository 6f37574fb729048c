package stripecompat

import (
	"net/http"
	"time"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/window"
	"github.com/whsec/whsec/standardwebhooks"
)

// A Verifier verifies requests under one of a list of secrets: those of an
// account and of Connect, of live and test mode, of the Stripe CLI, or an old
// one and its successor. Make it with [NewVerifier]; the zero Verifier refuses
// everything. It does not change, and is safe for concurrent use.
type Verifier struct {
	keys   []keyed.Key
	format Format
	window window.Window
	now    func() time.Time
	anyAge bool
}

// NewVerifier makes a Verifier of one or more secrets, the current one first.
//
// It returns [standardwebhooks.ErrNoKeys], a [standardwebhooks.KeyError] for a
// secret that was never made, [standardwebhooks.ErrInvalidTolerance] or
// [ErrInvalidFormat].
func NewVerifier(secrets []Secret, opts ...VerifierOption) (*Verifier, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	config := verifierConfig{format: Stripe(), now: time.Now}
	for _, opt := range opts {
		if opt != nil {
			opt.applyToVerifier(&config)
		}
	}
	format, err := config.format.checked()
	if err != nil {
		return nil, err
	}
	v := &Verifier{keys: keys, format: format, window: config.window(), now: config.now, anyAge: config.anyAge}
	if !v.window.Valid() {
		return nil, standardwebhooks.ErrInvalidTolerance
	}
	return v, nil
}

// Verify verifies a request by its headers and the bytes of its body, which
// must be as they were received: before any parser, and not re-encoded. It
// does not look into the body and keeps neither argument.
//
// In the Message, ID is empty, since Stripe's is in the body. Scheme is the
// label of the format, "v1", and KeyIndex the place of the secret that matched.
//
// Every error matches [standardwebhooks.ErrInvalid] and one of the errors above
// it that speak of requests; [standardwebhooks.ErrTimestampTooOld] and
// [standardwebhooks.ErrTimestampTooNew] are only returned for requests that are
// authentic. Answer 400 or 401 without the reason.
func (v *Verifier) Verify(payload []byte, header http.Header) (standardwebhooks.Message, error) {
	if v == nil || len(v.keys) == 0 {
		return standardwebhooks.Message{}, standardwebhooks.ErrNoKeys
	}
	return v.VerifyAt(payload, header, v.now())
}

// VerifyAt is [Verifier.Verify] by another clock: it judges the age of the
// request at the given time, such as when a stored request was received.
func (v *Verifier) VerifyAt(payload []byte, header http.Header, at time.Time) (standardwebhooks.Message, error) {
	if v == nil || len(v.keys) == 0 {
		return standardwebhooks.Message{}, standardwebhooks.ErrNoKeys
	}
	r, err := v.format.read(header)
	if err != nil {
		return standardwebhooks.Message{}, err
	}
	index := v.match(&r, payload)
	if index < 0 {
		return standardwebhooks.Message{}, v.mismatch(r.behind)
	}
	if err := v.checkAge(&r, at); err != nil {
		return standardwebhooks.Message{}, err
	}
	return standardwebhooks.Message{
		Timestamp: v.format.time(r.units),
		Payload:   payload,
		Scheme:    v.format.scheme(),
		KeyIndex:  index,
	}, nil
}

// CheckHeader checks what can be checked of a request before its body is
// read: that timestamp and signatures are there and well-formed. It
// authenticates nothing.
func (v *Verifier) CheckHeader(header http.Header) error {
	if v == nil || len(v.keys) == 0 {
		return standardwebhooks.ErrNoKeys
	}
	_, err := v.format.read(header)
	return err
}

// match returns the index of the first key under which one of the signatures
// is right, or -1. It computes one MAC a key however many signatures there
// are, and compares in constant time.
func (v *Verifier) match(r *request, payload []byte) int {
	for i, key := range v.keys {
		want := key.MAC(v.format.content(r.timestamp, payload))
		got, behind := r.first, r.behind
		for ok := true; ok; ok = v.format.nextSignature(&behind, &got) {
			if keyed.Equal(&want, &got) {
				return i
			}
		}
	}
	return -1
}

// mismatch counts the signatures behind the first, too.
func (v *Verifier) mismatch(behind scanner) error {
	err := &standardwebhooks.MismatchError{Keys: len(v.keys), Signatures: 1}
	for got := (keyed.MAC{}); v.format.nextSignature(&behind, &got); {
		err.Signatures++
	}
	return err
}

func (v *Verifier) checkAge(r *request, now time.Time) error {
	if v.anyAge {
		return nil
	}
	switch v.format.locate(v.window, now, r.units) {
	case window.TooOld:
		return v.ageError(standardwebhooks.ErrTimestampTooOld, r, now, v.window.Past)
	case window.TooNew:
		return v.ageError(standardwebhooks.ErrTimestampTooNew, r, now, v.window.Future)
	default:
		return nil
	}
}

func (v *Verifier) ageError(class error, r *request, now time.Time, tolerance time.Duration) error {
	return &standardwebhooks.TimestampError{
		Class:     class,
		Text:      r.timestamp,
		Age:       v.format.age(now, r.units),
		Tolerance: tolerance,
	}
}
