package standardwebhooks_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

// hidden keeps keys where somebody's configuration would.
type hidden struct {
	Name    string
	Secret  standardwebhooks.Secret
	secret  standardwebhooks.Secret
	private standardwebhooks.PrivateKey
	remote  standardwebhooks.RemoteKey
	list    []standardwebhooks.SigningKey
	byName  map[string]any
	pointer *standardwebhooks.Secret
}

// recorder is a testing.T that keeps what assertions print.
type recorder struct{ strings.Builder }

func (r *recorder) Errorf(format string, args ...any) { fmt.Fprintf(r, format, args...) }

// TestKeysDoNotShow prints, logs, marshals and compares all that holds a key,
// and looks for the key in what comes out.
func TestKeysDoNotShow(t *testing.T) {
	secret, private := secretOf(t, testSecret), privateOf(t, testPrivate)
	// The remote key is one that is not remote: what the signer holds may not
	// show either.
	raw, err := base64.StdEncoding.DecodeString(testPrivate[5:])
	require.NoError(t, err)
	remote, err := standardwebhooks.NewRemoteKey(ed25519.PrivateKey(raw))
	require.NoError(t, err)
	verifier := verifierOf(t, []string{testSecret, testPublic})
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{secret, private, remote})
	require.NoError(t, err)
	// Once used, the keyed hash states are there as well.
	_, err = verifier.Verify([]byte(testPayload), signedBy(t, []string{testSecret}, testID, testTime, []byte(testPayload)))
	require.NoError(t, err)

	config := hidden{
		"config", secret, secret, private, remote,
		[]standardwebhooks.SigningKey{secret, private, remote}, map[string]any{"key": secret}, &secret,
	}
	for name, value := range map[string]any{
		"secret": secret, "pointer": &secret, "private key": private, "remote key": remote, "verifier": verifier, "verifier value": *verifier,
		"signer": signer, "signer value": *signer, "config": config, "pointer to config": &config,
		"list": []any{secret, private, &config}, "map": map[string]any{"secret": secret, "config": config},
	} {
		t.Run(name, func(t *testing.T) {
			for way, out := range printed(value) {
				requireHidden(t, way, out)
			}
		})
	}
	require.Equal(t, "whsec_[redacted]", fmt.Sprint(secret))
	require.Equal(t, "whsk_[redacted]", fmt.Sprint(private))
	require.Equal(t, "remote key "+testPublic, fmt.Sprint(remote))
}

func printed(value any) map[string]string {
	out := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
		out[verb] = fmt.Sprintf(verb, value)
	}
	var text, lines, dump bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("m", "value", value, slog.Group("g", "value", value))
	slog.New(slog.NewJSONHandler(&lines, nil)).Info("m", "value", value)
	out["slog text"], out["slog JSON"] = text.String(), lines.String()
	for name, marshal := range map[string]func(any) ([]byte, error){"json": json.Marshal, "xml": xml.Marshal} {
		data, err := marshal(value)
		out[name] = fmt.Sprint(string(data), err)
	}
	err := gob.NewEncoder(&dump).Encode(value)
	out["gob"] = fmt.Sprint(dump.String(), err)
	out["cmp"] = cmp.Diff(value, "something else") + cmp.Diff(value, value, cmp.Exporter(func(reflect.Type) bool { return true }))
	var failed recorder
	assert.Equal(&failed, "something else", value)
	assert.Equal(&failed, value, &value)
	out["testify"] = failed.String()
	return out
}

func requireHidden(t *testing.T, way, out string) {
	t.Helper()
	require.Empty(t, shown(out), "%s: %s", way, out)
}

// shown looks for the key bytes in each form that a printer may give them.
func shown(out string) (form string) {
	for _, text := range []string{testSecret[6:], testPrivate[5:]} {
		key, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			panic(err)
		}
		key = key[:20]
		decimal := strings.Trim(fmt.Sprint(key), "[]")
		for _, form := range []string{
			string(key), text[:20], base64.RawURLEncoding.EncodeToString(key),
			hex.EncodeToString(key), strings.ToUpper(hex.EncodeToString(key)), fmt.Sprintf("% x", key),
			decimal, strings.ReplaceAll(decimal, " ", ", "),
			strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%#v", key), "[]byte{"), "}"),
			strings.Trim(fmt.Sprintf("%q", key), `"`),
		} {
			if strings.Contains(out, form) {
				return form
			}
		}
	}
	return ""
}

// TestShownFinds is the test of the test above: keys that do not hide.
func TestShownFinds(t *testing.T) {
	key := keyOf(t, testSecret)
	for way, out := range printed(struct{ Key []byte }{key}) {
		switch way {
		case "cmp", "testify", "gob", "xml", "%q":
			// These cut long values, or escape in ways of their own.
		default:
			require.NotEmpty(t, shown(out), "%s: %s", way, out)
		}
	}
	for way, out := range printed(testSecret) {
		if way != "%d" && way != "%x" && way != "%X" {
			require.NotEmpty(t, shown(out), "%s: %s", way, out)
		}
	}
}

func TestErrorsHoldNoExpectedSignature(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	_, err := verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, wrongV1))
	for way, out := range printed(err) {
		require.NotContains(t, out, testSignature[3:20], way)
		requireHidden(t, way, out)
	}
	_, err = signerOf(t, []string{testSecret}).Sign(context.Background(), "a.b", testTime, nil)
	requireHidden(t, "sign", err.Error())
}
