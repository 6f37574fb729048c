package webhookhttp

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// serveOnce calls the handler if the guard gets the message.
func (rc *Receiver) serveOnce(w http.ResponseWriter, r *http.Request, next http.Handler, message standardwebhooks.Message, payload []byte) {
	begin := time.Now()
	claim, state, p := rc.guard.claim(r, message)
	switch {
	case p != nil:
		rc.refuse(w, r, p)
	case state == Done:
		rc.report(r.Context(), Report{Code: "replay_done", Status: http.StatusOK})
		w.WriteHeader(http.StatusOK)
	default:
		// The store's lease began after this one, so it ends after it.
		ctx, cancel := context.WithDeadline(r.Context(), begin.Add(claim.Lease))
		defer cancel()
		rc.serveOwned(w, deliver(ctx, r, message, payload, claim), next, claim)
	}
}

// serveOwned calls the handler and settles the claim before anything is sent.
func (rc *Receiver) serveOwned(w http.ResponseWriter, r *http.Request, next http.Handler, claim Claim) {
	held := &heldResponse{ResponseWriter: w}
	returned := false
	defer func() {
		// A panic, or runtime.Goexit, goes on its way, and the sender gets no
		// answer. Nothing is recovered, so that the trace is the handler's.
		if !returned {
			rc.release(r.Context(), claim, http.StatusInternalServerError)
		}
	}()
	next.ServeHTTP(held, r)
	returned = true
	if status := held.Status(); status >= 200 && status < 300 {
		rc.commit(r.Context(), claim, status)
	} else {
		rc.release(r.Context(), claim, status)
	}
	held.send()
}

func (rc *Receiver) commit(ctx context.Context, claim Claim, status int) {
	if err := rc.guard.settle(ctx, claim, rc.guard.store.Commit); err != nil {
		err = fmt.Errorf("%w: %w", ErrCommitFailed, err)
		rc.report(ctx, Report{Code: "replay_commit_failed", Status: status, Err: err})
	}
}

func (rc *Receiver) release(ctx context.Context, claim Claim, status int) {
	if err := rc.guard.settle(ctx, claim, rc.guard.store.Release); err != nil {
		err = fmt.Errorf("%w: %w", ErrReleaseFailed, err)
		rc.report(ctx, Report{Code: "replay_release_failed", Status: status, Err: err})
	}
}
