package standardwebhooks_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/fips140"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

func encoded(n int) string {
	return base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{1}, n))
}

func TestParseSecret(t *testing.T) {
	for _, c := range []struct {
		name, text string
		size       int
		code, says string
	}{
		{"as issued", testSecret, 24, "", ""},
		{"without prefix", testSecret[6:], 24, "", ""},
		{"white space around", " \t\r\n\v\f" + testSecret + "\r\n", 24, "", ""},
		{"padded", "whsec_" + encoded(25), 25, "", ""},
		{"not padded", "whsec_" + strings.TrimRight(encoded(25), "="), 25, "", ""},
		{"64 bytes", "whsec_" + encoded(64), 64, "", ""},
		{"75 bytes, as svix takes", "whsec_" + encoded(75), 75, "", ""},
		{"nothing", "", 0, "empty_secret", "is the variable or file that holds it set"},
		{"prefix alone", "whsec_", 0, "empty_secret", "nothing in it"},
		{"prefix and space", " whsec_ \n", 0, "empty_secret", "nothing in it"},
		{"zeros", "whsec_" + strings.Repeat("A", 32), 0, "empty_secret", "anyone can sign"},
		{"23 bytes", "whsec_" + encoded(23), 0, "weak_secret", "23 bytes"},
		{"1 byte", "whsec_" + encoded(1), 0, "weak_secret", "1 byte where"},
		{"private key", testPrivate, 0, "wrong_key_type", "private key"},
		{"public key", testPublic, 0, "wrong_key_type", "public key"},
		{"version in front", "v1," + testSecret, 0, "malformed_secret", `drop the "v1,"`},
		{"double quotes", `"` + testSecret + `"`, 0, "malformed_secret", "quotes"},
		{"a quote behind", testSecret + "'", 0, "malformed_secret", "quotes"},
		{"back quotes", "`" + testSecret + "`", 0, "malformed_secret", "quotes"},
		{"prefix twice", "whsec_" + testSecret, 0, "malformed_secret", "twice"},
		{"two, with a comma", testSecret + "," + otherSecret, 0, "malformed_secret", "several keys"},
		{"two, with a space", testSecret + " " + testPublic, 0, "malformed_secret", "several keys"},
		{"prefix in capitals", "WHSEC_" + testSecret[6:], 0, "malformed_secret", "lower case"},
		{"space inside", testSecret[:20] + " " + testSecret[20:], 0, "malformed_secret", "white space"},
		{"line break inside", testSecret[:20] + "\n" + testSecret[20:], 0, "malformed_secret", "line break"},
		{"two line breaks inside", testSecret[:20] + "\r\n" + testSecret[20:], 0, "malformed_secret", "line break"},
		{"four line breaks inside", testSecret[:20] + "\n\n\n\n" + testSecret[20:], 0, "malformed_secret", "line break"},
		{"space behind the prefix", "whsec_ " + testSecret[6:], 0, "malformed_secret", "white space"},
		{"URL-safe", "whsec_C2FVsBQIhrscChlQIMV-b5sSYspob7oD", 0, "malformed_secret", "URL-safe"},
		{"no-break space behind", testSecret + "\u00a0", 0, "malformed_secret", "canonical base64"},
		{"half padding", "whsec_" + strings.TrimSuffix(encoded(25), "="), 0, "malformed_secret", "canonical base64"},
		{"too much padding", "whsec_" + encoded(25) + "==", 0, "malformed_secret", "canonical base64"},
		{"padding alone", "whsec_====", 0, "malformed_secret", "canonical base64"},
		{"data behind the padding", "whsec_QUJD=QUJD", 0, "malformed_secret", "canonical base64"},
		{"trailing bits", "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGP", 0, "malformed_secret", "canonical base64"},
		{"trailing bits, padded", "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGP==", 0, "malformed_secret", "canonical base64"},
		{"words", "my-webhook-secret", 0, "malformed_secret", "canonical base64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			secret, err := standardwebhooks.ParseSecret(c.text)
			if c.code != "" {
				requireCode(t, c.code, err)
				require.ErrorContains(t, err, c.says)
				require.Empty(t, secret.Text())
				if len(c.text) > 20 {
					require.NotContains(t, err.Error(), c.text[10:20])
				}
				return
			}
			require.NoError(t, err)
			body, isOurs := strings.CutPrefix(secret.Text(), "whsec_")
			require.True(t, isOurs)
			key, err := base64.StdEncoding.DecodeString(body)
			require.NoError(t, err)
			require.Len(t, key, c.size)
		})
	}
}

