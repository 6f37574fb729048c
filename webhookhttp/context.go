package webhookhttp

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/whsec/whsec/standardwebhooks"
)

type (
	messageKey struct{}
	claimKey   struct{}
)

// MessageFrom returns the message that a [Receiver] verified, from the context
// of the request that its handler was called with. It returns false in every
// other context: what it returns was authenticated.
func MessageFrom(ctx context.Context) (standardwebhooks.Message, bool) {
	message, ok := ctx.Value(messageKey{}).(*standardwebhooks.Message)
	if !ok {
		return standardwebhooks.Message{}, false
	}
	return *message, true
}

// ClaimFrom returns the claim that a [ReplayGuard] holds for the message, for
// handlers that commit it themselves, in the transaction in which they do their
// work: then neither can happen without the other. See [Store].
func ClaimFrom(ctx context.Context) (Claim, bool) {
	claim, ok := ctx.Value(claimKey{}).(*Claim)
	if !ok {
		return Claim{}, false
	}
	return *claim, true
}

// A delivery is what the handler's request holds beyond the one received: a
// context with the message, and the body from its beginning. They are one
// allocation.
type delivery struct {
	context.Context
	message standardwebhooks.Message
	body    restoredBody
}

func (d *delivery) Value(key any) any {
	if key == (messageKey{}) {
		return &d.message
	}
	return d.Context.Value(key)
}

// deliver returns a copy of r for the handler.
func deliver(ctx context.Context, r *http.Request, message standardwebhooks.Message, payload []byte) *http.Request {
	d := &delivery{Context: ctx, message: message}
	original := r.Body
	r = r.WithContext(d)
	r.ContentLength, r.TransferEncoding = int64(len(payload)), nil
	if len(payload) == 0 {
		r.Body = http.NoBody
		return r
	}
	d.body.Reset(payload)
	d.body.original = original
	r.Body = &d.body
	return r
}

// A restoredBody is read from its beginning, and closes the body it stands for.
type restoredBody struct {
	bytes.Reader
	original io.Closer
}

func (b *restoredBody) Close() error {
	if b.original == nil {
		return nil
	}
	return b.original.Close()
}
