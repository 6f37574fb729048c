package standardwebhooks_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/internal/testcases"
	"github.com/whsec/whsec/standardwebhooks"
)

// TestCases holds Verifier and oracle against every case of the two schemes
// that the package reads, codes included.
func TestCases(t *testing.T) {
	for _, c := range testcases.VerifyCases("standard", "svix") {
		t.Run(c.Name, func(t *testing.T) {
			header := http.Header{}
			for _, field := range c.Headers {
				header.Add(field[0], field[1])
			}
			tolerance := standardwebhooks.DefaultTolerance
			if c.Tolerance != nil {
				tolerance = time.Duration(*c.Tolerance) * time.Second
			}
			now := time.Unix(c.Now, 0)
			message, err := verifyTexts(c.Scheme, c.Secrets, tolerance, c.Body, header, now)
			want := oracle.Verify(oracle.Request{
				Profile: c.Scheme, Keys: c.Secrets, Headers: c.Headers, Body: c.Body,
				Now: now, Past: tolerance, Future: tolerance,
			})
			require.Equal(t, want, standardwebhooks.Code(err), "oracle against verifier")
			if c.Result == "valid" {
				require.NoError(t, err)
				require.Equal(t, c.Body, message.Payload)
				return
			}
			require.Zero(t, message)
			require.ErrorIs(t, err, standardwebhooks.ErrInvalid)
			if c.Reason != "" {
				requireCode(t, c.Reason, err)
			}
		})
	}
}

// verifyTexts goes the whole way from texts to a verdict.
func verifyTexts(scheme string, texts []string, tolerance time.Duration, payload []byte, header http.Header, now time.Time) (standardwebhooks.Message, error) {
	var keys []standardwebhooks.VerifyingKey
	for _, text := range texts {
		key, err := standardwebhooks.ParseVerifyingKey(text)
		if err != nil {
			return standardwebhooks.Message{}, err
		}
		keys = append(keys, key)
	}
	opts := []standardwebhooks.VerifierOption{standardwebhooks.WithTolerance(tolerance)}
	if scheme == "svix" {
		opts = append(opts, standardwebhooks.WithHeaderPrefix("svix", "webhook"))
	}
	verifier, err := standardwebhooks.NewVerifier(keys, opts...)
	if err != nil {
		return standardwebhooks.Message{}, err
	}
	return verifier.VerifyAt(payload, header, now)
}
