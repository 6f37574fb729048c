package standardwebhooks_test

import (
	"context"
	"crypto/fips140"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

// The published example of the reference libraries, known as K1 below.
const (
	testSecret    = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	testID        = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	testTimestamp = "1614265330"
	testPayload   = `{"test": 2432232314}`
	testSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

	testPrivate = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="
	testPublic  = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
	testV1a     = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="

	otherSecret = "whsec_KCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4/QEFCQ0RFRkc="
	wrongV1     = "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc="
)

var testTime = time.Unix(1614265330, 0)

func atTestTime() time.Time { return testTime }

func secretOf(t testing.TB, text string) standardwebhooks.Secret {
	t.Helper()
	secret, err := standardwebhooks.ParseSecret(text)
	require.NoError(t, err)
	return secret
}

func privateOf(t testing.TB, text string) standardwebhooks.PrivateKey {
	t.Helper()
	key, err := standardwebhooks.ParsePrivateKey(text)
	require.NoError(t, err)
	return key
}

func publicOf(t testing.TB, text string) standardwebhooks.PublicKey {
	t.Helper()
	key, err := standardwebhooks.ParsePublicKey(text)
	require.NoError(t, err)
	return key
}

// verifierOf makes a Verifier of key texts whose clock stands at testTime.
func verifierOf(t testing.TB, keys []string, opts ...standardwebhooks.VerifierOption) *standardwebhooks.Verifier {
	t.Helper()
	var parsed []standardwebhooks.VerifyingKey
	for _, text := range keys {
		key, err := standardwebhooks.ParseVerifyingKey(text)
		require.NoError(t, err)
		parsed = append(parsed, key)
	}
	opts = append([]standardwebhooks.VerifierOption{standardwebhooks.WithClock(atTestTime)}, opts...)
	verifier, err := standardwebhooks.NewVerifier(parsed, opts...)
	require.NoError(t, err)
	return verifier
}

func signerOf(t testing.TB, keys []string, opts ...standardwebhooks.SignerOption) *standardwebhooks.Signer {
	t.Helper()
	var parsed []standardwebhooks.SigningKey
	for _, text := range keys {
		key, err := standardwebhooks.ParseSigningKey(text)
		require.NoError(t, err)
		parsed = append(parsed, key)
	}
	signer, err := standardwebhooks.NewSigner(parsed, opts...)
	require.NoError(t, err)
	return signer
}

// headerOf makes the header of the published example with its values replaced
// where others are given.
func headerOf(id, timestamp string, signatures ...string) http.Header {
	header := http.Header{"Webhook-Id": {id}, "Webhook-Timestamp": {timestamp}}
	header["Webhook-Signature"] = signatures
	return header
}

func testHeader() http.Header { return headerOf(testID, testTimestamp, testSignature) }

// macOf signs with nothing of the package under test, and with any key: also
// those that FIPS 140-3 forbids.
func macOf(key []byte, id, timestamp, payload string) (signature string) {
	fips140.WithoutEnforcement(func() {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, payload)
		signature = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	})
	return signature
}

func keyOf(t testing.TB, secret string) []byte {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(secret[len("whsec_"):])
	require.NoError(t, err)
	return key
}

func signedBy(t testing.TB, keys []string, id string, at time.Time, payload []byte) http.Header {
	t.Helper()
	header := http.Header{}
	require.NoError(t, signerOf(t, keys).SetHeaders(context.Background(), header, id, at, payload))
	return header
}

// requireCode checks an error in each way that callers can tell it apart.
func requireCode(t testing.TB, want string, err error) {
	t.Helper()
	require.Error(t, err)
	require.Equal(t, want, standardwebhooks.Code(err), "%v", err)
	require.ErrorIs(t, err, standardwebhooks.ErrInvalid)
	require.ErrorIs(t, err, sentinels[want])
}

var sentinels = map[string]error{
	"missing_header":        standardwebhooks.ErrMissingHeader,
	"duplicate_header":      standardwebhooks.ErrDuplicateHeader,
	"malformed_id":          standardwebhooks.ErrMalformedID,
	"malformed_timestamp":   standardwebhooks.ErrMalformedTimestamp,
	"malformed_signature":   standardwebhooks.ErrMalformedSignature,
	"unsupported_scheme":    standardwebhooks.ErrUnsupportedScheme,
	"signature_mismatch":    standardwebhooks.ErrSignatureMismatch,
	"timestamp_too_old":     standardwebhooks.ErrTimestampTooOld,
	"timestamp_too_new":     standardwebhooks.ErrTimestampTooNew,
	"malformed_secret":      standardwebhooks.ErrMalformedSecret,
	"empty_secret":          standardwebhooks.ErrEmptySecret,
	"weak_secret":           standardwebhooks.ErrWeakSecret,
	"wrong_key_type":        standardwebhooks.ErrWrongKeyType,
	"no_keys":               standardwebhooks.ErrNoKeys,
	"too_many_keys":         standardwebhooks.ErrTooManyKeys,
	"invalid_tolerance":     standardwebhooks.ErrInvalidTolerance,
	"invalid_header_prefix": standardwebhooks.ErrInvalidHeaderPrefix,
	"signing_failed":        standardwebhooks.ErrSigningFailed,
}
