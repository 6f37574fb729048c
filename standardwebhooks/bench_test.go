package standardwebhooks_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

var benchSizes = []struct {
	name  string
	bytes int
}{{"256B", 256}, {"2KiB", 2 << 10}, {"20KiB", 20 << 10}, {"1MiB", 1 << 20}}

// BenchmarkBound is what verifying cannot be faster than: one HMAC under a key
// whose state is reused. All other figures are to be read beside it.
func BenchmarkBound(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(size.name, func(b *testing.B) {
			payload := make([]byte, size.bytes)
			head := []byte("msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.")
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
	secrets := []standardwebhooks.Secret{standardwebhooks.GenerateSecret(), standardwebhooks.GenerateSecret()}
	private := standardwebhooks.GeneratePrivateKey()
	cases := []struct {
		name    string
		signing standardwebhooks.SigningKey
		keys    []standardwebhooks.VerifyingKey
		headers int
	}{
		{"v1/1key/3headers", secrets[0], []standardwebhooks.VerifyingKey{secrets[0]}, 3},
		{"v1/1key/15headers", secrets[0], []standardwebhooks.VerifyingKey{secrets[0]}, 15},
		{"v1/2keys/3headers", secrets[0], []standardwebhooks.VerifyingKey{secrets[1], secrets[0]}, 3},
		{"v1a/1key/3headers", private, []standardwebhooks.VerifyingKey{private.Public()}, 3},
	}
	for _, c := range cases {
		for _, size := range benchSizes {
			b.Run(c.name+"/"+size.name, func(b *testing.B) {
				payload := make([]byte, size.bytes)
				header := benchHeader(b, c.signing, payload, c.headers)
				verifier, err := standardwebhooks.NewVerifier(c.keys)
				if err != nil {
					b.Fatal(err)
				}
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

func BenchmarkSign(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(size.name, func(b *testing.B) {
			signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{standardwebhooks.GenerateSecret()})
			if err != nil {
				b.Fatal(err)
			}
			payload := make([]byte, size.bytes)
			b.SetBytes(int64(size.bytes))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := signer.Sign(context.Background(), "msg_1", time.Unix(1614265330, 0), payload); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkVerifyMany shows how the cost grows with the list of signatures.
func BenchmarkVerifyMany(b *testing.B) {
	secret := standardwebhooks.GenerateSecret()
	payload := make([]byte, 256)
	for _, signatures := range []int{1, 2, 16, 1000} {
		b.Run(fmt.Sprintf("%dsignatures", signatures), func(b *testing.B) {
			header := benchHeader(b, secret, payload, 3)
			right := header.Get("Webhook-Signature")
			wrong := "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
			list := ""
			for range signatures - 1 {
				list += wrong + " "
			}
			header.Set("Webhook-Signature", list+right)
			verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{secret})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := verifier.Verify(payload, header); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// benchHeader signs for the wall clock, which Verify reads as it does in use.
func benchHeader(b *testing.B, key standardwebhooks.SigningKey, payload []byte, headers int) http.Header {
	b.Helper()
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{key})
	if err != nil {
		b.Fatal(err)
	}
	header := http.Header{}
	for i := range headers - 3 {
		header.Set(fmt.Sprintf("X-Other-%d", i), "value")
	}
	if err := signer.SetHeaders(context.Background(), header, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Now(), payload); err != nil {
		b.Fatal(err)
	}
	return header
}
