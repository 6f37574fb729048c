package cli

import (
	"net/http"
	"slices"
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

// stripeEntries takes a list apart, as stripecompat does. The white space around
// a single secret stays, for it would be part of the key. Any text is a key of
// Stripe's scheme, so that of a list each has to show that it is one: the words
// of a comment behind a secret would be keys that anyone can guess.
func stripeEntries(text string) ([]string, error) {
	entries := strict.Fields(text)
	if len(entries) < 2 {
		return []string{text}, nil
	}
	if bare := slices.IndexFunc(entries, func(entry string) bool { return !strings.HasPrefix(entry, "whsec_") }); bare >= 0 {
		return nil, &standardwebhooks.KeyError{
			Class:   standardwebhooks.ErrMalformedSecret,
			Problem: "in a list every secret begins with whsec_",
			Index:   bare,
		}
	}
	return entries, nil
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
