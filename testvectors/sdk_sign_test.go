package testvectors_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardcompat"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
	"github.com/whsec/whsec/svixcompat"
	"github.com/whsec/whsec/testvectors"
)

// TestSigningEntryPoints: every way to sign makes what is expected.
func TestSigningEntryPoints(t *testing.T) {
	signed := 0
	for c := range suite(t).All() {
		if c.Operation != testvectors.OperationSign || c.Result == testvectors.Unspecified {
			continue
		}
		signed++
		t.Run(c.ID, func(t *testing.T) {
			header := http.Header{}
			err := setHeaders(c, header)
			if c.Result == testvectors.Invalid {
				assert.Equal(t, c.Reason, standardwebhooks.Code(err))
				assert.Empty(t, header)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, headerOf(c.Expected), header)
			checkShapes(t, c)
		})
	}
	require.Greater(t, signed, 40)
}

type signer interface {
	SetHeaders(ctx context.Context, header http.Header, id string, t time.Time, payload []byte) error
}

func setHeaders(c testvectors.Case, header http.Header) error {
	s, err := signerOf(c)
	if err != nil {
		return err
	}
	return s.SetHeaders(context.Background(), header, c.MessageID, time.Unix(c.Timestamp, 0), c.Body)
}

func signerOf(c testvectors.Case) (signer, error) {
	if c.Profile == testvectors.ProfileStripe {
		var secrets []stripecompat.Secret
		for _, text := range c.Keys {
			secret, err := stripecompat.ParseSecret(text)
			if err != nil {
				return nil, err
			}
			secrets = append(secrets, secret)
		}
		return stripecompat.NewSigner(secrets)
	}
	var keys []standardwebhooks.SigningKey
	for _, text := range c.Keys {
		key, err := standardwebhooks.ParseSigningKey(text)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	if c.Profile == testvectors.ProfileSvix {
		return svixcompat.NewSigner(keys)
	}
	return standardwebhooks.NewSigner(keys)
}

// checkShapes signs under one secret with what has the shape of another
// library.
func checkShapes(t *testing.T, c testvectors.Case) {
	if len(c.Requires) > 0 && c.Requires[0] != "bytes-body" {
		return
	}
	expected := string(c.Expected[len(c.Expected)-1].Value)
	at := time.Unix(c.Timestamp, 0)
	switch c.Profile {
	case testvectors.ProfileStandard:
		wh, err := standardcompat.NewWebhook(c.Keys[0])
		require.NoError(t, err)
		value, err := wh.Sign(c.MessageID, at, c.Body)
		require.NoError(t, err)
		assert.Equal(t, expected, value)
	case testvectors.ProfileSvix:
		wh, err := svixcompat.NewWebhook(c.Keys[0])
		require.NoError(t, err)
		value, err := wh.Sign(c.MessageID, at, c.Body)
		require.NoError(t, err)
		assert.Equal(t, expected, value)
	case testvectors.ProfileStripe:
		payload := stripecompat.GenerateTestSignedPayload(&stripecompat.UnsignedPayload{Payload: c.Body, Secret: c.Keys[0], Timestamp: at})
		assert.Equal(t, expected, payload.Header)
	}
}

// TestKeys: the texts of keys, by each function that reads one.
func TestKeys(t *testing.T) {
	read := 0
	for c := range suite(t).All() {
		if c.Operation != testvectors.OperationKey || c.Result == testvectors.Unspecified {
			continue
		}
		read++
		for name, parse := range keyParsers(c.Profile) {
			err := parse(c.Keys[0])
			if c.Result == testvectors.Valid {
				assert.NoError(t, err, "%s: %s", c.ID, name)
				continue
			}
			assert.Equal(t, c.Reason, standardwebhooks.Code(err), "%s: %s", c.ID, name)
		}
	}
	require.Greater(t, read, 40)
}

func keyParsers(profile string) map[string]func(string) error {
	if profile == testvectors.ProfileStripe {
		return map[string]func(string) error{
			"ParseSecret":   func(text string) error { _, err := stripecompat.ParseSecret(text); return err },
			"UnmarshalText": func(text string) error { return new(stripecompat.Secret).UnmarshalText([]byte(text)) },
		}
	}
	return map[string]func(string) error{
		"ParseSecret":       func(text string) error { _, err := standardwebhooks.ParseSecret(text); return err },
		"ParseVerifyingKey": func(text string) error { _, err := standardwebhooks.ParseVerifyingKey(text); return err },
		"ParseSigningKey":   func(text string) error { _, err := standardwebhooks.ParseSigningKey(text); return err },
		"UnmarshalText":     func(text string) error { return new(standardwebhooks.Secret).UnmarshalText([]byte(text)) },
		"NewWebhook":        func(text string) error { _, err := standardcompat.NewWebhook(text); return err },
	}
}
