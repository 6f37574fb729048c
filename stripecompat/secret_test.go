package stripecompat_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

const secretText = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

func TestParseSecret(t *testing.T) {
	tests := []struct{ name, text, code string }{
		{"whole text", secretText, ""},
		{"no prefix", "8f742231b10e8888", ""},
		{"prefix alone, as of a variable that is not set", "whsec_", "empty_secret"},
		{"not base64", "whsec_!", ""},
		{"not ASCII", "séc", ""},
		{"white space inside", "a b", ""},
		{"no-break space around", "\u00a0a", ""},
		{"empty", "", "empty_secret"},
		{"zero bytes", "\x00\x00", "empty_secret"},
		{"prefix and zero bytes", "whsec_\x00\x00", "empty_secret"},
		{"white space", " ", "malformed_secret"},
		{"line feed behind", secretText + "\n", "malformed_secret"},
		{"carriage return behind", secretText + "\r", "malformed_secret"},
		{"space before", " " + secretText, "malformed_secret"},
		{"form feed and vertical tab", "\f" + secretText + "\v", "malformed_secret"},
		{"private key", "whsk_" + secretText[6:], "wrong_key_type"},
		{"public key", "whpk_" + secretText[6:], "wrong_key_type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			secret, err := stripecompat.ParseSecret(test.text)
			assert.Equal(t, test.code, standardwebhooks.Code(err))
			if test.code == "" {
				require.NoError(t, err)
				assert.Equal(t, test.text, secret.Text())
				return
			}
			require.ErrorIs(t, err, standardwebhooks.ErrInvalid)
			assert.Empty(t, secret.Text())
			if text := strings.TrimSpace(test.text); len(text) > 6 {
				assert.NotContains(t, err.Error(), text[6:])
			}
		})
	}
}

func TestParseSecrets(t *testing.T) {
	list, err := stripecompat.ParseSecrets(" whsec_live\n\twhsec_test\r\n")
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, "whsec_live", list[0].Text())
	assert.Equal(t, "whsec_test", list[1].Text())

	for _, text := range []string{"whsec_live # production", "whsec_live 5f2d", "live whsec_test"} {
		_, err = stripecompat.ParseSecrets(text)
		require.ErrorIs(t, err, standardwebhooks.ErrMalformedSecret, text)
	}
	one, err := stripecompat.ParseSecrets(" 8f742231b10e8888\n")
	require.NoError(t, err)
	require.Len(t, one, 1)
	_, err = stripecompat.ParseSecrets(" \n")
	require.ErrorIs(t, err, standardwebhooks.ErrNoKeys)
	_, err = stripecompat.ParseSecrets("whsec_live whpk_x")
	var key *standardwebhooks.KeyError
	require.ErrorAs(t, err, &key)
	assert.Equal(t, 1, key.Index)
	assert.Equal(t, standardwebhooks.ErrWrongKeyType, key.Class)
	_, err = stripecompat.ParseSecret("")
	require.ErrorAs(t, err, &key)
	assert.Equal(t, -1, key.Index, "of no list")
}

func TestGenerateSecret(t *testing.T) {
	one, two := stripecompat.GenerateSecret(), stripecompat.GenerateSecret()
	assert.False(t, one.Equal(two))
	assert.Regexp(t, `^whsec_[A-Z2-7]{26,}$`, one.Text())
}

func TestSecretEqual(t *testing.T) {
	all := secrets(t, "one", "two", "one")
	assert.True(t, all[0].Equal(all[2]))
	assert.False(t, all[0].Equal(all[1]))
	assert.False(t, all[0].Equal(stripecompat.Secret{}))
	assert.False(t, stripecompat.Secret{}.Equal(all[0]))
	assert.False(t, stripecompat.Secret{}.Equal(stripecompat.Secret{}))
}

func TestSecretShowsNothing(t *testing.T) {
	secret := secrets(t, secretText)[0]
	verifier, err := stripecompat.NewVerifier([]stripecompat.Secret{secret})
	require.NoError(t, err)
	signer, err := stripecompat.NewSigner([]stripecompat.Secret{secret})
	require.NoError(t, err)
	type hidden struct{ secret stripecompat.Secret }
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	for _, value := range []any{secret, &secret, hidden{secret}, &hidden{secret}, []any{secret}, verifier, signer} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			assertHidden(t, fmt.Sprintf(verb, value))
		}
		logger.Info("m", "value", value)
		encoded, _ := json.Marshal(value)
		assertHidden(t, string(encoded))
	}
	assertHidden(t, log.String())
}

func assertHidden(t *testing.T, shown string) {
	t.Helper()
	for _, form := range []string{"%s", "%x", "%v", "%#v"} {
		assert.NotContains(t, shown, fmt.Sprintf(form, []byte(secretText[6:])))
	}
}

func TestSecretMarshal(t *testing.T) {
	_, err := json.Marshal(map[string]any{"secret": secrets(t, secretText)[0]})
	require.ErrorContains(t, err, "Text method")

	var config struct{ Secret stripecompat.Secret }
	require.NoError(t, json.Unmarshal([]byte(`{"Secret":"`+secretText+`"}`), &config))
	assert.Equal(t, secretText, config.Secret.Text())
	require.ErrorIs(t, json.Unmarshal([]byte(`{"Secret":""}`), &config), standardwebhooks.ErrEmptySecret)
	assert.Equal(t, secretText, config.Secret.Text(), "a failed parse changes nothing")
}
