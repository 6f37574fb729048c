// Package keyfile reads and writes keys as other tools keep them: PEM (PKCS#8,
// SPKI), OpenSSH and JWK. A file has one key; what else is in it is refused,
// and so is every key that the SDK would refuse.
package keyfile

import (
	"bytes"

	"github.com/whsec/whsec/standardwebhooks"
)

// MaxSize bounds a file, in bytes. Those with one key have under a thousand.
const MaxSize = 64 << 10

// A Type says which of its keys a Key holds.
type Type string

// The types of keys.
const (
	Symmetric Type = "symmetric"
	Private   Type = "private"
	Public    Type = "public"
)

// A Format is what a file was recognised as.
type Format string

// The formats.
const (
	PKCS8   Format = "pkcs8"
	SPKI    Format = "spki"
	OpenSSH Format = "openssh"
	JWK     Format = "jwk"
	Text    Format = "text" // whsec_, whsk_ or whpk_
)

// A Key is a key of one of the types. Like those of the SDK it does not show
// itself.
type Key struct {
	Type   Type
	Format Format

	secret  standardwebhooks.Secret
	private standardwebhooks.PrivateKey
	public  standardwebhooks.PublicKey
}

// Parse reads the one key in a file. ask is called for the passphrase, if there
// is one, when all else is known to be right; its error is returned as it is.
// Other errors are an [*Error] or, of keys that the SDK refuses, its KeyError.
func Parse(data []byte, ask func() ([]byte, error)) (Key, error) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	switch {
	case len(data) > MaxSize:
		return Key{}, malformed("it is larger than any file with one key")
	case bytes.HasPrefix(data, []byte("{")):
		return parseJWK(data)
	case bytes.Contains(data, []byte(pemBegin)):
		return parsePEM(data, ask)
	case isAuthorizedKey(data) && !bytes.HasPrefix(data, []byte(puttyStart)):
		return parseAuthorizedKey(data)
	default:
		return Key{}, otherFormat(data)
	}
}

// Recognised reports whether data looks like one of the formats that Parse
// reads, whatever is wrong with it.
func Recognised(data []byte) bool {
	data = bytes.TrimSpace(data)
	isJWK := bytes.HasPrefix(data, []byte("{")) && bytes.Contains(data, []byte(`"kty"`))
	return isJWK || bytes.Contains(data, []byte(pemBegin)) || isAuthorizedKey(data)
}

// ParseText reads a key in the text form of the scheme.
func ParseText(text string) (Key, error) {
	switch key, err := standardwebhooks.ParseSigningKey(text); key := key.(type) {
	case standardwebhooks.Secret:
		return Key{Type: Symmetric, Format: Text, secret: key}, nil
	case standardwebhooks.PrivateKey:
		return privateKey(Text, key), nil
	default:
		public, notPublic := standardwebhooks.ParsePublicKey(text)
		if standardwebhooks.Code(err) != standardwebhooks.Code(standardwebhooks.ErrWrongKeyType) {
			return Key{}, err
		}
		return publicKey(Text, public, notPublic)
	}
}

func privateKey(format Format, key standardwebhooks.PrivateKey) Key {
	return Key{Type: Private, Format: format, private: key, public: key.Public()}
}

func publicKey(format Format, key standardwebhooks.PublicKey, err error) (Key, error) {
	if err != nil {
		return Key{}, err
	}
	return Key{Type: Public, Format: format, public: key}, nil
}

// Text returns the key in the text form of the scheme: whsec_, whsk_ or whpk_.
func (k Key) Text() string {
	switch k.Type {
	case Symmetric:
		return k.secret.Text()
	case Private:
		return k.private.Text()
	case Public:
		return k.public.String()
	default:
		return ""
	}
}

// Public returns the public half, which a symmetric key has not.
func (k Key) Public() (half Key, ok bool) {
	if k.Type != Private && k.Type != Public {
		return Key{}, false
	}
	return Key{Type: Public, Format: k.Format, public: k.public}, true
}

// String says nothing of the key but its type.
func (k Key) String() string { return string(k.Type) + " key" }
