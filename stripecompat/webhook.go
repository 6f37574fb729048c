package stripecompat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// The functions in this file have the names and shapes of stripe-go's package
// webhook. They take the secret as a text and so prepare its key at every
// call; a Verifier does it once.

// ConstructEvent verifies a request by the value of its Stripe-Signature header
// and then, and only then, decodes its body. Errors are [ErrNotSigned] and its
// neighbours, bare; a [standardwebhooks.KeyError] for a secret that cannot be
// used; and a [standardwebhooks.DecodeError] for an authentic body that is no
// event.
func ConstructEvent(payload []byte, header string, secret string) (Event, error) {
	return ConstructEventAs[Event](payload, header, secret)
}

// ConstructEventIgnoringTolerance is [ConstructEvent] at any age: see
// [InsecureIgnoreTimestamp].
func ConstructEventIgnoringTolerance(payload []byte, header string, secret string) (Event, error) {
	return ConstructEventAs[Event](payload, header, secret, InsecureIgnoreTimestamp())
}

// ConstructEventWithTolerance is [ConstructEvent] with another tolerance, from
// 1 s to 24 h; beyond these, and so for zero, it returns
// [standardwebhooks.ErrInvalidTolerance].
func ConstructEventWithTolerance(payload []byte, header string, secret string, tolerance time.Duration) (Event, error) {
	return ConstructEventAs[Event](payload, header, secret, withShapeTolerance(tolerance))
}

// ConstructEventOptions are those of [ConstructEventWithOptions].
type ConstructEventOptions struct {
	// Tolerance is how long ago the request may have been signed, from 1 s to
	// 24 h; zero, here alone, is [DefaultTolerance].
	Tolerance time.Duration
	// IgnoreTolerance accepts requests of any age: see
	// [InsecureIgnoreTimestamp].
	IgnoreTolerance bool
	// IgnoreAPIVersionMismatch changes nothing: versions are never compared.
	IgnoreAPIVersionMismatch bool
}

// ConstructEventWithOptions is [ConstructEvent] with options.
func ConstructEventWithOptions(payload []byte, header string, secret string, options ConstructEventOptions) (Event, error) {
	switch {
	case options.IgnoreTolerance:
		return ConstructEventIgnoringTolerance(payload, header, secret)
	case options.Tolerance == 0:
		return ConstructEvent(payload, header, secret)
	default:
		return ConstructEventWithTolerance(payload, header, secret, options.Tolerance)
	}
}

// ConstructEventAs is [ConstructEvent] into a type of the caller's, such as the
// Event of the stripe-go release in use, without the check of API versions
// that makes valid events fail.
func ConstructEventAs[T any](payload []byte, header string, secret string, opts ...VerifierOption) (T, error) {
	var value, zero T
	if err := validate(payload, header, secret, opts...); err != nil {
		return zero, err
	}
	if err := json.Unmarshal(payload, &value); err != nil {
		return zero, &standardwebhooks.DecodeError{Err: err}
	}
	if string(bytes.TrimSpace(payload)) == "null" {
		return zero, &standardwebhooks.DecodeError{Err: errNoID} // which json takes for anything at all
	}
	return value, nil
}

// ValidatePayload is [ConstructEvent] without decoding.
func ValidatePayload(payload []byte, header string, secret string) error {
	return validate(payload, header, secret)
}

// ValidatePayloadIgnoringTolerance is [ConstructEventIgnoringTolerance] without
// decoding.
func ValidatePayloadIgnoringTolerance(payload []byte, header string, secret string) error {
	return validate(payload, header, secret, InsecureIgnoreTimestamp())
}

// ValidatePayloadWithTolerance is [ConstructEventWithTolerance] without
// decoding.
func ValidatePayloadWithTolerance(payload []byte, header string, secret string, tolerance time.Duration) error {
	return validate(payload, header, secret, withShapeTolerance(tolerance))
}

// withShapeTolerance is what a tolerance means in stripe-go, how long ago; of
// the future it says nothing.
func withShapeTolerance(d time.Duration) VerifierOption {
	return verifierOption(func(c *verifierConfig) { w := past(d); c.past, c.future = &w.Past, &w.Future })
}

func validate(payload []byte, value, secret string, opts ...VerifierOption) error {
	format := Stripe()
	key, err := ParseSecret(secret)
	if err != nil {
		return format.bare(err, nil)
	}
	verifier, err := NewVerifier([]Secret{key}, opts...)
	if err != nil {
		return err
	}
	if verifier.format.TimestampHeader != "" {
		return fmt.Errorf("%w: the timestamp has a header of its own, and this function is given one value; use a Verifier", ErrInvalidFormat)
	}
	header := http.Header{verifier.format.Header: {value}}
	if _, err := verifier.Verify(payload, header); err != nil {
		return verifier.format.bare(err, header)
	}
	return nil
}
