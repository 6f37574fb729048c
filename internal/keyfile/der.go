package keyfile

import (
	"bytes"
	"crypto/ed25519"
	"encoding/asn1"

	"golang.org/x/crypto/cryptobyte"
	tag "golang.org/x/crypto/cryptobyte/asn1"
)

// oidEd25519 is id-Ed25519 (RFC 8410, section 3).
const oidEd25519 = "1.3.101.112"

// algorithms are kinds of keys that are no Ed25519 keys, with their article.
var algorithms = map[string]string{
	"1.2.840.113549.1.1.1":    "an RSA key",
	"1.2.840.113549.1.1.10":   "an RSA key (PSS)",
	"1.2.840.113549.1.3.1":    "a Diffie-Hellman key",
	"1.2.840.10040.4.1":       "a DSA key",
	"1.2.840.10045.2.1":       "an EC key (ECDSA)",
	"1.3.101.110":             "an X25519 key, for key agreement and not for signing",
	"1.3.101.111":             "an X448 key, for key agreement and not for signing",
	"1.3.101.113":             "an Ed448 key",
	"2.16.840.1.101.3.4.3.17": "an ML-DSA key",
	"2.16.840.1.101.3.4.3.18": "an ML-DSA key",
	"2.16.840.1.101.3.4.3.19": "an ML-DSA key",
}

const notDER = "what is in it is not as it should be: cut off, or longer than the key"

// parsePKCS8 reads a OneAsymmetricKey (RFC 5958, section 2). Go's parser would
// pass over a public half of another key, and over what stands behind.
func parsePKCS8(der []byte) (Key, error) {
	var key, algorithm, private, wrapped cryptobyte.String
	var version int
	input := cryptobyte.String(der)
	if !input.ReadASN1(&key, tag.SEQUENCE) || !input.Empty() ||
		!key.ReadASN1Integer(&version) || version < 0 || version > 1 ||
		!key.ReadASN1(&algorithm, tag.SEQUENCE) {
		return Key{}, malformed(notDER)
	}
	if err := requireEd25519(algorithm); err != nil {
		return Key{}, err
	}
	if !key.ReadASN1(&wrapped, tag.OCTET_STRING) ||
		!wrapped.ReadASN1(&private, tag.OCTET_STRING) || !wrapped.Empty() ||
		len(private) != ed25519.SeedSize {
		return Key{}, malformed(notDER)
	}
	public, ok := publicHalf(&key, version)
	if !ok {
		return Key{}, malformed(notDER)
	}
	whole := ed25519.NewKeyFromSeed(private)
	if public != nil {
		whole = append(bytes.Clone(private), public...)
	}
	return newPrivate(PKCS8, whole)
}

// publicHalf reads what may follow the private key: attributes, which say
// nothing here, and in version 1 the public key.
func publicHalf(key *cryptobyte.String, version int) (public []byte, ok bool) {
	var attributes, bits cryptobyte.String
	var hasBits bool
	ok = key.ReadOptionalASN1(&attributes, nil, tag.Tag(0).ContextSpecific().Constructed()) &&
		key.ReadOptionalASN1(&bits, &hasBits, tag.Tag(1).ContextSpecific()) && key.Empty()
	if !ok || !hasBits {
		return nil, ok
	}
	// An implicit BIT STRING: how many bits are unused, then the bytes.
	const unused = 1
	if version != 1 || len(bits) != unused+ed25519.PublicKeySize || bits[0] != 0 {
		return nil, false
	}
	return bits[unused:], true
}

// parseSPKI reads a SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
func parseSPKI(der []byte) (Key, error) {
	var info, algorithm cryptobyte.String
	var bits []byte
	input := cryptobyte.String(der)
	if !input.ReadASN1(&info, tag.SEQUENCE) || !input.Empty() || !info.ReadASN1(&algorithm, tag.SEQUENCE) {
		return Key{}, malformed(notDER)
	}
	if err := requireEd25519(algorithm); err != nil {
		return Key{}, err
	}
	if !info.ReadASN1BitStringAsBytes(&bits) || !info.Empty() || len(bits) != ed25519.PublicKeySize {
		return Key{}, malformed(notDER)
	}
	return newPublic(SPKI, bits)
}

// requireEd25519 refuses other algorithms, and parameters, which Ed25519 has
// not.
func requireEd25519(algorithm cryptobyte.String) error {
	var oid asn1.ObjectIdentifier
	if !algorithm.ReadASN1ObjectIdentifier(&oid) {
		return malformed(notDER)
	}
	kind, known := algorithms[oid.String()]
	switch {
	case known:
		return notEd25519(kind)
	case oid.String() != oidEd25519:
		return notEd25519("a key of an algorithm that is not known here (" + oid.String() + ")")
	case !algorithm.Empty():
		return malformed("it has parameters, which an Ed25519 key has not")
	default:
		return nil
	}
}
