package standardwebhooks_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

func TestSignWithEveryKey(t *testing.T) {
	signer := signerOf(t, []string{testSecret, testPrivate, otherSecret})
	value, err := signer.Sign(context.Background(), testID, testTime.Add(999*time.Millisecond), []byte(testPayload))
	require.NoError(t, err)
	require.Equal(t, testSignature+" "+testV1a+" "+macOf(keyOf(t, otherSecret), testID, testTimestamp, testPayload), value)
	for _, key := range []string{testSecret, testPublic, otherSecret} {
		_, err := verifierOf(t, []string{key}).Verify([]byte(testPayload), headerOf(testID, testTimestamp, value))
		require.NoError(t, err)
	}
}

func TestSetHeaders(t *testing.T) {
	header := http.Header{"Webhook-Signature": {"old"}, "Content-Type": {"application/json"}}
	require.NoError(t, signerOf(t, []string{testSecret}).SetHeaders(context.Background(), header, testID, testTime, []byte(testPayload)))
	want := testHeader()
	want["Content-Type"] = []string{"application/json"}
	require.Equal(t, want, header)

	prefixed := signerOf(t, []string{testSecret}, standardwebhooks.WithHeaderPrefix("acme-CORP", "webhook"))
	header = http.Header{}
	require.NoError(t, prefixed.SetHeaders(context.Background(), header, testID, testTime, []byte(testPayload)))
	require.Equal(t, http.Header{"Acme-Corp-Id": {testID}, "Acme-Corp-Timestamp": {testTimestamp}, "Acme-Corp-Signature": {testSignature}}, header)
}

// TestSetHeadersReplacesEverySpelling: a receiver refuses two ids that differ.
func TestSetHeadersReplacesEverySpelling(t *testing.T) {
	header := http.Header{"webhook-id": {"old"}, "WEBHOOK-TIMESTAMP": {"1"}, "Webhook-signature": {"v1,x"}}
	require.NoError(t, signerOf(t, []string{testSecret}).SetHeaders(context.Background(), header, testID, testTime, []byte(testPayload)))
	require.Equal(t, testHeader(), header)
}

// TestSetHeadersRemovesOtherSets: a request that is signed again under another
// prefix would carry two ids, and be refused.
func TestSetHeadersRemovesOtherSets(t *testing.T) {
	prefix := standardwebhooks.WithHeaderPrefix("svix", "webhook")
	header := headerOf("msg_old", "1", "v1,old")
	header["X-Other"] = []string{"stays"}
	require.NoError(t, signerOf(t, []string{testSecret}, prefix).SetHeaders(context.Background(), header, testID, testTime, []byte(testPayload)))
	require.Equal(t, http.Header{"Svix-Id": {testID}, "Svix-Timestamp": {testTimestamp}, "Svix-Signature": {testSignature}, "X-Other": {"stays"}}, header)
	_, err := verifierOf(t, []string{testSecret}, prefix).Verify([]byte(testPayload), header)
	require.NoError(t, err)
}

func TestSetHeadersOfNothing(t *testing.T) {
	require.ErrorContains(t, signerOf(t, []string{testSecret}).SetHeaders(context.Background(), nil, testID, testTime, nil), "nil")
}

func TestSignRefusesWhatVerifyWould(t *testing.T) {
	signer := signerOf(t, []string{testSecret})
	var none *standardwebhooks.Signer
	for _, c := range []struct {
		name   string
		signer *standardwebhooks.Signer
		id     string
		at     time.Time
		code   string
	}{
		{"full stop", signer, "a.b", testTime, "malformed_id"},
		{"nothing for an id", signer, "", testTime, "malformed_id"},
		{"line break, which would be another header", signer, "a\r\nb", testTime, "malformed_id"},
		{"space behind", signer, "a ", testTime, "malformed_id"},
		{"before 1970", signer, "a", time.Unix(-1, 999), "malformed_timestamp"},
		{"zero time", signer, "a", time.Time{}, "malformed_timestamp"},
		{"nil", none, "a", testTime, "no_keys"},
		{"zero", &standardwebhooks.Signer{}, "a", testTime, "no_keys"},
	} {
		t.Run(c.name, func(t *testing.T) {
			value, err := c.signer.Sign(context.Background(), c.id, c.at, nil)
			requireCode(t, c.code, err)
			require.Empty(t, value)
			header := http.Header{"Webhook-Id": {"before"}}
			requireCode(t, c.code, c.signer.SetHeaders(context.Background(), header, c.id, c.at, nil))
			require.Equal(t, http.Header{"Webhook-Id": {"before"}}, header)
		})
	}
	_, err := signer.Sign(context.Background(), "a", time.Unix(0, 0), nil)
	require.NoError(t, err)
	dotted := signerOf(t, []string{testSecret}, standardwebhooks.InsecureAllowDotInID())
	_, err = dotted.Sign(context.Background(), "a.b", testTime, nil)
	require.NoError(t, err)
}

