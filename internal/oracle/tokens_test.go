package oracle_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/oracle"
)

func TestVerifyTokens(t *testing.T) {
	const goodV1, goodV1a = "v1," + signatureV1, "v1a," + signatureV1a
	tests := []struct{ name, signature, code string }{
		{"one", goodV1, ""},
		{"runs of separators", " , v1 ,,  " + signatureV1 + ", ,", ""},
		{"behind a label alone", "v1 v1a " + goodV1, ""},
		{"behind a signature alone", signatureV1 + " " + goodV1, ""},
		{"behind a wrong one", "v1," + wrongV1 + " " + goodV1, ""},
		{"behind one that is no base64", "v1," + strings.Repeat("!", 44) + " " + goodV1, ""},
		{"behind one that is too short", "v1,short " + goodV1, ""},
		{"behind another version", "v2," + wrongV1 + " " + goodV1, ""},
		{"behind one of a key that is not here", goodV1a + " " + goodV1, ""},

		{"wrong", "v1," + wrongV1, "signature_mismatch"},
		{"label in capitals", "V1," + signatureV1, "malformed_signature"},
		{"no label", signatureV1, "malformed_signature"},
		{"no signature", "v1", "malformed_signature"},
		{"separators only", " , ", "malformed_signature"},
		{"tab for a space", "v1,\t" + signatureV1, "malformed_signature"},
		{"not padded", "v1," + strings.TrimRight(signatureV1, "="), "malformed_signature"},
		{"33 bytes in 44 digits", "v1," + strings.Repeat("AAAA", 11), "signature_mismatch"},
		{"31 bytes in 44 characters", "v1," + signatureV1[:42] + "==", "signature_mismatch"},
		{"bits left over", "v1," + signatureV1[:42] + "F=", "signature_mismatch"},
		{"URL-safe", "v1," + strings.NewReplacer("+", "-", "/", "_").Replace(signatureV1), "signature_mismatch"},
		{"44 bytes, 22 characters", "v1," + strings.Repeat("é", 22), "signature_mismatch"},

		{"another version", "v2 x", "unsupported_scheme"},
		{"another version behind a short one", "v1,short v2,x", "unsupported_scheme"},
		{"a version of many digits and a letter", "v0123456789z x", "unsupported_scheme"},
		{"the version of a key that is not here", goodV1a, "unsupported_scheme"},
		{"that version with a v1 signature", "v1a," + signatureV1, "unsupported_scheme"},
		{"another version with nothing behind it", "x v2", "malformed_signature"},
		{"our version only", "v1 x", "malformed_signature"},
		{"no digits", "v x va x", "malformed_signature"},
		{"two letters", "v1ab x", "malformed_signature"},
		{"capital letter", "v1A x", "malformed_signature"},
		{"a brace for a letter", "v1{ x", "malformed_signature"},
		{"capital v", "V2 x", "malformed_signature"},
		{"letter before the digits", "va1 x", "malformed_signature"},
		{"digits of another script", "v٢ x", "malformed_signature"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.code, oracle.Verify(request(test.signature)))
		})
	}
}

func TestVerifyTokensOfSeveralHeaders(t *testing.T) {
	assert.Empty(t, oracle.Verify(request("v1", signatureV1)), "one stream")
	assert.Empty(t, oracle.Verify(request("v1,"+wrongV1, "v1,"+signatureV1)))
	assert.Equal(t, "malformed_signature",
		oracle.Verify(request("v1,"+signatureV1[:20], signatureV1[20:])), "tokens end with their header")
	assert.Equal(t, "malformed_signature", oracle.Verify(request(signatureV1, "v1")), "in order")
}

func TestVerifyVersionsByKey(t *testing.T) {
	tests := []struct {
		name, signature string
		keys            []string
		code            string
	}{
		{"v1 without a secret", "v1," + signatureV1, []string{publicKey}, "unsupported_scheme"},
		{"v1a without a public key", "v1a," + signatureV1a, []string{secret}, "unsupported_scheme"},
		{"v1a too short", "v1a," + signatureV1, []string{publicKey}, "malformed_signature"},
		{"v1 too long", "v1," + signatureV1a, []string{secret}, "malformed_signature"},
		{"both keys, nothing that fits", "v1,x v1a,x", []string{secret, publicKey}, "malformed_signature"},
		{"both keys, v1 of two", "v1a," + wrongV1a + " v1," + signatureV1, []string{secret, publicKey}, ""},
		{"both keys, v1a of two", "v1," + wrongV1 + " v1a," + signatureV1a, []string{publicKey, secret}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request(test.signature)
			r.Keys = test.keys
			assert.Equal(t, test.code, oracle.Verify(r))
		})
	}
}

func TestVerifyTriesSixteenOfV1a(t *testing.T) {
	wrong := func(n int) string {
		var tokens strings.Builder
		for i := range n {
			tokens.WriteString("v1a," + numberedV1a(byte(i)) + " ")
		}
		return tokens.String()
	}
	const good = "v1a," + signatureV1a
	tests := []struct{ name, signature, code string }{
		{"sixteenth", wrong(15) + good, ""},
		{"seventeenth", wrong(16) + good, "signature_mismatch"},
		{"repeated ones count once", wrong(15) + wrong(15) + good, ""},
		{"v1 does not count", strings.Repeat("v1,"+wrongV1+" ", 16) + good, ""},
		{"v1 behind them is tried", wrong(40) + "v1," + signatureV1, ""},
		{"no limit of v1", strings.Repeat("v1,"+wrongV1+" ", 40) + "v1," + signatureV1, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request(test.signature)
			r.Keys = []string{secret, publicKey}
			assert.Equal(t, test.code, oracle.Verify(r))
		})
	}
}
