package oracle_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/oracle"
)

// Answers that other implementations publish.
var knownAnswers = []struct {
	name, signer, verifier string
	id                     string
	timestamp              int64
	body, signature        string
}{
	{
		name:   "standard and svix libraries",
		signer: secret, verifier: secret,
		id: id, timestamp: sent, body: body,
		signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
	},
	{
		name:   "standard and svix libraries, Rust",
		signer: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", verifier: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
		id: "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk", timestamp: 1649367553,
		body:      `{"email":"test@example.com","username":"test_user"}`,
		signature: "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
	},
	{
		name:   "svix server, Ed25519",
		signer: privateKey, verifier: publicKey,
		id: id, timestamp: sent, body: body,
		signature: "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
	},
	{
		name:   "svix server, Ed25519, from the seed",
		signer: privateSeed, verifier: publicKey,
		id: id, timestamp: sent, body: body,
		signature: "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
	},
	{
		name:   "OpenAI",
		signer: "whsec_RdvaYFYUXuIFuEbvZHwMfYFhUf7aMYjYcmM24+Aj40c=", verifier: "whsec_RdvaYFYUXuIFuEbvZHwMfYFhUf7aMYjYcmM24+Aj40c=",
		id: "wh_685c059ae39c8190af8c71ed1022a24d", timestamp: 1750861210,
		body:      `{"id": "evt_685c059ae3a481909bdc86819b066fb6", "object": "event", "created_at": 1750861210, "type": "response.completed", "data": {"id": "resp_123"}}`,
		signature: "v1,gUAg4R2hWouRZqRQG4uJypNS8YK885G838+EHb4nKBY=",
	},
}

func TestKnownAnswers(t *testing.T) {
	prefixes := map[string]string{"standard": "webhook-", "svix": "svix-"}
	for _, k := range knownAnswers {
		for profile, prefix := range prefixes {
			t.Run(k.name+"/"+profile, func(t *testing.T) {
				headers, code := oracle.Sign(profile, []string{k.signer}, k.id, k.timestamp, []byte(k.body))
				require.Empty(t, code)
				require.Len(t, headers, 3)
				assert.Equal(t, prefix+"id", headers[0][0])
				assert.Equal(t, [2]string{prefix + "signature", k.signature}, headers[2])

				r := oracle.Request{
					Profile: profile,
					Keys:    []string{k.verifier},
					Headers: headers,
					Body:    []byte(k.body),
					Now:     time.Unix(k.timestamp, 0),
					Past:    oracle.DefaultTolerance,
					Future:  oracle.DefaultTolerance,
				}
				assert.Empty(t, oracle.Verify(r))
				r.Body = append([]byte(k.body), ' ')
				assert.Equal(t, "signature_mismatch", oracle.Verify(r))
			})
		}
	}
}

// What an empty key makes of the first known answer's message: every verifier
// has to refuse it.
func TestEmptyKey(t *testing.T) {
	const signature = "woH/1mJtZGSMCmpFTxRYbStS24eLLD/oXIYr4PYyZ7g="
	mac := hmac.New(sha256.New, nil)
	mac.Write([]byte(id + ".1614265330." + body))
	require.Equal(t, signature, base64.StdEncoding.EncodeToString(mac.Sum(nil)))

	r := request("v1," + signature)
	assert.Equal(t, "signature_mismatch", oracle.Verify(r))
	for _, empty := range []string{"", "whsec_", "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		r.Keys = []string{empty}
		assert.Equal(t, "empty_secret", oracle.Verify(r))
		_, code := oracle.Sign("standard", r.Keys, id, sent, []byte(body))
		assert.Equal(t, "empty_secret", code)
	}
}
