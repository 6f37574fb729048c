package standardwebhooks_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// The examples hold a secret and a clock of their own, so that their output
// can be checked. Take yours from a secret store, and leave the clock alone.
const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

var exampleTime = time.Date(2021, 2, 25, 15, 2, 10, 0, time.UTC)

func exampleClock() time.Time { return exampleTime }

// Verify in a handler: read the body, bounded; verify; then act.
func Example() {
	secret, err := standardwebhooks.ParseSecret(exampleSecret)
	if err != nil {
		panic(err)
	}
	verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{secret}, standardwebhooks.WithClock(exampleClock))
	if err != nil {
		panic(err)
	}
	handler := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		message, err := verifier.Verify(body, r.Header)
		if err != nil {
			fmt.Println("refused:", standardwebhooks.Code(err))
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Println("authentic:", message.ID)
		w.WriteHeader(http.StatusNoContent)
	}

	request := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(`{"test": 2432232314}`))
	request.Header.Set("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
	request.Header.Set("webhook-timestamp", "1614265330")
	request.Header.Set("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	handler(httptest.NewRecorder(), request)

	forged := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(`{"test": 1}`))
	forged.Header = request.Header
	handler(httptest.NewRecorder(), forged)
	// Output:
	// authentic: msg_p5jXN8AQM9LWM0D4loKWxJek
	// refused: signature_mismatch
}

// Sign one attempt to deliver a message. At the next attempt the id stays and
// the time is another.
func ExampleSigner_SetHeaders() {
	secret, err := standardwebhooks.ParseSecret(exampleSecret)
	if err != nil {
		panic(err)
	}
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{secret})
	if err != nil {
		panic(err)
	}
	body := `{"type":"invoice.paid","timestamp":"2021-02-25T15:02:09Z","data":{"id":"inv_81"}}`
	request := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body))
	err = signer.SetHeaders(context.Background(), request.Header, "msg_2yTdKqPb81", exampleTime, []byte(body))
	if err != nil {
		panic(err)
	}
	fmt.Println(request.Header.Get("webhook-id"))
	fmt.Println(request.Header.Get("webhook-timestamp"))
	fmt.Println(request.Header.Get("webhook-signature"))
	// Output:
	// msg_2yTdKqPb81
	// 1614265330
	// v1,K0kUFXRN8wBBqMQgAfpOXkaxEIYgn8XPO+/1CEDVy78=
}

// Rotate: the receiver verifies under both keys, and the sender signs first
// with the old one, then with both. When nothing comes with an index of 1 any
// more, the old key can go.
func Example_rotation() {
	const oldKey, newKey = exampleSecret, "whsec_KCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4/QEFCQ0RFRkc="
	verifying, err := standardwebhooks.ParseVerifyingKeys(newKey + " " + oldKey)
	if err != nil {
		panic(err)
	}
	verifier, err := standardwebhooks.NewVerifier(verifying, standardwebhooks.WithClock(exampleClock))
	if err != nil {
		panic(err)
	}
	for _, list := range []string{oldKey, newKey + " " + oldKey} {
		signing, err := standardwebhooks.ParseSigningKeys(list)
		if err != nil {
			panic(err)
		}
		signer, err := standardwebhooks.NewSigner(signing)
		if err != nil {
			panic(err)
		}
		header := http.Header{}
		if err := signer.SetHeaders(context.Background(), header, "msg_1", exampleTime, []byte("{}")); err != nil {
			panic(err)
		}
		message, err := verifier.Verify([]byte("{}"), header)
		fmt.Println(len(signing), "signatures: key", message.KeyIndex, err)
	}
	// Output:
	// 1 signatures: key 1 <nil>
	// 2 signatures: key 0 <nil>
}

