package standardcompat

import (
	"context"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// The names of the headers, for the methods of http.Header.
const (
	HeaderWebhookID        string = "webhook-id"
	HeaderWebhookSignature string = "webhook-signature"
	HeaderWebhookTimestamp string = "webhook-timestamp"
)

// A Webhook verifies and signs with one symmetric secret, scheme v1. Make it
// with [NewWebhook] or [NewWebhookRaw]; the zero Webhook and a nil one refuse
// everything, with standardwebhooks.ErrNoKeys. It is safe for concurrent use,
// and printing it shows nothing of the key.
type Webhook struct {
	verifier *standardwebhooks.Verifier
	anyAge   *standardwebhooks.Verifier
	signer   *standardwebhooks.Signer
}

// NewWebhook makes a Webhook of the text of a secret: "whsec_", which may be
// missing, and standard base64 of at least 24 bytes. The error is that of
// standardwebhooks.ParseSecret.
func NewWebhook(secret string) (*Webhook, error) {
	parsed, err := standardwebhooks.ParseSecret(secret)
	if err != nil {
		return nil, err
	}
	return newWebhook(parsed)
}

// NewWebhookRaw makes a Webhook of a copy of a key of at least 24 bytes, not
// its text. The error is that of standardwebhooks.NewSecret.
func NewWebhookRaw(secret []byte) (*Webhook, error) {
	made, err := standardwebhooks.NewSecret(secret)
	if err != nil {
		return nil, err
	}
	return newWebhook(made)
}

func newWebhook(secret standardwebhooks.Secret) (*Webhook, error) {
	verifying := []standardwebhooks.VerifyingKey{secret}
	verifier, err := standardwebhooks.NewVerifier(verifying)
	if err != nil {
		return nil, err
	}
	anyAge, err := standardwebhooks.NewVerifier(verifying, standardwebhooks.InsecureIgnoreTimestamp())
	if err != nil {
		return nil, err
	}
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{secret})
	if err != nil {
		return nil, err
	}
	return &Webhook{verifier: verifier, anyAge: anyAge, signer: signer}, nil
}

// Verify verifies a request by its headers and the bytes of its body as they
// were received. The timestamp may lie 5 minutes from now, either way. Every
// error but that of a Webhook without a key matches a variable of this package.
func (wh *Webhook) Verify(payload []byte, headers http.Header) error {
	if wh == nil {
		return standardwebhooks.ErrNoKeys
	}
	return verify(wh.verifier, payload, headers)
}

// VerifyIgnoringTimestamp is [Webhook.Verify] for messages of any age: whoever
// records one can send it again, for ever. The timestamp still has to be
// well-formed and signed. To judge a stored request, use
// standardwebhooks.Verifier.VerifyAt instead.
func (wh *Webhook) VerifyIgnoringTimestamp(payload []byte, headers http.Header) error {
	if wh == nil {
		return standardwebhooks.ErrNoKeys
	}
	return verify(wh.anyAge, payload, headers)
}

// Sign returns the value of the signature header: "v1," and base64. It refuses
// what Verify would whatever the clock: a malformed id, as ErrInvalidHeaders,
// and a time before 1970, likewise. With an error the text is empty.
func (wh *Webhook) Sign(msgId string, timestamp time.Time, payload []byte) (string, error) {
	if wh == nil {
		return "", standardwebhooks.ErrNoKeys
	}
	signature, err := wh.signer.Sign(context.Background(), msgId, timestamp, payload)
	return signature, withEquivalent(err)
}

// String returns the name of the type, and nothing of the key.
func (wh Webhook) String() string { return "standardcompat.Webhook" }

// GoString is [Webhook.String], for %#v.
func (wh Webhook) GoString() string { return wh.String() }

func verify(verifier *standardwebhooks.Verifier, payload []byte, headers http.Header) error {
	_, err := verifier.Verify(payload, headers)
	return withEquivalent(err)
}
