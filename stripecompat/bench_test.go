package stripecompat_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/race"
	"github.com/whsec/whsec/stripecompat"
)

// TestVerifyAllocatesNothing is about the accepting path, of every shape of
// format and with the key that matches last.
func TestVerifyAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("pools do not keep what they are given")
	}
	own := stripecompat.Stripe()
	own.Labels, own.TimestampLabel = nil, ""
	own.TimestampHeader = "X-Timestamp"
	own.Encoding, own.Unit = stripecompat.Base64, time.Millisecond
	for name, format := range map[string]stripecompat.Format{"stripe": stripecompat.Stripe(), "own header": own} {
		t.Run(name, func(t *testing.T) {
			now := time.Unix(1614265330, 0)
			secrets := []stripecompat.Secret{stripecompat.GenerateSecret(), stripecompat.GenerateSecret()}
			payload := make([]byte, 2048)
			verifier, err := stripecompat.NewVerifier(secrets, stripecompat.WithFormat(format), fixed(now))
			require.NoError(t, err)
			signer, err := stripecompat.NewSigner(secrets[1:], stripecompat.WithFormat(format))
			require.NoError(t, err)
			header := http.Header{}
			require.NoError(t, signer.SetHeaders(context.Background(), header, "", now, payload))
			allocations := testing.AllocsPerRun(100, func() {
				message, err := verifier.Verify(payload, header)
				if err != nil || message.KeyIndex != 1 {
					t.Fatal(message, err)
				}
			})
			assert.Zero(t, allocations)
		})
	}
}

var benchSizes = []struct {
	name  string
	bytes int
}{{"256B", 256}, {"2KiB", 2 << 10}, {"20KiB", 20 << 10}}

// BenchmarkBound is what verifying cannot be faster than: one HMAC under a key
// whose state is reused.
func BenchmarkBound(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(size.name, func(b *testing.B) {
			payload := make([]byte, size.bytes)
			head := []byte("1614265330.")
			mac := hmac.New(sha256.New, make([]byte, 32))
			sum := make([]byte, 0, sha256.Size)
			b.SetBytes(int64(size.bytes))
			b.ReportAllocs()
			for b.Loop() {
				mac.Reset()
				mac.Write(head)
				mac.Write(payload)
				sum = mac.Sum(sum[:0])
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	secrets := []stripecompat.Secret{stripecompat.GenerateSecret(), stripecompat.GenerateSecret()}
	for _, c := range []struct {
		name    string
		secrets []stripecompat.Secret
		headers int
	}{{"1key/3headers", secrets[:1], 3}, {"1key/15headers", secrets[:1], 15}, {"2keys/3headers", []stripecompat.Secret{secrets[1], secrets[0]}, 3}} {
		for _, size := range benchSizes {
			b.Run(c.name+"/"+size.name, func(b *testing.B) {
				payload := make([]byte, size.bytes)
				header := benchHeader(b, secrets[0], payload, c.headers)
				verifier, err := stripecompat.NewVerifier(c.secrets)
				require.NoError(b, err)
				b.SetBytes(int64(size.bytes))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := verifier.Verify(payload, header); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// benchHeader signs for the wall clock, which Verify reads as it does in use.
func benchHeader(b *testing.B, secret stripecompat.Secret, payload []byte, headers int) http.Header {
	b.Helper()
	signer, err := stripecompat.NewSigner([]stripecompat.Secret{secret})
	require.NoError(b, err)
	header := http.Header{}
	for i := range headers - 1 {
		header.Set(fmt.Sprintf("X-Other-%d", i), "value")
	}
	require.NoError(b, signer.SetHeaders(context.Background(), header, "", time.Now(), payload))
	header.Set("Stripe-Signature", header.Get("Stripe-Signature")+",v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39")
	return header
}
