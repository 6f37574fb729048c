package standardwebhooks_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

func ed25519Of(t testing.TB, text string) ed25519.PrivateKey {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(text[len("whsk_"):])
	require.NoError(t, err)
	return raw
}

func signRemotely(t *testing.T, key standardwebhooks.RemoteKey, ctx context.Context) (string, error) {
	t.Helper()
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{key})
	require.NoError(t, err)
	return signer.Sign(ctx, testID, testTime, []byte(testPayload))
}

func TestRemoteKeySigns(t *testing.T) {
	private := ed25519Of(t, testPrivate)
	bySigner, err := standardwebhooks.NewRemoteKey(private)
	require.NoError(t, err)
	byFunc, err := standardwebhooks.NewRemoteKeyFunc(publicOf(t, testPublic), func(_ context.Context, message []byte) ([]byte, error) {
		return ed25519.Sign(private, message), nil
	})
	require.NoError(t, err)
	for _, key := range []standardwebhooks.RemoteKey{bySigner, byFunc} {
		require.Equal(t, testPublic, key.Public().String())
		value, err := signRemotely(t, key, context.Background())
		require.NoError(t, err)
		require.Equal(t, testV1a, value)
	}
}

func TestRemoteKeyIsChecked(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	_, err = standardwebhooks.NewRemoteKey(nil)
	requireCode(t, "empty_secret", err)
	_, err = standardwebhooks.NewRemoteKey(other)
	requireCode(t, "wrong_key_type", err)
	_, err = standardwebhooks.NewRemoteKey(fakeSigner{public: make(ed25519.PublicKey, 32)})
	requireCode(t, "malformed_secret", err)
	for _, private := range []ed25519.PrivateKey{nil, {}, make(ed25519.PrivateKey, 31), make(ed25519.PrivateKey, 65)} {
		_, err = standardwebhooks.NewRemoteKey(private)
		requireCode(t, "malformed_secret", err)
	}
	_, err = standardwebhooks.NewRemoteKeyFunc(publicOf(t, testPublic), nil)
	requireCode(t, "empty_secret", err)
	_, err = standardwebhooks.NewRemoteKeyFunc(standardwebhooks.PublicKey{}, func(context.Context, []byte) ([]byte, error) { return nil, nil })
	requireCode(t, "empty_secret", err)
}

type fakeSigner struct{ public crypto.PublicKey }

func (s fakeSigner) Public() crypto.PublicKey { return s.public }

func (s fakeSigner) Sign(io.Reader, []byte, crypto.SignerOpts) ([]byte, error) { return nil, nil }

func TestRemoteAnswersAreChecked(t *testing.T) {
	private := ed25519Of(t, testPrivate)
	outage := errors.New("503 from the key service")
	for _, c := range []struct {
		name, says string
		sign       func([]byte) ([]byte, error)
	}{
		{"failure", "503 from the key service", func([]byte) ([]byte, error) { return nil, outage }},
		{"nothing", "0 bytes", func([]byte) ([]byte, error) { return nil, nil }},
		{"ASN.1, not 64 bytes", "70 bytes", func([]byte) ([]byte, error) { return make([]byte, 70), nil }},
		{"zeros", "does not verify", func([]byte) ([]byte, error) { return make([]byte, 64), nil }},
		{"of a digest", "does not verify", func(m []byte) ([]byte, error) {
			digest := sha512.Sum512(m)
			return private.Sign(nil, digest[:], &ed25519.Options{Hash: crypto.SHA512})
		}},
		{"of another message", "does not verify", func(m []byte) ([]byte, error) { return ed25519.Sign(private, m[1:]), nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			key, err := standardwebhooks.NewRemoteKeyFunc(publicOf(t, testPublic), func(_ context.Context, m []byte) ([]byte, error) { return c.sign(m) })
			require.NoError(t, err)
			value, err := signRemotely(t, key, context.Background())
			requireCode(t, "signing_failed", err)
			require.ErrorContains(t, err, c.says)
			require.Empty(t, value)
			require.Equal(t, c.name == "failure", errors.Is(err, outage))
		})
	}
}

func TestRemoteKeyObeysTheContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	key, err := standardwebhooks.NewRemoteKeyFunc(publicOf(t, testPublic), func(got context.Context, _ []byte) ([]byte, error) {
		require.Equal(t, ctx, got)
		cancel(errors.New("receiver gone"))
		return nil, got.Err()
	})
	require.NoError(t, err)
	_, err = signRemotely(t, key, ctx)
	require.ErrorIs(t, err, context.Canceled)
	requireCode(t, "signing_failed", err)

	bySigner, err := standardwebhooks.NewRemoteKey(ed25519Of(t, testPrivate))
	require.NoError(t, err)
	_, err = signRemotely(t, bySigner, ctx)
	require.ErrorIs(t, err, context.Canceled)
	requireCode(t, "signing_failed", err)
}

// TestRemoteMessageIsTheFunctionsOwn: an agent may hold on to it.
func TestRemoteMessageIsTheFunctionsOwn(t *testing.T) {
	private := ed25519Of(t, testPrivate)
	var kept [][]byte
	key, err := standardwebhooks.NewRemoteKeyFunc(publicOf(t, testPublic), func(_ context.Context, m []byte) ([]byte, error) {
		kept = append(kept, m)
		return ed25519.Sign(private, m), nil
	})
	require.NoError(t, err)
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{key, privateOf(t, testPrivate)})
	require.NoError(t, err)
	for _, id := range []string{"first", "other"} {
		_, err := signer.Sign(context.Background(), id, testTime, []byte("{}"))
		require.NoError(t, err)
	}
	require.Equal(t, "first."+testTimestamp+".{}", string(kept[0]))
}
