package webhookhttp

import (
	"context"
	"errors"
	"net/http"

	"github.com/whsec/whsec/standardwebhooks"
)

// errAnswered has the guard release a message whose handler answered, and with
// no success.
var errAnswered = errors.New("answered without success")

// serveOnce is [ReplayGuard.Do] for a handler of requests. The claim is settled
// before anything is sent.
func (rc *Receiver) serveOnce(w http.ResponseWriter, r *http.Request, next http.Handler, message standardwebhooks.Message, payload []byte) {
	scope, id, p := rc.guard.name(r, message)
	if p != nil {
		rc.refuse(w, r, p)
		return
	}
	held, delivered := &heldResponse{ResponseWriter: w}, r
	status := http.StatusInternalServerError // of a handler that does not return
	handle := func(ctx context.Context) error {
		delivered = deliver(ctx, r, message, payload)
		next.ServeHTTP(held, delivered)
		if held.status == 0 && ctx.Err() != nil {
			rc.refuse(held, delivered, problemOf(ErrHandlerGaveUp))
		}
		if status = held.Status(); status < 200 || status > 299 {
			return errAnswered
		}
		return nil
	}
	unsettled := func(err error) {
		rc.report(delivered.Context(), Report{Code: standardwebhooks.Code(err), Status: status, Err: err})
	}
	state, err := rc.guard.do(r.Context(), scope, id, handle, unsettled)
	switch state {
	case Owned:
		held.send()
	case Done:
		rc.report(r.Context(), Report{Code: "replay_done", Status: http.StatusOK})
		w.WriteHeader(http.StatusOK)
	default:
		p := problemOf(err)
		if state == InProgress {
			p.retryAfter = rc.guard.lease
		}
		rc.refuse(w, r, p)
	}
}

// name returns what the message is known by.
func (g *ReplayGuard) name(r *http.Request, message standardwebhooks.Message) (scope, id string, p *problem) {
	scope, err := g.scope(r, message)
	if err != nil || scope == "" {
		return "", "", failure(ErrNoScope, err)
	}
	id, err = g.id(message)
	if err != nil || id == "" {
		return "", "", failure(ErrNoMessageID, err)
	}
	return scope, id, nil
}
