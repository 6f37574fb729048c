package webhooktest_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhooktest"
)

const payload = `{"type":"invoice.paid"}`

var quiet = slog.New(slog.DiscardHandler)

func TestNewRequestIsSignedAsTheSpecificationSays(t *testing.T) {
	key := sha256.Sum256([]byte("webhooktest secret current"))
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte("msg_1.1700000000." + payload))
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))

	signer := webhooktest.NewSigner(t, webhooktest.Secret(t, "current"))
	r := webhooktest.NewRequest(t, signer, []byte(payload),
		webhooktest.WithID("msg_1"), webhooktest.WithTarget("/hooks/a?b=c"), webhooktest.WithMethod(http.MethodPut),
		webhooktest.WithHeader("X-Request-Id", "7"), webhooktest.WithHeader("Webhook-Id", "not this"))

	assert.Equal(t, want, r.Header.Get("Webhook-Signature"))
	assert.Equal(t, "msg_1", r.Header.Get("Webhook-Id"))
	assert.Equal(t, "1700000000", r.Header.Get("Webhook-Timestamp"))
	assert.Equal(t, "7", r.Header.Get("X-Request-Id"))
	assert.Equal(t, "PUT /hooks/a?b=c", r.Method+" "+r.RequestURI)
	body, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	assert.Equal(t, payload, string(body))
	assert.EqualValues(t, len(payload), r.ContentLength)
}

func TestKeysGoByTheirNames(t *testing.T) {
	assert.True(t, webhooktest.Secret(t, "a").Equal(webhooktest.Secret(t, "a")))
	assert.False(t, webhooktest.Secret(t, "a").Equal(webhooktest.Secret(t, "b")))
	assert.True(t, webhooktest.PrivateKey(t, "a").Equal(webhooktest.PrivateKey(t, "a")))
	assert.False(t, webhooktest.PrivateKey(t, "a").Equal(webhooktest.PrivateKey(t, "b")))
	assert.Equal(t, int64(1700000000), webhooktest.Now().Unix())
}

func TestKindsAreWhatTheirCodesSay(t *testing.T) {
	secret, private := webhooktest.Secret(t, "current"), webhooktest.PrivateKey(t, "current")
	prefix := standardwebhooks.WithHeaderPrefix("svix")
	prefixed, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{secret}, prefix)
	require.NoError(t, err)
	prefixedVerifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{secret}, prefix, standardwebhooks.WithClock(webhooktest.Now))
	require.NoError(t, err)
	prefixedOther, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{webhooktest.Secret(t, "other")}, prefix)
	require.NoError(t, err)

	schemes := []struct {
		name     string
		signer   webhooktest.Signer
		other    webhooktest.Signer
		verifier *standardwebhooks.Verifier
	}{
		{"v1", webhooktest.NewSigner(t, secret), webhooktest.NewSigner(t, webhooktest.Secret(t, "other")), webhooktest.NewVerifier(t, secret)},
		{"v1a", webhooktest.NewSigner(t, private), webhooktest.NewSigner(t, webhooktest.PrivateKey(t, "other")), webhooktest.NewVerifier(t, private.Public())},
		{"both", webhooktest.NewSigner(t, private, secret), webhooktest.NewSigner(t, webhooktest.PrivateKey(t, "other"), webhooktest.Secret(t, "other")), webhooktest.NewVerifier(t, secret)},
		{"svix", prefixed, prefixedOther, prefixedVerifier},
	}
	for _, scheme := range schemes {
		for _, body := range []string{payload, ""} {
			kinds := webhooktest.Kinds(t, scheme.signer)
			require.Len(t, kinds, 17)
			for _, kind := range kinds {
				t.Run(fmt.Sprintf("%s/%d bytes/%s", scheme.name, len(body), kind), func(t *testing.T) {
					r := webhooktest.NewRequest(t, scheme.signer, []byte(body), webhooktest.Spoiled(kind), webhooktest.WithOtherKey(scheme.other))
					received, err := io.ReadAll(r.Body)
					require.NoError(t, err)
					_, err = scheme.verifier.Verify(received, r.Header)
					assert.Equal(t, kind.Code(), standardwebhooks.Code(err), "%v", err)
					assert.Equal(t, kind.Accepted(), err == nil)

					header, same := webhooktest.HeaderAndBody(t, scheme.signer, []byte(body), webhooktest.Spoiled(kind), webhooktest.WithOtherKey(scheme.other))
					assert.Equal(t, string(received), string(same))
					assert.Equal(t, r.Header, header)
				})
			}
		}
	}
}

