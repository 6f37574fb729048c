package standardwebhooks_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

// TestKnownAnswers signs and verifies what others have published, each in the
// tests of the libraries named.
func TestKnownAnswers(t *testing.T) {
	cases := []struct {
		name            string
		signing, verify string
		id              string
		timestamp       int64
		payload         string
		want            string
	}{
		{"reference libraries", testSecret, testSecret, testID, 1614265330, testPayload, testSignature},
		{
			"reference and svix Rust", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
			"msg_27UH4WbU6Z5A5EzD8u03UvzRbpk", 1649367553, `{"email":"test@example.com","username":"test_user"}`,
			"v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
		},
		{"svix server, Ed25519", testPrivate, testPublic, testID, 1614265330, testPayload, testV1a},
		{
			"OpenAI", "whsec_RdvaYFYUXuIFuEbvZHwMfYFhUf7aMYjYcmM24+Aj40c=", "whsec_RdvaYFYUXuIFuEbvZHwMfYFhUf7aMYjYcmM24+Aj40c=",
			"wh_685c059ae39c8190af8c71ed1022a24d", 1750861210,
			`{"id": "evt_685c059ae3a481909bdc86819b066fb6", "object": "event", "created_at": 1750861210, "type": "response.completed", "data": {"id": "resp_123"}}`,
			"v1,gUAg4R2hWouRZqRQG4uJypNS8YK885G838+EHb4nKBY=",
		},
		{"svix C#, 1 MiB", testSecret, testSecret, testID, 1614265330, strings.Repeat("a", 1048576), "v1,txpEUxqWZJ5nteTnymUVa+7C4NHpBeXJ6CsBAW0c3/A="},
		{"svix C#, 256 KiB", testSecret, testSecret, testID, 1614265330, strings.Repeat("a", 262144), "v1,Mw4Pe2WgApuT7NSqnSq0PQPV9gbLdggCl9B865x5Xh0="},
		{"svix C#, 256 KiB less one", testSecret, testSecret, testID, 1614265330, strings.Repeat("a", 262143), "v1,NTItnqyWMoFhk2Bbe5V/BMdcFRWgcSQaTgqLHX7FC7c="},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			at := time.Unix(c.timestamp, 0)
			got, err := signerOf(t, []string{c.signing}).Sign(context.Background(), c.id, at, []byte(c.payload))
			require.NoError(t, err)
			require.Equal(t, c.want, got)

			header := signedBy(t, []string{c.signing}, c.id, at, []byte(c.payload))
			message, err := verifierOf(t, []string{c.verify}).VerifyAt([]byte(c.payload), header, at)
			require.NoError(t, err)
			require.Equal(t, c.id, message.ID)
			require.True(t, at.Equal(message.Timestamp))
			require.Equal(t, c.payload, string(message.Payload))
		})
	}
}

// TestKnownRotation has the header of the reference tests: the right signature
// among others, of other versions too.
func TestKnownRotation(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	list := wrongV1 + " v2," + wrongV1[3:] + " " + testSignature + " " + wrongV1
	_, err := verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, list))
	require.NoError(t, err)

	for _, decoy := range []string{
		"v1,R3PTzyfHASBKHH98a7yexTwaJ4yNIcGhFQc1yuN+BPU=",
		"v1,tFtCZ5RDCPxzWQRWXWPgrCgE2frDBe9gjpbWQxnVfsQ=",
		"v1,Mm7xgUVICxZfQ3bgf0h0Dof65L/IFx+PnZvnDWPCX6Q=",
		"v1,9DfC1c3eeOrXB6w/5dIDydLNQaEyww5KalE5jLBZucE=",
		"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OA=",
	} {
		_, err := verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, decoy))
		requireCode(t, "signature_mismatch", err)
	}
	_, err = verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, "v1,dawfeoifkpqwoekfpqoekf"))
	requireCode(t, "malformed_signature", err)
}

