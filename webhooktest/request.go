package webhooktest

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/whsec/whsec/webhookhttp"
)

// DefaultID is the message id of requests that are given no other.
const DefaultID = "msg_webhooktest"

// A Signer signs the requests: the Signers of standardwebhooks, svixcompat and
// stripecompat do.
type Signer = webhookhttp.Signer

// NewRequest returns a request to a server with the body and the headers that
// signer sets: what an http.Handler is called with.
func NewRequest(tb testing.TB, signer Signer, body []byte, opts ...Option) *http.Request {
	tb.Helper()
	s := newSettings(opts)
	d := s.sign(tb, signer, body)
	r := httptest.NewRequest(s.method, s.target, bytes.NewReader(d.body))
	for name, values := range d.header {
		r.Header[name] = values
	}
	return r
}

// Header returns the headers that signer sets for a body, for what takes a
// header and a payload. If the request is spoiled in its body, use
// [HeaderAndBody].
func Header(tb testing.TB, signer Signer, body []byte, opts ...Option) http.Header {
	tb.Helper()
	header, _ := HeaderAndBody(tb, signer, body, opts...)
	return header
}

// HeaderAndBody returns the headers that signer sets for a body, and the body,
// which is another if the option [Spoiled] says so.
func HeaderAndBody(tb testing.TB, signer Signer, body []byte, opts ...Option) (http.Header, []byte) {
	tb.Helper()
	d := newSettings(opts).sign(tb, signer, body)
	return d.header, d.body
}

// An Option changes what is signed, or what becomes of it.
type Option func(*settings)

type settings struct {
	id     string
	time   time.Time
	method string
	target string
	header http.Header
	kind   Kind
	other  Signer
}

func newSettings(opts []Option) *settings {
	s := &settings{id: DefaultID, time: now, method: http.MethodPost, target: "/", header: http.Header{}}
	for _, opt := range opts {
		if opt != nil {
			opt(s)
		}
	}
	return s
}

// WithID sets the message id: [DefaultID] unless set.
func WithID(id string) Option { return func(s *settings) { s.id = id } }

// WithTime sets when the request is signed: [Now] unless set.
func WithTime(t time.Time) Option { return func(s *settings) { s.time = t } }

// WithMethod sets the method of the request: POST unless set.
func WithMethod(method string) Option { return func(s *settings) { s.method = method } }

// WithTarget sets the path, or the whole address, of the request: "/" unless
// set.
func WithTarget(target string) Option { return func(s *settings) { s.target = target } }

// WithHeader sets another header, which is not signed and does not replace one
// that is.
func WithHeader(name, value string) Option { return func(s *settings) { s.header.Set(name, value) } }

// Spoiled has the request tampered with, in one way.
func Spoiled(kind Kind) Option { return func(s *settings) { s.kind = kind } }

// WithOtherKey sets what [OtherKey] signs with: a Signer of the same scheme
// whose key the receiver does not know.
func WithOtherKey(other Signer) Option { return func(s *settings) { s.other = other } }

// A delivery is what is sent. Its names are those of the headers that were
// signed for it.
type delivery struct {
	header http.Header
	names  headerNames
	body   []byte
}

func (s *settings) sign(tb testing.TB, signer Signer, body []byte) delivery {
	tb.Helper()
	if signer == nil {
		tb.Fatal("webhooktest: the signer is nil")
	}
	if s.kind == Untouched {
		return s.attempt(tb, signer, s.time, body)
	}
	spoil, ok := spoilers[s.kind]
	if !ok {
		tb.Fatalf("webhooktest: there is no kind %d", int(s.kind))
	}
	return spoil(tb, s, signer, body)
}

// attempt signs a copy of the body.
func (s *settings) attempt(tb testing.TB, signer Signer, t time.Time, body []byte) delivery {
	tb.Helper()
	header := http.Header{}
	if err := signer.SetHeaders(context.Background(), header, s.id, t, body); err != nil {
		tb.Fatalf("webhooktest: sign the request: %v", err)
	}
	names := namesOf(tb, header)
	for name, values := range s.header {
		if _, signed := header[name]; !signed {
			header[name] = slices.Clone(values)
		}
	}
	return delivery{header, names, bytes.Clone(body)}
}
