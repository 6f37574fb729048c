package standardwebhooks

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"strings"

	"github.com/whsec/whsec/internal/strict"
)

// maxPublicKeys bounds the work that a forged v1a header can cause: together
// with [maxAsymmetric] candidates.
const maxPublicKeys = 8

// A VerifyingKey is a [Secret] or a [PublicKey]. No other type is one.
type VerifyingKey interface{ verifyingKey() }

// A SigningKey is a [Secret], a [PrivateKey] or a [RemoteKey]. No other type
// is one.
type SigningKey interface{ signingKey() }

func (Secret) verifyingKey()    {}
func (PublicKey) verifyingKey() {}

func (Secret) signingKey()     {}
func (PrivateKey) signingKey() {}
func (RemoteKey) signingKey()  {}

// ParseVerifyingKey parses a secret or a public key, whichever the prefix
// says; without one it is a secret. See [ParseSecret] and [ParsePublicKey].
func ParseVerifyingKey(text string) (VerifyingKey, error) {
	text = strict.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, publicPrefix):
		return asVerifying(ParsePublicKey(text))
	case strings.HasPrefix(text, privatePrefix):
		return nil, keyError(ErrWrongKeyType, "this is a private key (whsk_), which stays with the sender; a receiver holds the public key (whpk_)")
	default:
		return asVerifying(ParseSecret(text))
	}
}

// ParseSigningKey parses a secret or a private key, whichever the prefix says;
// without one it is a secret. See [ParseSecret] and [ParsePrivateKey].
func ParseSigningKey(text string) (SigningKey, error) {
	text = strict.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, privatePrefix):
		return asSigning(ParsePrivateKey(text))
	case strings.HasPrefix(text, publicPrefix):
		return nil, keyError(ErrWrongKeyType, "this is a public key (whpk_), which only verifies; a sender holds the private key (whsk_)")
	default:
		return asSigning(ParseSecret(text))
	}
}

// ParseVerifyingKeys parses a list of keys separated by white space, the
// current one first, as an environment variable or a file holds them during a
// rotation. Every entry has its prefix, whsec_ or whpk_. It returns
// [ErrNoKeys] for an empty list, and a [KeyError] with the place of the entry
// as [ParseVerifyingKey] does.
func ParseVerifyingKeys(text string) ([]VerifyingKey, error) {
	return parseList(text, ParseVerifyingKey)
}

// ParseSigningKeys is [ParseVerifyingKeys] for senders: every entry begins
// with whsec_ or whsk_.
func ParseSigningKeys(text string) ([]SigningKey, error) {
	return parseList(text, ParseSigningKey)
}

func parseList[K any](text string, parse func(string) (K, error)) ([]K, error) {
	entries := strict.Fields(text)
	if len(entries) == 0 {
		return nil, fmt.Errorf("%w: there is nothing in the list; is the variable or file that holds it set?", ErrNoKeys)
	}
	keys := make([]K, len(entries))
	for i, entry := range entries {
		key, err := parse(entry)
		if err == nil && !hasKeyPrefix(entry) {
			err = keyError(ErrMalformedSecret, "in a list every key begins with its prefix, whsec_, whpk_ or whsk_")
		}
		if err != nil {
			return nil, atIndex(err, i)
		}
		keys[i] = key
	}
	return keys, nil
}

// asVerifying keeps a failed parse from becoming an interface that is not nil.
func asVerifying[K VerifyingKey](key K, err error) (VerifyingKey, error) {
	if err != nil {
		return nil, err
	}
	return key, nil
}

func asSigning[K SigningKey](key K, err error) (SigningKey, error) {
	if err != nil {
		return nil, err
	}
	return key, nil
}

func checkVerifyingKeys(keys []VerifyingKey) error {
	var secrets []Secret
	var public []PublicKey
	for i, key := range keys {
		switch key := key.(type) {
		case Secret:
			secrets = append(secrets, key)
		case PublicKey:
			public = append(public, key)
		}
		if err := checkKey(key); err != nil {
			return atIndex(err, i)
		}
	}
	if err := checkApart(secrets, public, len(keys)); err != nil {
		return err
	}
	if len(public) > maxPublicKeys {
		return fmt.Errorf("%w: %d, at most %d", ErrTooManyKeys, len(public), maxPublicKeys)
	}
	return nil
}

func checkSigningKeys(keys []SigningKey) error {
	var secrets []Secret
	var public []PublicKey
	for i, key := range keys {
		switch key := key.(type) {
		case Secret:
			secrets = append(secrets, key)
		case PrivateKey:
			public = append(public, key.Public())
		case RemoteKey:
			public = append(public, key.Public())
		}
		if err := checkKey(key); err != nil {
			return atIndex(err, i)
		}
	}
	return checkApart(secrets, public, len(keys))
}

// checkKey refuses zero keys, and pointers to keys, which may be nil.
func checkKey(key any) error {
	zero := false
	switch key := key.(type) {
	case nil:
		zero = true
	case Secret:
		zero = key.reveal == nil
	case PublicKey:
		zero = key == PublicKey{}
	case PrivateKey:
		zero = key.reveal == nil
	case RemoteKey:
		zero = key.sign == nil
	default:
		return keyError(ErrWrongKeyType, fmt.Sprintf("a %T is no key; give the key itself", key))
	}
	if zero {
		return keyError(ErrEmptySecret, "this key was never made; parse or generate it")
	}
	return nil
}

// checkApart refuses a list without keys, and one in which a secret has the
// bytes of a public key: that secret is known to everyone. HMAC pads keys with
// zeros, so zeros behind those bytes change nothing.
func checkApart(secrets []Secret, public []PublicKey, all int) error {
	if all == 0 {
		return ErrNoKeys
	}
	for _, secret := range secrets {
		for _, key := range public {
			if subtle.ConstantTimeCompare(trimZeros(secret.reveal()), trimZeros(key.bytes[:])) == 1 {
				return keyError(ErrWrongKeyType, "a secret in the list has the bytes of a public key, which anyone may know")
			}
		}
	}
	return nil
}

func trimZeros(key []byte) []byte { return bytes.TrimRight(key, "\x00") }
