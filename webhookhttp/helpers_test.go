package webhookhttp_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

const payload = `{"type":"invoice.paid"}`

// A watch is a Receiver's logger and hooks, and remembers what they were told.
type watch struct {
	mu       sync.Mutex
	log      bytes.Buffer
	reports  []webhookhttp.Report
	accepted []standardwebhooks.Message
	ages     []time.Duration
}

func (w *watch) options() []webhookhttp.ReceiverOption {
	return []webhookhttp.ReceiverOption{
		webhookhttp.WithLogger(slog.New(slog.NewTextHandler(w, nil))),
		webhookhttp.WithReport(func(_ context.Context, report webhookhttp.Report) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.reports = append(w.reports, report)
		}),
		webhookhttp.WithAccept(func(_ context.Context, message standardwebhooks.Message, age time.Duration) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.accepted, w.ages = append(w.accepted, message), append(w.ages, age)
		}),
		webhookhttp.WithClock(webhooktest.Now),
	}
}

func (w *watch) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.Write(p)
}

func (w *watch) logged() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.String()
}

func (w *watch) codes() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	codes := []string{}
	for _, report := range w.reports {
		codes = append(codes, report.Code)
	}
	return codes
}

func signerOf(tb testing.TB) *standardwebhooks.Signer {
	return webhooktest.NewSigner(tb, webhooktest.Secret(tb, "current"))
}

func verifierOf(tb testing.TB) *standardwebhooks.Verifier {
	return webhooktest.NewVerifier(tb, webhooktest.Secret(tb, "current"))
}

func newReceiver(tb testing.TB, w *watch, opts ...webhookhttp.ReceiverOption) *webhookhttp.Receiver {
	tb.Helper()
	receiver, err := webhookhttp.NewReceiver(verifierOf(tb), append(w.options(), opts...)...)
	require.NoError(tb, err)
	return receiver
}

func serve(handler http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

// refusedWith checks that a response has a status and nothing else.
func refusedWith(tb testing.TB, status int, w *httptest.ResponseRecorder) {
	tb.Helper()
	assert.Equal(tb, status, w.Code)
	assert.Empty(tb, w.Body.String())
	w.Header().Del("Retry-After")
	assert.Empty(tb, w.Header())
}

func never(tb testing.TB) http.Handler {
	return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { tb.Error("the handler was called") })
}

// ok reads the body and answers with its length.
var ok = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	w.WriteHeader(http.StatusNoContent)
})

func request(tb testing.TB, opts ...webhooktest.Option) *http.Request {
	tb.Helper()
	return webhooktest.NewRequest(tb, signerOf(tb), []byte(payload), opts...)
}
