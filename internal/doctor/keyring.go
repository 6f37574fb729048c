package doctor

import (
	"crypto/ed25519"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

const noKey = "the request was signed with an empty key, which anyone can do: it is not authentic"

const signedWithPublic = "the signer used an Ed25519 key for a shared secret; a public key is known to everyone, so that anyone can sign with it"

// newKeyring derives every key from the configured texts and the candidates.
func newKeyring(scheme string, secrets, candidates []Text) keyring {
	hash := providerOf(scheme).newHash()
	r := keyring{hash: hash, size: hash().Size(), seen: map[[sha256.Size]byte]bool{}, public: map[string]bool{}}
	for _, t := range secrets {
		r.addConfigured(scheme, t)
	}
	r.addOthers()
	for _, t := range secrets {
		r.addDerived(scheme, t.Name, spellings(t.Name, t.text()))
	}
	for _, t := range candidates {
		r.addCandidate(scheme, t)
	}
	return r
}

// addConfigured adds the keys that verification uses.
func (r *keyring) addConfigured(scheme string, t Text) {
	if foreign := providerOf(scheme); foreign != nil && foreign.keys != nil {
		for _, secret := range foreign.keys(t.text()) {
			r.add(&key{secret: secret, text: t.Name})
		}
		return
	}
	if !ofCore(scheme) {
		for _, secret := range configuredStripe(t.text()) {
			r.add(&key{secret: []byte(secret.Text()), text: t.Name})
		}
		return
	}
	for _, k := range configuredKeys(t.text()) {
		r.addVerifying(k, t.Name, nil)
	}
}

// configuredKeys reads a text as the command does: one key, or a list.
func configuredKeys(text string) []standardwebhooks.VerifyingKey {
	if k, err := standardwebhooks.ParseVerifyingKey(text); err == nil {
		return []standardwebhooks.VerifyingKey{k}
	}
	keys, err := standardwebhooks.ParseVerifyingKeys(text)
	if err != nil {
		return nil
	}
	return keys
}

// configuredStripe does the same for Stripe: the white space around a single
// secret is part of it, and refused.
func configuredStripe(text string) []stripecompat.Secret {
	if secrets, err := stripecompat.ParseSecrets(text); err == nil && len(secrets) > 1 {
		return secrets
	}
	secret, err := stripecompat.ParseSecret(text)
	if err != nil {
		return nil
	}
	return []stripecompat.Secret{secret}
}

func (r *keyring) addVerifying(k standardwebhooks.VerifyingKey, name string, findings []finding) {
	switch k := k.(type) {
	case standardwebhooks.Secret:
		for _, secret := range decodeOne(k.Text()) {
			r.add(&key{secret: secret, text: name, findings: findings})
		}
	case standardwebhooks.PublicKey:
		r.add(&key{public: k.Bytes(), text: name, findings: findings})
	}
}

// nothings are texts that a program has for a secret when it has none.
var nothings = []string{"undefined", "null", "None", "nil", "NaN", "false", "true", "[object Object]", "secret", "changeme", "test"}

// addOthers adds what has nothing to do with any text given.
func (r *keyring) addOthers() {
	r.add(&key{findings: []finding{{code: SecretEmpty, message: noKey}}})
	for _, text := range nothings {
		findings := []finding{{code: SecretPlaceholder, message: "the request was signed with the text " + quote(text) + " for a key: the sender's secret was not set"}}
		for _, secret := range append([][]byte{[]byte(text), []byte(secretPrefix + text)}, decodeLenient(text)...) {
			r.add(&key{secret: secret, findings: findings, rare: true})
		}
	}
}

// addDerived adds every key of every spelling, those with the least to mend
// first: of the ways to the same key, the shortest is named.
func (r *keyring) addDerived(scheme, name string, texts []spelling) {
	var keys []*key
	for _, d := range derivationsOf(scheme) {
		for _, s := range texts {
			for i, secret := range d.keys(s.text) {
				keys = append(keys, &key{secret: secret, text: name, findings: d.findings(scheme, name, s), rare: i >= d.usual})
			}
		}
	}
	slices.SortStableFunc(keys, func(a, b *key) int { return len(a.findings) - len(b.findings) })
	for _, k := range keys {
		r.add(k)
	}
	for _, s := range texts {
		r.addAsymmetric(name, s)
		r.addSpaced(scheme, name, s)
	}
}

// findings is what is wrong with a spelling, and with a key derived from it.
func (d derivation) findings(scheme, name string, s spelling) []finding {
	switch {
	case d.code != "":
		return append(slices.Clone(s.findings), finding{d.code, d.message, name})
	case len(s.findings) == 0 && !ofCore(scheme) && len(configuredStripe(s.text)) == 0:
		return []finding{{SecretWhitespace, "sender and receiver share a secret with white space around it, which is refused here", name}}
	default:
		return s.findings
	}
}

// addSpaced adds the text as the signer may have it: with a line end.
func (r *keyring) addSpaced(scheme, name string, s spelling) {
	findings := append(slices.Clone(s.findings), finding{SecretWhitespace, "the signer's key has a line end behind the secret", name})
	if ofCore(scheme) {
		findings = append(findings, finding{SecretRaw, standardDerivations[2].message, name})
	}
	for _, end := range []string{"\n", "\r\n", "\r", " "} {
		r.add(&key{secret: []byte(s.text + end), text: name, findings: findings, rare: true})
	}
}

// addAsymmetric adds the public key that a text holds, also as a part of the
// private key that the sender should have kept.
func (r *keyring) addAsymmetric(name string, s spelling) {
	if k, err := standardwebhooks.ParsePublicKey(s.text); err == nil {
		r.add(&key{public: k.Bytes(), text: name, findings: s.findings})
	}
	if k, err := standardwebhooks.ParsePrivateKey(s.text); err == nil {
		wrong := finding{SecretWrongKind, "the configured key is the sender's private key (whsk_); a receiver holds the public key (whpk_) alone", name}
		r.add(&key{public: ed25519.PublicKey(k.Public().Bytes()), text: name, findings: append(slices.Clone(s.findings), wrong)})
	}
	for _, prefix := range []string{"whpk_", "whsk_"} {
		if body, ok := strings.CutPrefix(s.text, prefix); ok {
			wrong := finding{SecretWrongKind, signedWithPublic, name}
			for _, secret := range append(decodeLenient(body), []byte(s.text)) {
				r.add(&key{secret: secret, text: name, findings: append(slices.Clone(s.findings), wrong)})
			}
		}
	}
}

// addCandidate adds a text that is not configured. What is wrong with how it
// is written is not a finding: nobody uses it yet.
func (r *keyring) addCandidate(scheme string, t Text) {
	other := finding{SecretOther, "the request was signed with another secret, " + quote(t.Name), t.Name}
	texts := spellings(t.Name, t.text())
	for i := range texts {
		texts[i].findings = []finding{other}
	}
	r.addDerived(scheme, t.Name, texts)
}

func hasSpaceAround(text string) bool {
	return strings.TrimFunc(text, isInvisible) != text
}
