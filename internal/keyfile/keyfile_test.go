package keyfile_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/keyfile"
	"github.com/whsec/whsec/standardwebhooks"
)

// fixture returns one of the files that other tools have written.
func fixture(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return data
}

// never is for files without a passphrase.
func never() ([]byte, error) { panic("asked for a passphrase") }

func passphrase(text string) func() ([]byte, error) {
	return func() ([]byte, error) { return []byte(text), nil }
}

func block(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func derOf(t *testing.T, data []byte) []byte {
	t.Helper()
	b, _ := pem.Decode(data)
	require.NotNil(t, b)
	return b.Bytes
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	require.NoError(t, err)
	return data
}

// The examples of the specifications, and their keys as they have them in hex.
const (
	rfc8410Private = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n"
	rfc8410Both    = "-----BEGIN PRIVATE KEY-----\nMHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\noB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB\nZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PRIVATE KEY-----\n"
	rfc8410Public  = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n"
	rfc8410Seed    = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842"

	rfc8037Private = `{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}`
	rfc8037Public  = `{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}`
	rfc8037Seed    = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"

	rfc7515Symmetric = `{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}`
	rfc7515Key       = "0323354b2b0fa5bc837e0665777ba68f5ab328e6f054c928a90f84b2d2502ebfd3fb5a92d20647ef968ab4c377623d223d2e2172052e4f08c0cd9af567d080a3"
)

// TestKnownAnswers are the examples of RFC 8410 (section 10), RFC 8037
// (appendix A) and RFC 7515 (appendix A.1).
func TestKnownAnswers(t *testing.T) {
	t.Parallel()
	private := func(seed string) string {
		key, err := standardwebhooks.NewPrivateKey(ed25519.NewKeyFromSeed(unhex(t, seed)))
		require.NoError(t, err)
		return key.Text()
	}
	public := func(seed string) string {
		key, err := standardwebhooks.NewPublicKey(ed25519.NewKeyFromSeed(unhex(t, seed)).Public().(ed25519.PublicKey))
		require.NoError(t, err)
		return key.String()
	}
	symmetric, err := standardwebhooks.NewSecret(unhex(t, rfc7515Key))
	require.NoError(t, err)
	for _, tt := range []struct {
		file   string
		typ    keyfile.Type
		format keyfile.Format
		want   string
	}{
		{rfc8410Private, keyfile.Private, keyfile.PKCS8, private(rfc8410Seed)},
		{rfc8410Both, keyfile.Private, keyfile.PKCS8, private(rfc8410Seed)},
		{rfc8410Public, keyfile.Public, keyfile.SPKI, public(rfc8410Seed)},
		{rfc8037Private, keyfile.Private, keyfile.JWK, private(rfc8037Seed)},
		{rfc8037Public, keyfile.Public, keyfile.JWK, public(rfc8037Seed)},
		{rfc7515Symmetric, keyfile.Symmetric, keyfile.JWK, symmetric.Text()},
		{`{"keys":[` + rfc8037Private + `]}`, keyfile.Private, keyfile.JWK, private(rfc8037Seed)},
		{"\xef\xbb\xbf\r\n " + rfc8037Public + "\n\n", keyfile.Public, keyfile.JWK, public(rfc8037Seed)},
		{"\n" + strings.ReplaceAll(rfc8410Both, "\n", "\r\n"), keyfile.Private, keyfile.PKCS8, private(rfc8410Seed)},
	} {
		key, err := keyfile.Parse([]byte(tt.file), never)
		require.NoError(t, err, tt.file)
		assert.Equal(t, tt.typ, key.Type, tt.file)
		assert.Equal(t, tt.format, key.Format, tt.file)
		assert.Equal(t, tt.want, key.Text(), tt.file)
	}
}

// TestFixtures reads what openssl and ssh-keygen have written: each private key
// has the public key that the tool wrote beside it.
func TestFixtures(t *testing.T) {
	t.Parallel()
	for private, public := range map[string]string{
		"openssl.pem":       "openssl.pub.pem",
		"openssh":           "openssh.pub",
		"openssh-encrypted": "openssh-encrypted.pub",
	} {
		ask := never
		if strings.HasSuffix(private, "encrypted") {
			ask = passphrase("hunter2 phrase")
		}
		key, err := keyfile.Parse(fixture(t, private), ask)
		require.NoError(t, err, private)
		other, err := keyfile.Parse(fixture(t, public), never)
		require.NoError(t, err, public)
		half, ok := key.Public()
		require.True(t, ok)
		assert.Equal(t, keyfile.Private, key.Type)
		assert.Equal(t, keyfile.Public, other.Type)
		assert.Equal(t, other.Text(), half.Text(), private)
	}
}

// TestRoundTrip writes keys, and reads them with Go's parser and with ours.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	private := standardwebhooks.GeneratePrivateKey()
	for _, text := range []string{private.Text(), private.Public().String(), standardwebhooks.GenerateSecret().Text()} {
		key, err := keyfile.ParseText(text)
		require.NoError(t, err)
		require.Equal(t, text, key.Text())
		back, err := keyfile.Parse(key.JWK(), never)
		require.NoError(t, err)
		assert.Equal(t, text, back.Text())
		data, err := key.PEM()
		if key.Type == keyfile.Symmetric {
			require.ErrorIs(t, err, keyfile.ErrNoPEM)
			continue
		}
		require.NoError(t, err)
		back, err = keyfile.Parse(data, never)
		require.NoError(t, err)
		assert.Equal(t, text, back.Text())
	}
}

