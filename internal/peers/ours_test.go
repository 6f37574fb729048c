package peers_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardcompat"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/svixcompat"
)

func standardOurs() []party {
	return []party{
		coreParty("standardwebhooks"),
		webhookParty("standardcompat", "Webhook", standardcompat.NewWebhook),
	}
}

func svixOurs() []party {
	return []party{
		coreParty("standardwebhooks", standardwebhooks.WithHeaderPrefix("svix", "webhook")),
		webhookParty("svixcompat", "Svix", svixcompat.NewWebhook),
	}
}

func coreParty(name string, opts ...standardwebhooks.Option) party {
	return party{
		name: name,
		sign: func(t *testing.T, m message, secrets ...string) http.Header {
			signer, err := standardwebhooks.NewSigner(parseEach(t, standardwebhooks.ParseSigningKey, secrets...), signerOptions(opts)...)
			require.NoError(t, err)
			header := http.Header{}
			require.NoError(t, signer.SetHeaders(context.Background(), header, m.id, time.Unix(m.seconds, 0), m.body))
			return header
		},
		verify: func(t *testing.T, secret string, header http.Header, body []byte) error {
			verifier, err := standardwebhooks.NewVerifier(parseEach(t, standardwebhooks.ParseVerifyingKey, secret), verifierOptions(opts)...)
			require.NoError(t, err)
			_, err = verifier.Verify(body, header)
			return err
		},
	}
}

func parseEach[K any](t *testing.T, parse func(string) (K, error), texts ...string) []K {
	t.Helper()
	keys := make([]K, len(texts))
	for i, text := range texts {
		key, err := parse(text)
		require.NoError(t, err)
		keys[i] = key
	}
	return keys
}

func signerOptions(opts []standardwebhooks.Option) []standardwebhooks.SignerOption {
	out := make([]standardwebhooks.SignerOption, len(opts))
	for i, opt := range opts {
		out[i] = opt
	}
	return out
}

func verifierOptions(opts []standardwebhooks.Option) []standardwebhooks.VerifierOption {
	out := make([]standardwebhooks.VerifierOption, len(opts))
	for i, opt := range opts {
		out[i] = opt
	}
	return out
}

// asymmetricBeside puts a v1a signature, which none of the peers knows, in
// front of the others.
func asymmetricBeside(name string) func(*testing.T, http.Header, message) http.Header {
	key := standardwebhooks.GeneratePrivateKey()
	return func(t *testing.T, header http.Header, m message) http.Header {
		header.Set(name, signAsymmetric(t, key, m)+" "+header.Get(name))
		return header
	}
}

func signAsymmetric(t *testing.T, key standardwebhooks.PrivateKey, m message) string {
	t.Helper()
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{key})
	require.NoError(t, err)
	signature, err := signer.Sign(context.Background(), m.id, time.Unix(m.seconds, 0), m.body)
	require.NoError(t, err)
	return signature
}

// TestEitherVersion has a receiver that knows the secret and one that knows the
// public key verify one request.
func TestEitherVersion(t *testing.T) {
	key := standardwebhooks.GeneratePrivateKey()
	m := messageOf([]byte(jsonBody))
	header := referencePeer.sign(t, m, standardSecrets[0])
	header.Add("Webhook-Signature", signAsymmetric(t, key, m))
	secret, err := standardwebhooks.ParseSecret(standardSecrets[0])
	require.NoError(t, err)
	for want, known := range map[string]standardwebhooks.VerifyingKey{
		standardwebhooks.SchemeV1: secret, standardwebhooks.SchemeV1a: key.Public(),
	} {
		verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{known})
		require.NoError(t, err)
		got, err := verifier.VerifyAt(m.body, header, time.Unix(now, 0))
		require.NoError(t, err)
		require.Equal(t, want, got.Scheme)
	}
}
