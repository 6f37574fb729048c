package webhookhttp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/fields"
	"github.com/whsec/whsec/standardwebhooks"
)

// What a [Transport] refuses to send. [standardwebhooks.Code] gives the codes
// redirected, no_message_id, request_body_unreadable and no_signer.
var (
	// ErrRedirected: the request is the answer to a redirect. Signed again, it
	// would hand an authentic message to whatever host an endpoint names; and
	// after 301, 302 and 303 it would be a GET without a body.
	ErrRedirected = newSendClass("redirected", "webhookhttp: refused to follow a redirect of a signed request")
	// ErrNoID: the request has no message id, neither in its context nor in its
	// header.
	ErrNoID = newSendClass("no_message_id", "webhookhttp: no message id; use ContextWithMessageID, or set the header")
	// ErrRequestBody: the body could not be read, or has another length than
	// announced, or is empty: it was cut off, or is read for the second time. A
	// message that has no payload has http.NoBody.
	ErrRequestBody = newSendClass("request_body_unreadable", "webhookhttp: no whole body to sign")
	// ErrNoSigner: no Signer was found for the request.
	ErrNoSigner = newSendClass("no_signer", "webhookhttp: no signer for the request")
)

// What is wrong with a body that was read, and will be the next time too.
var (
	errBodyLength = errors.New("it has another length than announced")
	errBodyUsed   = errors.New("it is empty, as if used already; a message without a payload has http.NoBody")
)

// A Signer signs requests: those of standardwebhooks, svixcompat and
// stripecompat do. SetHeaders sets the headers that make payload, the exact
// bytes of a body, an authentic message with that id, sent at t.
type Signer interface {
	SetHeaders(ctx context.Context, header http.Header, id string, t time.Time, payload []byte) error
}

// A Transport is an [http.RoundTripper] that signs every request it sends, at
// the time it sends it: a message that is sent again gets a fresh timestamp
// under its old id. Make it with [NewTransport] or [NewTransportFunc]; the
// zero Transport sends nothing. It is safe for concurrent use.
//
// What is signed is what is sent: the body is read whole, signed, and sent from
// memory. The request itself is not changed, as its contract asks, so that an
// [http.Client] has no signature to carry along when it is redirected; a
// request that is a redirect is refused with [ErrRedirected]. To see the answer
// that wanted to redirect, and what it names, give the client [NoRedirects].
type Transport struct {
	find     func(*http.Request) (Signer, error)
	base     http.RoundTripper
	now      func() time.Time
	idHeader string
	ids      idPolicy
}

// An idPolicy says what to do without an id.
type idPolicy int

const (
	refuseWithoutID idPolicy = iota
	generateID
	signWithoutID
)

// NewTransport makes a Transport that signs all requests with one Signer.
func NewTransport(signer Signer, opts ...TransportOption) (*Transport, error) {
	if signer == nil {
		return nil, errors.New("webhookhttp: the signer is nil")
	}
	return NewTransportFunc(func(*http.Request) (Signer, error) { return signer, nil }, opts...)
}

// NewTransportFunc makes a Transport that asks for the Signer at each request:
// that of the endpoint it goes to, with the keys as they are now.
//
// An error, or a nil Signer, is [ErrNoSigner]. The function is called for
// requests that are no redirect and have an id, for several at once. It must
// not change the request or read its body. What the Signer is chosen by, such as the id of the
// endpoint, is best put in the request's context: two endpoints may well have
// one address.
func NewTransportFunc(find func(*http.Request) (Signer, error), opts ...TransportOption) (*Transport, error) {
	if find == nil {
		return nil, errors.New("webhookhttp: the function that finds the signer is nil")
	}
	t := &Transport{find: find, base: http.DefaultTransport, now: time.Now, idHeader: standardwebhooks.HeaderID}
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt.applyToTransport(t); err != nil {
			return nil, fmt.Errorf("webhookhttp: %w", err)
		}
	}
	return t, nil
}

// A TransportOption changes how a [Transport] is made.
type TransportOption interface{ applyToTransport(*Transport) error }

func (now clockOption) applyToTransport(t *Transport) error {
	if now != nil {
		t.now = now
	}
	return nil
}

// WithBase sets what sends the signed requests: http.DefaultTransport unless
// set. It must not follow redirects by itself.
func WithBase(base http.RoundTripper) TransportOption {
	return transportOption(func(t *Transport) error {
		if base == nil {
			return errors.New("the base transport is nil")
		}
		t.base = base
		return nil
	})
}

// WithIDHeader sets the header of a request in which its message id is looked
// for if its context has none: webhook-id unless set.
func WithIDHeader(name string) TransportOption {
	return transportOption(func(t *Transport) error {
		if name == "" {
			return errors.New("the name of the header with the id is empty")
		}
		t.idHeader = http.CanonicalHeaderKey(name)
		return nil
	})
}

