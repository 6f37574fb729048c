package stripecompat

import (
	"errors"
	"net/http"

	"github.com/whsec/whsec/internal/fields"
	"github.com/whsec/whsec/standardwebhooks"
)

// The errors of the functions that have the shape of stripe-go's. Its users
// compare them with ==, so they are returned as they are, with nothing around
// them. They match [standardwebhooks.ErrInvalid] and, where one class is behind
// one of them, that class; for the exact reason use a [Verifier].
var (
	// ErrNotSigned: the header is empty.
	ErrNotSigned = bareError("the request has no signature header", standardwebhooks.ErrMissingHeader)
	// ErrInvalidHeader: no timestamp, two, or a malformed one; or no signature
	// and an item that is not label=value.
	ErrInvalidHeader = bareError("the signature header is malformed", nil)
	// ErrNoValidSignature: no signature matches, or none is of a scheme with a
	// key here.
	ErrNoValidSignature = bareError("no signature matches", nil)
	// ErrTooOld: authentic, and outside the tolerance: too old, or, which
	// stripe-go does not look at, too far in the future.
	ErrTooOld = bareError("the timestamp is outside the tolerance", nil)
	// ErrEmptySecret: the secret is empty, so that anyone could sign.
	ErrEmptySecret = bareError("the secret is empty", standardwebhooks.ErrEmptySecret)
)

// bareValues says which of these stands for which class. What is not in here
// is a mistake in the configuration and returned as it is.
var bareValues = []struct{ class, bare error }{
	{standardwebhooks.ErrMissingHeader, ErrNotSigned},
	{standardwebhooks.ErrDuplicateHeader, ErrInvalidHeader},
	{standardwebhooks.ErrMalformedTimestamp, ErrInvalidHeader},
	{standardwebhooks.ErrMalformedSignature, ErrNoValidSignature},
	{standardwebhooks.ErrUnsupportedScheme, ErrNoValidSignature},
	{standardwebhooks.ErrSignatureMismatch, ErrNoValidSignature},
	{standardwebhooks.ErrTimestampTooOld, ErrTooOld},
	{standardwebhooks.ErrTimestampTooNew, ErrTooOld},
	{standardwebhooks.ErrEmptySecret, ErrEmptySecret},
}

// bare returns the value that users of stripe-go expect.
func (f *Format) bare(err error, header http.Header) error {
	if errors.Is(err, standardwebhooks.ErrMalformedSignature) && f.hasBrokenItem(header) {
		return ErrInvalidHeader
	}
	for _, value := range bareValues {
		if errors.Is(err, value.class) {
			return value.bare
		}
	}
	return err
}

// hasBrokenItem finds an item that is not label=value. It says nothing as long
// as there is a signature: such items are stepped over.
func (f *Format) hasBrokenItem(header http.Header) bool {
	items := scanner{separator: f.Separator, values: fields.Values(header, f.Header)}
	for item, ok := items.next(); ok; item, ok = items.next() {
		if _, value := cutItem(item); value == "" {
			return true
		}
	}
	return false
}

type bareValue struct {
	text  string
	class error
}

func bareError(text string, class error) error { return &bareValue{text, class} }

func (e *bareValue) Error() string        { return e.text }
func (e *bareValue) Unwrap() error        { return e.class }
func (e *bareValue) Is(target error) bool { return target == standardwebhooks.ErrInvalid }
