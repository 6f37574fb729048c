package oracle_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/oracle"
)

const stripeSignature = "8cd8802210a5ffed72811170c7deeac9920f2c49ee9f0273176b6d4d73f2be4a"

// stripeRequest is a valid one with each of the given headers.
func stripeRequest(values ...string) oracle.Request {
	r := oracle.Request{
		Profile: "stripe",
		Keys:    []string{"whsec_test_secret"},
		Body:    []byte(`{"id":"evt_1","object":"event","api_version":"x"}`),
		Now:     time.Unix(sent, 0),
		Past:    oracle.DefaultTolerance,
		Future:  oracle.DefaultTolerance,
	}
	for _, value := range values {
		r.Headers = append(r.Headers, [2]string{"stripe-signature", value})
	}
	return r
}

func TestVerifyStripe(t *testing.T) {
	const stamp, good = "t=1614265330", "v1=" + stripeSignature
	wrong := "v1=" + strings.Repeat("0", 64)
	tests := []struct{ name, value, code string }{
		{"plain", stamp + "," + good, ""},
		{"signature first", good + "," + stamp, ""},
		{"spaces and tabs around items", " \t" + stamp + "\t ,\t" + good + " ", ""},
		{"space around =", "t =1614265330," + good, "malformed_timestamp"},
		{"line feed around an item", stamp + ",\n" + good, "malformed_signature"},
		{"empty items", ",," + stamp + ",," + good + ",", ""},
		{"unknown items", "a=b," + stamp + ",=x,v9=1," + good, ""},
		{"items without a value", "t," + stamp + ",v1,t=,v1=," + good, ""},
		{"capitals and small letters", stamp + ",v1=8CD8802210A5FFED" + stripeSignature[16:], ""},
		{"wrong ones before and after", stamp + "," + wrong + "," + good + "," + wrong, ""},
		{"broken one before", stamp + ",v1=xyz," + good, ""},
		{"wrong", stamp + "," + wrong, "signature_mismatch"},

		{"same timestamp twice", stamp + "," + stamp + "," + good, ""},
		{"two timestamps", stamp + ",t=1," + good, "malformed_timestamp"},
		{"two spellings of a timestamp", stamp + ",t=01614265330," + good, "malformed_timestamp"},
		{"no timestamp", good, "malformed_timestamp"},
		{"no value of timestamp", "t=," + good, "malformed_timestamp"},
		{"malformed timestamp", "t=1614265330.5," + good, "malformed_timestamp"},
		{"capital T", "T=1614265330," + good, "malformed_timestamp"},
		{"malformed timestamp and no signature", "t=x", "malformed_timestamp"},

		{"63 digits", stamp + ",v1=" + stripeSignature[1:], "malformed_signature"},
		{"62 digits", stamp + ",v1=" + stripeSignature[2:], "malformed_signature"},
		{"66 digits", stamp + "," + good + "00", "malformed_signature"},
		{"no hex", stamp + ",v1=" + strings.Repeat("g", 64), "malformed_signature"},
		{"no signature", stamp, "malformed_signature"},
		{"capital V", stamp + ",V1=" + stripeSignature, "malformed_signature"},
		{"version with a letter", stamp + ",v1a=x", "malformed_signature"},
		{"version without digits", stamp + ",v=x", "malformed_signature"},
		{"digits without v", stamp + ",0=x", "malformed_signature"},
		{"other version", stamp + ",v0=x", "unsupported_scheme"},
		{"other version of many digits", stamp + ",v0123456789=x", "unsupported_scheme"},
		{"other version beside a broken one", stamp + ",v1=x,v2=x", "unsupported_scheme"},
		{"other version without a value", stamp + ",v2", "malformed_signature"},

		{"empty", "", "missing_header"},
		{"commas", ",", "malformed_timestamp"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.code, oracle.Verify(stripeRequest(test.value)))
		})
	}
}

func TestVerifyStripeHeaders(t *testing.T) {
	assert.Equal(t, "missing_header", oracle.Verify(stripeRequest()))
	assert.Empty(t, oracle.Verify(stripeRequest("t=1614265330", "", "v1="+stripeSignature)), "over all values")
	assert.Equal(t, "signature_mismatch",
		oracle.Verify(stripeRequest("t=16142", "65330,v1="+stripeSignature)), "items end with their header")

	r := stripeRequest("t=1614265330,v1=" + stripeSignature)
	r.Headers[0][0] = "STRIPE-Signature"
	assert.Empty(t, oracle.Verify(r))
}

func TestVerifyStripeKeysAndWindow(t *testing.T) {
	r := stripeRequest("t=1614265330,v1=" + stripeSignature)
	r.Keys = []string{"other", "whsec_test_secret"}
	assert.Empty(t, oracle.Verify(r))
	r.Now = time.Unix(sent+300, 1)
	assert.Equal(t, "timestamp_too_old", oracle.Verify(r))
	r.Now = time.Unix(sent-300, -1)
	assert.Equal(t, "timestamp_too_new", oracle.Verify(r))
	r.Keys = []string{"other"}
	assert.Equal(t, "signature_mismatch", oracle.Verify(r), "before the window")
	r.Past = 0
	assert.Equal(t, "invalid_tolerance", oracle.Verify(r), "before the request")
	r.Keys = []string{"other", ""}
	assert.Equal(t, "empty_secret", oracle.Verify(r), "before the tolerance")
	r.Keys = nil
	assert.Equal(t, "no_keys", oracle.Verify(r))
}
