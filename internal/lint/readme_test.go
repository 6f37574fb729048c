//lint:file-ignore SA4006 the README leaves out what to do about each error

package lint

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// An Invoice is what somebody's webhook is about.
type Invoice struct{ Amount int }

// TestReadmeSnippets sends what the README's sender sends to the README's
// receiver. TestSnippets finds the snippets in here.
func TestReadmeSnippets(t *testing.T) {
	t.Setenv("WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	keys, err := standardwebhooks.ParseVerifyingKeys(os.Getenv("WEBHOOK_SECRET"))
	require.NoError(t, err)
	verifier, err := standardwebhooks.NewVerifier(keys)
	require.NoError(t, err)
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		header := r.Header

		invoice, message, err := standardwebhooks.Decode[Invoice](verifier, body, header)

		assert.NoError(t, err)
		got = append(got, fmt.Sprint(message.ID, " ", invoice.Amount))
	}))
	defer server.Close()
	send(t, server.URL, "msg_2yTdKqPb81", `{"amount":1250}`)
	require.Equal(t, []string{"msg_2yTdKqPb81 1250"}, got)
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
