package standardwebhooks

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
)

// ErrInvalid is the umbrella: every error of this package that says no to a
// request, a key or a configuration matches it with [errors.Is]. What does not
// match it is of another kind, such as a body that is authentic and not JSON.
var ErrInvalid = errors.New("invalid webhook")

// What can be wrong with a request. Sections are those of the specification,
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
var (
	// ErrMissingHeader: the id, timestamp or signature header is absent or
	// empty ("Webhook Headers"). Details: [HeaderError].
	ErrMissingHeader = newClass("missing_header", "missing header")
	// ErrDuplicateHeader: the id or timestamp header has two values that
	// differ, so that what is verified might not be what is acted on.
	// Details: [HeaderError].
	ErrDuplicateHeader = newClass("duplicate_header", "header with two different values")
	// ErrMalformedID: the message id holds a full stop, which the specification
	// forbids ("Signature scheme") because id, timestamp and payload could then
	// be cut apart in another place; or a control character, or white space
	// around it. Details: [HeaderError].
	ErrMalformedID = newClass("malformed_id", "malformed message id")
	// ErrMalformedTimestamp: not an integer count of seconds since 1970, in
	// digits without sign or leading zero. Details: [TimestampError].
	ErrMalformedTimestamp = newClass("malformed_timestamp", "malformed timestamp")
	// ErrMalformedSignature: no signature of any known form.
	ErrMalformedSignature = newClass("malformed_signature", "malformed signature")
	// ErrUnsupportedScheme: only signatures of versions for which the verifier
	// holds no key. Details: [SchemeError].
	ErrUnsupportedScheme = newClass("unsupported_scheme", "no signature of a scheme with a key here")
	// ErrSignatureMismatch: no signature is that of this id, timestamp and
	// payload under any of the keys. Details: [MismatchError].
	ErrSignatureMismatch = newClass("signature_mismatch", "no signature matches")
	// ErrTimestampTooOld: authentic, but sent longer ago than is tolerated.
	// Details: [TimestampError].
	ErrTimestampTooOld = newClass("timestamp_too_old", "timestamp too old")
	// ErrTimestampTooNew: authentic, but from further in the future than is
	// tolerated. Details: [TimestampError].
	ErrTimestampTooNew = newClass("timestamp_too_new", "timestamp too far in the future")
)

// What can be wrong with keys and configuration.
var (
	// ErrMalformedSecret: a key text that is not what its prefix promises.
	ErrMalformedSecret = newClass("malformed_secret", "malformed key")
	// ErrEmptySecret: a key of no bytes, or of zero bytes only, which HMAC
	// cannot tell from it. Anyone can sign with that.
	ErrEmptySecret = newClass("empty_secret", "empty secret")
	// ErrWeakSecret: fewer than the 24 bytes that the specification asks for
	// ("Signature scheme").
	ErrWeakSecret = newClass("weak_secret", "weak secret")
	// ErrWrongKeyType: a key of another kind than the place takes, or a secret
	// whose bytes are those of a public key.
	ErrWrongKeyType = newClass("wrong_key_type", "wrong type of key")
	// ErrNoKeys: a Verifier or Signer without a key, such as the zero value.
	ErrNoKeys = newClass("no_keys", "no keys")
	// ErrTooManyKeys: more public keys than a Verifier takes.
	ErrTooManyKeys = newClass("too_many_keys", "too many public keys")
	// ErrInvalidTolerance: a tolerance under a second or over a day.
	ErrInvalidTolerance = newClass("invalid_tolerance", "tolerance must be from 1s to 24h")
	// ErrInvalidHeaderPrefix: a prefix that cannot begin a header name.
	ErrInvalidHeaderPrefix = newClass("invalid_header_prefix", "invalid header prefix")
	// ErrSigningFailed: a remote key failed, or answered with something that
	// is no signature of the message.
	ErrSigningFailed = newClass("signing_failed", "remote signing failed")
)

// Code returns the code of the first error in err's tree that has one, such
// as "signature_mismatch", and "" if none has. Codes are part of the
// compatibility promise: the vectors and the whsec command use the same.
func Code(err error) string {
	var coded interface{ Code() string }
	if errors.As(err, &coded) {
		return coded.Code()
	}
	return ""
}

// A class is a sentinel: one way to say no, with its code.
type class struct{ code, text string }

func newClass(code, text string) error { return &class{code, text} }

func (c *class) Error() string        { return c.text }
func (c *class) Code() string         { return c.code }
func (c *class) Is(target error) bool { return target == ErrInvalid }

