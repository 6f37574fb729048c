package peers_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	reference "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	svix "github.com/svix/svix-webhooks/go"

	"github.com/whsec/whsec/standardcompat"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/svixcompat"
)

// A pair is a library and the package here that has its shape.
type pair struct {
	theirs, ours func(secret string) (signerVerifier, error)
}

var pairs = map[string]pair{
	"reference": {asInterface(reference.NewWebhook), asInterface(standardcompat.NewWebhook)},
	"svix":      {asInterface(svix.NewWebhook), asInterface(svixcompat.NewWebhook)},
}

func asInterface[W signerVerifier](make func(string) (W, error)) func(string) (signerVerifier, error) {
	return func(secret string) (signerVerifier, error) {
		wh, err := make(secret)
		return wh, err
	}
}

// TestStricter shows, for the items of the package comments, that the library
// accepts what ours refuses. When one fails because the library refuses too,
// the comment has to change.
func TestStricter(t *testing.T) {
	for name, pair := range pairs {
		for _, test := range stricter(t) {
			bubble(t, name+"/"+test.name, func(t *testing.T) {
				header := test.header
				if name == "svix" {
					header = svixHeader(header)
				}
				theirs, err := pair.theirs(test.secret)
				require.NoError(t, err)
				require.NoError(t, theirs.Verify([]byte(jsonBody), header))
				ours, err := pair.ours(test.secret)
				if err == nil {
					err = ours.Verify([]byte(jsonBody), header)
				}
				assert.ErrorIs(t, err, test.class)
			})
		}
	}
}

type stricterCase struct {
	name, secret string
	header       http.Header
	class        error
}

func stricter(t *testing.T) []stricterCase {
	const secret, id = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_1"
	at := fmt.Sprint(now)
	right := func(id string) http.Header { return hmacHeader(t, secret, id, at, at) }
	with := func(name, value string) http.Header {
		h := right(id)
		h.Add(name, value)
		return h
	}
	return []stricterCase{
		{"secret of 23 bytes", weakSecret, hmacHeader(t, weakSecret, id, at, at), standardwebhooks.ErrWeakSecret},
		{"empty secret", "", hmacHeader(t, "", id, at, at), standardwebhooks.ErrEmptySecret},
		{"prefix alone", "whsec_", hmacHeader(t, "", id, at, at), standardwebhooks.ErrEmptySecret},
		{"zero bytes", zeroSecret, hmacHeader(t, "", id, at, at), standardwebhooks.ErrEmptySecret},
		{"line break", secret[:20] + "\n" + secret[20:], right(id), standardwebhooks.ErrMalformedSecret},
		{"unused bits", unusedBits(longSecret), hmacHeader(t, longSecret, id, at, at), standardwebhooks.ErrMalformedSecret},
		{"full stop in id", secret, right("msg.1"), standardwebhooks.ErrMalformedID},
		{"white space at id", secret, right(" msg_1"), standardwebhooks.ErrMalformedID},
		{"control in id", secret, right("msg\x01"), standardwebhooks.ErrMalformedID},
		{"sign", secret, hmacHeader(t, secret, id, "+"+at, at), standardwebhooks.ErrMalformedTimestamp},
		{"leading zero", secret, hmacHeader(t, secret, id, "0"+at, at), standardwebhooks.ErrMalformedTimestamp},
		{"two ids", secret, with("Webhook-Id", "msg_2"), standardwebhooks.ErrDuplicateHeader},
		{"two timestamps", secret, with("Webhook-Timestamp", "1"), standardwebhooks.ErrDuplicateHeader},
	}
}

