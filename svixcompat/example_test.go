package svixcompat_test

import (
	"fmt"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/svixcompat"
)

// A clock that stands still, for the output of examples.
func exampleClock() standardwebhooks.VerifierOption {
	return standardwebhooks.WithClock(func() time.Time { return time.Unix(1614265335, 0) })
}

func ExampleNewVerifier() {
	secret, err := standardwebhooks.ParseSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		panic(err)
	}
	// Leave the clock out, and time.Now is taken.
	verifier, err := svixcompat.NewVerifier([]standardwebhooks.VerifyingKey{secret}, exampleClock())
	if err != nil {
		panic(err)
	}
	header := http.Header{
		"Svix-Id":        {"msg_p5jXN8AQM9LWM0D4loKWxJek"},
		"Svix-Timestamp": {"1614265330"},
		"Svix-Signature": {"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="},
	}
	message, err := verifier.Verify([]byte(`{"test": 2432232314}`), header)
	fmt.Println(message.ID, err)
	_, err = verifier.Verify([]byte(`{"test":2432232314}`), header)
	fmt.Println(err)
	// Output:
	// msg_p5jXN8AQM9LWM0D4loKWxJek <nil>
	// no signature matches: 1 signature, 1 key
}

func ExampleWebhook_Sign() {
	webhook, err := svixcompat.NewWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		panic(err)
	}
	signature, err := webhook.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	fmt.Println(signature, err)
	// Output: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= <nil>
}