func TestInsecureParseSecret(t *testing.T) {
	secret, err := standardwebhooks.InsecureParseSecret("whsec_" + encoded(14))
	require.NoError(t, err)
	_, err = verifierWith(t, secret).VerifyAt([]byte("{}"), headerOf("a", testTimestamp, macOf(bytes.Repeat([]byte{1}, 14), "a", testTimestamp, "{}")), testTime)
	require.NoError(t, err)
	_, err = standardwebhooks.InsecureParseSecret("whsec_%")
	requireCode(t, "malformed_secret", err)
}

// TestInsecureParseSecretUnderFIPS: where FIPS 140-3 is enforced (that is, with
// GODEBUG=fips140=only), crypto/hmac panics at keys of under 112 bits.
func TestInsecureParseSecretUnderFIPS(t *testing.T) {
	secret, err := standardwebhooks.InsecureParseSecret("whsec_" + encoded(13))
	if fips140.Enforced() {
		requireCode(t, "weak_secret", err)
		require.ErrorContains(t, err, "FIPS 140-3")
		require.Empty(t, secret.Text())
		return
	}
	require.NoError(t, err)
	_, err = verifierWith(t, secret).VerifyAt(nil, headerOf("a", testTimestamp, macOf(bytes.Repeat([]byte{1}, 13), "a", testTimestamp, "")), testTime)
	require.NoError(t, err)
}

func verifierWith(t *testing.T, keys ...standardwebhooks.VerifyingKey) *standardwebhooks.Verifier {
	t.Helper()
	verifier, err := standardwebhooks.NewVerifier(keys)
	require.NoError(t, err)
	return verifier
}

func TestNewSecretCopies(t *testing.T) {
	raw := bytes.Repeat([]byte{7}, 24)
	secret, err := standardwebhooks.NewSecret(raw)
	require.NoError(t, err)
	text := secret.Text()
	clear(raw)
	require.Equal(t, text, secret.Text())
	_, err = verifierWith(t, secret).VerifyAt(nil, headerOf("a", testTimestamp, macOf(bytes.Repeat([]byte{7}, 24), "a", testTimestamp, "")), testTime)
	require.NoError(t, err)

	_, err = standardwebhooks.NewSecret(make([]byte, 32))
	requireCode(t, "empty_secret", err)
	_, err = standardwebhooks.NewSecret(nil)
	requireCode(t, "empty_secret", err)
	_, err = standardwebhooks.NewSecret(raw[:0])
	requireCode(t, "empty_secret", err)
	_, err = standardwebhooks.NewSecret([]byte("twenty-three bytes, no."))
	requireCode(t, "weak_secret", err)
}

func TestGenerate(t *testing.T) {
	one, two := standardwebhooks.GenerateSecret(), standardwebhooks.GenerateSecret()
	require.False(t, one.Equal(two))
	require.Len(t, keyOf(t, one.Text()), 32)
	require.True(t, secretOf(t, one.Text()).Equal(one))

	private, other := standardwebhooks.GeneratePrivateKey(), standardwebhooks.GeneratePrivateKey()
	require.False(t, private.Equal(other))
	require.True(t, privateOf(t, private.Text()).Equal(private))
	require.Equal(t, private.Public(), publicOf(t, private.Public().String()))
}