// TestStandardDiffers has the items of standardcompat that are of another kind.
func TestStandardDiffers(t *testing.T) {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	ours, err := standardcompat.NewWebhook(secret)
	require.NoError(t, err)
	theirs, err := reference.NewWebhook(secret)
	require.NoError(t, err)

	t.Run("signing for before 1970", func(t *testing.T) {
		_, err := theirs.Sign("msg_1", time.Time{}, nil)
		require.NoError(t, err)
		_, err = ours.Sign("msg_1", time.Time{}, nil)
		assert.ErrorIs(t, err, standardcompat.ErrInvalidHeaders)
	})
	bubble(t, "zero webhook", func(t *testing.T) {
		header := hmacHeader(t, "", "msg_1", fmt.Sprint(now), fmt.Sprint(now))
		require.NoError(t, new(reference.Webhook).Verify([]byte(jsonBody), header))
		assert.ErrorIs(t, new(standardcompat.Webhook).Verify([]byte(jsonBody), header), standardwebhooks.ErrNoKeys)
	})
	bubble(t, "forged and old", func(t *testing.T) {
		header := hmacHeader(t, weakSecret, "msg_1", "1", "1")
		require.ErrorIs(t, theirs.Verify([]byte(jsonBody), header), reference.ErrMessageTooOld)
		assert.ErrorIs(t, ours.Verify([]byte(jsonBody), header), standardcompat.ErrNoMatchingSignature)
	})
	bubble(t, "key changed from outside", func(t *testing.T) {
		key := []byte(strings.Repeat("k", 32))
		theirs, err := reference.NewWebhookRaw(key)
		require.NoError(t, err)
		ours, err := standardcompat.NewWebhookRaw(key)
		require.NoError(t, err)
		clear(key)
		header := hmacHeader(t, "", "msg_1", fmt.Sprint(now), fmt.Sprint(now))
		require.NoError(t, theirs.Verify([]byte(jsonBody), header))
		assert.ErrorIs(t, ours.Verify([]byte(jsonBody), header), standardcompat.ErrNoMatchingSignature)
	})
}

// TestSvixDiffers is TestStandardDiffers for svixcompat.
func TestSvixDiffers(t *testing.T) {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	bubble(t, "zero webhook", func(t *testing.T) {
		header := svixHeader(hmacHeader(t, "", "msg_1", fmt.Sprint(now), fmt.Sprint(now)))
		require.NoError(t, new(svix.Webhook).Verify([]byte(jsonBody), header))
		assert.ErrorIs(t, new(svixcompat.Webhook).Verify([]byte(jsonBody), header), standardwebhooks.ErrNoKeys)
	})
	bubble(t, "forged and old", func(t *testing.T) {
		theirs, err := svix.NewWebhook(secret)
		require.NoError(t, err)
		ours, err := svixcompat.NewWebhook(secret)
		require.NoError(t, err)
		header := svixHeader(hmacHeader(t, weakSecret, "msg_1", "1", "1"))
		require.EqualError(t, theirs.Verify([]byte(jsonBody), header), "Message timestamp too old")
		assert.ErrorIs(t, ours.Verify([]byte(jsonBody), header), standardwebhooks.ErrSignatureMismatch)
	})
	bubble(t, "key changed from outside", func(t *testing.T) {
		key := []byte(strings.Repeat("k", 32))
		theirs, err := svix.NewWebhookRaw(key)
		require.NoError(t, err)
		ours, err := svixcompat.NewWebhookRaw(key)
		require.NoError(t, err)
		clear(key)
		header := svixHeader(hmacHeader(t, "", "msg_1", fmt.Sprint(now), fmt.Sprint(now)))
		require.NoError(t, theirs.Verify([]byte(jsonBody), header))
		assert.ErrorIs(t, ours.Verify([]byte(jsonBody), header), standardwebhooks.ErrSignatureMismatch)
	})
}

func svixHeader(standard http.Header) http.Header {
	header := http.Header{}
	for name, values := range standard {
		header[strings.Replace(name, "Webhook", "Svix", 1)] = values
	}
	return header
}

var (
	weakSecret = "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("w", 23)))
	longSecret = "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("w", 32)))
	zeroSecret = "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 32))
)

// unusedBits sets a bit that base64 with one sign of padding does not use.
func unusedBits(secret string) string {
	last := len(secret) - 2
	return secret[:last] + string(secret[last]+1) + secret[last+1:]
}

// hmacHeader signs jsonBody by the specification alone: under one spelling of
// the timestamp, and sends another.
func hmacHeader(t *testing.T, secret, id, sent, signed string) http.Header {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	require.NoError(t, err)
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, signed, jsonBody)
	return http.Header{
		"Webhook-Id":        {id},
		"Webhook-Timestamp": {sent},
		"Webhook-Signature": {"v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))},
	}
}
