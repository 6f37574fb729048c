package svixcompat

import (
	"errors"
	"net/http"
	"time"

	"github.com/whsec/whsec/internal/shape"
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

var svixErrors = shape.Errors{
	RequiredHeaders:     ErrRequiredHeaders,
	InvalidHeaders:      ErrInvalidHeaders,
	NoMatchingSignature: ErrNoMatchingSignature,
	MessageTooOld:       ErrMessageTooOld,
	MessageTooNew:       ErrMessageTooNew,
}

// A Webhook has the shape of svix's: one secret that signs and verifies. Make
// it with [NewWebhook] or [NewWebhookRaw]; the zero Webhook and a nil one refuse
// everything, with [standardwebhooks.ErrNoKeys]. It is safe for concurrent use.
// For several keys, public keys, other tolerances or another clock, use
// [NewVerifier].
type Webhook struct{ shape shape.Webhook }

// NewWebhook makes a Webhook of the text of a secret, whsec_ and base64, as
// [standardwebhooks.ParseSecret] reads it.
func NewWebhook(secret string) (*Webhook, error) {
	return made(shape.Parse(secret, svixErrors, headers))
}

// NewWebhookRaw makes a Webhook of a copy of the bytes of a secret, as
// [standardwebhooks.NewSecret] takes them.
func NewWebhookRaw(secret []byte) (*Webhook, error) {
	return made(shape.New(secret, svixErrors, headers))
}

func made(webhook shape.Webhook, err error) (*Webhook, error) {
	if err != nil {
		return nil, err
	}
	return &Webhook{webhook}, nil
}

// Verify verifies a request by its svix-* or webhook-* headers and the bytes of
// its body as they were received.
func (wh *Webhook) Verify(payload []byte, headers http.Header) error {
	if wh == nil {
		return standardwebhooks.ErrNoKeys
	}
	return wh.shape.Verify(payload, headers)
}

// VerifyIgnoringTimestamp is [Webhook.Verify] at any age: whoever records a
// request can send it again, for ever. To judge a stored request by the time
// when it was received, use VerifyAt of what [NewVerifier] makes.
func (wh *Webhook) VerifyIgnoringTimestamp(payload []byte, headers http.Header) error {
	if wh == nil {
		return standardwebhooks.ErrNoKeys
	}
	return wh.shape.VerifyIgnoringTimestamp(payload, headers)
}

// Sign returns the value of the signature header for a message, as
// [standardwebhooks.Signer.Sign] does.
func (wh *Webhook) Sign(msgID string, timestamp time.Time, payload []byte) (string, error) {
	if wh == nil {
		return "", standardwebhooks.ErrNoKeys
	}
	return wh.shape.Sign(msgID, timestamp, payload)
}