// Ed25519: the receiver holds nothing that could sign.
func Example_ed25519() {
	private, err := standardwebhooks.ParsePrivateKey("whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==")
	if err != nil {
		panic(err)
	}
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{private})
	if err != nil {
		panic(err)
	}
	header := http.Header{}
	if err := signer.SetHeaders(context.Background(), header, "msg_1", exampleTime, []byte("{}")); err != nil {
		panic(err)
	}

	fmt.Println("publish:", private.Public())
	fmt.Println("print:", private)
	verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{private.Public()}, standardwebhooks.WithClock(exampleClock))
	if err != nil {
		panic(err)
	}
	message, err := verifier.Verify([]byte("{}"), header)
	fmt.Println(message.Scheme, err)
	// Output:
	// publish: whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=
	// print: whsk_[redacted]
	// v1a <nil>
}

// keyService stands for the client of a KMS.
type keyService struct{ private ed25519.PrivateKey }

func (s *keyService) Sign(_ context.Context, keyID string, message []byte) ([]byte, error) {
	if len(message) > 4096 {
		return nil, errors.New("key service: message over 4096 bytes")
	}
	return ed25519.Sign(s.private, message), nil
}

// A key that never leaves its service. What the service answers is checked
// before it is sent.
func ExampleNewRemoteKeyFunc() {
	service := &keyService{private: ed25519.NewKeyFromSeed([]byte("the seed of an example, 32 bytes"))}
	public, err := standardwebhooks.NewPublicKey(service.private.Public().(ed25519.PublicKey))
	if err != nil {
		panic(err)
	}
	key, err := standardwebhooks.NewRemoteKeyFunc(public, func(ctx context.Context, message []byte) ([]byte, error) {
		return service.Sign(ctx, "alias/webhooks", message)
	})
	if err != nil {
		panic(err)
	}
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{key})
	if err != nil {
		panic(err)
	}

	_, err = signer.Sign(context.Background(), "msg_1", exampleTime, []byte("{}"))
	fmt.Println("small:", err)
	_, err = signer.Sign(context.Background(), "msg_2", exampleTime, make([]byte, 5000))
	fmt.Println("large:", err)
	// Output:
	// small: <nil>
	// large: remote signing failed: key service: message over 4096 bytes
}

// Decode verifies first, so that there is no event that was not authentic.
func ExampleDecode() {
	type invoice struct {
		ID string `json:"id"`
	}
	keys, err := standardwebhooks.ParseVerifyingKeys(exampleSecret)
	if err != nil {
		panic(err)
	}
	verifier, err := standardwebhooks.NewVerifier(keys, standardwebhooks.WithClock(exampleClock))
	if err != nil {
		panic(err)
	}
	body := []byte(`{"type":"invoice.paid","timestamp":"2021-02-25T15:02:09Z","data":{"id":"inv_81"}}`)
	header := http.Header{}
	header.Set("webhook-id", "msg_2yTdKqPb81")
	header.Set("webhook-timestamp", "1614265330")
	header.Set("webhook-signature", "v1,K0kUFXRN8wBBqMQgAfpOXkaxEIYgn8XPO+/1CEDVy78=")

	event, message, err := standardwebhooks.Decode[standardwebhooks.Event[invoice]](verifier, body, header)
	if err != nil {
		panic(err)
	}
	fmt.Println(message.ID, event.Type, event.Data.ID)
	// Output: msg_2yTdKqPb81 invoice.paid inv_81
}

// A stored request is judged by when it was received, not by today.
func ExampleVerifier_VerifyAt() {
	keys, err := standardwebhooks.ParseVerifyingKeys(exampleSecret)
	if err != nil {
		panic(err)
	}
	verifier, err := standardwebhooks.NewVerifier(keys)
	if err != nil {
		panic(err)
	}
	header := http.Header{}
	header.Set("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
	header.Set("webhook-timestamp", "1614265330")
	header.Set("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	body := []byte(`{"test": 2432232314}`)

	_, err = verifier.VerifyAt(body, header, time.Date(2021, 2, 25, 15, 2, 12, 0, time.UTC))
	fmt.Println("when it was received:", err)
	_, err = verifier.VerifyAt(body, header, time.Date(2021, 2, 25, 15, 12, 10, 0, time.UTC))
	fmt.Println("ten minutes after:", err)
	// Output:
	// when it was received: <nil>
	// ten minutes after: timestamp too old: sent 10m0s ago, tolerance 5m0s
}
