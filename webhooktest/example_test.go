package webhooktest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// t is the testing.T of the test.
var t testing.TB = new(testing.T)

// newHandler is the program under test.
func newHandler(verifier *standardwebhooks.Verifier) http.Handler {
	receiver, err := webhookhttp.NewReceiver(verifier, webhookhttp.WithLogger(quiet))
	if err != nil {
		t.Fatal(err)
	}
	return receiver.Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
}

// A program accepts what is authentic and refuses all the rest.
func Example() {
	current, other := webhooktest.Secret(t, "current"), webhooktest.Secret(t, "other")
	handler := newHandler(webhooktest.NewVerifier(t, current))
	signer := webhooktest.NewSigner(t, current)

	for _, kind := range webhooktest.Kinds(t, signer) {
		r := webhooktest.NewRequest(t, signer, []byte(`{"type":"invoice.paid"}`),
			webhooktest.Spoiled(kind),
			webhooktest.WithOtherKey(webhooktest.NewSigner(t, other)))
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if accepted := w.Code < 300; accepted != kind.Accepted() {
			t.Errorf("%v: answered %d", kind, w.Code)
		}
		fmt.Printf("%d %v\n", w.Code, kind)
	}
	// Output:
	// 204 untouched
	// 401 stale
	// 401 future
	// 401 other key
	// 401 changed byte
	// 401 changed id
	// 401 changed timestamp
	// 400 unsigned
	// 400 missing id
	// 400 missing timestamp
	// 400 missing signature
	// 400 duplicate id
	// 400 duplicate timestamp
	// 204 repeated
	// 204 split
	// 204 folded
	// 204 lower case
}
