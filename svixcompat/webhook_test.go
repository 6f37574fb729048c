package svixcompat_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/svixcompat"
)

const (
	secretText = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	id         = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	body       = `{"test": 2432232314}`
)

var key = []byte{0x31, 0xf2, 0x90, 0xf6, 0xbf, 0x06, 0x29, 0x8a, 0xab, 0x4f, 0x08, 0xd4, 0x3c, 0x3f, 0x08, 0x2c, 0xf6, 0x48, 0xa3, 0x62, 0xda, 0x2d, 0xa4, 0xb0}

func signature(id, timestamp string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "." + body))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func header(prefix, id, timestamp, signature string) http.Header {
	h := http.Header{}
	h.Set(prefix+"-id", id)
	h.Set(prefix+"-timestamp", timestamp)
	h.Set(prefix+"-signature", signature)
	return h
}

// Timestamps that every clock refuses.
const old, future = "1614265330", "99999999999"

func TestWebhookErrors(t *testing.T) {
	webhook, err := svixcompat.NewWebhook(secretText)
	require.NoError(t, err)
	good := func() http.Header { return header("svix", id, old, signature(id, old)) }
	with := func(name, value string) http.Header { h := good(); h.Set(name, value); return h }
	twice := good()
	twice.Add("svix-id", "msg_2")
	both := good()
	for name, values := range header("webhook", "msg_2", old, signature("msg_2", old)) {
		both[name] = values
	}
	tests := []struct {
		name   string
		header http.Header
		svix   error
		code   string
	}{
		{"nothing", nil, svixcompat.ErrRequiredHeaders, "missing_header"},
		{"no id", with("svix-id", ""), svixcompat.ErrRequiredHeaders, "missing_header"},
		{"two ids", twice, svixcompat.ErrInvalidHeaders, "duplicate_header"},
		{"two sets that differ", both, svixcompat.ErrInvalidHeaders, "duplicate_header"},
		{"full stop in id", with("svix-id", "msg.1"), svixcompat.ErrInvalidHeaders, "malformed_id"},
		{"sign in timestamp", with("svix-timestamp", "+"+old), svixcompat.ErrInvalidHeaders, "malformed_timestamp"},
		{"no signature", with("svix-signature", "v1,"), svixcompat.ErrNoMatchingSignature, "malformed_signature"},
		{"other version", with("svix-signature", "v2,AAAA"), svixcompat.ErrNoMatchingSignature, "unsupported_scheme"},
		{"other signature", with("svix-signature", signature("msg_2", old)), svixcompat.ErrNoMatchingSignature, "signature_mismatch"},
		{"old", good(), svixcompat.ErrMessageTooOld, "timestamp_too_old"},
		{"new", header("webhook", id, future, signature(id, future)), svixcompat.ErrMessageTooNew, "timestamp_too_new"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := webhook.Verify([]byte(body), test.header)
			require.ErrorIs(t, err, test.svix)
			require.ErrorIs(t, err, standardwebhooks.ErrInvalid)
			assert.Equal(t, test.code, standardwebhooks.Code(err))
		})
	}
}

func TestWebhookVerify(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		webhook, err := svixcompat.NewWebhook(secretText)
		require.NoError(t, err)
		now := time.Now() // the bubble's, which stands still
		for _, prefix := range []string{"svix", "webhook"} {
			for age, want := range map[time.Duration]error{
				300 * time.Second:  nil,
				301 * time.Second:  svixcompat.ErrMessageTooOld,
				-300 * time.Second: nil,
				-301 * time.Second: svixcompat.ErrMessageTooNew,
			} {
				stamp := strconv.FormatInt(now.Add(-age).Unix(), 10)
				require.ErrorIs(t, webhook.Verify([]byte(body), header(prefix, id, stamp, signature(id, stamp))), want)
			}
		}
	})
}

func TestWebhookIgnoringTimestamp(t *testing.T) {
	for name, make := range map[string]func() (*svixcompat.Webhook, error){
		"text":            func() (*svixcompat.Webhook, error) { return svixcompat.NewWebhook(secretText) },
		"without prefix":  func() (*svixcompat.Webhook, error) { return svixcompat.NewWebhook(secretText[6:]) },
		"the bytes alone": func() (*svixcompat.Webhook, error) { return svixcompat.NewWebhookRaw(bytes.Clone(key)) },
	} {
		t.Run(name, func(t *testing.T) {
			webhook, err := make()
			require.NoError(t, err)
			for _, prefix := range []string{"svix", "webhook"} {
				for _, stamp := range []string{old, future} {
					h := header(prefix, id, stamp, signature(id, stamp))
					require.NoError(t, webhook.VerifyIgnoringTimestamp([]byte(body), h))
					require.ErrorIs(t, webhook.VerifyIgnoringTimestamp([]byte(body+" "), h), svixcompat.ErrNoMatchingSignature)
				}
			}
		})
	}
}

