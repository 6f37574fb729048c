package stripecompat

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/standardwebhooks"
)

const (
	secretPrefix   = "whsec_"
	secretRedacted = "[redacted]"
)

// A Secret is the signing secret of an endpoint. The key is its whole text,
// "whsec_" included, where that of a [standardwebhooks.Secret] is what the
// base64 behind the prefix says: two types, so that the compiler tells them
// apart. Make one with [ParseSecret]; the zero Secret is refused everywhere.
//
// A Secret does not show itself. Printing and logging redact it, also where it
// is hidden in another struct, and marshalling it is an error. [Secret.Text]
// alone gives the text.
type Secret struct {
	reveal func() string // a closure, where reflection does not reach
	key    keyed.Key
}

// ParseSecret takes the text of a secret as it is. It returns a
// [standardwebhooks.KeyError] of class [standardwebhooks.ErrEmptySecret] for a
// text that is empty or the prefix alone, with which anyone could sign
// (https://github.com/stripe/stripe-go/pull/2429);
// [standardwebhooks.ErrMalformedSecret] for white space around it, which would
// silently be part of the key (https://github.com/stripe/stripe-cli/issues/840);
// and [standardwebhooks.ErrWrongKeyType] for an Ed25519 key of Standard
// Webhooks, whsk_ or whpk_.
func ParseSecret(text string) (Secret, error) {
	if problem, class := secretProblem(text); class != nil {
		return Secret{}, keyError(class, problem)
	}
	key, err := keyed.New([]byte(text))
	if err != nil {
		return Secret{}, keyError(standardwebhooks.ErrWeakSecret, err.Error())
	}
	return Secret{reveal: func() string { return text }, key: key}, nil
}

// ParseSecrets parses a list of secrets separated by white space, the current
// one first, as an environment variable or a file holds them. Of several, each
// begins with whsec_: a remark behind a secret would be a key that anyone can
// guess. It returns [standardwebhooks.ErrNoKeys] for an empty list, and what
// [ParseSecret] does, with the place of the secret.
func ParseSecrets(text string) ([]Secret, error) {
	texts := strict.Fields(text)
	if len(texts) == 0 {
		return nil, fmt.Errorf("%w: there is nothing in the list; is the variable or file that holds it set?", standardwebhooks.ErrNoKeys)
	}
	secrets := make([]Secret, len(texts))
	for i, text := range texts {
		secret, err := ParseSecret(text)
		if err == nil && len(texts) > 1 && !strings.HasPrefix(text, secretPrefix) {
			err = keyError(standardwebhooks.ErrMalformedSecret, "in a list every secret begins with whsec_; parse others one by one")
		}
		if err != nil {
			return nil, atIndex(err, i)
		}
		secrets[i] = secret
	}
	return secrets, nil
}

// GenerateSecret makes a random secret that begins with whsec_.
func GenerateSecret() Secret {
	secret, err := ParseSecret(secretPrefix + rand.Text())
	if err != nil {
		panic("stripecompat: a generated secret is refused")
	}
	return secret
}

// secretProblem says what is wrong with the text of a secret, if anything.
func secretProblem(text string) (problem string, class error) {
	// HMAC pads keys with zeros, so that zeros at the end are nothing; and
	// anyone can guess the prefix.
	key := strings.TrimRight(text, "\x00")
	switch {
	case key == "", key == secretPrefix:
		return "there is nothing in it; is the variable or file that holds it set?", standardwebhooks.ErrEmptySecret
	case strict.TrimSpace(text) != text:
		return "it has white space around it; trim it", standardwebhooks.ErrMalformedSecret
	case strings.HasPrefix(text, "whsk_"), strings.HasPrefix(text, "whpk_"):
		return "this is an Ed25519 key of Standard Webhooks, not a shared secret", standardwebhooks.ErrWrongKeyType
	default:
		return "", nil
	}
}

// Text returns the secret as it was parsed: the one way to get it out. It
// returns "" for the zero Secret.
func (s Secret) Text() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// Equal reports whether two secrets hold the same key, in constant time. No
// secret equals the zero Secret.
func (s Secret) Equal(other Secret) bool {
	return s.reveal != nil && other.reveal != nil &&
		subtle.ConstantTimeCompare([]byte(s.reveal()), []byte(other.reveal())) == 1
}

// String returns a placeholder.
func (s Secret) String() string { return secretRedacted }

// GoString returns a placeholder.
func (s Secret) GoString() string { return secretRedacted }

// LogValue returns a placeholder.
func (s Secret) LogValue() slog.Value { return slog.StringValue(secretRedacted) }

// MarshalText fails: a placeholder would overwrite the secret in the
// configuration it came from, and the secret itself has no place in what is
// marshalled by accident. Use [Secret.Text].
func (s Secret) MarshalText() ([]byte, error) { return nil, errMarshal }

// UnmarshalText is [ParseSecret], for configuration files and flags.
func (s *Secret) UnmarshalText(text []byte) error {
	parsed, err := ParseSecret(string(text))
	if err == nil {
		*s = parsed
	}
	return err
}

var errMarshal = errors.New("stripecompat: a secret is not marshalled; call its Text method to write it out on purpose")

// keysOf returns the keys of one or more secrets.
func keysOf(secrets []Secret) ([]keyed.Key, error) {
	if len(secrets) == 0 {
		return nil, standardwebhooks.ErrNoKeys
	}
	keys := make([]keyed.Key, len(secrets))
	for i, secret := range secrets {
		if secret.reveal == nil {
			return nil, atIndex(keyError(standardwebhooks.ErrEmptySecret, "this secret was never made; parse it"), i)
		}
		keys[i] = secret.key
	}
	return keys, nil
}

func keyError(class error, problem string) error {
	return &standardwebhooks.KeyError{Class: class, Problem: problem, Index: -1}
}

// atIndex puts the place in the list into an error of a single secret.
func atIndex(err error, index int) error {
	var key *standardwebhooks.KeyError
	if !errors.As(err, &key) {
		return err
	}
	return &standardwebhooks.KeyError{Class: key.Class, Problem: key.Problem, Index: index}
}
