package webhookhttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
)

// What the examples share. A program has no fixed clock, and gets its secret
// from its configuration.
var (
	exampleNow      = func() time.Time { return time.Unix(1700000000, 0) }
	exampleSecret   = must(standardwebhooks.ParseSecret("whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxlcywgMzIgYnl0ZXM="))
	exampleVerifier = must(standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{exampleSecret}, standardwebhooks.WithClock(exampleNow)))
	exampleSigner   = must(standardwebhooks.NewSigner([]standardwebhooks.SigningKey{exampleSecret}))
	exampleLogger   = slog.New(slog.NewTextHandler(stdout{}, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// stdout is what os.Stdout is when an example runs.
type stdout struct{}

func (stdout) Write(p []byte) (int, error) { return os.Stdout.Write(p) }

func withoutTime(_ []string, attribute slog.Attr) slog.Attr {
	if attribute.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return attribute
}

// exampleRequest is what a sender sends.
func exampleRequest(id, target, body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(body))
	if err := exampleSigner.SetHeaders(context.Background(), r.Header, id, exampleNow(), []byte(body)); err != nil {
		panic(err)
	}
	return r
}

func exampleServe(handler http.Handler, r *http.Request) {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	fmt.Println(w.Code)
}

func ExampleReceiver_Middleware() {
	receiver, err := webhookhttp.NewReceiver(exampleVerifier, webhookhttp.WithLogger(exampleLogger))
	if err != nil {
		panic(err)
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		message, _ := webhookhttp.MessageFrom(r.Context())
		fmt.Printf("%s: %s\n", message.ID, message.Payload)
		w.WriteHeader(http.StatusAccepted)
	})
	mux := http.NewServeMux()
	mux.Handle("POST /webhooks", receiver.Middleware(handler))

	exampleServe(mux, exampleRequest("msg_1", "/webhooks", `{"type":"invoice.paid"}`))

	forged := exampleRequest("msg_1", "/webhooks", `{"type":"invoice.paid"}`)
	forged.Header.Set("webhook-id", "msg_2")
	exampleServe(mux, forged)
	// Output:
	// msg_1: {"type":"invoice.paid"}
	// 202
	// level=WARN msg=webhook code=signature_mismatch status=401 error="no signature matches: 1 signature, 1 key"
	// 401
}

// A server that faces the internet has timeouts: they, and not the middleware,
// part with clients that never finish.
func ExampleReceiver_Handler() {
	receiver, err := webhookhttp.NewReceiver(exampleVerifier,
		webhookhttp.WithLogger(exampleLogger),
		webhookhttp.WithMaxBody(256<<10))
	if err != nil {
		panic(err)
	}
	handler := receiver.Handler(func(ctx context.Context, message standardwebhooks.Message) error {
		return errors.New("the database is down")
	})
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      45 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}

	exampleServe(server.Handler, exampleRequest("msg_1", "/", `{}`))
	// Output:
	// level=ERROR msg=webhook code=handler_failed status=500 error="handler failed: the database is down"
	// 500
}

func ExampleJSONHandler() {
	type invoice struct {
		Number string `json:"number"`
	}
	receiver, err := webhookhttp.NewReceiver(exampleVerifier)
	if err != nil {
		panic(err)
	}
	handler := webhookhttp.JSONHandler(receiver, func(ctx context.Context, event standardwebhooks.Event[invoice], message standardwebhooks.Message) error {
		fmt.Println(message.ID, event.Type, event.Data.Number)
		return nil
	})

	exampleServe(handler, exampleRequest("msg_1", "/", `{"type":"invoice.paid","timestamp":"2023-11-14T22:13:20Z","data":{"number":"F-7"}}`))
	// Output:
	// msg_1 invoice.paid F-7
	// 200
}

// Each tenant has its own secret. The scope of the guard is what the secret was
// chosen by, and tells the handler whose message it is.
func ExampleNewReceiverFunc() {
	verifiers := map[string]*standardwebhooks.Verifier{"acme": exampleVerifier}
	store, err := webhookhttp.NewMemoryStore(100_000)
	if err != nil {
		panic(err)
	}
	tenant := func(r *http.Request, _ standardwebhooks.Message) (string, error) { return r.PathValue("tenant"), nil }
	guard, err := webhookhttp.NewReplayGuard(store, tenant)
	if err != nil {
		panic(err)
	}
	receiver, err := webhookhttp.NewReceiverFunc(func(r *http.Request) (webhookhttp.Verifier, error) {
		verifier, ok := verifiers[r.PathValue("tenant")]
		if !ok {
			return nil, &webhookhttp.StatusError{Status: http.StatusNotFound, Err: errors.New("no such tenant")}
		}
		return verifier, nil
	}, webhookhttp.WithReplayGuard(guard), webhookhttp.WithLogger(exampleLogger))
	if err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.Handle("POST /webhooks/{tenant}", receiver.Handler(func(ctx context.Context, message standardwebhooks.Message) error {
		claim, _ := webhookhttp.ClaimFrom(ctx)
		fmt.Println("handled", message.ID, "of", claim.Scope)
		return nil
	}))

	exampleServe(mux, exampleRequest("msg_1", "/webhooks/acme", `{}`))
	exampleServe(mux, exampleRequest("msg_1", "/webhooks/acme", `{}`))
	exampleServe(mux, exampleRequest("msg_1", "/webhooks/other", `{}`))
	// Output:
	// handled msg_1 of acme
	// 200
	// level=INFO msg=webhook code=replay_done status=200
	// 200
	// level=WARN msg=webhook code=no_verifier status=404 error="no verifier for the request: no such tenant"
	// 404
}