func TestEqual(t *testing.T) {
	secret, private := secretOf(t, testSecret), privateOf(t, testPrivate)
	require.True(t, secret.Equal(secretOf(t, testSecret[6:])))
	require.False(t, secret.Equal(secretOf(t, otherSecret)))
	require.False(t, standardwebhooks.Secret{}.Equal(standardwebhooks.Secret{}))
	require.False(t, secret.Equal(standardwebhooks.Secret{}))
	require.True(t, private.Equal(privateOf(t, testPrivate)))
	require.False(t, private.Equal(standardwebhooks.PrivateKey{}))
	require.False(t, standardwebhooks.PrivateKey{}.Equal(standardwebhooks.PrivateKey{}))
}

func TestParsePrivateKey(t *testing.T) {
	seed, err := hex.DecodeString("e976ff742707a4f79adb53d2d4df5563f3595bbdb708473becde2b242b9b31b7")
	require.NoError(t, err)
	short := "whsk_" + base64.StdEncoding.EncodeToString(seed)
	for _, text := range []string{testPrivate, " " + testPrivate + "\n", strings.TrimRight(testPrivate, "="), short} {
		key, err := standardwebhooks.ParsePrivateKey(text)
		require.NoError(t, err)
		require.Equal(t, testPrivate, key.Text(), "64 bytes are written")
		require.Equal(t, testPublic, key.Public().String())
	}
	for _, c := range []struct{ name, text, code string }{
		{"nothing", "", "empty_secret"},
		{"prefix alone", "whsk_", "empty_secret"},
		{"zeros", "whsk_" + base64.StdEncoding.EncodeToString(make([]byte, 32)), "empty_secret"},
		{"secret", testSecret, "wrong_key_type"},
		{"public key", testPublic, "wrong_key_type"},
		{"without prefix", testPrivate[5:], "malformed_secret"},
		{"31 bytes", "whsk_" + encoded(31), "malformed_secret"},
		{"33 bytes", "whsk_" + encoded(33), "malformed_secret"},
		{"other public half", "whsk_" + base64.StdEncoding.EncodeToString(append(bytes.Clone(seed), make([]byte, 32)...)), "malformed_secret"},
		{"no base64", "whsk_%", "malformed_secret"},
		{"line break", testPrivate[:30] + "\n" + testPrivate[30:], "malformed_secret"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := standardwebhooks.ParsePrivateKey(c.text)
			requireCode(t, c.code, err)
		})
	}
	_, err = standardwebhooks.NewPrivateKey(nil)
	requireCode(t, "malformed_secret", err)
	require.Empty(t, standardwebhooks.PrivateKey{}.Text())
	require.Equal(t, standardwebhooks.PublicKey{}, standardwebhooks.PrivateKey{}.Public())
}

