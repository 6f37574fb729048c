package standardcompat

import (
	"net/http"
	"time"

	"github.com/whsec/whsec/internal/shape"
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
type Webhook struct{ shape shape.Webhook }

// NewWebhook makes a Webhook of the text of a secret: "whsec_", which may be
// missing, and standard base64 of at least 24 bytes. The error is that of
// standardwebhooks.ParseSecret.
func NewWebhook(secret string) (*Webhook, error) {
	return made(shape.Parse(secret, referenceErrors))
}

// NewWebhookRaw makes a Webhook of a copy of a key of at least 24 bytes, not
// its text. The error is that of standardwebhooks.NewSecret.
func NewWebhookRaw(secret []byte) (*Webhook, error) {
	return made(shape.New(secret, referenceErrors))
}

func made(webhook shape.Webhook, err error) (*Webhook, error) {
	if err != nil {
		return nil, err
	}
	return &Webhook{webhook}, nil
}

// Verify verifies a request by its headers and the bytes of its body as they
// were received. The timestamp may lie 5 minutes from now, either way. Every
// error but that of a Webhook without a key matches a variable of this package.
func (wh *Webhook) Verify(payload []byte, headers http.Header) error {
	if wh == nil {
		return standardwebhooks.ErrNoKeys
	}
	return wh.shape.Verify(payload, headers)
}

// VerifyIgnoringTimestamp is [Webhook.Verify] for messages of any age: whoever
// records one can send it again, for ever. The timestamp still has to be
// well-formed and signed. To judge a stored request, use
// standardwebhooks.Verifier.VerifyAt instead.
func (wh *Webhook) VerifyIgnoringTimestamp(payload []byte, headers http.Header) error {
	if wh == nil {
		return standardwebhooks.ErrNoKeys
	}
	return wh.shape.VerifyIgnoringTimestamp(payload, headers)
}

// Sign returns the value of the signature header: "v1," and base64. It refuses
// what Verify would whatever the clock: a malformed id, as ErrInvalidHeaders,
// and a time before 1970, likewise. With an error the text is empty.
func (wh *Webhook) Sign(msgId string, timestamp time.Time, payload []byte) (string, error) {
	if wh == nil {
		return "", standardwebhooks.ErrNoKeys
	}
	return wh.shape.Sign(msgId, timestamp, payload)
}
