package standardcompat

import (
	"errors"

	"github.com/whsec/whsec/standardwebhooks"
)

// What can be wrong with a request, in the reference library's terms. Compare
// with errors.Is, as that library's errors have to be.
var (
	// ErrRequiredHeaders: the id, timestamp or signature header is absent or
	// empty.
	ErrRequiredHeaders = errors.New("required header missing")
	// ErrInvalidHeaders: the id or the timestamp is malformed, or there are two
	// that differ.
	ErrInvalidHeaders = errors.New("invalid headers")
	// ErrNoMatchingSignature: no signature, or none of scheme v1, is that of
	// this message under this key.
	ErrNoMatchingSignature = errors.New("signature does not match")
	// ErrMessageTooOld: authentic, but sent more than 5 minutes ago.
	ErrMessageTooOld = errors.New("message too old")
	// ErrMessageTooNew: authentic, but from more than 5 minutes ahead.
	ErrMessageTooNew = errors.New("message too new")
)

// equivalents has the reference library's error for every class that speaks
// of a request. The others, such as that of a Webhook without a key, have none
// there.
var equivalents = []struct{ class, equivalent error }{
	{standardwebhooks.ErrMissingHeader, ErrRequiredHeaders},
	{standardwebhooks.ErrDuplicateHeader, ErrInvalidHeaders},
	{standardwebhooks.ErrMalformedID, ErrInvalidHeaders},
	{standardwebhooks.ErrMalformedTimestamp, ErrInvalidHeaders},
	{standardwebhooks.ErrMalformedSignature, ErrNoMatchingSignature},
	{standardwebhooks.ErrUnsupportedScheme, ErrNoMatchingSignature},
	{standardwebhooks.ErrSignatureMismatch, ErrNoMatchingSignature},
	{standardwebhooks.ErrTimestampTooOld, ErrMessageTooOld},
	{standardwebhooks.ErrTimestampTooNew, ErrMessageTooNew},
}

// A verifyError is an error of the core that is also one of this package's.
type verifyError struct{ cause, equivalent error }

func (e *verifyError) Error() string   { return e.cause.Error() }
func (e *verifyError) Unwrap() []error { return []error{e.cause, e.equivalent} }

func withEquivalent(err error) error {
	if err == nil {
		return nil
	}
	for _, e := range equivalents {
		if errors.Is(err, e.class) {
			return &verifyError{cause: err, equivalent: e.equivalent}
		}
	}
	return err
}
