package stripecompat_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

func signedHeader(values ...string) http.Header { return http.Header{"Stripe-Signature": values} }

func TestZeroValuesRefuse(t *testing.T) {
	// Signed with the empty key, in case one is used.
	header := signedHeader("t=" + seconds + ",v1=" + rightSignature("", seconds, []byte(payload)))
	for name, verifier := range map[string]*stripecompat.Verifier{"zero": {}, "nil": nil} {
		t.Run(name, func(t *testing.T) {
			_, err := verifier.Verify([]byte(payload), header)
			require.ErrorIs(t, err, standardwebhooks.ErrNoKeys)
			_, err = verifier.VerifyAt([]byte(payload), header, sent)
			require.ErrorIs(t, err, standardwebhooks.ErrNoKeys)
			require.ErrorIs(t, verifier.CheckHeader(header), standardwebhooks.ErrNoKeys)
		})
	}
	for name, signer := range map[string]*stripecompat.Signer{"zero": {}, "nil": nil} {
		t.Run(name+" signer", func(t *testing.T) {
			_, err := signer.Sign(sent, nil)
			require.ErrorIs(t, err, standardwebhooks.ErrNoKeys)
			header := http.Header{}
			require.ErrorIs(t, signer.SetHeaders(context.Background(), header, "", sent, nil), standardwebhooks.ErrNoKeys)
			assert.Empty(t, header)
		})
	}
}

// TestSchemeErrorIsBounded: the header was not verified, and has room for many.
func TestSchemeErrorIsBounded(t *testing.T) {
	verifier, err := stripecompat.NewVerifier(secrets(t, "one"))
	require.NoError(t, err)
	err = verifier.CheckHeader(signedHeader("t=1,v2=x,v3=x,v4=x,v5=x,v6=x,v7=x,v8=x,v9=x,v10=x"))
	var details *standardwebhooks.SchemeError
	require.ErrorAs(t, err, &details)
	assert.Equal(t, []string{"v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"}, details.Versions)
}

func TestNewRefusesKeys(t *testing.T) {
	_, err := stripecompat.NewVerifier(nil)
	require.ErrorIs(t, err, standardwebhooks.ErrNoKeys)
	_, err = stripecompat.NewSigner(nil)
	require.ErrorIs(t, err, standardwebhooks.ErrNoKeys)

	list := append(secrets(t, "one"), stripecompat.Secret{})
	_, err = stripecompat.NewVerifier(list)
	require.ErrorIs(t, err, standardwebhooks.ErrEmptySecret)
	require.ErrorContains(t, err, "key 2")
	_, err = stripecompat.NewSigner(list)
	require.ErrorIs(t, err, standardwebhooks.ErrEmptySecret)
}

func TestVerifyTellsTheKey(t *testing.T) {
	list := secrets(t, "whsec_live", "whsec_test", "whsec_cli")
	verifier, err := stripecompat.NewVerifier(list)
	require.NoError(t, err)
	list[1] = secrets(t, "changed")[0]
	for i, text := range []string{"whsec_live", "whsec_test", "whsec_cli"} {
		header := signedHeader("t=" + seconds + ",v1=" + rightSignature(text, seconds, []byte(payload)))
		message, err := verifier.VerifyAt([]byte(payload), header, sent)
		require.NoError(t, err)
		assert.Equal(t, standardwebhooks.Message{
			Timestamp: time.Unix(1614265330, 0), Payload: []byte(payload), Scheme: "v1", KeyIndex: i,
		}, message)
	}
}

