package webhookhttp_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
	"github.com/whsec/whsec/svixcompat"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// Every kind of Verifier does, and every kind of Signer.
func TestAllSchemes(t *testing.T) {
	current, other := webhooktest.Secret(t, "current"), webhooktest.Secret(t, "other")
	stripeSecret := func(secret standardwebhooks.Secret) []stripecompat.Secret {
		parsed, err := stripecompat.ParseSecret(secret.Text())
		require.NoError(t, err)
		return []stripecompat.Secret{parsed}
	}
	svix, err := svixcompat.NewVerifier([]standardwebhooks.VerifyingKey{current}, standardwebhooks.WithClock(webhooktest.Now))
	require.NoError(t, err)
	svixSigner, err := svixcompat.NewSigner([]standardwebhooks.SigningKey{current})
	require.NoError(t, err)
	svixOther, err := svixcompat.NewSigner([]standardwebhooks.SigningKey{other})
	require.NoError(t, err)

	type scheme struct {
		name          string
		verifier      webhookhttp.Verifier
		signer, other webhookhttp.Signer
		id            func(standardwebhooks.Message) (string, error)
	}
	schemes := []scheme{
		{"standard", verifierOf(t), signerOf(t), webhooktest.NewSigner(t, other), nil},
		{"svix", svix, svixSigner, svixOther, nil},
	}
	for name, format := range map[string]stripecompat.Format{"stripe": stripecompat.Stripe(), "slack": stripecompat.Slack()} {
		verifier, err := stripecompat.NewVerifier(stripeSecret(current), stripecompat.WithFormat(format), stripecompat.WithClock(webhooktest.Now))
		require.NoError(t, err)
		signer, err := stripecompat.NewSigner(stripeSecret(current), stripecompat.WithFormat(format))
		require.NoError(t, err)
		otherSigner, err := stripecompat.NewSigner(stripeSecret(other), stripecompat.WithFormat(format))
		require.NoError(t, err)
		schemes = append(schemes, scheme{name, verifier, signer, otherSigner, webhookhttp.JSONField("id")})
	}
	const event = `{"id":"evt_1","object":"event"}`
	for _, s := range schemes {
		for _, kind := range webhooktest.Kinds(t, s.signer) {
			t.Run(fmt.Sprintf("%s/%s", s.name, kind), func(t *testing.T) {
				var seen watch
				store := newMemory(t, 10, &movable{})
				opts := []webhookhttp.GuardOption{webhookhttp.WithMessageIDFunc(messageIDOr(s.id))}
				receiver, err := webhookhttp.NewReceiver(s.verifier, append(seen.options(), webhookhttp.WithReplayGuard(newGuard(t, store, opts...)))...)
				require.NoError(t, err)
				handler := &statuses{answers: []int{202}}
				newRequest := func() *http.Request {
					return webhooktest.NewRequest(t, s.signer, []byte(event), webhooktest.Spoiled(kind), webhooktest.WithOtherKey(s.other))
				}
				w := serve(receiver.Middleware(handler), newRequest())
				if kind.Accepted() {
					assert.Equal(t, 202, w.Code, seen.logged())
					assert.Equal(t, 200, serve(receiver.Middleware(handler), newRequest()).Code)
					assert.Equal(t, 1, handler.calls)
					return
				}
				assert.Contains(t, []int{400, 401}, w.Code)
				assert.Equal(t, []string{kind.Code()}, seen.codes())
				assert.Zero(t, handler.calls)
				assert.Zero(t, store.Len())
			})
		}
		t.Run(s.name+"/transport", func(t *testing.T) {
			var sent sink
			transport, err := webhookhttp.NewTransport(s.signer, webhookhttp.WithBase(&sent), webhookhttp.WithClock(webhooktest.Now))
			require.NoError(t, err)
			r, _ := outgoing(t, strings.NewReader(event))
			_, err = transport.RoundTrip(r)
			require.NoError(t, err)
			_, err = s.verifier.Verify([]byte(event), sent.requests[0].Header)
			assert.NoError(t, err)
		})
	}
}

func messageIDOr(id func(standardwebhooks.Message) (string, error)) func(standardwebhooks.Message) (string, error) {
	if id != nil {
		return id
	}
	return func(message standardwebhooks.Message) (string, error) { return message.ID, nil }
}

// Stripe signs no id: without a function that finds it, nothing is handled.
func TestAGuardWithoutTheIDOfStripe(t *testing.T) {
	secret, err := stripecompat.ParseSecret("whsec_example")
	require.NoError(t, err)
	verifier, err := stripecompat.NewVerifier([]stripecompat.Secret{secret}, stripecompat.WithClock(webhooktest.Now))
	require.NoError(t, err)
	signer, err := stripecompat.NewSigner([]stripecompat.Secret{secret})
	require.NoError(t, err)
	var seen watch
	receiver, err := webhookhttp.NewReceiver(verifier, append(seen.options(), webhookhttp.WithReplayGuard(newGuard(t, newMemory(t, 10, &movable{}))))...)
	require.NoError(t, err)
	refusedWith(t, 500, serve(receiver.Middleware(never(t)), webhooktest.NewRequest(t, signer, []byte(`{"id":"evt_1"}`))))
	assert.Equal(t, []string{"replay_no_id"}, seen.codes())
}