func TestSignerKeepsItsKeys(t *testing.T) {
	keys := []standardwebhooks.SigningKey{secretOf(t, testSecret)}
	signer, err := standardwebhooks.NewSigner(keys)
	require.NoError(t, err)
	keys[0] = secretOf(t, otherSecret)
	value, err := signer.Sign(context.Background(), testID, testTime, []byte(testPayload))
	require.NoError(t, err)
	require.Equal(t, testSignature, value)
}

func TestNewMessageID(t *testing.T) {
	one, two := standardwebhooks.NewMessageID(), standardwebhooks.NewMessageID()
	require.NotEqual(t, one, two)
	require.True(t, strings.HasPrefix(one, "msg_"))
	require.Len(t, one, 30)
	_, err := signerOf(t, []string{testSecret}).Sign(context.Background(), one, testTime, nil)
	require.NoError(t, err)
}

func TestOptionsAreChecked(t *testing.T) {
	secret := secretOf(t, testSecret)
	for _, c := range []struct {
		name string
		opt  standardwebhooks.VerifierOption
		code string
	}{
		{"zero", standardwebhooks.WithTolerance(0), "invalid_tolerance"},
		{"negative", standardwebhooks.WithTolerance(-time.Second), "invalid_tolerance"},
		{"under a second", standardwebhooks.WithTolerance(time.Second - 1), "invalid_tolerance"},
		{"over a day", standardwebhooks.WithTolerance(24*time.Hour + 1), "invalid_tolerance"},
		{"past", standardwebhooks.WithPastTolerance(0), "invalid_tolerance"},
		{"future", standardwebhooks.WithFutureTolerance(0), "invalid_tolerance"},
		{"a second", standardwebhooks.WithTolerance(time.Second), ""},
		{"a day", standardwebhooks.WithTolerance(24 * time.Hour), ""},
		{"nil clock", standardwebhooks.WithClock(nil), ""},
		{"nil option", nil, ""},
		{"empty prefix", standardwebhooks.WithHeaderPrefix(""), "invalid_header_prefix"},
		{"prefix with a colon", standardwebhooks.WithHeaderPrefix("a:"), "invalid_header_prefix"},
		{"prefix with a line break", standardwebhooks.WithHeaderPrefix("a\n"), "invalid_header_prefix"},
		{"prefix twice", standardwebhooks.WithHeaderPrefix("svix", "svix"), "invalid_header_prefix"},
		{"prefix twice in other case", standardwebhooks.WithHeaderPrefix("svix", "SVIX"), "invalid_header_prefix"},
	} {
		t.Run(c.name, func(t *testing.T) {
			verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{secret}, c.opt)
			if c.code == "" {
				require.NoError(t, err)
				return
			}
			requireCode(t, c.code, err)
			require.Nil(t, verifier)
		})
	}
	_, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{secret}, nil, standardwebhooks.WithHeaderPrefix(" "))
	requireCode(t, "invalid_header_prefix", err)
}

// TestVerifyReadsTheClock: the clock given is the one that judges.
func TestVerifyReadsTheClock(t *testing.T) {
	now := testTime
	verifier := verifierOf(t, []string{testSecret}, standardwebhooks.WithClock(func() time.Time { return now }))
	_, err := verifier.Verify([]byte(testPayload), testHeader())
	require.NoError(t, err)
	now = now.Add(time.Hour)
	_, err = verifier.Verify([]byte(testPayload), testHeader())
	requireCode(t, "timestamp_too_old", err)
}

// TestVerifierWithoutAClock reads time.Now, which stands still in a bubble
// until the test sleeps.
func TestVerifierWithoutAClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{secretOf(t, testSecret)})
		require.NoError(t, err)
		header := signedBy(t, []string{testSecret}, testID, time.Now(), nil)
		_, err = verifier.Verify(nil, header)
		require.NoError(t, err)
		time.Sleep(standardwebhooks.DefaultTolerance + time.Second)
		_, err = verifier.Verify(nil, header)
		requireCode(t, "timestamp_too_old", err)
	})
}
