package doctor

import (
	"strings"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

// verify verifies the request as configured, by the rules of a scheme, and
// returns its error.
func (p *patient) verify(scheme string) error {
	if scheme == Stripe {
		return p.verifyStripe()
	}
	keys, err := p.verifyingKeys()
	if err != nil {
		return err
	}
	opts := []standardwebhooks.VerifierOption{standardwebhooks.WithTolerance(p.Tolerance)}
	if scheme == Svix {
		opts = append(opts, standardwebhooks.WithHeaderPrefix("svix", "webhook"))
	}
	if p.AnyAge {
		opts = append(opts, standardwebhooks.InsecureIgnoreTimestamp())
	}
	v, err := standardwebhooks.NewVerifier(keys, opts...)
	if err != nil {
		return err
	}
	_, err = v.VerifyAt(p.body, p.header, p.Now)
	return err
}

// verifyingKeys parses the configured texts. One that cannot be parsed is no
// reason to refuse what the others verify.
func (p *patient) verifyingKeys() ([]standardwebhooks.VerifyingKey, error) {
	var keys []standardwebhooks.VerifyingKey
	err := error(standardwebhooks.ErrNoKeys)
	for _, t := range p.Secrets {
		parsed := configuredKeys(t.text())
		if len(parsed) == 0 {
			_, err = standardwebhooks.ParseVerifyingKey(t.text())
		}
		keys = append(keys, parsed...)
	}
	if len(keys) > 0 {
		return keys, nil
	}
	return nil, err
}

// verifyStripe does the same by Stripe's rules.
func (p *patient) verifyStripe() error {
	secrets, err := p.stripeSecrets()
	if err != nil {
		return err
	}
	opts := []stripecompat.VerifierOption{stripecompat.WithTolerance(p.Tolerance)}
	if p.AnyAge {
		opts = append(opts, stripecompat.InsecureIgnoreTimestamp())
	}
	v, err := stripecompat.NewVerifier(secrets, opts...)
	if err != nil {
		return err
	}
	_, err = v.VerifyAt(p.body, p.header, p.Now)
	return err
}

func (p *patient) stripeSecrets() ([]stripecompat.Secret, error) {
	var secrets []stripecompat.Secret
	err := error(standardwebhooks.ErrNoKeys)
	for _, t := range p.Secrets {
		parsed := configuredStripe(t.text())
		if len(parsed) == 0 {
			_, err = stripecompat.ParseSecret(t.text())
		}
		secrets = append(secrets, parsed...)
	}
	if len(secrets) > 0 {
		return secrets, nil
	}
	return nil, err
}

// quote makes text of the request fit for a message: printable and short.
func quote(text string) string {
	const most = 48
	clean := strings.Map(func(r rune) rune {
		if isPrintable(r) {
			return r
		}
		return '?'
	}, text)
	if len(clean) > most {
		return `"` + clean[:most] + `…"`
	}
	return `"` + clean + `"`
}
