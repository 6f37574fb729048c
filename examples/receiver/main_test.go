package main

import (
	"net/http/httptest"
	"testing"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhooktest"
)

func TestHandler(t *testing.T) {
	secret, other := webhooktest.Secret(t, "current"), webhooktest.Secret(t, "other")
	signer := webhooktest.NewSigner(t, secret)
	handler, err := newHandler(secret.Text(), standardwebhooks.WithClock(webhooktest.Now))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range webhooktest.Kinds(t, signer) {
		r := webhooktest.NewRequest(t, signer, []byte(`{"type":"invoice.paid"}`),
			webhooktest.WithTarget("/webhooks"),
			webhooktest.Spoiled(kind),
			webhooktest.WithOtherKey(webhooktest.NewSigner(t, other)))
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if accepted := w.Code < 300; accepted != kind.Accepted() {
			t.Errorf("%v: answered %d", kind, w.Code)
		}
	}
}
