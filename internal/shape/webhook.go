// Package shape is what the reference Go library and svix's have in common:
// a webhook made of one secret, and five errors.
package shape

import (
	"context"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// Errors are the five, under a package's own names for them.
type Errors struct {
	RequiredHeaders, InvalidHeaders, NoMatchingSignature, MessageTooOld, MessageTooNew error
}

// A Webhook signs and verifies with one secret. The zero Webhook refuses
// everything, with [standardwebhooks.ErrNoKeys].
type Webhook struct {
	verifier *standardwebhooks.Verifier
	anyAge   *standardwebhooks.Verifier
	signer   *standardwebhooks.Signer
	errors   Errors
}

// Parse makes a Webhook of the text of a secret.
func Parse(secret string, errs Errors, opts ...standardwebhooks.Option) (Webhook, error) {
	parsed, err := standardwebhooks.ParseSecret(secret)
	if err != nil {
		return Webhook{}, err
	}
	return newWebhook(parsed, errs, opts)
}

// New makes a Webhook of a copy of the bytes of a secret.
func New(secret []byte, errs Errors, opts ...standardwebhooks.Option) (Webhook, error) {
	made, err := standardwebhooks.NewSecret(secret)
	if err != nil {
		return Webhook{}, err
	}
	return newWebhook(made, errs, opts)
}

func newWebhook(secret standardwebhooks.Secret, errs Errors, opts []standardwebhooks.Option) (Webhook, error) {
	var verifying []standardwebhooks.VerifierOption
	var signing []standardwebhooks.SignerOption
	for _, opt := range opts {
		verifying, signing = append(verifying, opt), append(signing, opt)
	}
	keys := []standardwebhooks.VerifyingKey{secret}
	verifier, err := standardwebhooks.NewVerifier(keys, verifying...)
	if err != nil {
		return Webhook{}, err
	}
	anyAge, err := standardwebhooks.NewVerifier(keys, append(verifying, standardwebhooks.InsecureIgnoreTimestamp())...)
	if err != nil {
		return Webhook{}, err
	}
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{secret}, signing...)
	if err != nil {
		return Webhook{}, err
	}
	return Webhook{verifier, anyAge, signer, errs}, nil
}

// Verify verifies a request. Its errors match one of the five, and the class
// of package standardwebhooks that is behind it.
func (w *Webhook) Verify(payload []byte, header http.Header) error {
	_, err := w.verifier.Verify(payload, header)
	return w.errors.with(err)
}

// VerifyIgnoringTimestamp is [Webhook.Verify] at any age.
func (w *Webhook) VerifyIgnoringTimestamp(payload []byte, header http.Header) error {
	_, err := w.anyAge.Verify(payload, header)
	return w.errors.with(err)
}

// Sign returns the value of the signature header.
func (w *Webhook) Sign(id string, t time.Time, payload []byte) (string, error) {
	signature, err := w.signer.Sign(context.Background(), id, t, payload)
	return signature, w.errors.with(err)
}

// with returns the error together with the one of the five that stands for
// it. Others, such as that of a Webhook without a key, are none of the five.
func (e *Errors) with(err error) error {
	switch standardwebhooks.Code(err) {
	case "missing_header":
		return &pair{err, e.RequiredHeaders}
	case "duplicate_header", "malformed_id", "malformed_timestamp":
		return &pair{err, e.InvalidHeaders}
	case "malformed_signature", "unsupported_scheme", "signature_mismatch":
		return &pair{err, e.NoMatchingSignature}
	case "timestamp_too_old":
		return &pair{err, e.MessageTooOld}
	case "timestamp_too_new":
		return &pair{err, e.MessageTooNew}
	default:
		return err
	}
}

// A pair is an error of the core that is also one of the five.
type pair struct{ cause, equivalent error }

func (p *pair) Error() string   { return p.cause.Error() }
func (p *pair) Unwrap() []error { return []error{p.cause, p.equivalent} }
