package shape

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

var five = Errors{
	RequiredHeaders: errors.New("required"), InvalidHeaders: errors.New("invalid"), NoMatchingSignature: errors.New("none"),
	MessageTooOld: errors.New("old"), MessageTooNew: errors.New("new"),
}

const (
	secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	body   = `{"test": 2432232314}`
	// signature is the published answer for this secret and body.
	signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
)

var at = time.Unix(1614265330, 0)

func published() http.Header {
	return http.Header{"Webhook-Id": {"msg_p5jXN8AQM9LWM0D4loKWxJek"}, "Webhook-Timestamp": {"1614265330"}, "Webhook-Signature": {signature}}
}

// TestEachErrorIsOneOfTheFive, and the class behind it too.
func TestEachErrorIsOneOfTheFive(t *testing.T) {
	for _, test := range []struct {
		name     string
		age      time.Duration
		change   func(http.Header)
		is, also error
	}{
		{"nothing is missing", 0, func(http.Header) {}, nil, nil},
		{"no id", 0, func(h http.Header) { h.Del("Webhook-Id") }, five.RequiredHeaders, standardwebhooks.ErrMissingHeader},
		{"two ids", 0, func(h http.Header) { h.Add("Webhook-Id", "other") }, five.InvalidHeaders, standardwebhooks.ErrDuplicateHeader},
		{"full stop", 0, func(h http.Header) { h.Set("Webhook-Id", "a.b") }, five.InvalidHeaders, standardwebhooks.ErrMalformedID},
		{"no number", 0, func(h http.Header) { h.Set("Webhook-Timestamp", "x") }, five.InvalidHeaders, standardwebhooks.ErrMalformedTimestamp},
		{"no signature", 0, func(h http.Header) { h.Set("Webhook-Signature", "x") }, five.NoMatchingSignature, standardwebhooks.ErrMalformedSignature},
		{"another version", 0, func(h http.Header) { h.Set("Webhook-Signature", "v2,x") }, five.NoMatchingSignature, standardwebhooks.ErrUnsupportedScheme},
		{"forged", 0, func(h http.Header) { h.Set("Webhook-Id", "other") }, five.NoMatchingSignature, standardwebhooks.ErrSignatureMismatch},
		{"old", time.Hour, func(http.Header) {}, five.MessageTooOld, standardwebhooks.ErrTimestampTooOld},
		{"new", -time.Hour, func(http.Header) {}, five.MessageTooNew, standardwebhooks.ErrTimestampTooNew},
	} {
		t.Run(test.name, func(t *testing.T) {
			webhook, err := Parse(secret, five)
			require.NoError(t, err)
			webhook.verifier = verifierAt(t, at.Add(test.age))
			header := published()
			test.change(header)
			err = webhook.Verify([]byte(body), header)
			if test.is == nil {
				require.NoError(t, err)
				return
			}
			assert.ErrorIs(t, err, test.is)
			assert.ErrorIs(t, err, test.also)
		})
	}
}

func verifierAt(t *testing.T, now time.Time) *standardwebhooks.Verifier {
	t.Helper()
	key, err := standardwebhooks.ParseSecret(secret)
	require.NoError(t, err)
	verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{key}, standardwebhooks.WithClock(func() time.Time { return now }))
	require.NoError(t, err)
	return verifier
}

func TestAnyAgeAndSign(t *testing.T) {
	webhook, err := Parse(secret, five)
	require.NoError(t, err)
	require.NoError(t, webhook.VerifyIgnoringTimestamp([]byte(body), published()))
	require.ErrorIs(t, webhook.VerifyIgnoringTimestamp([]byte(body+" "), published()), five.NoMatchingSignature)
	got, err := webhook.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", at, []byte(body))
	require.NoError(t, err)
	assert.Equal(t, signature, got)
	_, err = webhook.Sign("a.b", at, nil)
	assert.ErrorIs(t, err, five.InvalidHeaders)
}

func TestWhatIsRefused(t *testing.T) {
	_, err := Parse("whsec_", five)
	assert.ErrorIs(t, err, standardwebhooks.ErrEmptySecret)
	_, err = New([]byte("twenty-three bytes long"), five)
	assert.ErrorIs(t, err, standardwebhooks.ErrWeakSecret)
	_, err = Parse(secret, five, standardwebhooks.WithHeaderPrefix("no name"))
	assert.Error(t, err)
	var zero Webhook
	assert.Equal(t, standardwebhooks.ErrNoKeys, zero.Verify(nil, published()))
	assert.Equal(t, standardwebhooks.ErrNoKeys, zero.VerifyIgnoringTimestamp(nil, published()))
	_, err = zero.Sign("msg_1", at, nil)
	assert.Equal(t, standardwebhooks.ErrNoKeys, err)
}
