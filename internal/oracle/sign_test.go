package oracle_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/oracle"
)

func TestSignWithSeveralKeys(t *testing.T) {
	headers, code := oracle.Sign("standard", []string{privateKey, secret, "whsec_KCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4/QEFCQ0RFRkc="},
		id, sent, []byte(body))
	assert.Empty(t, code)
	assert.Equal(t, [][2]string{
		{"webhook-id", id},
		{"webhook-timestamp", "1614265330"},
		{"webhook-signature", "v1a," + signatureV1a + " v1," + signatureV1 + " v1,XniIjyCB4wXN0yN0ALrikKjtGn2zmt4dpXvz21gM1OU="},
	}, headers)
}

// The limit of public keys spares a verifier work; it is none of a signer's.
func TestSignWithNineKeys(t *testing.T) {
	var keys []string
	for range 9 {
		keys = append(keys, privateKey)
	}
	headers, code := oracle.Sign("standard", keys, id, sent, []byte(body))
	assert.Empty(t, code)
	assert.Equal(t, 9, strings.Count(headers[2][1], "v1a,"+signatureV1a))
}

func TestSignStripe(t *testing.T) {
	payload := []byte(`{"id":"evt_1","object":"event","api_version":"x"}`)
	headers, code := oracle.Sign("stripe", []string{"whsec_test_secret", secret}, "", sent, payload)
	assert.Empty(t, code)
	assert.Equal(t, [][2]string{{"Stripe-Signature", "t=1614265330,v1=" + stripeSignature +
		",v1=3da3a75b90355f476b227da31e9cb69de050f726e606183f09f88522a6edf328"}}, headers)
}

func TestSignRefuses(t *testing.T) {
	tests := []struct {
		name      string
		keys      []string
		id        string
		timestamp int64
		code      string
	}{
		{"no keys", nil, "a", 0, "no_keys"},
		{"weak secret", []string{secret, "whsec_AQ=="}, "a", 0, "weak_secret"},
		{"public key", []string{publicKey}, "a", 0, "wrong_key_type"},
		{"a secret that is the public half", []string{privateKey, secretIsPublicKey}, "a", 0, "wrong_key_type"},
		{"no id", []string{secret}, "", 0, "malformed_id"},
		{"dot", []string{secret}, "a.b", 0, "malformed_id"},
		{"line feed", []string{secret}, "a\n", 0, "malformed_id"},
		{"before 1970", []string{secret}, "a", -1, "malformed_timestamp"},
		{"long before", []string{secret}, "a", math.MinInt64, "malformed_timestamp"},
		{"keys first", nil, "a.b", -1, "no_keys"},
		{"then the id", []string{secret}, "a.b", -1, "malformed_id"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, profile := range []string{"standard", "svix"} {
				headers, code := oracle.Sign(profile, test.keys, test.id, test.timestamp, []byte(body))
				assert.Equal(t, test.code, code, profile)
				assert.Nil(t, headers, profile)
			}
		})
	}

	_, code := oracle.Sign("stripe", []string{" a"}, "", 0, nil)
	assert.Equal(t, "malformed_secret", code)
	_, code = oracle.Sign("stripe", []string{"a"}, "", -1, nil)
	assert.Equal(t, "malformed_timestamp", code)
}

// What one signs the other takes, at the ends of what may be signed.
func TestSignedVerifies(t *testing.T) {
	signers := map[string][]string{
		"standard": {secret, privateKey},
		"svix":     {secret, privateKey},
		"stripe":   {"a"},
	}
	for profile, keys := range signers {
		for _, timestamp := range []int64{0, 1, sent, math.MaxInt64} {
			for _, payload := range []string{"", "\x00", strings.Repeat("\xff", 100_000)} {
				headers, code := oracle.Sign(profile, keys, "é x", timestamp, []byte(payload))
				assert.Empty(t, code)
				for _, k := range keys {
					r := oracle.Request{
						Profile: profile,
						Keys:    []string{strings.Replace(k, privateKey, publicKey, 1)},
						Headers: headers,
						Body:    []byte(payload),
						Now:     time.Unix(timestamp, 0),
						Past:    oracle.DefaultTolerance,
						Future:  oracle.DefaultTolerance,
					}
					assert.Empty(t, oracle.Verify(r), "%s at %d, %d bytes", profile, timestamp, len(payload))
				}
			}
		}
	}
}