// As soon as no message is signed with the old key any more, it can go.
func ExampleWithAccept() {
	previous := must(standardwebhooks.ParseSecret("whsec_dGhlIG5ldyBzZWNyZXQgb2YgdGhlIGV4YW1wbGVzLCAzMg=="))
	verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{previous, exampleSecret}, standardwebhooks.WithClock(exampleNow))
	if err != nil {
		panic(err)
	}
	receiver, err := webhookhttp.NewReceiver(verifier,
		webhookhttp.WithClock(func() time.Time { return exampleNow().Add(3 * time.Second) }),
		webhookhttp.WithAccept(func(_ context.Context, message standardwebhooks.Message, age time.Duration) {
			fmt.Printf("%s: key %d, %v old\n", message.ID, message.KeyIndex, age)
		}))
	if err != nil {
		panic(err)
	}

	exampleServe(receiver.Middleware(ok), exampleRequest("msg_1", "/", `{}`))
	// Output:
	// msg_1: key 1, 3s old
	// 204
}

// A worker takes messages from a queue that may give it one twice.
func ExampleReplayGuard_Do() {
	store, err := webhookhttp.NewMemoryStore(100_000)
	if err != nil {
		panic(err)
	}
	guard, err := webhookhttp.NewReplayGuard(store, nil)
	if err != nil {
		panic(err)
	}
	for _, id := range []string{"msg_1", "msg_2", "msg_1"} {
		state, err := guard.Do(context.Background(), "acme", id, func(context.Context) error {
			if id == "msg_2" {
				return errors.New("the database is down")
			}
			return nil
		})
		if err != nil {
			fmt.Println(id, "stays in the queue:", err)
			continue
		}
		fmt.Println(id, "leaves the queue:", state)
	}
	// Output:
	// msg_1 leaves the queue: owned
	// msg_2 stays in the queue: the database is down
	// msg_1 leaves the queue: done
}

// A worker whose work takes longer than a lease renews it on the way.
func ExampleNewClaim() {
	store, err := webhookhttp.NewMemoryStore(100_000)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	claim := webhookhttp.NewClaim("acme", "msg_1", time.Minute, webhookhttp.DefaultRetention)
	for _, step := range []string{"fetch", "convert", "publish"} {
		state, err := store.Claim(ctx, claim)
		if err != nil || state != webhookhttp.Owned {
			fmt.Println("not ours, or not any more:", state, err)
			return
		}
		fmt.Println(step)
	}
	fmt.Println("committed:", store.Commit(ctx, claim) == nil)
	// Output:
	// fetch
	// convert
	// publish
	// committed: true
}

// With AWS's library, the function goes to lambda.Start.
func ExampleLambdaHandler() {
	receiver, err := webhookhttp.NewReceiver(exampleVerifier)
	if err != nil {
		panic(err)
	}
	handle := webhookhttp.LambdaHandler(receiver.Handler(func(ctx context.Context, message standardwebhooks.Message) error {
		fmt.Println("handled", message.ID)
		return nil
	}))

	event := json.RawMessage(`{
		"version": "2.0",
		"rawPath": "/webhooks",
		"requestContext": {"http": {"method": "POST"}},
		"headers": {
			"webhook-id": "msg_1",
			"webhook-timestamp": "1700000000",
			"webhook-signature": "v1,Ze3tLWAP0ZVOntCUHTptYW9opwVq6U8YpjysUcqG5ng="
		},
		"body": "eyJ0eXBlIjoiaW52b2ljZS5wYWlkIn0=",
		"isBase64Encoded": true
	}`)
	response, err := handle(context.Background(), event)
	fmt.Println(string(response), err)
	// Output:
	// handled msg_1
	// {"statusCode":200,"body":"","isBase64Encoded":false} <nil>
}