func TestVerifyErrorDetails(t *testing.T) {
	verifier, err := stripecompat.NewVerifier(secrets(t, "one", "two"))
	require.NoError(t, err)
	right := rightSignature("one", seconds, []byte(payload))
	verify := func(header http.Header, at time.Time) error {
		_, err := verifier.VerifyAt([]byte(payload), header, at)
		require.ErrorIs(t, err, standardwebhooks.ErrInvalid)
		assert.NotContains(t, err.Error(), right)
		return err
	}

	err = verify(http.Header{"Svix-Signature": {"x"}, "Mux-Signature": {"x"}, "Stripe-Signature": {"", ""}}, sent)
	assert.EqualError(t, err, "missing header: stripe-signature (the request has mux-signature, svix-signature)")

	err = verify(signedHeader("t="+seconds+",v0="+right+",v2=x,v2=y"), sent)
	assert.EqualError(t, err, "no signature of a scheme with a key here: signed with v0, v2")

	err = verify(signedHeader("t="+seconds+",v1="+strings.Repeat("0", 64)+",v1="+strings.Repeat("F", 64)+",v1=x"), sent)
	assert.EqualError(t, err, "no signature matches: 2 signatures, 2 keys")

	assert.EqualError(t, verify(signedHeader("t=1,t=2,v1="+right), sent), "malformed timestamp: the header has two different values of t")
	assert.EqualError(t, verify(signedHeader("v1="+right), sent), "malformed timestamp: the header has no t")
	assert.EqualError(t, verify(signedHeader("t=+1,v1="+right), sent), `malformed timestamp: "+1": want seconds since 1970 in plain digits`)

	var age *standardwebhooks.TimestampError
	require.ErrorAs(t, verify(signedHeader("t="+seconds+",v1="+right), time.Unix(1614265330+301, 5)), &age)
	assert.Equal(t, &standardwebhooks.TimestampError{
		Class: standardwebhooks.ErrTimestampTooOld, Text: seconds, Age: 301*time.Second + 5, Tolerance: 300 * time.Second,
	}, age)
}

// TestVerifyReadsAllItems is about repetitions behind one another.
func TestVerifyReadsAllItems(t *testing.T) {
	verifier, err := stripecompat.NewVerifier(secrets(t, "one"))
	require.NoError(t, err)
	good := "v1=" + rightSignature("one", seconds, []byte(payload))
	for value, code := range map[string]string{
		"t=" + seconds + "," + good + ",t=" + seconds + ",t=":               "",
		"t=1,t=" + seconds + ",t=" + seconds + "," + good:                   "malformed_timestamp",
		"t=" + seconds + ",t=1,t=" + seconds + "," + good:                   "malformed_timestamp",
		"t=" + seconds + "," + good + ",t=1":                                "malformed_timestamp",
		"=,==,t=" + seconds + ",v1=" + strings.Repeat("g", 64) + "," + good: "",
	} {
		_, err := verifier.VerifyAt([]byte(payload), signedHeader(value), sent)
		assert.Equal(t, code, standardwebhooks.Code(err), value)
		assert.Equal(t, code == "", err == nil, value)
	}
}

func TestVerifyOptions(t *testing.T) {
	header := signedHeader("t=" + seconds + ",v1=" + rightSignature("one", seconds, []byte(payload)))
	signed := time.Unix(1614265330, 0)
	tests := []struct {
		name  string
		opts  []stripecompat.VerifierOption
		times map[time.Duration]error // after it was signed
	}{
		{"default", nil, map[time.Duration]error{
			300 * time.Second: nil, 300*time.Second + 1: standardwebhooks.ErrTimestampTooOld,
			-300 * time.Second: nil, -300*time.Second - 1: standardwebhooks.ErrTimestampTooNew,
		}},
		{"both", []stripecompat.VerifierOption{stripecompat.WithTolerance(time.Hour)}, map[time.Duration]error{
			time.Hour: nil, time.Hour + 1: standardwebhooks.ErrTimestampTooOld,
			-time.Hour: nil, -time.Hour - 1: standardwebhooks.ErrTimestampTooNew,
		}},
		{"apart", []stripecompat.VerifierOption{stripecompat.WithPastTolerance(time.Hour), stripecompat.WithFutureTolerance(time.Second), nil}, map[time.Duration]error{
			time.Hour: nil, time.Hour + 1: standardwebhooks.ErrTimestampTooOld,
			-time.Second: nil, -time.Second - 1: standardwebhooks.ErrTimestampTooNew,
		}},
		{"ignored", []stripecompat.VerifierOption{stripecompat.InsecureIgnoreTimestamp()}, map[time.Duration]error{
			10000 * time.Hour: nil, -10000 * time.Hour: nil,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for after, want := range test.times {
				verifier, err := stripecompat.NewVerifier(secrets(t, "one"), append(test.opts, fixed(signed.Add(after)), stripecompat.WithClock(nil))...)
				require.NoError(t, err)
				_, err = verifier.Verify([]byte(payload), header)
				require.ErrorIs(t, err, want)
			}
		})
	}
	for _, d := range []time.Duration{0, -1, time.Second - 1, 24*time.Hour + 1} {
		for _, opt := range []stripecompat.VerifierOption{stripecompat.WithTolerance(d), stripecompat.WithPastTolerance(d), stripecompat.WithFutureTolerance(d)} {
			_, err := stripecompat.NewVerifier(secrets(t, "one"), opt)
			require.ErrorIs(t, err, standardwebhooks.ErrInvalidTolerance)
		}
	}
}

