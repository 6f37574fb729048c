package webhooktest

import (
	"crypto/ed25519"
	"crypto/sha256"
	"testing"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// now is when requests are signed and verified.
var now = time.Date(2023, time.November, 14, 22, 13, 20, 0, time.UTC)

// Now returns the time at which all tests take place: 1700000000 seconds after
// 1970. It is also a clock, for options such as standardwebhooks.WithClock.
func Now() time.Time { return now }

// Secret returns the symmetric secret that goes by a name: the same each time,
// and another for every name. Anyone can work it out.
func Secret(tb testing.TB, name string) standardwebhooks.Secret {
	tb.Helper()
	key := derive("secret", name)
	secret, err := standardwebhooks.NewSecret(key[:])
	if err != nil {
		tb.Fatalf("webhooktest: %v", err)
	}
	return secret
}

// PrivateKey returns the Ed25519 key that goes by a name: the same each time,
// and another for every name. Anyone can work it out.
func PrivateKey(tb testing.TB, name string) standardwebhooks.PrivateKey {
	tb.Helper()
	seed := derive("private key", name)
	key, err := standardwebhooks.NewPrivateKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		tb.Fatalf("webhooktest: %v", err)
	}
	return key
}

func derive(kind, name string) [sha256.Size]byte {
	return sha256.Sum256([]byte("webhooktest " + kind + " " + name))
}

// NewSigner returns a Signer for the standard headers, and fails the test if
// there is something wrong with the keys.
func NewSigner(tb testing.TB, keys ...standardwebhooks.SigningKey) *standardwebhooks.Signer {
	tb.Helper()
	signer, err := standardwebhooks.NewSigner(keys)
	if err != nil {
		tb.Fatalf("webhooktest: %v", err)
	}
	return signer
}

// NewVerifier returns a Verifier for the standard headers with the default
// tolerance, whose clock stands still at [Now].
func NewVerifier(tb testing.TB, keys ...standardwebhooks.VerifyingKey) *standardwebhooks.Verifier {
	tb.Helper()
	verifier, err := standardwebhooks.NewVerifier(keys, standardwebhooks.WithClock(Now))
	if err != nil {
		tb.Fatalf("webhooktest: %v", err)
	}
	return verifier
}
