package doctor

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/whsec/whsec/standardwebhooks"
)

// describeTexts says which texts are tried, as the scheme reads them: the
// fingerprints are those that inspect prints.
func (p *patient) describeTexts() {
	p.describeRole("configured", p.Secrets)
	p.describeRole("candidate", p.Candidates)
}

func (p *patient) describeRole(role string, texts []Text) {
	for _, t := range texts {
		keys := keysOf(p.scheme, t.text())
		for i, key := range keys {
			tried := TriedText{Name: t.Name, Role: role, Of: OfKey, Length: len(key), Fingerprint: fingerprint(key)}
			if len(keys) > 1 {
				tried.Key, tried.Keys = i+1, len(keys)
			}
			p.report.Secrets = append(p.report.Secrets, tried)
		}
		if len(keys) == 0 {
			text := []byte(t.text())
			p.report.Secrets = append(p.report.Secrets, TriedText{Name: t.Name, Role: role, Of: OfText, Length: len(text), Fingerprint: fingerprint(text)})
		}
	}
}

// keysOf is what a scheme makes of a text: the bytes of its keys, those of the
// public half of an asymmetric one, or nothing if it refuses the text.
func keysOf(scheme, text string) [][]byte {
	if ofCore(scheme) {
		return coreKeysOf(text)
	}
	if foreign := providerOf(scheme); foreign != nil && foreign.keys != nil {
		return foreign.keys(text)[:min(1, len(foreign.keys(text)))]
	}
	var keys [][]byte
	for _, secret := range configuredStripe(text) {
		keys = append(keys, []byte(secret.Text()))
	}
	return keys
}

func coreKeysOf(text string) [][]byte {
	if private, err := standardwebhooks.ParsePrivateKey(text); err == nil {
		return [][]byte{private.Public().Bytes()}
	}
	var keys [][]byte
	for _, k := range configuredKeys(text) {
		switch k := k.(type) {
		case standardwebhooks.Secret:
			keys = append(keys, decodeOne(k.Text())...)
		case standardwebhooks.PublicKey:
			keys = append(keys, k.Bytes())
		}
	}
	return keys
}

// fingerprint is "" for what is so short that guesses could be confirmed by it.
func fingerprint(key []byte) string {
	const short = 24
	if len(key) < short {
		return ""
	}
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:4])
}

// markMatched marks the text that a signature was made with and, in a list, the
// key of it.
func (p *patient) markMatched(m *match) {
	if m.key.text == "" {
		return
	}
	matched := -1
	bytes := m.key.secret
	if m.key.public != nil {
		bytes = m.key.public
	}
	for i, t := range p.report.Secrets {
		if t.Name != m.key.text {
			continue
		}
		if matched < 0 || t.Keys > 0 && t.Fingerprint == fingerprint(bytes) {
			matched = i
		}
	}
	if matched < 0 {
		return
	}
	t := &p.report.Secrets[matched]
	t.Matched = true
	if t.Role == "candidate" {
		p.mend().Secret = t.Name
	}
}