// TestPoints has every point of small order, the encodings that are not
// canonical, and keys that are right.
func TestPoints(t *testing.T) {
	for _, c := range []struct {
		name, point string
		ok          bool
	}{
		{"RFC 8032 test 1", "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", true},
		{"RFC 8032 test 2", "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", true},
		{"base point", "5866666666666666666666666666666666666666666666666666666666666666", true},
		{"order 1", "0100000000000000000000000000000000000000000000000000000000000000", false},
		{"order 1, sign of zero", "0100000000000000000000000000000000000000000000000000000000000080", false},
		{"order 2", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", false},
		{"order 4", "0000000000000000000000000000000000000000000000000000000000000000", false},
		{"order 4, other sign", "0000000000000000000000000000000000000000000000000000000000000080", false},
		{"order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", false},
		{"order 8, other sign", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", false},
		{"order 8, second", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", false},
		{"order 8, second, other sign", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa", false},
		{"p, for zero", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", false},
		{"p + 1, for one", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", false},
		{"p + 3, not canonical", "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", false},
		{"all ones", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", false},
		{"y = 2, off the curve", "0200000000000000000000000000000000000000000000000000000000000000", false},
		{"y = 3", "0300000000000000000000000000000000000000000000000000000000000000", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			point, err := hex.DecodeString(c.point)
			require.NoError(t, err)
			key, err := standardwebhooks.NewPublicKey(point)
			if !c.ok {
				requireCode(t, "malformed_secret", err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, ed25519.PublicKey(point), key.Bytes())
		})
	}
}

// TestPointsOfPrivateKeys: what the arithmetic refuses is never a real key.
func TestPointsOfPrivateKeys(t *testing.T) {
	for i := range 200 {
		seed := sha256.Sum256([]byte{byte(i)})
		public := ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey)
		_, err := standardwebhooks.NewPublicKey(public)
		require.NoError(t, err)
	}
}

func TestParsePublicKey(t *testing.T) {
	require.Equal(t, testPublic, publicOf(t, " "+strings.TrimRight(testPublic, "=")+"\n").String())
	for _, c := range []struct{ name, text, code string }{
		{"nothing", " ", "empty_secret"},
		{"prefix alone", "whpk_", "empty_secret"},
		{"secret", testSecret, "wrong_key_type"},
		{"private key", testPrivate, "wrong_key_type"},
		{"without prefix", testPublic[5:], "malformed_secret"},
		{"31 bytes", "whpk_" + encoded(31), "malformed_secret"},
		{"no base64", "whpk_-", "malformed_secret"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := standardwebhooks.ParsePublicKey(c.text)
			requireCode(t, c.code, err)
		})
	}
}

func TestMarshalling(t *testing.T) {
	type config struct {
		Secret  standardwebhooks.Secret
		Private standardwebhooks.PrivateKey
		Public  standardwebhooks.PublicKey
	}
	var c config
	text := `{"Secret":"` + testSecret + `","Private":"` + testPrivate + `","Public":"` + testPublic + `"}`
	require.NoError(t, json.Unmarshal([]byte(text), &c))
	require.True(t, c.Secret.Equal(secretOf(t, testSecret)))
	require.True(t, c.Private.Equal(privateOf(t, testPrivate)))
	require.Equal(t, publicOf(t, testPublic), c.Public)

	for _, secret := range []any{c, c.Secret, c.Private, &c, standardwebhooks.Secret{}} {
		out, err := json.Marshal(secret)
		require.ErrorContains(t, err, "call its Text method")
		require.Empty(t, out)
	}
	out, err := json.Marshal(c.Public)
	require.NoError(t, err)
	require.JSONEq(t, `"`+testPublic+`"`, string(out))

	before := c
	require.Error(t, json.Unmarshal([]byte(`{"Secret":"whsec_"}`), &c))
	require.Error(t, json.Unmarshal([]byte(`{"Private":"whsk_"}`), &c))
	require.Error(t, json.Unmarshal([]byte(`{"Public":"whpk_"}`), &c))
	require.True(t, c.Secret.Equal(before.Secret), "a text that is refused changes nothing")
	require.True(t, c.Private.Equal(before.Private))
	require.Equal(t, before.Public, c.Public)
}

func TestParseLists(t *testing.T) {
	keys, err := standardwebhooks.ParseVerifyingKeys("\n" + otherSecret + " \t" + testPublic + "\r\n" + testSecret + "\n")
	require.NoError(t, err)
	require.Len(t, keys, 3)
	message, err := verifierWith(t, keys...).VerifyAt([]byte(testPayload), testHeader(), testTime)
	require.NoError(t, err)
	require.Equal(t, 2, message.KeyIndex)

	signing, err := standardwebhooks.ParseSigningKeys(testSecret + " " + testPrivate)
	require.NoError(t, err)
	require.Len(t, signing, 2)

	for _, c := range []struct{ name, text, code, says string }{
		{"nothing", " \n", "no_keys", ""},
		{"without prefix", testSecret + " " + testSecret[6:], "malformed_secret", "key 2: "},
		{"a comma for the space", testSecret + "," + otherSecret, "malformed_secret", "key 1: "},
		{"private key", testSecret + " " + testPrivate, "wrong_key_type", "stays with the sender"},
		{"weak", "whsec_AQ==", "weak_secret", "key 1: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			keys, err := standardwebhooks.ParseVerifyingKeys(c.text)
			requireCode(t, c.code, err)
			require.ErrorContains(t, err, c.says)
			require.Empty(t, keys)
		})
	}
	_, err = standardwebhooks.ParseSigningKeys(testPublic)
	requireCode(t, "wrong_key_type", err)
	require.ErrorContains(t, err, "only verifies")
}

// TestParsedKeyIsNil: a failed parse leaves no interface around nothing.
func TestParsedKeyIsNil(t *testing.T) {
	for _, text := range []string{"", "whpk_", "whsk_", "x"} {
		verifying, err := standardwebhooks.ParseVerifyingKey(text)
		require.Error(t, err)
		require.True(t, verifying == nil)
		signing, err := standardwebhooks.ParseSigningKey(text)
		require.Error(t, err)
		require.True(t, signing == nil)
	}
}

func TestKeyListsAreChecked(t *testing.T) {
	secret, public := secretOf(t, testSecret), publicOf(t, testPublic)
	asSecret, err := standardwebhooks.NewSecret(public.Bytes())
	require.NoError(t, err)
	padded, err := standardwebhooks.NewSecret(append(public.Bytes(), 0, 0))
	require.NoError(t, err)
	nine := make([]standardwebhooks.VerifyingKey, 9)
	for i := range nine {
		nine[i] = standardwebhooks.GeneratePrivateKey().Public()
	}
	for _, c := range []struct {
		name, code string
		keys       []standardwebhooks.VerifyingKey
	}{
		{"none", "no_keys", nil},
		{"empty", "no_keys", []standardwebhooks.VerifyingKey{}},
		{"nil", "empty_secret", []standardwebhooks.VerifyingKey{secret, nil}},
		{"zero secret", "empty_secret", []standardwebhooks.VerifyingKey{secret, standardwebhooks.Secret{}}},
		{"zero public key", "empty_secret", []standardwebhooks.VerifyingKey{standardwebhooks.PublicKey{}}},
		{"pointer", "wrong_key_type", []standardwebhooks.VerifyingKey{(*standardwebhooks.Secret)(nil)}},
		{"public key as secret", "wrong_key_type", []standardwebhooks.VerifyingKey{asSecret, public}},
		{"public key as secret, with zeros", "wrong_key_type", []standardwebhooks.VerifyingKey{public, padded}},
		{"nine public keys", "too_many_keys", nine},
	} {
		t.Run(c.name, func(t *testing.T) {
			verifier, err := standardwebhooks.NewVerifier(c.keys)
			requireCode(t, c.code, err)
			require.Nil(t, verifier)
		})
	}
	_, err = standardwebhooks.NewVerifier(append(nine[:8:8], secret))
	require.NoError(t, err)
	_, err = standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{secret, secret})
	require.NoError(t, err, "the same key twice does no harm")

	private := privateOf(t, testPrivate)
	for _, c := range []struct {
		name, code string
		keys       []standardwebhooks.SigningKey
	}{
		{"none", "no_keys", nil},
		{"zero private key", "empty_secret", []standardwebhooks.SigningKey{standardwebhooks.PrivateKey{}}},
		{"zero remote key", "empty_secret", []standardwebhooks.SigningKey{standardwebhooks.RemoteKey{}}},
		{"nil", "empty_secret", []standardwebhooks.SigningKey{nil}},
		{"public half as secret", "wrong_key_type", []standardwebhooks.SigningKey{private, asSecret}},
	} {
		t.Run("signing/"+c.name, func(t *testing.T) {
			signer, err := standardwebhooks.NewSigner(c.keys)
			requireCode(t, c.code, err)
			require.Nil(t, signer)
		})
	}
}

func TestKeyErrorTellsThePlace(t *testing.T) {
	_, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{secretOf(t, testSecret), standardwebhooks.Secret{}})
	var details *standardwebhooks.KeyError
	require.ErrorAs(t, err, &details)
	require.Equal(t, 1, details.Index)
	_, err = standardwebhooks.ParseSecret("")
	require.ErrorAs(t, err, &details)
	require.Equal(t, -1, details.Index)
}
