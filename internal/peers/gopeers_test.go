package peers_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	reference "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"
	svix "github.com/svix/svix-webhooks/go"
)

var standardSecrets = [3]string{
	"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
	"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
	"whsec_fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHw=",
}

// A signerVerifier is the shape of two libraries, and of two packages here.
type signerVerifier interface {
	Sign(id string, t time.Time, payload []byte) (string, error)
	Verify(payload []byte, header http.Header) error
}

var (
	referencePeer = webhookParty("reference", "Webhook", reference.NewWebhook)
	svixPeer      = webhookParty("svix-go", "Svix", svix.NewWebhook)
)

func webhookParty[W signerVerifier](name, prefix string, make func(secret string) (W, error)) party {
	return party{
		name: name,
		sign: func(t *testing.T, m message, secrets ...string) http.Header {
			return signEach(t, secrets, joinAt(prefix+"-Signature"), func(secret string) http.Header {
				wh, err := make(secret)
				require.NoError(t, err)
				signature, err := wh.Sign(m.id, time.Unix(m.seconds, 0), m.body)
				require.NoError(t, err)
				return headerOf(prefix, m, signature)
			})
		},
		verify: func(t *testing.T, secret string, header http.Header, body []byte) error {
			wh, err := make(secret)
			require.NoError(t, err)
			return wh.Verify(body, header)
		},
	}
}

func headerOf(prefix string, m message, signature string) http.Header {
	header := http.Header{}
	header.Set(prefix+"-Id", m.id)
	header.Set(prefix+"-Timestamp", strconv.FormatInt(m.seconds, 10))
	header.Set(prefix+"-Signature", signature)
	return header
}
