package standardwebhooks

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"log/slog"
	"strings"

	"github.com/whsec/whsec/internal/strict"
)

const (
	privatePrefix   = "whsk_"
	publicPrefix    = "whpk_"
	privateRedacted = privatePrefix + "[redacted]"
)

// A PrivateKey is an Ed25519 key: it signs, scheme v1a. Make one with
// [ParsePrivateKey], [NewPrivateKey] or [GeneratePrivateKey]; the zero
// PrivateKey is refused everywhere. Like a [Secret] it does not show itself.
type PrivateKey struct {
	reveal func() ed25519.PrivateKey // a closure, where reflection does not reach
}

// ParsePrivateKey parses the text of a private key: "whsk_" and base64 of the
// seed and the public key, 64 bytes, or of the seed alone, 32. ASCII white
// space around it is ignored.
//
// It returns a [KeyError] of class [ErrEmptySecret], [ErrWrongKeyType] or
// [ErrMalformedSecret]; a public half that does not belong to the seed is
// malformed, since signing with it gives the seed away.
func ParsePrivateKey(text string) (PrivateKey, error) {
	key, err := decodeAsymmetric(text, privatePrefix, "private key")
	if err != nil {
		return PrivateKey{}, err
	}
	if len(key) == ed25519.SeedSize {
		key = ed25519.NewKeyFromSeed(key)
	}
	return NewPrivateKey(key)
}

// NewPrivateKey makes a private key of a copy of key. It returns a [KeyError]
// of class [ErrMalformedSecret] if the length is wrong or the halves do not
// belong together, and of class [ErrEmptySecret] if the seed is all zeros.
func NewPrivateKey(key ed25519.PrivateKey) (PrivateKey, error) {
	if len(key) != ed25519.PrivateKeySize {
		return PrivateKey{}, keyError(ErrMalformedSecret, "a private key has 64 bytes, seed and public key, or a seed of 32; this has "+count(len(key), "byte"))
	}
	if isZero(key.Seed()) {
		return PrivateKey{}, keyError(ErrEmptySecret, "the seed is all zeros; anyone can sign with it")
	}
	own := ed25519.NewKeyFromSeed(key.Seed())
	if subtle.ConstantTimeCompare(own, key) != 1 {
		return PrivateKey{}, keyError(ErrMalformedSecret, "the public half does not belong to the seed")
	}
	return PrivateKey{reveal: func() ed25519.PrivateKey { return own }}, nil
}

// GeneratePrivateKey makes a random private key.
func GeneratePrivateKey() PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	rand.Read(seed)
	own := ed25519.NewKeyFromSeed(seed)
	return PrivateKey{reveal: func() ed25519.PrivateKey { return own }}
}

// Public returns the key that verifies what k signs, and the zero PublicKey
// for the zero PrivateKey.
func (k PrivateKey) Public() PublicKey {
	if k.reveal == nil {
		return PublicKey{}
	}
	return PublicKey{bytes: [ed25519.PublicKeySize]byte(k.reveal()[ed25519.SeedSize:])}
}

// Text returns the key in its text form, whsk_ and padded base64 of 64 bytes:
// the one way to get it out. It returns "" for the zero PrivateKey.
func (k PrivateKey) Text() string {
	if k.reveal == nil {
		return ""
	}
	return privatePrefix + base64.StdEncoding.EncodeToString(k.reveal())
}

// Equal reports whether two keys are the same, in constant time. No key equals
// the zero PrivateKey.
func (k PrivateKey) Equal(other PrivateKey) bool {
	return k.reveal != nil && other.reveal != nil && subtle.ConstantTimeCompare(k.reveal(), other.reveal()) == 1
}

// String returns a placeholder.
func (k PrivateKey) String() string { return privateRedacted }

// GoString returns a placeholder.
func (k PrivateKey) GoString() string { return privateRedacted }

// LogValue returns a placeholder.
func (k PrivateKey) LogValue() slog.Value { return slog.StringValue(privateRedacted) }

// MarshalText fails, as that of [Secret] does and for the same reasons.
func (k PrivateKey) MarshalText() ([]byte, error) { return nil, errMarshal }

// UnmarshalText is [ParsePrivateKey].
func (k *PrivateKey) UnmarshalText(text []byte) error {
	parsed, err := ParsePrivateKey(string(text))
	if err == nil {
		*k = parsed
	}
	return err
}

// A PublicKey is an Ed25519 key: it verifies, scheme v1a. It is no secret, and
// prints and marshals as its text. PublicKeys can be compared with ==. The
// zero PublicKey, which is one that anyone can sign for, is refused
// everywhere.
type PublicKey struct {
	bytes [ed25519.PublicKeySize]byte
}

// ParsePublicKey parses the text of a public key: "whpk_" and base64 of 32
// bytes. ASCII white space around it is ignored.
//
// It returns a [KeyError] of class [ErrEmptySecret], [ErrWrongKeyType] or
// [ErrMalformedSecret].
func ParsePublicKey(text string) (PublicKey, error) {
	key, err := decodeAsymmetric(text, publicPrefix, "public key")
	if err != nil {
		return PublicKey{}, err
	}
	return NewPublicKey(key)
}

// NewPublicKey makes a public key of a copy of key. It returns a [KeyError] of
// class [ErrMalformedSecret] if the length is wrong, or the bytes are not the
// one canonical encoding of a point of large order (RFC 8032, section 5.1.3):
// for points of small order signatures can be made without the private key.
func NewPublicKey(key ed25519.PublicKey) (PublicKey, error) {
	if len(key) != ed25519.PublicKeySize {
		return PublicKey{}, keyError(ErrMalformedSecret, "a public key has 32 bytes; this has "+count(len(key), "byte"))
	}
	if problem := pointProblem([ed25519.PublicKeySize]byte(key)); problem != "" {
		return PublicKey{}, keyError(ErrMalformedSecret, problem)
	}
	return PublicKey{bytes: [ed25519.PublicKeySize]byte(key)}, nil
}

// Bytes returns a copy of the 32 bytes.
func (k PublicKey) Bytes() ed25519.PublicKey { return bytes.Clone(k.bytes[:]) }

// String returns the key in its text form, whpk_ and padded base64.
func (k PublicKey) String() string {
	return publicPrefix + base64.StdEncoding.EncodeToString(k.bytes[:])
}

// MarshalText returns what String does.
func (k PublicKey) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText is [ParsePublicKey].
func (k *PublicKey) UnmarshalText(text []byte) error {
	parsed, err := ParsePublicKey(string(text))
	if err == nil {
		*k = parsed
	}
	return err
}

func decodeAsymmetric(text, prefix, what string) ([]byte, error) {
	text = strict.TrimSpace(text)
	body, prefixed := strings.CutPrefix(text, prefix)
	switch {
	case text == "" || prefixed && body == "":
		return nil, keyError(ErrEmptySecret, "there is nothing in it; is the variable or file that holds it set?")
	case !prefixed:
		class := ErrMalformedSecret
		if hasKeyPrefix(text) {
			class = ErrWrongKeyType
		}
		return nil, keyError(class, "a "+what+" begins with "+prefix)
	}
	key, ok := strict.Base64(body)
	if !ok {
		return nil, keyError(ErrMalformedSecret, "not canonical base64; copy it whole, from "+prefix+" to its last character")
	}
	return key, nil
}

func hasKeyPrefix(text string) bool {
	for _, prefix := range []string{secretPrefix, privatePrefix, publicPrefix} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}
