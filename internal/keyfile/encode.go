package keyfile

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"strings"

	"github.com/whsec/whsec/internal/strict"
)

// ErrNoPEM says that a key has no form in PEM.
var ErrNoPEM = errors.New("a symmetric secret has no form in PEM")

// PEM returns the key as PKCS#8 or SPKI.
func (k Key) PEM() ([]byte, error) {
	switch k.Type {
	case Private:
		der, err := x509.MarshalPKCS8PrivateKey(ed25519.PrivateKey(k.bytes()))
		return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), err
	case Public:
		der, err := x509.MarshalPKIXPublicKey(ed25519.PublicKey(k.bytes()))
		return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), err
	default:
		return nil, ErrNoPEM
	}
}

// jwk has its members in the order in which RFC 8037 shows them.
type jwk struct {
	Type    string `json:"kty"`
	Curve   string `json:"crv,omitempty"`
	Private string `json:"d,omitempty"`
	Public  string `json:"x,omitempty"`
	Key     string `json:"k,omitempty"`
}

// JWK returns the key as one line of JSON (RFC 8037; RFC 7518, section 6.4),
// and nothing for the zero Key.
func (k Key) JWK() []byte {
	encode := base64.RawURLEncoding.EncodeToString
	var j jwk
	switch k.Type {
	case Symmetric:
		j = jwk{Type: "oct", Key: encode(k.bytes())}
	case Private:
		j = jwk{Type: "OKP", Curve: "Ed25519", Private: encode(k.bytes()[:ed25519.SeedSize]), Public: encode(k.public.Bytes())}
	case Public:
		j = jwk{Type: "OKP", Curve: "Ed25519", Public: encode(k.public.Bytes())}
	default:
		return nil
	}
	line, err := json.Marshal(j)
	if err != nil {
		return nil // strings alone: it does not happen
	}
	return line
}

// bytes are those behind the prefix of the text.
func (k Key) bytes() []byte {
	_, body, _ := strings.Cut(k.Text(), "_")
	decoded, _ := strict.Base64(body) // which the SDK has written
	return decoded
}
