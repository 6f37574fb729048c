package svixcompat_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/testcases"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/svixcompat"
)

func TestVerifyCases(t *testing.T) {
	for _, c := range testcases.VerifyCases("svix") {
		t.Run(c.Name, func(t *testing.T) {
			message, err := verifyCase(c)
			switch {
			case c.Result == "valid":
				require.NoError(t, err)
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
	opts := []standardwebhooks.VerifierOption{fixed(time.Unix(c.Now, 0))}
	if c.Tolerance != nil {
		opts = append(opts, standardwebhooks.WithTolerance(time.Duration(*c.Tolerance)*time.Second))
	}
	var keys []standardwebhooks.VerifyingKey
	for _, text := range c.Secrets {
		key, err := standardwebhooks.ParseVerifyingKey(text)
		if err != nil {
			return standardwebhooks.Message{}, err
		}
		keys = append(keys, key)
	}
	verifier, err := svixcompat.NewVerifier(keys, opts...)
	if err != nil {
		return standardwebhooks.Message{}, err
	}
	header := http.Header{}
	for _, pair := range c.Headers {
		header.Add(pair[0], pair[1])
	}
	return verifier.Verify(c.Body, header)
}

func fixed(now time.Time) standardwebhooks.VerifierOption {
	return standardwebhooks.WithClock(func() time.Time { return now })
}
