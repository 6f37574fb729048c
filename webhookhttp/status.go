package webhookhttp

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// What the middleware says no to besides the classes of standardwebhooks.
// [standardwebhooks.Code] gives their codes.
var (
	// ErrBodyTooLarge: the body is longer than the limit.
	ErrBodyTooLarge = newClass("body_too_large", http.StatusRequestEntityTooLarge, "body too large")
	// ErrBodyTimeout: the body did not arrive before the server's deadline.
	ErrBodyTimeout = newClass("body_timeout", http.StatusRequestTimeout, "body not received in time")
	// ErrBodyUnreadable: the body broke off or was framed wrongly.
	ErrBodyUnreadable = newClass("body_unreadable", http.StatusBadRequest, "body not received whole")
	// ErrBodyConsumed: something in front of the middleware has read the body,
	// or closed it. It is a fault of this program: the request may be quite
	// authentic. Of a body whose length was not announced only closing shows;
	// reading gives a mismatch, whose text has this as a hint.
	ErrBodyConsumed = newClass("body_consumed", http.StatusInternalServerError, "body read before it was verified")
	// ErrNotVerified: a Verify method said no with an error of a kind that is
	// not known here.
	ErrNotVerified = newClass("not_verified", http.StatusUnauthorized, "not verified")
	// ErrNoVerifier: no Verifier was found for the request.
	ErrNoVerifier = newClass("no_verifier", http.StatusInternalServerError, "no verifier for the request")
	// ErrNoHandler: there is no handler to call.
	ErrNoHandler = newClass("no_handler", http.StatusInternalServerError, "no handler")
	// ErrHandlerFailed: the handler returned an error.
	ErrHandlerFailed = newClass("handler_failed", http.StatusInternalServerError, "handler failed")
	// ErrHandlerGaveUp: a handler under a [ReplayGuard], or in AWS Lambda, wrote
	// nothing, and its context had ended.
	ErrHandlerGaveUp = newClass("handler_gave_up", http.StatusServiceUnavailable, "handler wrote nothing before its context ended")
	// ErrUndecodablePayload: the payload is authentic and does not decode. The
	// status is 500 and not 400, since some senders give up on 400 and the
	// type it is decoded into may be what is wrong.
	ErrUndecodablePayload = newClass("undecodable_payload", http.StatusInternalServerError, "payload does not decode")
	// ErrNoScope: the guard got no scope for the message.
	ErrNoScope = newClass("replay_no_scope", http.StatusInternalServerError, "no scope for the message")
	// ErrNoMessageID: the guard got no id for the message. Schemes whose headers
	// have none, such as Stripe's, need [WithMessageIDFunc].
	ErrNoMessageID = newClass("replay_no_id", http.StatusInternalServerError, "no id of the message")
	// ErrInProgress: another request with the same message is being handled.
	ErrInProgress = newClass("replay_in_progress", http.StatusServiceUnavailable, "message in progress")
	// ErrStoreFull: the store has no room for another message, and does not
	// make any by forgetting one.
	ErrStoreFull = newClass("replay_store_full", http.StatusServiceUnavailable, "store full")
	// ErrStoreFailed: the store could not say whether the message is new.
	ErrStoreFailed = newClass("replay_store_failed", http.StatusServiceUnavailable, "store failed")
	// ErrCommitFailed: the message was handled, but that was not remembered.
	ErrCommitFailed = newClass("replay_commit_failed", http.StatusInternalServerError, "claim not committed")
	// ErrReleaseFailed: the message was not handled, and is free again only
	// when the lease has run out.
	ErrReleaseFailed = newClass("replay_release_failed", http.StatusInternalServerError, "claim not released")
)

// newSendClass is for what goes wrong when sending, before there is an answer
// that could have a status.
func newSendClass(code, text string) error {
	return newClass(code, http.StatusInternalServerError, text)
}

// A class is a sentinel with its code and status.
type class struct {
	code   string
	status int
	text   string
}

func newClass(code string, status int, text string) error { return &class{code, status, text} }

func (c *class) Error() string { return c.text }
func (c *class) Code() string  { return c.code }

// A StatusError is an error that chooses the status of the answer, for
// functions that find a Verifier or a scope and for handlers. The text of Err
// goes to the log and not to the sender.
type StatusError struct {
	// Status is from 400 to 599. Everything else is taken for 500: an error
	// never becomes a success.
	Status int
	// RetryAfter asks the sender to wait, in whole seconds rounded up. Zero
	// asks for nothing.
	RetryAfter time.Duration
	// Err is the reason.
	Err error
}

func (e *StatusError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("status %d", e.status())
	}
	return e.Err.Error()
}

// Unwrap returns the reason.
func (e *StatusError) Unwrap() error { return e.Err }

func (e *StatusError) status() int {
	if e.Status < 400 || e.Status > 599 {
		return http.StatusInternalServerError
	}
	return e.Status
}

// Status returns the status with which to answer a request for which a Verify
// method or this package gave the error, after the table in the package
// comment: 200 for nil, and 401 for errors of unknown kind. [Receiver] does
// this by itself.
func Status(err error) int {
	if err == nil {
		return http.StatusOK
	}
	var own *class
	if errors.As(err, &own) {
		return own.status
	}
	switch standardwebhooks.Code(err) {
	case "missing_header", "duplicate_header", "malformed_id", "malformed_timestamp", "malformed_signature":
		return http.StatusBadRequest
	case "unsupported_scheme", "signature_mismatch", "timestamp_too_old", "timestamp_too_new":
		return http.StatusUnauthorized
	}
	if errors.Is(err, standardwebhooks.ErrInvalid) {
		return http.StatusInternalServerError // keys or configuration
	}
	return http.StatusUnauthorized
}

// A problem is an error with what follows from it.
type problem struct {
	code       string
	status     int
	retryAfter time.Duration
	err        error
}

// problemOf judges an error of this package or of a Verify method.
func problemOf(err error) *problem {
	code := standardwebhooks.Code(err)
	if code == "" {
		err = fmt.Errorf("%w: %w", ErrNotVerified, err)
		code = standardwebhooks.Code(err)
	}
	return &problem{code: code, status: Status(err), err: err}
}

// failure judges an error of a function that the caller gave, which may choose
// the status by a [StatusError]. The class says which function it was.
func failure(class error, err error) *problem {
	p := &problem{code: standardwebhooks.Code(class), status: Status(class), err: class}
	if err == nil {
		return p
	}
	p.err = fmt.Errorf("%w: %w", class, err)
	var chosen *StatusError
	if errors.As(err, &chosen) {
		p.status, p.retryAfter = chosen.status(), chosen.RetryAfter
	}
	return p
}
