package webhookhttp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// DefaultMaxBody is how many bytes a body may have unless [WithMaxBody] says
// otherwise. The specification advises senders to stay below 20 kB.
const DefaultMaxBody = 1 << 20

// A Verifier verifies requests: those of standardwebhooks, svixcompat and
// stripecompat do.
//
// If it has a method CheckHeader(http.Header) error too, requests are checked
// by it before their body is read.
type Verifier interface {
	Verify(payload []byte, header http.Header) (standardwebhooks.Message, error)
}

type headerChecker interface {
	CheckHeader(header http.Header) error
}

// A Receiver lets authentic requests through to a handler. Make it with
// [NewReceiver] or [NewReceiverFunc]; the zero Receiver refuses everything. It
// does not change, and is safe for concurrent use.
type Receiver struct {
	find     func(*http.Request) (Verifier, error)
	maxBody  int64
	guard    *ReplayGuard
	logger   *slog.Logger
	onReport func(context.Context, Report)
	onAccept func(context.Context, standardwebhooks.Message, time.Duration)
	now      func() time.Time
}

// NewReceiver makes a Receiver that verifies all requests by one Verifier.
func NewReceiver(verifier Verifier, opts ...ReceiverOption) (*Receiver, error) {
	if verifier == nil {
		return nil, errors.New("webhookhttp: the verifier is nil")
	}
	return NewReceiverFunc(func(*http.Request) (Verifier, error) { return verifier, nil }, opts...)
}

// NewReceiverFunc makes a Receiver that asks for the Verifier at each request:
// that of the tenant or endpoint in its path, or the one with the keys as they
// are now.
//
// An error, or a nil Verifier, refuses the request with 500, or with the status
// of a [StatusError]: 404 where anyone may know which endpoints there are. The
// function sees the request before anything of it was authenticated, and must
// not read its body. With a [ReplayGuard], choose the scope by what the
// Verifier was chosen by.
func NewReceiverFunc(find func(*http.Request) (Verifier, error), opts ...ReceiverOption) (*Receiver, error) {
	if find == nil {
		return nil, errors.New("webhookhttp: the function that finds the verifier is nil")
	}
	rc := &Receiver{find: find, maxBody: DefaultMaxBody, now: time.Now}
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt.applyToReceiver(rc); err != nil {
			return nil, fmt.Errorf("webhookhttp: %w", err)
		}
	}
	return rc, nil
}

// Middleware returns a handler that calls next with requests that were
// verified, and refuses all others. The request has its whole body, and
// [MessageFrom] its context.
func (rc *Receiver) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { rc.serve(w, r, next) })
}

func (rc *Receiver) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if next == nil {
		rc.refuse(w, r, problemOf(ErrNoHandler))
		return
	}
	message, payload, p := rc.verify(r)
	if p != nil {
		rc.refuse(w, r, p)
		return
	}
	rc.accept(r.Context(), message)
	if rc.guard == nil {
		next.ServeHTTP(w, deliver(r.Context(), r, message, payload))
		return
	}
	rc.serveOnce(w, r, next, message, payload)
}

// verify does what is cheap first: of a request that is refused for its header
// the body is not asked for (RFC 9110, section 10.1.1, Expect: 100-continue).
func (rc *Receiver) verify(r *http.Request) (standardwebhooks.Message, []byte, *problem) {
	var none standardwebhooks.Message
	verifier, p := rc.verifier(r)
	if p != nil {
		return none, nil, p
	}
	if checker, ok := verifier.(headerChecker); ok {
		if err := checker.CheckHeader(r.Header); err != nil {
			return none, nil, problemOf(err)
		}
	}
	payload, err := readBody(r, rc.maxBody)
	if err != nil {
		return none, nil, problemOf(err)
	}
	message, err := verifier.Verify(payload, r.Header)
	if err != nil {
		return none, nil, problemOf(explain(err, r, payload))
	}
	return message, payload, nil
}

func (rc *Receiver) verifier(r *http.Request) (Verifier, *problem) {
	if rc == nil || rc.find == nil {
		return nil, failure(ErrNoVerifier, errors.New("the receiver was never made"))
	}
	verifier, err := rc.find(r)
	if err != nil || verifier == nil {
		return nil, failure(ErrNoVerifier, err)
	}
	return verifier, nil
}

// explain adds to a mismatch that a body without a Content-Length may have been
// read by somebody else. It is no more than a hint: a forged request looks the
// same, and whoever sends one must not make this side look at fault.
func explain(err error, r *http.Request, payload []byte) error {
	if len(payload) == 0 && r.ContentLength < 0 && errors.Is(err, standardwebhooks.ErrSignatureMismatch) {
		return fmt.Errorf("%w; the body is empty: if it was read before, verify in front of whatever reads the body", err)
	}
	return err
}

// refuse answers with a status and nothing else.
func (rc *Receiver) refuse(w http.ResponseWriter, r *http.Request, p *problem) {
	rc.report(r.Context(), Report{Code: p.code, Status: p.status, Err: p.err})
	if p.retryAfter > 0 {
		setRetryAfter(w.Header(), p.retryAfter)
	}
	w.WriteHeader(p.status)
}
