package peers_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v82/webhook"

	"github.com/whsec/whsec/stripecompat"
)

const stripeHeader = "Stripe-Signature"

var stripeSecrets = [3]string{"whsec_test_secret", "whsec_DaLRHCRs35vEXqOE8uTEAXGLGUOnyaFf", "whsec_another"}

var stripePeer = stripeShape("stripe-go",
	func(m message, secret string) string {
		return webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{
			Payload: m.body, Secret: secret, Timestamp: time.Unix(m.seconds, 0),
		}).Header
	},
	webhook.ValidatePayload,
).withAnyFuture()

func stripeOurs() []party {
	return []party{
		{name: "stripecompat", sign: signStripe, verify: verifyStripe},
		stripeShape("stripecompat's functions",
			func(m message, secret string) string {
				return stripecompat.GenerateTestSignedPayload(&stripecompat.UnsignedPayload{
					Payload: m.body, Secret: secret, Timestamp: time.Unix(m.seconds, 0),
				}).Header
			},
			stripecompat.ValidatePayload,
		),
	}
}

// stripeShape is a party of functions that take the value of the header.
func stripeShape(name string, sign func(message, string) string, validate func([]byte, string, string) error) party {
	return party{
		name: name,
		sign: func(t *testing.T, m message, secrets ...string) http.Header {
			return signEach(t, secrets, joinStripe, func(secret string) http.Header {
				return http.Header{stripeHeader: {sign(m, secret)}}
			})
		},
		verify: func(t *testing.T, secret string, header http.Header, body []byte) error {
			return validate(body, header.Get(stripeHeader), secret)
		},
	}
}

// joinStripe leaves the second timestamp out: a value has one.
func joinStripe(t *testing.T, first, second http.Header) {
	t.Helper()
	_, signatures, found := strings.Cut(second.Get(stripeHeader), ",")
	require.True(t, found)
	first.Set(stripeHeader, first.Get(stripeHeader)+","+signatures)
}

func signStripe(t *testing.T, m message, secrets ...string) http.Header {
	signer, err := stripecompat.NewSigner(parseEach(t, stripecompat.ParseSecret, secrets...))
	require.NoError(t, err)
	header := http.Header{}
	require.NoError(t, signer.SetHeaders(context.Background(), header, "", time.Unix(m.seconds, 0), m.body))
	return header
}

func verifyStripe(t *testing.T, secret string, header http.Header, body []byte) error {
	verifier, err := stripecompat.NewVerifier(parseEach(t, stripecompat.ParseSecret, secret))
	require.NoError(t, err)
	_, err = verifier.Verify(body, header)
	return err
}

// testBeside puts the v0 signature in front that Stripe sends for test events.
func testBeside(t *testing.T, header http.Header, _ message) http.Header {
	timestamp, signatures, found := strings.Cut(header.Get(stripeHeader), ",")
	require.True(t, found)
	header.Set(stripeHeader, timestamp+",v0="+strings.Repeat("5f", 32)+","+signatures)
	return header
}

func (p party) withAnyFuture() party {
	p.anyFuture = true
	return p
}