// A HeaderError says which header is missing, doubled or malformed.
type HeaderError struct {
	// Class is ErrMissingHeader, ErrDuplicateHeader or ErrMalformedID.
	Class error
	// Name is the header's name in lower case.
	Name string
	// Problem says what is wrong with the value, where that is the matter.
	Problem string
	// Seen has the names of signature headers that the request does have, when
	// the one looked for is missing: often the sender's scheme is another.
	Seen []string
}

func (e *HeaderError) Error() string {
	text := e.Class.Error() + ": " + e.Name
	if e.Problem != "" {
		text += ": " + e.Problem
	}
	if len(e.Seen) > 0 {
		text += " (the request has " + strings.Join(e.Seen, ", ") + ")"
	}
	return text
}

// Unwrap returns the class.
func (e *HeaderError) Unwrap() error { return e.Class }

// A TimestampError says what is wrong with a timestamp.
type TimestampError struct {
	// Class is ErrMalformedTimestamp, ErrTimestampTooOld or ErrTimestampTooNew.
	Class error
	// Text is the timestamp as it was received or was to be sent.
	Text string
	// Problem says what is wrong with it, where it is not that it is no plain
	// count of seconds.
	Problem string
	// Age is how long before now the timestamp lies, negative if it lies in
	// the future. Zero if it is malformed.
	Age time.Duration
	// Tolerance is how far it may lie on that side. Zero if it is malformed.
	Tolerance time.Duration
}

func (e *TimestampError) Error() string {
	switch {
	case e.Class == ErrTimestampTooOld:
		return fmt.Sprintf("%v: sent %s ago, tolerance %v", e.Class, howLong(e.Age), e.Tolerance)
	case e.Class == ErrTimestampTooNew:
		return fmt.Sprintf("%v: %s ahead, tolerance %v", e.Class, howLong(e.Age), e.Tolerance)
	case e.Problem != "":
		return fmt.Sprintf("%v: %s", e.Class, e.Problem)
	default:
		return fmt.Sprintf("%v: %s: want seconds since 1970 in plain digits", e.Class, quote(e.Text))
	}
}

// Unwrap returns the class.
func (e *TimestampError) Unwrap() error { return e.Class }

// A SchemeError says which versions a request is signed with, when the
// Verifier has a key for none of them.
type SchemeError struct {
	// Versions are the first few labels found, such as "v1a", without
	// repetition.
	Versions []string
}

func (e *SchemeError) Error() string {
	const longest = 8
	labels := make([]string, len(e.Versions))
	for i, label := range e.Versions {
		if labels[i] = label; len(label) > longest {
			labels[i] = label[:longest] + "…"
		}
	}
	return fmt.Sprintf("%v: signed with %s", ErrUnsupportedScheme, strings.Join(labels, ", "))
}

// Unwrap returns [ErrUnsupportedScheme].
func (e *SchemeError) Unwrap() error { return ErrUnsupportedScheme }

// A MismatchError says how much was compared before a request was refused.
type MismatchError struct {
	// Keys is the number of keys, Signatures that of the signatures of their
	// schemes.
	Keys, Signatures int
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%v: %s, %s", ErrSignatureMismatch, count(e.Signatures, "signature"), count(e.Keys, "key"))
}

// Unwrap returns [ErrSignatureMismatch].
func (e *MismatchError) Unwrap() error { return ErrSignatureMismatch }

// A KeyError says what is wrong with a key. It never holds the key's text.
type KeyError struct {
	// Class is ErrMalformedSecret, ErrEmptySecret, ErrWeakSecret or
	// ErrWrongKeyType.
	Class error
	// Problem says what is wrong and what to do.
	Problem string
	// Index is the place of the key in a list, from 0; -1 outside of one.
	Index int
}

func (e *KeyError) Error() string {
	text := e.Class.Error()
	if e.Index >= 0 {
		text = fmt.Sprintf("key %d: %s", e.Index+1, text)
	}
	if e.Problem != "" {
		text += ": " + e.Problem
	}
	return text
}

// Unwrap returns the class.
func (e *KeyError) Unwrap() error { return e.Class }

func keyError(class error, problem string) error {
	return &KeyError{Class: class, Problem: problem, Index: -1}
}

// atIndex puts the place in the list into an error of a single key.
func atIndex(err error, index int) error {
	var key *KeyError
	if !errors.As(err, &key) {
		return err
	}
	return &KeyError{Class: key.Class, Problem: key.Problem, Index: index}
}

// quote makes text from a request fit for an error: printable, and short.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// howLong is for reading. The ends of a Duration stand for all beyond them.
func howLong(age time.Duration) string {
	if age == math.MinInt64 || age == math.MaxInt64 {
		return "over 292 years"
	}
	return age.Abs().String()
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
