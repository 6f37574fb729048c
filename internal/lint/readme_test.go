//lint:file-ignore SA4006 the README leaves out what to do about each error

package lint

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// A queue stands for where a receiver puts what it has acknowledged.
type queue struct{ got []string }

func (q *queue) Add(_ context.Context, id string, payload []byte) error {
	q.got = append(q.got, id+" "+string(payload))
	return nil
}

// TestReadmeSnippets sends what the README's sender sends to the README's
// receiver. TestSnippets finds the snippets in here.
func TestReadmeSnippets(t *testing.T) {
	t.Setenv("WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	var jobs queue
	mux := http.NewServeMux()

	keys, err := standardwebhooks.ParseVerifyingKeys(os.Getenv("WEBHOOK_SECRET"))
	verifier, err := standardwebhooks.NewVerifier(keys)
	receiver, err := webhookhttp.NewReceiver(verifier)
	mux.Handle("POST /webhooks", receiver.Handler(func(ctx context.Context, message standardwebhooks.Message) error {
		return jobs.Add(ctx, message.ID, message.Payload)
	}))

	require.NoError(t, err)
	server := httptest.NewServer(mux)
	defer server.Close()
	send(t, server.URL+"/webhooks", "msg_2yTdKqPb81", `{"type":"invoice.paid"}`)
	require.Equal(t, []string{`msg_2yTdKqPb81 {"type":"invoice.paid"}`}, jobs.got)

	response, err := http.Post(server.URL+"/webhooks", "application/json", strings.NewReader("{}"))
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, http.StatusBadRequest, response.StatusCode)
	require.Len(t, jobs.got, 1)
}

// TestReadmeGuard handles a message once that comes twice.
func TestReadmeGuard(t *testing.T) {
	verifier := webhooktest.NewVerifier(t, webhooktest.Secret(t, "current"))

	store, err := webhookhttp.NewMemoryStore(100_000)
	guard, err := webhookhttp.NewReplayGuard(store, webhookhttp.FixedScope("acme"))
	receiver, err := webhookhttp.NewReceiver(verifier, webhookhttp.WithReplayGuard(guard))

	require.NoError(t, err)
	handled := 0
	handler := receiver.Handler(func(context.Context, standardwebhooks.Message) error { handled++; return nil })
	for range 2 {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, webhooktest.NewRequest(t, webhooktest.NewSigner(t, webhooktest.Secret(t, "current")), []byte("{}")))
		require.Less(t, recorder.Code, 300)
	}
	require.Equal(t, 1, handled)
}

func send(t *testing.T, url, id, body string) {
	t.Helper()
	ctx := t.Context()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	require.NoError(t, err)

	keys, err := standardwebhooks.ParseSigningKeys(os.Getenv("WEBHOOK_SECRET"))
	signer, err := standardwebhooks.NewSigner(keys)
	transport, err := webhookhttp.NewTransport(signer)
	client := &http.Client{Transport: transport, CheckRedirect: webhookhttp.NoRedirects}
	response, err := client.Do(request.WithContext(webhookhttp.ContextWithMessageID(ctx, id)))

	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Less(t, response.StatusCode, 300, "%s", text)
}
