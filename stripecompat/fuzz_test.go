package stripecompat_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/internal/testcases"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

// FuzzVerify holds the Verifier against the oracle: the same verdict, for the
// same reason. In the header, "@" stands for the right signature of stamp and
// body, so that the fuzzer gets behind the comparison, and a line feed begins
// another header field.
func FuzzVerify(f *testing.F) {
	for _, c := range testcases.VerifyCases("stripe") {
		var values []string
		for _, pair := range c.Headers {
			values = append(values, pair[1])
		}
		f.Add(c.Secrets[0], "whsec_other", strings.Join(values, "\n"), "1614265330", c.Body, c.Now, int64(0), int64(300), int64(300))
	}
	for _, header := range []string{"t=1614265330,v1=@", "v1=@, t=1614265330", "t=1614265330\nv1=00,v1=@", "v0=@,t=1614265330,v2=@,v1=@=", "t=1614265330,V1=@;v1=@"} {
		f.Add("whsec_other", "whsec_test_secret", header, "1614265330", []byte("{}"), int64(1614265331), int64(1), int64(1), int64(86400))
	}
	f.Fuzz(func(t *testing.T, secret, second, header, stamp string, body []byte, now, nanos, past, future int64) {
		header = strings.ReplaceAll(header, "@", rightSignature(second, stamp, body))
		request := oracle.Request{
			Profile: "stripe",
			Keys:    []string{secret, second},
			Body:    body,
			Now:     time.Unix(now%(1<<40), nanos%int64(time.Second)),
			Past:    time.Duration(past%100_000) * time.Second,
			Future:  time.Duration(future%100_000) * time.Second,
		}
		for value := range strings.SplitSeq(header, "\n") {
			request.Headers = append(request.Headers, [2]string{"Stripe-Signature", value})
		}
		want := oracle.Verify(request)
		message, err := verifyRaw(request.Keys, request.Headers, body, fixed(request.Now),
			stripecompat.WithPastTolerance(request.Past), stripecompat.WithFutureTolerance(request.Future))
		if got := standardwebhooks.Code(err); got != want || (err == nil) != (want == "") {
			t.Fatalf("got %q (%v), the oracle says %q", got, err, want)
		}
		if err != nil && message.Payload != nil {
			t.Fatal("refused, and yet a message")
		}
	})
}

// rightSignature is computed without the package under test.
func rightSignature(secret, stamp string, body []byte) string {
	return hex.EncodeToString(rightMAC(secret, stamp+"."+string(body)))
}

func rightMAC(secret, content string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(content))
	return mac.Sum(nil)
}
