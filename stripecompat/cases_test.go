package stripecompat_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/testcases"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

func TestVerifyCases(t *testing.T) {
	cases := testcases.VerifyCases("stripe")
	require.Len(t, cases, 98)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			message, err := verifyCase(c)
			switch {
			case c.Result == "valid":
				require.NoError(t, err)
				assert.Empty(t, message.ID)
				assert.Equal(t, "v1", message.Scheme)
				assert.Equal(t, c.Body, message.Payload)
			case c.Reason != "":
				assert.Equal(t, c.Reason, standardwebhooks.Code(err))
				fallthrough
			default:
				require.ErrorIs(t, err, standardwebhooks.ErrInvalid)
				assert.Zero(t, message)
			}
		})
	}
}

func verifyCase(c testcases.Verify) (standardwebhooks.Message, error) {
	opts := []stripecompat.VerifierOption{fixed(time.Unix(c.Now, 0))}
	if c.Tolerance != nil {
		opts = append(opts, stripecompat.WithTolerance(time.Duration(*c.Tolerance)*time.Second))
	}
	return verifyRaw(c.Secrets, c.Headers, c.Body, opts...)
}

// verifyRaw goes all the way from texts, as they come from a configuration and
// a connection.
func verifyRaw(secrets []string, pairs [][2]string, body []byte, opts ...stripecompat.VerifierOption) (standardwebhooks.Message, error) {
	var keys []stripecompat.Secret
	for _, text := range secrets {
		key, err := stripecompat.ParseSecret(text)
		if err != nil {
			return standardwebhooks.Message{}, err
		}
		keys = append(keys, key)
	}
	verifier, err := stripecompat.NewVerifier(keys, opts...)
	if err != nil {
		return standardwebhooks.Message{}, err
	}
	header := http.Header{}
	for _, pair := range pairs {
		header.Add(pair[0], pair[1])
	}
	return verifier.Verify(body, header)
}

func fixed(now time.Time) stripecompat.VerifierOption {
	return stripecompat.WithClock(func() time.Time { return now })
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
