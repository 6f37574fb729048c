package standardcompat_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardcompat"
	"github.com/whsec/whsec/standardwebhooks"
)

const (
	secret  = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	id      = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	payload = `{"test": 2432232314}`
)

// signature computes what the sender sends, without the code under test.
func signature(t *testing.T, secret, id, timestamp, payload string) string {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	require.NoError(t, err)
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, payload)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func header(id, timestamp, signature string) http.Header {
	h := http.Header{}
	h.Set(standardcompat.HeaderWebhookID, id)
	h.Set(standardcompat.HeaderWebhookTimestamp, timestamp)
	h.Set(standardcompat.HeaderWebhookSignature, signature)
	return h
}

// signed returns the header of a request that is right in all else.
func signed(t *testing.T, id, timestamp, payload string) http.Header {
	t.Helper()
	return header(id, timestamp, signature(t, secret, id, timestamp, payload))
}

func newWebhook(t *testing.T) *standardcompat.Webhook {
	t.Helper()
	wh, err := standardcompat.NewWebhook(secret)
	require.NoError(t, err)
	return wh
}

// seconds is now and so many seconds, as a timestamp: in a bubble of synctest,
// where the clock stands still on a whole second.
func seconds(ahead int64) string { return strconv.FormatInt(time.Now().Unix()+ahead, 10) }

// TestSignPublished signs the example that the reference libraries publish.
func TestSignPublished(t *testing.T) {
	got, err := newWebhook(t).Sign(id, time.Unix(1614265330, 0), []byte(payload))
	require.NoError(t, err)
	assert.Equal(t, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", got)
}

func TestSecretForms(t *testing.T) {
	text := strings.TrimPrefix(secret, "whsec_")
	raw, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	forms := map[string]func() (*standardcompat.Webhook, error){
		"prefixed":     func() (*standardcompat.Webhook, error) { return standardcompat.NewWebhook(secret) },
		"without":      func() (*standardcompat.Webhook, error) { return standardcompat.NewWebhook(text) },
		"white space":  func() (*standardcompat.Webhook, error) { return standardcompat.NewWebhook(secret + "\n") },
		"raw, 24 byte": func() (*standardcompat.Webhook, error) { return standardcompat.NewWebhookRaw(raw) },
	}
	for name, make := range forms {
		t.Run(name, func(t *testing.T) {
			wh, err := make()
			require.NoError(t, err)
			got, err := wh.Sign(id, time.Unix(1614265330, 0), []byte(payload))
			require.NoError(t, err)
			assert.Equal(t, signature(t, secret, id, "1614265330", payload), got)
		})
	}
}

func TestSecretRefused(t *testing.T) {
	tests := []struct {
		name, secret string
		class        error
	}{
		{"empty", "", standardwebhooks.ErrEmptySecret},
		{"prefix alone", "whsec_", standardwebhooks.ErrEmptySecret},
		{"zero bytes", "whsec_" + strings.Repeat("A", 32), standardwebhooks.ErrEmptySecret},
		{"23 bytes", "whsec_" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 23)), standardwebhooks.ErrWeakSecret},
		{"line break inside", secret[:20] + "\n" + secret[20:], standardwebhooks.ErrMalformedSecret},
		{"unused bits", "whsec_" + strings.Repeat("A", 31) + "BBB", standardwebhooks.ErrMalformedSecret},
		{"not base64", "whsec_%%%%", standardwebhooks.ErrMalformedSecret},
		{"public key", "whpk_" + strings.Repeat("B", 43) + "=", standardwebhooks.ErrWrongKeyType},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			wh, err := standardcompat.NewWebhook(test.secret)
			assert.ErrorIs(t, err, test.class)
			assert.Nil(t, wh)
		})
	}
}

func TestRawSecretRefused(t *testing.T) {
	for _, key := range [][]byte{nil, {}, make([]byte, 32)} {
		wh, err := standardcompat.NewWebhookRaw(key)
		assert.ErrorIs(t, err, standardwebhooks.ErrEmptySecret)
		assert.Nil(t, wh)
	}
	_, err := standardcompat.NewWebhookRaw(bytes.Repeat([]byte{7}, 23))
	assert.ErrorIs(t, err, standardwebhooks.ErrWeakSecret)
}

