package cli

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/standardwebhooks"
)

type (
	newCoreVerifier func([]standardwebhooks.VerifyingKey, ...standardwebhooks.VerifierOption) (*standardwebhooks.Verifier, error)
	newCoreSigner   func([]standardwebhooks.SigningKey, ...standardwebhooks.SignerOption) (*standardwebhooks.Signer, error)
)

// coreScheme is the Standard Webhooks scheme under header names of its own.
func coreScheme(name, prefix string, newVerifier newCoreVerifier, newSigner newCoreSigner) *scheme {
	return &scheme{
		name:    name,
		headers: []string{prefix + "-id", prefix + "-timestamp", prefix + "-signature"},
		hasID:   true,
		entries: listEntries,
		newVerifier: func(texts []string, p policy) (conformance.Verifier, error) {
			keys, err := parseEach(texts, standardwebhooks.ParseVerifyingKey)
			if err != nil {
				return nil, err
			}
			return newVerifier(keys, p.options()...)
		},
		newSigner: func(texts []string) (conformance.Signer, error) {
			keys, err := parseEach(texts, standardwebhooks.ParseSigningKey)
			if err != nil {
				return nil, err
			}
			return newSigner(keys)
		},
		keyBytes:    coreKeyBytes,
		checkHeader: func(header http.Header) error { return checkCoreHeader(header, newVerifier) },
	}
}

func (p policy) options() []standardwebhooks.VerifierOption {
	var options []standardwebhooks.VerifierOption
	if p.tolerance != nil {
		options = append(options, standardwebhooks.WithTolerance(*p.tolerance))
	}
	if p.ignoreAge {
		options = append(options, standardwebhooks.InsecureIgnoreTimestamp())
	}
	return options
}

// listEntries takes a list of keys apart: two prefixes or more make one. What
// else has white space in it is one text, and malformed.
func listEntries(text string) ([]string, error) {
	entries := strict.Fields(text)
	prefixed := 0
	for _, entry := range entries {
		if hasKeyPrefix(entry) {
			prefixed++
		}
	}
	if prefixed < 2 {
		return []string{text}, nil
	}
	if bare := slices.IndexFunc(entries, func(entry string) bool { return !hasKeyPrefix(entry) }); bare >= 0 {
		return nil, &standardwebhooks.KeyError{
			Class:   standardwebhooks.ErrMalformedSecret,
			Problem: "in a list every key begins with its prefix, whsec_, whpk_ or whsk_",
			Index:   bare,
		}
	}
	return entries, nil
}

func coreKeyBytes(text string) ([]byte, error) {
	if private, err := standardwebhooks.ParsePrivateKey(text); err == nil {
		return private.Public().Bytes(), nil
	}
	key, err := standardwebhooks.ParseVerifyingKey(text)
	if err != nil {
		return nil, err
	}
	if public, ok := key.(standardwebhooks.PublicKey); ok {
		return public.Bytes(), nil
	}
	return base64.StdEncoding.DecodeString(strings.TrimPrefix(key.(standardwebhooks.Secret).Text(), "whsec_"))
}

// checkCoreHeader asks a verifier that has a key of either version, made for
// the occasion: no key is needed for what a header looks like.
func checkCoreHeader(header http.Header, newVerifier newCoreVerifier) error {
	keys := []standardwebhooks.VerifyingKey{
		standardwebhooks.GenerateSecret(),
		standardwebhooks.GeneratePrivateKey().Public(),
	}
	v, err := newVerifier(keys)
	if err != nil {
		return err
	}
	return v.CheckHeader(header)
}

func hasKeyPrefix(text string) bool {
	return strings.HasPrefix(text, "whsec_") || strings.HasPrefix(text, "whsk_") || strings.HasPrefix(text, "whpk_")
}

// parseEach parses keys one by one.
func parseEach[K any](texts []string, parse func(string) (K, error)) ([]K, error) {
	keys := make([]K, len(texts))
	for i, text := range texts {
		key, err := parse(text)
		if err != nil {
			return nil, &keyError{index: i, err: err}
		}
		keys[i] = key
	}
	return keys, nil
}