// WithGeneratedIDs makes up an id for requests without one. It is another at
// every attempt, even of the same request, so that receivers cannot tell an
// attempt from a new message: only for messages that are sent once.
func WithGeneratedIDs() TransportOption {
	return transportOption(func(t *Transport) error { t.ids = generateID; return nil })
}

// WithoutIDs is for Signers whose scheme has no message id, such as Stripe's:
// without an id they are given an empty one. Signers that need one refuse it.
func WithoutIDs() TransportOption {
	return transportOption(func(t *Transport) error { t.ids = signWithoutID; return nil })
}

type transportOption func(*Transport) error

func (o transportOption) applyToTransport(t *Transport) error { return o(t) }

type sendIDKey struct{}

// ContextWithMessageID returns a context for requests that carry the message
// with this id: the same for all attempts, another for every message. It wins
// over the header of the request.
func ContextWithMessageID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, sendIDKey{}, id)
}

// NoRedirects is for the CheckRedirect of an [http.Client]: redirects are
// answers, for [Classify] to judge.
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// RoundTrip signs and sends a copy of the request. Its errors are
// [ErrRedirected], [ErrNoID], [ErrNoSigner], [ErrRequestBody], those of the
// Signer, and those of the base transport; the body is closed in every case.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	signed, err := t.sign(r)
	if err != nil {
		return nil, err
	}
	return t.base.RoundTrip(signed)
}

// sign returns the request to send. It has read and closed the body of r.
func (t *Transport) sign(r *http.Request) (*http.Request, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	if t == nil || t.find == nil {
		return nil, errors.New("webhookhttp: the transport was never made; use NewTransport")
	}
	if r.Response != nil {
		return nil, ErrRedirected
	}
	id, err := t.messageID(r)
	if err != nil {
		return nil, err
	}
	signer, err := t.signer(r)
	if err != nil {
		return nil, err
	}
	payload, err := requestPayload(r)
	if err != nil {
		return nil, err
	}
	headers := http.Header{}
	if err := signer.SetHeaders(r.Context(), headers, id, t.now(), payload); err != nil {
		return nil, fmt.Errorf("webhookhttp: sign the request: %w", err)
	}
	return withPayload(r, payload, headers), nil
}

func (t *Transport) signer(r *http.Request) (Signer, error) {
	signer, err := t.find(r)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrNoSigner, err)
	case signer == nil:
		return nil, ErrNoSigner
	default:
		return signer, nil
	}
}

func (t *Transport) messageID(r *http.Request) (string, error) {
	if id, ok := r.Context().Value(sendIDKey{}).(string); ok {
		return id, nil
	}
	values := fields.Values(r.Header, t.idHeader)
	id, ok := fields.Single(values)
	switch {
	case !ok:
		return "", fmt.Errorf("%w: two different values of %s", ErrNoID, t.idHeader)
	case id != "":
		return id, nil
	case t.ids == generateID:
		return standardwebhooks.NewMessageID(), nil
	case t.ids == signWithoutID:
		return "", nil
	default:
		return "", ErrNoID
	}
}

// requestPayload reads the body. One that is there and has nothing in it was
// used up by an earlier attempt: to send it would be to sign an empty message.
func requestPayload(r *http.Request) ([]byte, error) {
	var payload []byte
	none := r.Body == nil || r.Body == http.NoBody
	if !none {
		announced := r.ContentLength
		if announced == 0 {
			announced = -1 // with a body, 0 is unknown
		}
		var err error
		if payload, err = readAll(r.Body, announced, math.MaxInt64); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRequestBody, err)
		}
	}
	switch {
	case r.ContentLength > 0 && int64(len(payload)) != r.ContentLength:
		return nil, fmt.Errorf("%w: %w: %d bytes, announced with %d", ErrRequestBody, errBodyLength, len(payload), r.ContentLength)
	case !none && len(payload) == 0:
		return nil, fmt.Errorf("%w: %w", ErrRequestBody, errBodyUsed)
	}
	return payload, nil
}

// withPayload returns a copy of r with a body of its own and the headers set.
func withPayload(r *http.Request, payload []byte, headers http.Header) *http.Request {
	signed := r.Clone(r.Context())
	if signed.Header == nil {
		signed.Header = http.Header{}
	}
	for name, values := range headers {
		// A header of an earlier signature, in whatever spelling, would be sent
		// beside the one that counts.
		maps.DeleteFunc(signed.Header, func(earlier string, _ []string) bool { return strings.EqualFold(earlier, name) })
		signed.Header[name] = values
	}
	signed.ContentLength, signed.TransferEncoding = int64(len(payload)), nil
	signed.GetBody = func() (io.ReadCloser, error) {
		if len(payload) == 0 {
			return http.NoBody, nil
		}
		return io.NopCloser(bytes.NewReader(payload)), nil
	}
	signed.Body, _ = signed.GetBody()
	return signed
}

// CloseIdleConnections closes those of the base transport, if it can.
func (t *Transport) CloseIdleConnections() {
	if t == nil {
		return
	}
	if closer, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}