func TestRawSecretIsCopied(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 24)
	wh, err := standardcompat.NewWebhookRaw(key)
	require.NoError(t, err)
	before, err := wh.Sign(id, time.Unix(1, 0), nil)
	require.NoError(t, err)
	clear(key)
	after, err := wh.Sign(id, time.Unix(1, 0), nil)
	require.NoError(t, err)
	assert.Equal(t, before, after)
}

func TestVerifyAccepts(t *testing.T) {
	tests := []struct {
		name   string
		header func(t *testing.T) http.Header
	}{
		{"now", func(t *testing.T) http.Header { return signed(t, id, seconds(0), payload) }},
		{"5 minutes ago", func(t *testing.T) http.Header { return signed(t, id, seconds(-300), payload) }},
		{"5 minutes ahead", func(t *testing.T) http.Header { return signed(t, id, seconds(300), payload) }},
		{"among others", func(t *testing.T) http.Header {
			h := signed(t, id, seconds(0), payload)
			other := "v1," + strings.Repeat("A", 43) + "="
			h.Set("webhook-signature", other+" v2,x "+h.Get("webhook-signature")+" "+other)
			return h
		}},
		{"in a second header", func(t *testing.T) http.Header {
			h := signed(t, id, seconds(0), payload)
			h["Webhook-Signature"] = []string{"v1," + strings.Repeat("A", 43) + "=", h.Get("webhook-signature")}
			return h
		}},
		{"split at the comma", func(t *testing.T) http.Header {
			h := signed(t, id, seconds(0), payload)
			h["Webhook-Signature"] = strings.Split(h.Get("webhook-signature"), ",")
			return h
		}},
		{"lower-case names", func(t *testing.T) http.Header {
			lower := http.Header{}
			for name, values := range signed(t, id, seconds(0), payload) {
				lower[strings.ToLower(name)] = values
			}
			return lower
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				assert.NoError(t, newWebhook(t).Verify([]byte(payload), test.header(t)))
			})
		})
	}
}

func TestVerifyRefuses(t *testing.T) {
	edit := func(change func(http.Header)) func(*testing.T) http.Header {
		return func(t *testing.T) http.Header {
			h := signed(t, id, seconds(0), payload)
			change(h)
			return h
		}
	}
	tests := []struct {
		name              string
		header            func(t *testing.T) http.Header
		equivalent, class error
	}{
		{"no id", edit(func(h http.Header) { h.Del("webhook-id") }),
			standardcompat.ErrRequiredHeaders, standardwebhooks.ErrMissingHeader},
		{"no timestamp", edit(func(h http.Header) { h.Del("webhook-timestamp") }),
			standardcompat.ErrRequiredHeaders, standardwebhooks.ErrMissingHeader},
		{"no signature", edit(func(h http.Header) { h.Del("webhook-signature") }),
			standardcompat.ErrRequiredHeaders, standardwebhooks.ErrMissingHeader},
		{"nil header", func(*testing.T) http.Header { return nil },
			standardcompat.ErrRequiredHeaders, standardwebhooks.ErrMissingHeader},
		{"two ids", edit(func(h http.Header) { h.Add("webhook-id", "msg_2") }),
			standardcompat.ErrInvalidHeaders, standardwebhooks.ErrDuplicateHeader},
		{"two timestamps", edit(func(h http.Header) { h.Add("webhook-timestamp", "1") }),
			standardcompat.ErrInvalidHeaders, standardwebhooks.ErrDuplicateHeader},
		{"dot in id", func(t *testing.T) http.Header { return signed(t, "msg.1", seconds(0), payload) },
			standardcompat.ErrInvalidHeaders, standardwebhooks.ErrMalformedID},
		{"signed sign", func(t *testing.T) http.Header { return signed(t, id, "+"+seconds(0), payload) },
			standardcompat.ErrInvalidHeaders, standardwebhooks.ErrMalformedTimestamp},
		{"leading zero", func(t *testing.T) http.Header { return signed(t, id, "0"+seconds(0), payload) },
			standardcompat.ErrInvalidHeaders, standardwebhooks.ErrMalformedTimestamp},
		{"no signature of a known form", edit(func(h http.Header) { h.Set("webhook-signature", "v1,") }),
			standardcompat.ErrNoMatchingSignature, standardwebhooks.ErrMalformedSignature},
		{"another version", edit(func(h http.Header) { h.Set("webhook-signature", "v2,x") }),
			standardcompat.ErrNoMatchingSignature, standardwebhooks.ErrUnsupportedScheme},
		{"another payload", func(t *testing.T) http.Header { return signed(t, id, seconds(0), payload+" ") },
			standardcompat.ErrNoMatchingSignature, standardwebhooks.ErrSignatureMismatch},
		{"forged and old", func(t *testing.T) http.Header { return signed(t, id, seconds(-301), payload+" ") },
			standardcompat.ErrNoMatchingSignature, standardwebhooks.ErrSignatureMismatch},
		{"too old", func(t *testing.T) http.Header { return signed(t, id, seconds(-301), payload) },
			standardcompat.ErrMessageTooOld, standardwebhooks.ErrTimestampTooOld},
		{"too new", func(t *testing.T) http.Header { return signed(t, id, seconds(301), payload) },
			standardcompat.ErrMessageTooNew, standardwebhooks.ErrTimestampTooNew},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				wh, h := newWebhook(t), test.header(t)
				err := wh.Verify([]byte(payload), h)
				requireOnly(t, err, test.equivalent)
				assert.ErrorIs(t, err, test.class)
				assert.ErrorIs(t, err, standardwebhooks.ErrInvalid)
				assert.Equal(t, standardwebhooks.Code(test.class), standardwebhooks.Code(err))

				err = wh.VerifyIgnoringTimestamp([]byte(payload), h)
				if test.equivalent == standardcompat.ErrMessageTooOld || test.equivalent == standardcompat.ErrMessageTooNew {
					assert.NoError(t, err)
				} else {
					requireOnly(t, err, test.equivalent)
				}
			})
		})
	}
}

