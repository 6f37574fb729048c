package standardcompat_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	// The one line that changes; it was
	// github.com/standard-webhooks/standard-webhooks/libraries/go.
	standardwebhooks "github.com/whsec/whsec/standardcompat"
)

// Code written for the reference library, after its import path was changed.
func Example() {
	wh, err := standardwebhooks.NewWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		fmt.Println(err)
		return
	}
	handler := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "body unreadable", http.StatusBadRequest)
			return
		}
		switch err := wh.Verify(body, r.Header); {
		case errors.Is(err, standardwebhooks.ErrRequiredHeaders), errors.Is(err, standardwebhooks.ErrInvalidHeaders):
			http.Error(w, "not a webhook", http.StatusBadRequest)
		case err != nil:
			http.Error(w, "not authentic", http.StatusUnauthorized)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}

	forged := httptest.NewRequest("POST", "/hooks", strings.NewReader(`{"type":"invoice.paid"}`))
	forged.Header.Set(standardwebhooks.HeaderWebhookID, "msg_1")
	forged.Header.Set(standardwebhooks.HeaderWebhookTimestamp, "1614265330")
	forged.Header.Set(standardwebhooks.HeaderWebhookSignature, "v1,"+strings.Repeat("A", 43)+"=")
	for _, request := range []*http.Request{forged, httptest.NewRequest("POST", "/hooks", nil)} {
		response := httptest.NewRecorder()
		handler(response, request)
		fmt.Print(response.Code, " ", response.Body)
	}
	// Output:
	// 401 not authentic
	// 400 not a webhook
}

func ExampleWebhook_Sign() {
	wh, err := standardwebhooks.NewWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		fmt.Println(err)
		return
	}
	signature, err := wh.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	fmt.Println(signature, err)
	// Output:
	// v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= <nil>
}