// TestKnownKeys has the keys of the svix server's own parsing tests.
func TestKnownKeys(t *testing.T) {
	for _, c := range []struct{ name, text, code string }{
		{"64 bytes", "TUdfVE5UMnZlci1TeWxOYXQtX1ZlTW1kLTRtMFdhYmEwanIxdHJvenRCbmlTQ2hFdzBnbHhFbWdFaTJLdzQwSA==", ""},
		{"81 bytes, which peers issue", "V09IYXZUaFJoSnFobnpJQkpPMXdpdGFNWnJsRzAxdXZCeTVndVpwRmxSSXFsc0oyYzBTRWRUekJhYnlaZ0JSRGNPQ3BGZG1xYjFVVmRGQ3UK", ""},
		{"short", "bm90LXZhbGlkCg==", "weak_secret"},
		{"one character", "w", "malformed_secret"},
		{"no base64", "whsec_%", "malformed_secret"},
		{"words", "whsec_wronglength", "malformed_secret"},
		{"prefix misspelt", "hwsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "malformed_secret"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := standardwebhooks.ParseSecret(c.text)
			if c.code == "" {
				require.NoError(t, err)
				return
			}
			requireCode(t, c.code, err)
		})
	}
	_, err := standardwebhooks.ParsePrivateKey("whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlaaaaaaaaaaAJ6p9lMicMFs6Kvg==")
	requireCode(t, "malformed_secret", err)
	require.ErrorContains(t, err, "public half")
	_, err = standardwebhooks.ParsePrivateKey(testPrivate[:len(testPrivate)-4])
	requireCode(t, "malformed_secret", err)
}

// TestEmptyKeyForgery has the signature that anyone can make for a receiver
// that takes the empty key, and asks it of every way to make a Verifier.
func TestEmptyKeyForgery(t *testing.T) {
	const forged = "v1,woH/1mJtZGSMCmpFTxRYbStS24eLLD/oXIYr4PYyZ7g="
	require.Equal(t, forged, macOf(nil, testID, testTimestamp, testPayload))
	require.Equal(t, forged, macOf(make([]byte, 64), testID, testTimestamp, testPayload), "HMAC pads with zeros")

	var zero standardwebhooks.Verifier
	_, err := zero.VerifyAt([]byte(testPayload), headerOf(testID, testTimestamp, forged), testTime)
	requireCode(t, "no_keys", err)
	_, err = standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{standardwebhooks.Secret{}})
	requireCode(t, "empty_secret", err)
	for _, text := range []string{"", "whsec_", " whsec_\n", "whsec_AA==", "whsec_" + strings.Repeat("A", 32), "whsec_" + strings.Repeat("A", 88)} {
		_, err = standardwebhooks.ParseSecret(text)
		requireCode(t, "empty_secret", err)
		_, err = standardwebhooks.InsecureParseSecret(text)
		requireCode(t, "empty_secret", err)
	}
}

// TestRFC8032 has tests 1 to 3 of section 7.1. The messages of the RFC have no
// id and no timestamp, so that a Verifier cannot be asked: the keys are, whose
// texts carry the seeds in and the public keys out.
func TestRFC8032(t *testing.T) {
	for _, c := range []struct{ name, seed, public, message, signature string }{
		{
			"test 1", "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
			"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
			"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
		},
		{
			"test 2", "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
			"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
			"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
		},
		{
			"test 3", "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
			"fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
			"6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			key := privateOf(t, "whsk_"+base64.StdEncoding.EncodeToString(unhex(t, c.seed)))
			require.Equal(t, c.public, hex.EncodeToString(key.Public().Bytes()))
			require.True(t, ed25519.Verify(key.Public().Bytes(), unhex(t, c.message), unhex(t, c.signature)))
			require.Equal(t, c.signature, hex.EncodeToString(ed25519.Sign(ed25519Of(t, key.Text()), unhex(t, c.message))))
		})
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	decoded, err := hex.DecodeString(text)
	require.NoError(t, err)
	return decoded
}

// TestPayloadIsBytes verifies bodies that no text type can hold.
func TestPayloadIsBytes(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	for name, payload := range map[string][]byte{
		"nothing":       {},
		"nil":           nil,
		"not UTF-8":     {0xff, 0xfe, '{', '}'},
		"NUL":           {0, 0, 0},
		"CR LF":         []byte("{\r\n}\r\n"),
		"mark of UTF-8": []byte("\xef\xbb\xbf{}"),
		"not JSON":      []byte("hello"),
		"large":         bytes.Repeat([]byte{0xc3}, 3<<20),
	} {
		t.Run(name, func(t *testing.T) {
			header := headerOf(testID, testTimestamp, macOf(keyOf(t, testSecret), testID, testTimestamp, string(payload)))
			message, err := verifier.Verify(payload, header)
			require.NoError(t, err)
			require.Equal(t, payload, message.Payload)
			_, err = verifier.Verify(append([]byte("x"), payload...), header)
			requireCode(t, "signature_mismatch", err)
		})
	}
}
