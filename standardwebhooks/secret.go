package standardwebhooks

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"log/slog"
	"strings"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/strict"
)

const (
	secretPrefix   = "whsec_"
	minSecretSize  = 24 // specification, "Signature scheme"
	generateSize   = 32
	secretRedacted = secretPrefix + "[redacted]"
)

// A Secret is a symmetric key: it signs and verifies with HMAC-SHA256, scheme
// v1. Make one with [ParseSecret], [NewSecret] or [GenerateSecret]; the zero
// Secret is refused everywhere.
//
// A Secret does not show itself. Printing and logging redact it, also where it
// is hidden in another struct, and marshalling it is an error. [Secret.Text]
// alone gives the text.
type Secret struct {
	reveal func() []byte // a closure, where reflection does not reach
	key    keyed.Key
}

// ParseSecret parses the text of a symmetric secret: "whsec_" and standard
// base64 of at least 24 bytes, padded or not. The prefix may be missing, and
// ASCII white space around the text is ignored.
//
// It returns a [KeyError] of class [ErrEmptySecret], [ErrWeakSecret],
// [ErrWrongKeyType] or [ErrMalformedSecret].
func ParseSecret(text string) (Secret, error) {
	key, err := decodeSecret(text)
	if err != nil {
		return Secret{}, err
	}
	return NewSecret(key)
}

// InsecureParseSecret is [ParseSecret] for secrets of under 24 bytes, which
// some senders issue. Whoever records one signed request can search for such
// a key offline; ask the sender for a longer one.
func InsecureParseSecret(text string) (Secret, error) {
	key, err := decodeSecret(text)
	if err != nil {
		return Secret{}, err
	}
	return makeSecret(key)
}

// NewSecret makes a secret of a copy of the raw key, which has to have at
// least 24 bytes and not be all zero. It returns a [KeyError] of class
// [ErrEmptySecret] or [ErrWeakSecret].
func NewSecret(key []byte) (Secret, error) {
	if size := len(key); !isZero(key) && size < minSecretSize {
		return Secret{}, keyError(ErrWeakSecret, count(size, "byte")+" where the specification asks for 24 to 64")
	}
	return makeSecret(key)
}

// GenerateSecret makes a secret of 32 random bytes.
func GenerateSecret() Secret {
	key := make([]byte, generateSize)
	rand.Read(key)
	secret, err := NewSecret(key)
	if err != nil {
		panic("standardwebhooks: the random source gave zeros only")
	}
	return secret
}

func makeSecret(key []byte) (Secret, error) {
	if isZero(key) {
		return Secret{}, keyError(ErrEmptySecret, "anyone can sign with it")
	}
	mac, err := keyed.New(key)
	if err != nil {
		return Secret{}, keyError(ErrWeakSecret, err.Error())
	}
	key = append([]byte(nil), key...)
	return Secret{reveal: func() []byte { return key }, key: mac}, nil
}

// isZero reports whether a key has no bytes but zeros. HMAC pads short keys
// with zeros, so that all of those are the empty key.
func isZero(key []byte) bool {
	var bits byte
	for _, b := range key {
		bits |= b
	}
	return bits == 0
}

func decodeSecret(text string) ([]byte, error) {
	text = strict.TrimSpace(text)
	body := strings.TrimPrefix(text, secretPrefix)
	if strict.TrimSpace(body) == "" {
		return nil, keyError(ErrEmptySecret, "there is nothing in it; is the variable or file that holds it set?")
	}
	if key, ok := strict.Base64(body); ok {
		return key, nil
	}
	return nil, secretMistake(text, body)
}

// secretMistake names what is wrong with the text of a secret.
func secretMistake(text, body string) error {
	malformed := func(problem string) error { return keyError(ErrMalformedSecret, problem) }
	switch {
	case strings.HasPrefix(text, privatePrefix):
		return keyError(ErrWrongKeyType, "this is a private key (whsk_), not a symmetric secret (whsec_)")
	case strings.HasPrefix(text, publicPrefix):
		return keyError(ErrWrongKeyType, "this is a public key (whpk_), not a symmetric secret (whsec_)")
	case strings.HasPrefix(text, "v1,"):
		return malformed(`drop the "v1," in front; the secret begins with whsec_`)
	case strings.ContainsAny(text[:1]+text[len(text)-1:], "\"'`"):
		return malformed("it stands in quotes; drop them")
	case strings.HasPrefix(body, secretPrefix):
		return malformed("the prefix whsec_ stands twice")
	case strings.Contains(body, secretPrefix) || strings.Contains(body, publicPrefix):
		return malformed("these are several keys; a list has white space between them, and nothing else")
	case strings.HasPrefix(strings.ToLower(body), secretPrefix):
		return malformed("the prefix whsec_ is written in lower case")
	case len(strict.Fields(body)) > 1 || strict.TrimSpace(body) != body:
		return malformed("it holds white space or a line break")
	case isURLSafe(body):
		return malformed("it uses the URL-safe alphabet; write + for - and / for _")
	default:
		return malformed("not canonical base64; copy it whole, from whsec_ to its last character")
	}
}

func isURLSafe(body string) bool {
	_, ok := strict.Base64(strings.NewReplacer("-", "+", "_", "/").Replace(body))
	return ok
}

// Text returns the secret in its text form, whsec_ and padded base64: the one
// way to get it out, for writing it to a secret store. It returns "" for the
// zero Secret.
func (s Secret) Text() string {
	if s.reveal == nil {
		return ""
	}
	return secretPrefix + base64.StdEncoding.EncodeToString(s.reveal())
}

// Equal reports whether two secrets hold the same key, in constant time. No
// secret equals the zero Secret.
func (s Secret) Equal(other Secret) bool {
	return s.reveal != nil && other.reveal != nil && subtle.ConstantTimeCompare(s.reveal(), other.reveal()) == 1
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

var errMarshal = errors.New("standardwebhooks: a secret is not marshalled; call its Text method to write it out on purpose")
