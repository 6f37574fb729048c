package svixcompat

import (
	"slices"

	"github.com/whsec/whsec/standardwebhooks"
)

// headers says whose names are read and written: svix-id, svix-timestamp and
// svix-signature first, then the ones without the brand.
var headers = standardwebhooks.WithHeaderPrefix("svix", "webhook")

// NewVerifier makes a [standardwebhooks.Verifier] that reads svix-* headers,
// and webhook-* headers where those are not all there. Keys, options and errors
// are those of [standardwebhooks.NewVerifier].
func NewVerifier(keys []standardwebhooks.VerifyingKey, opts ...standardwebhooks.VerifierOption) (*standardwebhooks.Verifier, error) {
	return standardwebhooks.NewVerifier(keys, slices.Concat([]standardwebhooks.VerifierOption{headers}, opts)...)
}

// NewSigner makes a [standardwebhooks.Signer] that writes svix-* headers. Keys,
// options and errors are those of [standardwebhooks.NewSigner].
func NewSigner(keys []standardwebhooks.SigningKey, opts ...standardwebhooks.SignerOption) (*standardwebhooks.Signer, error) {
	return standardwebhooks.NewSigner(keys, slices.Concat([]standardwebhooks.SignerOption{headers}, opts)...)
}
