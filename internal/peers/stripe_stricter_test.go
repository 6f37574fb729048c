package peers_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/webhook"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

// TestStripeStricter is TestStricter for stripecompat's functions.
func TestStripeStricter(t *testing.T) {
	const secret = "whsec_test_secret"
	at := fmt.Sprint(now)
	right := ",v1=" + hexMAC(secret, at)
	tests := []struct {
		name, secret, header string
		want                 error
	}{
		{"a day ahead", secret, fmt.Sprintf("t=%d,v1=%s", now+86400, hexMAC(secret, fmt.Sprint(now+86400))), stripecompat.ErrTooOld},
		{"milliseconds", secret, "t=" + at + "000,v1=" + hexMAC(secret, at+"000"), stripecompat.ErrTooOld},
		{"two timestamps", secret, "t=1,t=" + at + right, stripecompat.ErrInvalidHeader},
		{"sign", secret, "t=+" + at + right, stripecompat.ErrInvalidHeader},
		{"leading zero", secret, "t=0" + at + right, stripecompat.ErrInvalidHeader},
		{"empty secret", "", "t=" + at + ",v1=" + hexMAC("", at), stripecompat.ErrEmptySecret},
		{"line end at secret", secret + "\n", "t=" + at + ",v1=" + hexMAC(secret+"\n", at), standardwebhooks.ErrMalformedSecret},
		{"public key", "whpk_A", "t=" + at + ",v1=" + hexMAC("whpk_A", at), standardwebhooks.ErrWrongKeyType},
	}
	for _, test := range tests {
		bubble(t, test.name, func(t *testing.T) {
			require.NoError(t, webhook.ValidatePayload([]byte(jsonBody), test.header, test.secret))
			assert.ErrorIs(t, stripecompat.ValidatePayload([]byte(jsonBody), test.header, test.secret), test.want)
		})
	}
}

// TestStripeDiffers has the items of stripecompat that are of another kind.
func TestStripeDiffers(t *testing.T) {
	const secret = "whsec_test_secret"
	bubble(t, "no timestamp, and none asked for", func(t *testing.T) {
		header := "v1=" + hexMAC(secret, fmt.Sprint(time.Time{}.Unix()))
		require.NoError(t, webhook.ValidatePayloadIgnoringTolerance([]byte(jsonBody), header, secret))
		assert.Equal(t, stripecompat.ErrInvalidHeader, stripecompat.ValidatePayloadIgnoringTolerance([]byte(jsonBody), header, secret))
	})
	bubble(t, "forged and old", func(t *testing.T) {
		header := "t=1,v1=" + hexMAC("another", "1")
		require.Equal(t, webhook.ErrTooOld, webhook.ValidatePayload([]byte(jsonBody), header, secret))
		assert.Equal(t, stripecompat.ErrNoValidSignature, stripecompat.ValidatePayload([]byte(jsonBody), header, secret))
	})
	bubble(t, "no tolerance", func(t *testing.T) {
		header := fmt.Sprintf("t=%d,v1=%s", now, hexMAC(secret, fmt.Sprint(now)))
		for _, tolerance := range []time.Duration{0, 25 * time.Hour} {
			require.NoError(t, webhook.ValidatePayloadWithTolerance([]byte(jsonBody), header, secret, tolerance))
			err := stripecompat.ValidatePayloadWithTolerance([]byte(jsonBody), header, secret, tolerance)
			assert.ErrorIs(t, err, standardwebhooks.ErrInvalidTolerance)
		}
	})
	t.Run("signing what is refused", func(t *testing.T) {
		for _, test := range []struct {
			at     time.Time
			secret string
		}{{time.Unix(now, 0), ""}, {time.Unix(-1, 0), secret}} {
			require.NotEmpty(t, webhook.ComputeSignature(test.at, []byte(jsonBody), test.secret))
			assert.Nil(t, stripecompat.ComputeSignature(test.at, []byte(jsonBody), test.secret))
		}
	})
}

// TestStripeEventsDiffer has the events that one package takes and the other
// does not.
func TestStripeEventsDiffer(t *testing.T) {
	const secret = "whsec_test_secret"
	construct := func(body string) (theirs, ours error) {
		header := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(body), Secret: secret}).Header
		_, theirs = webhook.ConstructEvent([]byte(body), header, secret)
		_, ours = stripecompat.ConstructEvent([]byte(body), header, secret)
		return theirs, ours
	}
	bubble(t, "another API version", func(t *testing.T) {
		theirs, ours := construct(`{"id":"evt_1","object":"event","api_version":"2014-01-01"}`)
		require.ErrorContains(t, theirs, "API version")
		assert.NoError(t, ours)
	})
	bubble(t, "a thin event", func(t *testing.T) {
		theirs, ours := construct(`{"id":"evt_1","object":"v2.core.event"}`)
		require.Error(t, theirs)
		assert.NoError(t, ours)
	})
	bubble(t, "an event without an id", func(t *testing.T) {
		theirs, ours := construct(`{"object":"event","api_version":"` + stripe.APIVersion + `"}`)
		require.NoError(t, theirs)
		var details *standardwebhooks.DecodeError
		assert.ErrorAs(t, ours, &details)
	})
}

// hexMAC signs jsonBody as Stripe documents it.
func hexMAC(secret, timestamp string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s.%s", timestamp, jsonBody)
	return hex.EncodeToString(mac.Sum(nil))
}