// oneHeader signs as Stripe does, with everything in one header.
type oneHeader struct{}

func (oneHeader) SetHeaders(_ context.Context, header http.Header, _ string, at time.Time, payload []byte) error {
	mac := hmac.New(sha256.New, []byte("whsec_test"))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), payload)
	header.Set("Stripe-Signature", fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil))))
	return nil
}

func TestKindsOfASchemeWithOneHeader(t *testing.T) {
	var names []string
	for _, kind := range webhooktest.Kinds(t, oneHeader{}) {
		names = append(names, kind.String())
	}
	assert.Equal(t, "untouched, stale, future, other key, changed byte, unsigned, missing signature, repeated, split, folded, lower case", strings.Join(names, ", "))

	header := webhooktest.Header(t, oneHeader{}, []byte(payload), webhooktest.Spoiled(webhooktest.Split))
	assert.Len(t, header["Stripe-Signature"], 2)
	assert.Equal(t, "t=1700000000", header["Stripe-Signature"][0])
}

func TestOptionsThatAreNilAreIgnored(t *testing.T) {
	r := webhooktest.NewRequest(t, oneHeader{}, nil, nil, webhooktest.WithMethod(http.MethodPut), nil)
	assert.Equal(t, http.MethodPut, r.Method)
}

func TestTheBodyGivenIsNotChanged(t *testing.T) {
	body := []byte(payload)
	webhooktest.NewRequest(t, oneHeader{}, body, webhooktest.Spoiled(webhooktest.ChangedByte))
	assert.Equal(t, payload, string(body))
}

// failingTB notes that a test failed, and ends its goroutine as testing does.
type failingTB struct {
	testing.TB
	text string
}

func (f *failingTB) Helper() {}

func (f *failingTB) Fatal(args ...any) {
	f.text = fmt.Sprint(args...)
	runtime.Goexit()
}

func (f *failingTB) Fatalf(format string, args ...any) { f.Fatal(fmt.Sprintf(format, args...)) }

func TestMistakesFailTheTest(t *testing.T) {
	signer := webhooktest.NewSigner(t, webhooktest.Secret(t, "current"))
	cases := []struct {
		name string
		call func(tb testing.TB)
		want string
	}{
		{"no key", func(tb testing.TB) { webhooktest.NewSigner(tb) }, "no keys"},
		{"no key to verify with", func(tb testing.TB) { webhooktest.NewVerifier(tb) }, "no keys"},
		{"no signer", func(tb testing.TB) { webhooktest.NewRequest(tb, nil, nil) }, "signer is nil"},
		{"no other key", func(tb testing.TB) {
			webhooktest.NewRequest(tb, signer, nil, webhooktest.Spoiled(webhooktest.OtherKey))
		}, "WithOtherKey"},
		{"the same key", func(tb testing.TB) {
			webhooktest.NewRequest(tb, signer, nil, webhooktest.Spoiled(webhooktest.OtherKey), webhooktest.WithOtherKey(signer))
		}, "the same key"},
		{"unknown kind", func(tb testing.TB) { webhooktest.NewRequest(tb, signer, nil, webhooktest.Spoiled(99)) }, "no kind 99"},
		{"no such header", func(tb testing.TB) {
			webhooktest.NewRequest(tb, oneHeader{}, nil, webhooktest.Spoiled(webhooktest.MissingID))
		}, "see Kinds"},
		{"id that cannot be signed", func(tb testing.TB) { webhooktest.NewRequest(tb, signer, nil, webhooktest.WithID("a.b")) }, "full stop"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tb, done := &failingTB{TB: t}, make(chan struct{})
			go func() {
				defer close(done)
				c.call(tb)
			}()
			<-done
			assert.Contains(t, tb.text, c.want)
		})
	}
}
