package webhookhttp

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/whsec/whsec/standardwebhooks"
)

// Handler returns a handler that calls handle with every message that was
// verified. It answers 200 if handle returns nil, and else 500, or the status
// of a [StatusError], so that the sender tries again.
//
// 200 it is since there are senders that do not take other successes.
//
// With several tenants, handle has to know whose message it is, and it is not
// given the request. With a [ReplayGuard] the scope is that of [ClaimFrom]; for
// anything else of the request, use [Receiver.Middleware] and [MessageFrom].
func (rc *Receiver) Handler(handle func(ctx context.Context, message standardwebhooks.Message) error) http.Handler {
	if handle == nil {
		return rc.Middleware(nil)
	}
	return rc.answer(func(ctx context.Context, message standardwebhooks.Message) *problem {
		if err := handle(ctx, message); err != nil {
			return failure(ErrHandlerFailed, err)
		}
		return nil
	})
}

// JSONHandler is [Receiver.Handler] for payloads of one type in JSON, such as
// [standardwebhooks.Event]. What does not decode is answered with 500 and
// reported as [ErrUndecodablePayload]; handle is not called.
func JSONHandler[T any](rc *Receiver, handle func(ctx context.Context, value T, message standardwebhooks.Message) error) http.Handler {
	if handle == nil {
		return rc.Middleware(nil)
	}
	return rc.answer(func(ctx context.Context, message standardwebhooks.Message) *problem {
		var value T
		if err := json.Unmarshal(message.Payload, &value); err != nil {
			return failure(ErrUndecodablePayload, &undecodable{&standardwebhooks.DecodeError{Err: err}})
		}
		if err := handle(ctx, value, message); err != nil {
			return failure(ErrHandlerFailed, err)
		}
		return nil
	})
}

func (rc *Receiver) answer(handle func(context.Context, standardwebhooks.Message) *problem) http.Handler {
	return rc.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		message, _ := MessageFrom(r.Context())
		if p := handle(r.Context(), message); p != nil {
			rc.refuse(w, r, p)
			return
		}
		w.WriteHeader(http.StatusOK)
	}))
}
