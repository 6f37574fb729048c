package cli

import (
	"net/http"
	"strings"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

// stripeScheme is that of Stripe, whose key is the whole text of the secret
// and whose messages have no id of their own.
func stripeScheme() *scheme {
	return &scheme{
		name:    "stripe",
		headers: []string{"Stripe-Signature"},
		entries: stripeEntries,
		newVerifier: func(texts []string, p policy) (conformance.Verifier, error) {
			secrets, err := parseEach(texts, stripecompat.ParseSecret)
			if err != nil {
				return nil, err
			}
			return stripecompat.NewVerifier(secrets, p.stripeOptions()...)
		},
		newSigner: func(texts []string) (conformance.Signer, error) {
			secrets, err := parseEach(texts, stripecompat.ParseSecret)
			if err != nil {
				return nil, err
			}
			return stripecompat.NewSigner(secrets)
		},
		keyBytes:    stripeKeyBytes,
		checkHeader: checkStripeHeader,
	}
}

func (p policy) stripeOptions() []stripecompat.VerifierOption {
	var options []stripecompat.VerifierOption
	if p.tolerance != nil {
		options = append(options, stripecompat.WithTolerance(*p.tolerance))
	}
	if p.ignoreAge {
		options = append(options, stripecompat.InsecureIgnoreTimestamp())
	}
	return options
}

// stripeEntries takes a list apart. The white space around a single secret
// stays, for it would be part of the key.
func stripeEntries(text string) ([]string, error) {
	if entries := strict.Fields(text); len(entries) > 1 {
		return entries, nil
	}
	return []string{text}, nil
}

// stripeKeyBytes is stricter than the verifier: any text at all is a key, and
// Stripe issues those with the prefix.
func stripeKeyBytes(text string) ([]byte, error) {
	if _, err := stripecompat.ParseSecret(text); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(text, "whsec_") {
		return nil, &standardwebhooks.KeyError{
			Class:   standardwebhooks.ErrMalformedSecret,
			Problem: "a secret of Stripe begins with whsec_",
			Index:   -1,
		}
	}
	return []byte(text), nil
}

func checkStripeHeader(header http.Header) error {
	v, err := stripecompat.NewVerifier([]stripecompat.Secret{stripecompat.GenerateSecret()})
	if err != nil {
		return err
	}
	return v.CheckHeader(header)
}
