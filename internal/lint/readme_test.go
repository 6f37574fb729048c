//lint:file-ignore SA4006 the README leaves out what to do about each error

package lint

import (
	"context"
	"fmt"
	"io"
	"log/slog"
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

// TestReadmeEd25519 signs with one half and verifies with the other.
func TestReadmeEd25519(t *testing.T) {
	private := standardwebhooks.GeneratePrivateKey()
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{private})
	verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{private.Public()})

	require.NoError(t, err)
	payload := []byte("{}")
	r := webhooktest.NewRequest(t, signer, payload)
	_, err = verifier.VerifyAt(payload, r.Header, webhooktest.Now())
	require.NoError(t, err)
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

// TestReadmeKinds has a handler answer what is authentic and what is not.
func TestReadmeKinds(t *testing.T) {
	secret := webhooktest.Secret(t, "current")
	signer, other := webhooktest.NewSigner(t, secret), webhooktest.Secret(t, "other")
	receiver, err := webhookhttp.NewReceiver(webhooktest.NewVerifier(t, secret), webhookhttp.WithLogger(slog.New(slog.DiscardHandler)))
	require.NoError(t, err)
	handler := receiver.Handler(func(context.Context, standardwebhooks.Message) error { return nil })

	for _, kind := range webhooktest.Kinds(t, signer) {
		r := webhooktest.NewRequest(t, signer, []byte(`{"type":"invoice.paid"}`),
			webhooktest.Spoiled(kind),
			webhooktest.WithOtherKey(webhooktest.NewSigner(t, other)))
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if accepted := w.Code < 300; accepted != kind.Accepted() {
			t.Errorf("%v: answered %d", kind, w.Code)
		}
	}
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
