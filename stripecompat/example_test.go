package stripecompat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

// What a sender sends in the examples, at 1614265330.
const (
	exampleBody   = `{"id":"evt_1","object":"event","type":"invoice.paid","data":{"object":{"id":"in_1","total":4200}}}`
	exampleHeader = "t=1614265330,v1=1f03dfb1dcef576c512ec0cc4c1565d2c80749b6b0164241c23f2cb3ead8dbce"
)

// A clock that stands still, for the output of examples.
func exampleClock() stripecompat.VerifierOption {
	return stripecompat.WithClock(func() time.Time { return time.Unix(1614265335, 0) })
}

func ExampleVerifier() {
	secret, err := stripecompat.ParseSecret("whsec_test_secret")
	if err != nil {
		panic(err)
	}
	// Leave the clock out, and time.Now is taken.
	verifier, err := stripecompat.NewVerifier([]stripecompat.Secret{secret}, exampleClock())
	if err != nil {
		panic(err)
	}
	handler := func(w http.ResponseWriter, r *http.Request) {
		// The bytes as they came, and a bound on how many.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "", http.StatusRequestEntityTooLarge)
			return
		}
		event, message, err := standardwebhooks.Decode[stripecompat.Event](verifier, body, r.Header)
		if err != nil {
			// The sender is told no, and the log is told why.
			fmt.Println("refused:", standardwebhooks.Code(err))
			http.Error(w, "", http.StatusUnauthorized)
			return
		}
		fmt.Println(event.Type, event.ID, message.Timestamp.UTC())
	}

	post := func(body string) {
		request := httptest.NewRequest(http.MethodPost, "/stripe", strings.NewReader(body))
		request.Header.Set("Stripe-Signature", exampleHeader)
		answer := httptest.NewRecorder()
		handler(answer, request)
		fmt.Println(answer.Code)
	}
	post(exampleBody)
	post(strings.Replace(exampleBody, "4200", "1", 1))
	// Output:
	// invoice.paid evt_1 2021-02-25 15:02:10 +0000 UTC
	// 200
	// refused: signature_mismatch
	// 401
}

// A handler written for stripe-go keeps its calls and its errors. Only the
// import path is another, and for stripe-go's own Event, ConstructEventAs.
func ExampleConstructEventAs() {
	// In a program: stripe.Event of the release in use.
	type Event struct {
		ID   string `json:"id"`
		Data struct {
			Object json.RawMessage `json:"object"`
		} `json:"data"`
	}
	// In a program: without a clock.
	event, err := stripecompat.ConstructEventAs[Event]([]byte(exampleBody), exampleHeader, "whsec_test_secret", exampleClock())
	fmt.Println(event.ID, string(event.Data.Object), err)

	_, err = stripecompat.ConstructEventAs[Event]([]byte(exampleBody), exampleHeader, "whsec_other_secret", exampleClock())
	if err == stripecompat.ErrNoValidSignature {
		fmt.Println("400:", err)
	}
	// Output:
	// evt_1 {"id":"in_1","total":4200} <nil>
	// 400: no signature matches
}

// Two endpoints of Stripe's, of live and test mode, at one URL of ours.
func ExampleNewVerifier_twoSecrets() {
	secrets, err := stripecompat.ParseSecrets("whsec_live_secret whsec_test_secret")
	if err != nil {
		panic(err)
	}
	verifier, err := stripecompat.NewVerifier(secrets, exampleClock())
	if err != nil {
		panic(err)
	}
	header := http.Header{"Stripe-Signature": {exampleHeader}}
	message, err := verifier.Verify([]byte(exampleBody), header)
	fmt.Println([]string{"live", "test"}[message.KeyIndex], err)
	// Output: test <nil>
}

func ExampleWithFormat() {
	secret, err := stripecompat.ParseSecret("8f742231b10e8888abcd99yyyzzz85a5")
	if err != nil {
		panic(err)
	}
	signer, err := stripecompat.NewSigner([]stripecompat.Secret{secret}, stripecompat.WithFormat(stripecompat.Slack()))
	if err != nil {
		panic(err)
	}
	verifier, err := stripecompat.NewVerifier([]stripecompat.Secret{secret}, stripecompat.WithFormat(stripecompat.Slack()), exampleClock())
	if err != nil {
		panic(err)
	}
	header := http.Header{}
	if err := signer.SetHeaders(context.Background(), header, "", time.Unix(1614265330, 0), []byte("token=xyz")); err != nil {
		panic(err)
	}
	_, err = verifier.Verify([]byte("token=xyz"), header)
	fmt.Println(header.Get("X-Slack-Request-Timestamp"), err)
	// Output: 1614265330 <nil>
}

// A sender that has a header for the timestamp and one for the signature, in
// hexadecimal, of "timestamp.body".
func ExampleFormat() {
	format := stripecompat.Format{
		Header:          "X-Signature",
		Separator:       ',',
		TimestampHeader: "X-Timestamp",
		Unit:            time.Second,
		Between:         ".",
	}
	secret, err := stripecompat.ParseSecret("whsec_test_secret")
	if err != nil {
		panic(err)
	}
	verifier, err := stripecompat.NewVerifier([]stripecompat.Secret{secret}, stripecompat.WithFormat(format), exampleClock())
	if err != nil {
		panic(err)
	}
	message, err := verifier.Verify([]byte(exampleBody), http.Header{
		"X-Timestamp": {"1614265330"},
		"X-Signature": {strings.TrimPrefix(exampleHeader, "t=1614265330,v1=")},
	})
	fmt.Println(message.Timestamp.Unix(), err)
	// Output: 1614265330 <nil>
}