// TestExport has the bytes that the specifications show.
func TestExport(t *testing.T) {
	t.Parallel()
	for _, file := range []string{rfc8410Private, rfc8410Public} {
		key, err := keyfile.Parse([]byte(file), never)
		require.NoError(t, err)
		data, err := key.PEM()
		require.NoError(t, err)
		assert.Equal(t, file, string(data))
	}
	for _, file := range []string{rfc8037Private, rfc8037Public, rfc7515Symmetric} {
		key, err := keyfile.Parse([]byte(file), never)
		require.NoError(t, err)
		assert.Equal(t, file, string(key.JWK()))
	}
}

// TestChangedBytes changes and cuts a file everywhere: what is still read is
// read alike by Go's parser, and cut files are never read.
func TestChangedBytes(t *testing.T) {
	t.Parallel()
	for kind, der := range map[string][]byte{
		"PRIVATE KEY": derOf(t, []byte(rfc8410Both)),
		"PUBLIC KEY":  derOf(t, []byte(rfc8410Public)),
	} {
		read := 0
		for i := range der {
			_, err := keyfile.Parse(block(kind, der[:i]), never)
			require.Error(t, err, "%s cut at %d", kind, i)
			changed := bytes.Clone(der)
			changed[i] ^= 1
			key, err := keyfile.Parse(block(kind, changed), never)
			if err != nil {
				continue
			}
			read++
			assert.Equal(t, goText(t, kind, changed), key.Text())
		}
		require.NotZero(t, read)
		_, err := keyfile.Parse(block(kind, append(bytes.Clone(der), 0)), never)
		require.Error(t, err, "%s with a byte behind it", kind)
	}
}

// goText is the key as Go's parser has it.
func goText(t *testing.T, kind string, der []byte) string {
	t.Helper()
	if kind == "PUBLIC KEY" {
		parsed, err := x509.ParsePKIXPublicKey(der)
		require.NoError(t, err)
		key, err := standardwebhooks.NewPublicKey(parsed.(ed25519.PublicKey))
		require.NoError(t, err)
		return key.String()
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	require.NoError(t, err)
	key, err := standardwebhooks.NewPrivateKey(parsed.(ed25519.PrivateKey))
	require.NoError(t, err)
	return key.Text()
}

// TestChangedText changes and cuts files at every character: none gives a key,
// but for a JWK whose "d" has another name.
func TestChangedText(t *testing.T) {
	t.Parallel()
	for _, file := range []string{rfc8410Private, rfc8410Public, rfc8037Private, rfc7515Symmetric, string(fixture(t, "openssh")), string(fixture(t, "openssh.pub"))} {
		file = strings.TrimSpace(file)
		_, err := keyfile.Parse([]byte(file), never)
		require.NoError(t, err)
		comment := strings.Index(file, " user@")
		for i := range file {
			if file[i] == '\n' || file[i] == ' ' || comment >= 0 && i >= comment {
				continue
			}
			changed := file[:i] + "~" + file[i+1:]
			if got, err := keyfile.Parse([]byte(changed), never); err == nil {
				require.Contains(t, changed, `"~":"`)
				require.Equal(t, keyfile.Public, got.Type)
			}
			if i > 0 && comment < 0 {
				_, err = keyfile.Parse([]byte(file[:i]), never)
				require.Error(t, err, "cut at %d", i)
			}
		}
	}
}

func TestNeverLarge(t *testing.T) {
	t.Parallel()
	_, err := keyfile.Parse(bytes.Repeat([]byte("{"), keyfile.MaxSize+1), never)
	require.EqualError(t, err, "it is larger than any file with one key")
}

func TestZeroKey(t *testing.T) {
	t.Parallel()
	var key keyfile.Key
	assert.Empty(t, key.Text())
	assert.Nil(t, key.JWK())
	_, err := key.PEM()
	require.Error(t, err)
	_, ok := key.Public()
	assert.False(t, ok)
}

// TestKeysDoNotShow prints keys in every way.
func TestKeysDoNotShow(t *testing.T) {
	t.Parallel()
	key, err := keyfile.Parse([]byte(rfc8037Private), never)
	require.NoError(t, err)
	holder := struct{ k keyfile.Key }{key}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		printed := fmt.Sprintf(format+format+format, key, &key, holder)
		assert.NotContains(t, printed, "nWGx")
		assert.NotContains(t, printed, "whsk_nWG")
		assert.NotContains(t, printed, rfc8037Seed[:16])
	}
}

// The error of whoever is asked for a passphrase comes back as it is.
func TestAskFails(t *testing.T) {
	t.Parallel()
	nobody := errors.New("nobody there")
	_, err := keyfile.Parse(fixture(t, "openssh-encrypted"), func() ([]byte, error) { return nil, nobody })
	require.Equal(t, nobody, err)
}

func TestParseText(t *testing.T) {
	t.Parallel()
	for text, code := range map[string]string{
		"":                         "empty_secret",
		"whsec_abcd":               "weak_secret",
		"whsec_!":                  "malformed_secret",
		"whsk_abcd":                "malformed_secret",
		"whpk_abcd":                "malformed_secret",
		"whpk_":                    "empty_secret",
		"-----BEGIN PRIVATE KEY--": "malformed_secret",
	} {
		key, err := keyfile.ParseText(text)
		assert.Equal(t, code, standardwebhooks.Code(err), text)
		assert.Empty(t, key.Text())
	}
}
