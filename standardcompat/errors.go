package standardcompat

import (
	"errors"

	"github.com/whsec/whsec/internal/shape"
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

var referenceErrors = shape.Errors{
	RequiredHeaders:     ErrRequiredHeaders,
	InvalidHeaders:      ErrInvalidHeaders,
	NoMatchingSignature: ErrNoMatchingSignature,
	MessageTooOld:       ErrMessageTooOld,
	MessageTooNew:       ErrMessageTooNew,
}
