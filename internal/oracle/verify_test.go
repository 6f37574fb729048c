package oracle_test

import (
	"encoding/base64"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/oracle"
)

const (
	id   = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	sent = 1614265330
	body = `{"test": 2432232314}`

	signatureV1  = "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	signatureV1a = "hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="
)

// secretIsPublicKey is a secret of the bytes of publicKey.
const secretIsPublicKey = "whsec_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="

// wrongV1 and wrongV1a have the right form and match nothing.
var (
	wrongV1  = base64.StdEncoding.EncodeToString(make([]byte, 32))
	wrongV1a = numberedV1a(0)
)

func numberedV1a(n byte) string {
	signature := make([]byte, 64)
	signature[0] = n
	return base64.StdEncoding.EncodeToString(signature)
}

// request is a valid one with each of the given signature headers.
func request(signatures ...string) oracle.Request {
	r := oracle.Request{
		Profile: "standard",
		Keys:    []string{secret},
		Headers: [][2]string{{"webhook-id", id}, {"webhook-timestamp", "1614265330"}},
		Body:    []byte(body),
		Now:     time.Unix(sent, 0),
		Past:    oracle.DefaultTolerance,
		Future:  oracle.DefaultTolerance,
	}
	for _, s := range signatures {
		r.Headers = append(r.Headers, [2]string{"webhook-signature", s})
	}
	return r
}

func TestVerifyKeysFirst(t *testing.T) {
	weak, broken := "whsec_AQ==", "whsec_%"
	var nine []string
	for range 9 {
		nine = append(nine, publicKey)
	}
	tests := []struct {
		name string
		keys []string
		code string
	}{
		{"none", nil, "no_keys"},
		{"first of two bad ones", []string{weak, broken}, "weak_secret"},
		{"first of two bad ones, the other way", []string{broken, weak}, "malformed_secret"},
		{"a bad one behind the one that matches", []string{secret, weak}, "weak_secret"},
		{"a secret that is a public key", []string{secret, secretIsPublicKey, publicKey}, "wrong_key_type"},
		{"the other way round", []string{publicKey, secretIsPublicKey, secret}, "wrong_key_type"},
		{"the same secret alone", []string{secretIsPublicKey, secret}, ""},
		{"eight public keys", append([]string{secret}, nine[:8]...), ""},
		{"nine public keys", append([]string{secret}, nine...), "too_many_keys"},
		{"nine secrets", []string{secret, secret, secret, secret, secret, secret, secret, secret, secret}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request("v1," + signatureV1)
			r.Keys = test.keys
			assert.Equal(t, test.code, oracle.Verify(r))
			if test.code != "" {
				r.Past, r.Headers = 0, nil
				assert.Equal(t, test.code, oracle.Verify(r), "before all else")
			}
		})
	}
}

func TestVerifyTolerance(t *testing.T) {
	tests := []struct {
		name         string
		past, future time.Duration
		code         string
	}{
		{"shortest", time.Second, time.Second, ""},
		{"longest", 24 * time.Hour, 24 * time.Hour, ""},
		{"zero past", 0, time.Second, "invalid_tolerance"},
		{"zero future", time.Second, 0, "invalid_tolerance"},
		{"past too short", time.Second - 1, time.Second, "invalid_tolerance"},
		{"future too short", time.Second, time.Second - 1, "invalid_tolerance"},
		{"past too long", 24*time.Hour + 1, time.Second, "invalid_tolerance"},
		{"future too long", time.Second, 24*time.Hour + 1, "invalid_tolerance"},
		{"negative", -time.Second, time.Second, "invalid_tolerance"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request("v1," + signatureV1)
			r.Past, r.Future = test.past, test.future
			assert.Equal(t, test.code, oracle.Verify(r))
			if test.code != "" {
				r.Headers = nil
				assert.Equal(t, test.code, oracle.Verify(r), "before the request")
			}
		})
	}
}