func TestWebhookSign(t *testing.T) {
	webhook, err := svixcompat.NewWebhook(secretText)
	require.NoError(t, err)
	seconds, err := strconv.ParseInt(old, 10, 64)
	require.NoError(t, err)
	got, err := webhook.Sign(id, time.Unix(seconds, 5), []byte(body))
	require.NoError(t, err)
	assert.Equal(t, signature(id, old), got)

	_, err = webhook.Sign("msg.1", time.Unix(seconds, 0), []byte(body))
	require.ErrorIs(t, err, standardwebhooks.ErrMalformedID)
	_, err = webhook.Sign(id, time.Unix(-1, 0), []byte(body))
	require.ErrorIs(t, err, standardwebhooks.ErrMalformedTimestamp)
}

func TestNewWebhookRefuses(t *testing.T) {
	for text, code := range map[string]string{
		"":                            "empty_secret",
		"whsec_":                      "empty_secret",
		"whsec_c2hvcnQ=":              "weak_secret",
		secretText + "\n=":            "malformed_secret",
		"whpk_" + secretText[6:]:      "wrong_key_type",
		"v1," + secretText:            "malformed_secret",
		"whsec_AAAAAAAAAAAAAAAAAAAAA": "malformed_secret",
	} {
		webhook, err := svixcompat.NewWebhook(text)
		assert.Nil(t, webhook)
		assert.Equal(t, code, standardwebhooks.Code(err), text)
	}
	for code, raw := range map[string][]byte{"empty_secret": make([]byte, 32), "weak_secret": []byte("short")} {
		webhook, err := svixcompat.NewWebhookRaw(raw)
		assert.Nil(t, webhook)
		assert.Equal(t, code, standardwebhooks.Code(err))
	}
	webhook, err := svixcompat.NewWebhookRaw(nil)
	assert.Nil(t, webhook)
	require.ErrorIs(t, err, standardwebhooks.ErrEmptySecret)
}

func TestNewWebhookRawCopies(t *testing.T) {
	raw := bytes.Clone(key)
	webhook, err := svixcompat.NewWebhookRaw(raw)
	require.NoError(t, err)
	clear(raw)
	require.NoError(t, webhook.VerifyIgnoringTimestamp([]byte(body), header("svix", id, old, signature(id, old))))
}

func TestZeroWebhookRefuses(t *testing.T) {
	empty := hmac.New(sha256.New, nil)
	empty.Write([]byte(id + "." + old + "." + body))
	h := header("svix", id, old, "v1,"+base64.StdEncoding.EncodeToString(empty.Sum(nil)))
	for name, webhook := range map[string]*svixcompat.Webhook{"zero": {}, "nil": nil} {
		t.Run(name, func(t *testing.T) {
			require.ErrorIs(t, webhook.Verify([]byte(body), h), standardwebhooks.ErrNoKeys)
			require.ErrorIs(t, webhook.VerifyIgnoringTimestamp([]byte(body), h), standardwebhooks.ErrNoKeys)
			_, err := webhook.Sign(id, time.Unix(1614265330, 0), []byte(body))
			require.ErrorIs(t, err, standardwebhooks.ErrNoKeys)
		})
	}
}

func TestWebhookShowsNothing(t *testing.T) {
	webhook, err := svixcompat.NewWebhook(secretText)
	require.NoError(t, err)
	encoded, err := json.Marshal(webhook) //lint:ignore SA9005 that it has nothing to show is the point
	require.NoError(t, err)
	shown := fmt.Sprintf("%v %+v %#v %v %+v %#v %s", webhook, webhook, webhook, *webhook, *webhook, *webhook, encoded)
	for _, secret := range []string{secretText[6:], string(key), fmt.Sprint(key), fmt.Sprintf("%#v", key), fmt.Sprintf("%x", key)} {
		assert.NotContains(t, shown, secret)
	}
}

func TestSignerWritesSvixHeaders(t *testing.T) {
	secret, err := standardwebhooks.ParseSecret(secretText)
	require.NoError(t, err)
	signer, err := svixcompat.NewSigner([]standardwebhooks.SigningKey{secret})
	require.NoError(t, err)
	h := http.Header{}
	require.NoError(t, signer.SetHeaders(t.Context(), h, id, time.Unix(1614265330, 0), []byte(body)))
	assert.Equal(t, http.Header{
		"Svix-Id":        {id},
		"Svix-Timestamp": {old},
		"Svix-Signature": {signature(id, old)},
	}, h)
}
