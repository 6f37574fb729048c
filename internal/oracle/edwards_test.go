package oracle_test

import (
	"encoding/base64"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/oracle"
)

func TestPoints(t *testing.T) {
	tests := []struct{ name, encoded, code string }{
		{"order 1", "0100000000000000000000000000000000000000000000000000000000000000", "malformed_secret"},
		{"order 2", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "malformed_secret"},
		{"order 4", "0000000000000000000000000000000000000000000000000000000000000000", "malformed_secret"},
		{"order 4, negative", "0000000000000000000000000000000000000000000000000000000000000080", "malformed_secret"},
		{"order 8, first", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "malformed_secret"},
		{"order 8, first negative", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", "malformed_secret"},
		{"order 8, second", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "malformed_secret"},
		{"order 8, second negative", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa", "malformed_secret"},

		{"order 1, sign of zero", "0100000000000000000000000000000000000000000000000000000000000080", "malformed_secret"},
		{"order 2, sign of zero", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "malformed_secret"},
		{"order 4, y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "malformed_secret"},
		{"order 4, y = p, negative", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "malformed_secret"},
		{"order 1, y = p+1", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "malformed_secret"},
		{"order 1, y = p+1, sign of zero", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "malformed_secret"},

		{"great order, y = 3", "0300000000000000000000000000000000000000000000000000000000000000", ""},
		{"great order, y = p+3", "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "malformed_secret"},
		{"great order, y = p+18", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "malformed_secret"},
		{"not on the curve, y = 2", "0200000000000000000000000000000000000000000000000000000000000000", "malformed_secret"},

		{"base point", "5866666666666666666666666666666666666666666666666666666666666666", ""},
		{"base point, negative", "58666666666666666666666666666666666666666666666666666666666666e6", ""},
		{"a key and a point of order 8", "82af53879000552bf077dd50a15dbea733c9c0e10d1bd0bb3f7a1270970a5e5b", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "whpk_" + base64.StdEncoding.EncodeToString(unhex(t, test.encoded))
			assert.Equal(t, test.code, oracle.ParseKey("standard", "verify", text))
		})
	}
}

// RFC 8032, section 7.1, tests 1 and 2.
var rfc8032 = []struct{ seed, public, message, signature string }{
	{
		seed:      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
		public:    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
		message:   "",
		signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
	},
	{
		seed:      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
		public:    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
		message:   "72",
		signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
	},
}

func TestRFC8032(t *testing.T) {
	for _, v := range rfc8032 {
		seed, public := unhex(t, v.seed), unhex(t, v.public)
		signer := "whsk_" + base64.StdEncoding.EncodeToString(append(seed, public...))
		verifier := "whpk_" + base64.StdEncoding.EncodeToString(public)
		message, signature := unhex(t, v.message), unhex(t, v.signature)

		assert.Equal(t, signature, oracle.SignContent(signer, message))
		assert.True(t, oracle.VerifyContent(verifier, message, signature))
		assert.False(t, oracle.VerifyContent(verifier, append(message, 0), signature))
		signature[0] ^= 1
		assert.False(t, oracle.VerifyContent(verifier, message, signature))
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	require.NoError(t, err)
	return b
}