// requireOnly requires that err matches this one of the package's errors.
func requireOnly(t *testing.T, err, want error) {
	t.Helper()
	for _, each := range []error{
		standardcompat.ErrRequiredHeaders, standardcompat.ErrInvalidHeaders, standardcompat.ErrNoMatchingSignature,
		standardcompat.ErrMessageTooOld, standardcompat.ErrMessageTooNew,
	} {
		require.Equal(t, each == want, errors.Is(err, each), "%v against %v", err, each)
	}
}

func TestSignRefuses(t *testing.T) {
	wh := newWebhook(t)
	for name, test := range map[string]struct {
		id string
		at time.Time
	}{
		"empty id":    {"", time.Unix(1, 0)},
		"dot in id":   {"msg.1", time.Unix(1, 0)},
		"before 1970": {id, time.Unix(-1, 0)},
		"zero time":   {id, time.Time{}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := wh.Sign(test.id, test.at, []byte(payload))
			requireOnly(t, err, standardcompat.ErrInvalidHeaders)
			assert.Empty(t, got)
		})
	}
}

// TestZeroRefuses signs with the empty key, which is what a zero Webhook would
// have if it had one.
func TestZeroRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := seconds(0)
		h := header(id, now, signature(t, "", id, now, payload))
		for _, wh := range []*standardcompat.Webhook{nil, {}, new(standardcompat.Webhook)} {
			assert.ErrorIs(t, wh.Verify([]byte(payload), h), standardwebhooks.ErrNoKeys)
			assert.ErrorIs(t, wh.VerifyIgnoringTimestamp([]byte(payload), h), standardwebhooks.ErrNoKeys)
			got, err := wh.Sign(id, time.Unix(1, 0), nil)
			assert.ErrorIs(t, err, standardwebhooks.ErrNoKeys)
			assert.Empty(t, got)
		}
	})
}

func TestPrintingShowsNothing(t *testing.T) {
	key := []byte("0123456789abcdefghijklmnopqrstuv")
	wh, err := standardcompat.NewWebhookRaw(key)
	require.NoError(t, err)
	hidden := struct{ wh *standardcompat.Webhook }{wh}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb+"\n", wh)
		fmt.Fprintf(&out, verb+"\n", *wh)
		fmt.Fprintf(&out, verb+"\n", hidden)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("made", "webhook", wh, "hidden", hidden)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("made", "webhook", wh, "hidden", hidden)
	require.NoError(t, json.NewEncoder(&out).Encode(map[string]any{"webhook": wh}))

	decimal := strings.Trim(fmt.Sprint(key[:6]), "[]")
	for _, form := range []string{
		string(key[:6]), hex.EncodeToString(key[:6]), strings.ToUpper(hex.EncodeToString(key[:6])), decimal,
		base64.StdEncoding.EncodeToString(key[:6]), base64.StdEncoding.EncodeToString(key)[:8],
	} {
		assert.NotContains(t, out.String(), form)
	}
	assert.Contains(t, out.String(), "standardcompat.Webhook")
}