func TestCheckHeader(t *testing.T) {
	verifier, err := stripecompat.NewVerifier(secrets(t, "one"))
	require.NoError(t, err)
	require.NoError(t, verifier.CheckHeader(signedHeader("t=1,v1="+strings.Repeat("a", 64))))
	require.ErrorIs(t, verifier.CheckHeader(nil), standardwebhooks.ErrMissingHeader)
	require.ErrorIs(t, verifier.CheckHeader(signedHeader("v1="+strings.Repeat("a", 64))), standardwebhooks.ErrMalformedTimestamp)
	require.ErrorIs(t, verifier.CheckHeader(signedHeader("t=1")), standardwebhooks.ErrMalformedSignature)
	require.ErrorIs(t, verifier.CheckHeader(signedHeader("t=1,v0=x")), standardwebhooks.ErrUnsupportedScheme)
	require.ErrorIs(t, verifier.CheckHeader(signedHeader("t=1,v01=x")), standardwebhooks.ErrUnsupportedScheme)
	require.ErrorIs(t, verifier.CheckHeader(signedHeader("t=1,v=x,v1a=x,V0=x,0=x,v2=,v3")), standardwebhooks.ErrMalformedSignature)
}

func TestSign(t *testing.T) {
	signer, err := stripecompat.NewSigner(secrets(t, "one", "two"))
	require.NoError(t, err)
	value, err := signer.Sign(sent, []byte(payload))
	require.NoError(t, err)
	want := "t=" + seconds + ",v1=" + rightSignature("one", seconds, []byte(payload)) + ",v1=" + rightSignature("two", seconds, []byte(payload))
	assert.Equal(t, want, value)

	_, err = signer.Sign(time.Unix(0, -1), nil)
	require.ErrorIs(t, err, standardwebhooks.ErrMalformedTimestamp)
	_, err = signer.Sign(time.Unix(0, 0), nil)
	require.NoError(t, err)

	header := http.Header{"Stripe-Signature": {"as it was"}}
	require.ErrorIs(t, signer.SetHeaders(context.Background(), header, "", time.Time{}, nil), standardwebhooks.ErrMalformedTimestamp)
	assert.Equal(t, http.Header{"Stripe-Signature": {"as it was"}}, header)

	millis, err := stripecompat.NewSigner(secrets(t, "one"), stripecompat.WithFormat(stripecompat.WorkOS()))
	require.NoError(t, err)
	_, err = millis.Sign(time.Unix(1<<60, 0), nil)
	require.ErrorIs(t, err, standardwebhooks.ErrMalformedTimestamp, "too late to be counted in milliseconds")
}

// TestSignRotates gives every key a label where a format has several.
func TestSignRotates(t *testing.T) {
	signer, err := stripecompat.NewSigner(secrets(t, "one", "two", "three"), stripecompat.WithFormat(stripecompat.BoldSign()))
	require.NoError(t, err)
	value, err := signer.Sign(sent, []byte(payload))
	require.NoError(t, err)
	of := func(secret string) string { return rightSignature(secret, seconds, []byte(payload)) }
	assert.Equal(t, "t="+seconds+",s0="+of("one")+",s1="+of("two")+",s1="+of("three"), value)
}