func TestVerifyWindow(t *testing.T) {
	const past, future = 300 * time.Second, 100 * time.Second
	at := time.Unix(sent, 0)
	tests := []struct {
		name string
		now  time.Time
		code string
	}{
		{"oldest", at.Add(past), ""},
		{"a nanosecond older", at.Add(past + 1), "timestamp_too_old"},
		{"newest", at.Add(-future), ""},
		{"a nanosecond newer", at.Add(-future - 1), "timestamp_too_new"},
		{"a very late clock", time.Unix(math.MaxInt64, 0), "timestamp_too_old"},
		{"a very early clock", time.Unix(math.MinInt64, 0), "timestamp_too_new"},
		{"no clock", time.Time{}, "timestamp_too_new"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request("v1," + signatureV1)
			r.Now, r.Past, r.Future = test.now, past, future
			assert.Equal(t, test.code, oracle.Verify(r))
		})
	}
}

func TestVerifyWindowOnlyOfTheAuthentic(t *testing.T) {
	r := request("v1," + wrongV1)
	r.Now = time.Unix(0, 0)
	assert.Equal(t, "signature_mismatch", oracle.Verify(r))
}

func TestVerifyTimestamps(t *testing.T) {
	tests := []struct{ name, timestamp, signature, code string }{
		{"zero", "0", "6JNthw4DtDhc3tFxR0yL2tKk3DGy4nWCVnGrycO3mk0=", "timestamp_too_old"},
		{"last of int64", "9223372036854775807", "YBKQKeh8C5LXnZ8N3e17zRwkCFH/1K1Z5UDcHQt8/YM=", "timestamp_too_new"},
		{"past int64", "9223372036854775808", wrongV1, "malformed_timestamp"},
		{"two zeros", "00", wrongV1, "malformed_timestamp"},
		{"leading zero", "01614265330", signatureV1, "malformed_timestamp"},
		{"minus", "-1", wrongV1, "malformed_timestamp"},
		{"a letter", "1614265330s", wrongV1, "malformed_timestamp"},
		{"a thousand digits", strings.Repeat("9", 1000), wrongV1, "malformed_timestamp"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request("v1," + test.signature)
			r.Headers[1][1] = test.timestamp
			assert.Equal(t, test.code, oracle.Verify(r))
		})
	}
}

func TestVerifyIDs(t *testing.T) {
	tests := []struct{ name, id, code string }{
		{"other", "msg", "signature_mismatch"},
		{"space inside", "a b", "signature_mismatch"},
		{"not ASCII", "é\u0085", "signature_mismatch"},
		{"not UTF-8", "\xff", "signature_mismatch"},
		{"dot", "a.b", "malformed_id"},
		{"space before", " a", "malformed_id"},
		{"space after", "a ", "malformed_id"},
		{"space only", " ", "malformed_id"},
		{"tab inside", "a\tb", "malformed_id"},
		{"NUL inside", "a\x00b", "malformed_id"},
		{"unit separator", "a\x1fb", "malformed_id"},
		{"delete", "a\x7fb", "malformed_id"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request("v1," + signatureV1)
			r.Headers[0][1] = test.id
			assert.Equal(t, test.code, oracle.Verify(r))
		})
	}
}

func TestVerifyInTheOrderOfTheSteps(t *testing.T) {
	r := request("nonsense")
	r.Now = time.Unix(0, 0)
	steps := []struct {
		code string
		mend func()
	}{
		{"malformed_id", func() { r.Headers[0][1] = id }},
		{"malformed_timestamp", func() { r.Headers[1][1] = "1614265330" }},
		{"malformed_signature", func() { r.Headers[2][1] = "v1," + wrongV1 }},
		{"signature_mismatch", func() { r.Headers[2][1] = "v1," + signatureV1 }},
		{"timestamp_too_new", func() { r.Now = time.Unix(sent, 0) }},
		{"", func() {}},
	}
	r.Headers[0][1], r.Headers[1][1] = "a.b", "yesterday"
	for _, step := range steps {
		assert.Equal(t, step.code, oracle.Verify(r))
		step.mend()
	}
}

func TestVerifyMatches(t *testing.T) {
	r := request("v1a," + signatureV1a)
	r.Keys = []string{secret, publicKey}
	assert.Empty(t, oracle.Verify(r))

	r.Body = append(r.Body, '\n')
	assert.Equal(t, "signature_mismatch", oracle.Verify(r))

	// The same signature with the group's order added to S, RFC 8032, section 8.4.
	r = request("v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe4uSqIfPdj8uUcPkfU4/Y4udpXwVLPo3mNl8EM+m7TBEg==")
	r.Keys = []string{publicKey}
	assert.Equal(t, "signature_mismatch", oracle.Verify(r))
}
