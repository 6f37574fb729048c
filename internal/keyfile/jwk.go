package keyfile

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"

	"github.com/whsec/whsec/standardwebhooks"
)

// members are those of a JWK (RFC 7517), by name.
type members map[string]json.RawMessage

// parseJWK reads an Ed25519 key (RFC 8037) or a symmetric one (RFC 7518,
// section 6.4), alone or as the one of a set.
func parseJWK(data []byte) (Key, error) {
	m, ok := readMembers(data)
	if !ok {
		return Key{}, malformed("this is no JSON object, or has a name twice")
	}
	if m["keys"] != nil {
		return parseSet(m["keys"])
	}
	kind, err := m.text("kty")
	switch {
	case err != nil:
		return Key{}, err
	case kind == "oct":
		return m.symmetric()
	case kind == "OKP":
		return m.asymmetric()
	default:
		return Key{}, notEd25519(kindOfJWK(kind))
	}
}

func kindOfJWK(kty string) string {
	known := map[string]string{"RSA": "an RSA key", "EC": "an EC key (ECDSA)", "AKP": "a key of another algorithm (AKP)"}
	if kind := known[kty]; kind != "" {
		return kind
	}
	return "a JWK of another kind"
}

func parseSet(list json.RawMessage) (Key, error) {
	var keys []json.RawMessage
	switch err := json.Unmarshal(list, &keys); {
	case err != nil:
		return Key{}, malformed("keys is no list")
	case len(keys) != 1:
		return Key{}, &Error{Code: CodeSeveral, Problem: "this is a set of several keys, or of none", Convert: "jq '.keys[0]' FILE"}
	}
	if m, ok := readMembers(keys[0]); !ok || m["keys"] != nil {
		return Key{}, malformed("what is in the set is no key")
	}
	return parseJWK(keys[0])
}

// readMembers refuses what Go's decoder would choose from: a name that stands
// twice, and something behind the object. Names are told by their case.
func readMembers(data []byte) (members, bool) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, false
	}
	m := members{}
	for decoder.More() {
		token, err := decoder.Token()
		name, isName := token.(string)
		var value json.RawMessage
		if err != nil || !isName || m[name] != nil || decoder.Decode(&value) != nil {
			return nil, false
		}
		m[name] = value
	}
	if _, err := decoder.Token(); err != nil {
		return nil, false
	}
	_, err := decoder.Token()
	return m, err == io.EOF
}

func (m members) symmetric() (Key, error) {
	if err := m.checkUse("HS256"); err != nil {
		return Key{}, err
	}
	key, err := m.base64("k")
	if err != nil {
		return Key{}, err
	}
	secret, err := standardwebhooks.NewSecret(key)
	if err != nil {
		return Key{}, err
	}
	return Key{Type: Symmetric, Format: JWK, secret: secret}, nil
}

func (m members) asymmetric() (Key, error) {
	if err := m.requireEd25519(); err != nil {
		return Key{}, err
	}
	public, err := m.base64("x")
	if err != nil || len(public) != ed25519.PublicKeySize {
		return Key{}, wrongSize(err, "x")
	}
	if m["d"] == nil {
		return newPublic(JWK, public)
	}
	seed, err := m.base64("d")
	if err != nil || len(seed) != ed25519.SeedSize {
		return Key{}, wrongSize(err, "d")
	}
	return newPrivate(JWK, append(seed, public...))
}

func (m members) requireEd25519() error {
	curve, err := m.text("crv")
	if err != nil {
		return err
	}
	known := map[string]string{"Ed25519": "", "X25519": algorithms["1.3.101.110"], "X448": algorithms["1.3.101.111"], "Ed448": algorithms["1.3.101.113"]}
	switch kind, ok := known[curve]; {
	case !ok:
		return notEd25519("a key on another curve")
	case kind != "":
		return notEd25519(kind)
	default:
		return m.checkUse("EdDSA", "Ed25519")
	}
}

// checkUse refuses a key that its owner has for something else (RFC 7517,
// sections 4.2 to 4.4).
func (m members) checkUse(algorithms ...string) error {
	var use, algorithm string
	var operations []string
	for name, into := range map[string]any{"use": &use, "alg": &algorithm, "key_ops": &operations} {
		if m[name] != nil && json.Unmarshal(m[name], into) != nil {
			return malformed("%s is not what it is in a JWK", name)
		}
	}
	operation := "verify"
	if m["d"] != nil {
		operation = "sign"
	}
	switch {
	case m["use"] != nil && use != "sig", m["key_ops"] != nil && !slices.Contains(operations, operation):
		return &Error{Code: CodeWrongType, Problem: "the key is not for signing, say use or key_ops"}
	case m["alg"] != nil && !slices.Contains(algorithms, algorithm):
		return &Error{Code: CodeWrongType, Problem: "alg says that the key is for another algorithm than " + algorithms[0]}
	default:
		return nil
	}
}

func (m members) text(name string) (string, error) {
	var text string
	if m[name] == nil || json.Unmarshal(m[name], &text) != nil {
		return "", malformed("it has no %s: as a JWK it would have", name)
	}
	return text, nil
}

// base64 reads a member in the URL-safe alphabet without padding.
func (m members) base64(name string) ([]byte, error) {
	text, err := m.text(name)
	if err != nil {
		return nil, err
	}
	decoded, ok := decodeWith(base64.RawURLEncoding, text)
	if !ok || len(decoded) == 0 {
		return nil, malformed("%s is not in base64url without padding, or is empty", name)
	}
	return decoded, nil
}

// decodeWith refuses other spellings of the same bytes.
func decodeWith(encoding *base64.Encoding, text string) ([]byte, bool) {
	decoded, err := encoding.DecodeString(text)
	return decoded, err == nil && encoding.EncodeToString(decoded) == text
}

func wrongSize(err error, name string) error {
	if err != nil {
		return err
	}
	return malformed("%s has another length than 32 bytes", name)
}
