package svixcompat

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// The errors of [Webhook], under the names that svix has for them inside. What
// Verify returns matches one of these with [errors.Is], and the class of
// package standardwebhooks that is behind it; [standardwebhooks.Code] gives the
// code.
var (
	ErrRequiredHeaders     = errors.New("missing required headers")
	ErrInvalidHeaders      = errors.New("invalid signature headers")
	ErrNoMatchingSignature = errors.New("no matching signature found")
	ErrMessageTooOld       = errors.New("message timestamp too old")
	ErrMessageTooNew       = errors.New("message timestamp too new")
)

// svixErrors says which of these stands for which class.
var svixErrors = []struct{ class, svix error }{
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

// A Webhook has the shape of svix's: one secret that signs and verifies. Make
// it with [NewWebhook] or [NewWebhookRaw]; the zero Webhook refuses everything,
// with [standardwebhooks.ErrNoKeys]. It is safe for concurrent use. For several
// keys, public keys, other tolerances or another clock, use [NewVerifier].
type Webhook struct {
	verifier *standardwebhooks.Verifier
	anyAge   *standardwebhooks.Verifier
	signer   *standardwebhooks.Signer
}

// NewWebhook makes a Webhook of the text of a secret, whsec_ and base64, as
// [standardwebhooks.ParseSecret] reads it.
func NewWebhook(secret string) (*Webhook, error) {
	parsed, err := standardwebhooks.ParseSecret(secret)
	if err != nil {
		return nil, err
	}
	return newWebhook(parsed)
}

// NewWebhookRaw makes a Webhook of a copy of the bytes of a secret, as
// [standardwebhooks.NewSecret] takes them.
func NewWebhookRaw(secret []byte) (*Webhook, error) {
	made, err := standardwebhooks.NewSecret(secret)
	if err != nil {
		return nil, err
	}
	return newWebhook(made)
}

func newWebhook(secret standardwebhooks.Secret) (*Webhook, error) {
	keys := []standardwebhooks.VerifyingKey{secret}
	verifier, err := NewVerifier(keys)
	if err != nil {
		return nil, err
	}
	anyAge, err := NewVerifier(keys, standardwebhooks.InsecureIgnoreTimestamp())
	if err != nil {
		return nil, err
	}
	signer, err := NewSigner([]standardwebhooks.SigningKey{secret})
	if err != nil {
		return nil, err
	}
	return &Webhook{verifier: verifier, anyAge: anyAge, signer: signer}, nil
}

// Verify verifies a request by its svix-* or webhook-* headers and the bytes of
// its body as they were received.
func (wh *Webhook) Verify(payload []byte, headers http.Header) error {
	if wh == nil {
		return standardwebhooks.ErrNoKeys
	}
	return verify(wh.verifier, payload, headers)
}

// VerifyIgnoringTimestamp is [Webhook.Verify] at any age: whoever records a
// request can send it again, for ever. To judge a stored request by the time
// when it was received, use VerifyAt of what [NewVerifier] makes.
func (wh *Webhook) VerifyIgnoringTimestamp(payload []byte, headers http.Header) error {
	if wh == nil {
		return standardwebhooks.ErrNoKeys
	}
	return verify(wh.anyAge, payload, headers)
}

// Sign returns the value of the signature header for a message, as
// [standardwebhooks.Signer.Sign] does.
func (wh *Webhook) Sign(msgID string, timestamp time.Time, payload []byte) (string, error) {
	if wh == nil {
		return "", standardwebhooks.ErrNoKeys
	}
	return wh.signer.Sign(context.Background(), msgID, timestamp, payload)
}

// verify works on a nil Verifier too, which refuses everything.
func verify(verifier *standardwebhooks.Verifier, payload []byte, headers http.Header) error {
	_, err := verifier.Verify(payload, headers)
	for _, entry := range svixErrors {
		if errors.Is(err, entry.class) {
			return &webhookError{svix: entry.svix, err: err}
		}
	}
	return err
}

// A webhookError is one of svix's errors with the reason behind it.
type webhookError struct{ svix, err error }

func (e *webhookError) Error() string   { return e.err.Error() }
func (e *webhookError) Unwrap() []error { return []error{e.svix, e.err} }
