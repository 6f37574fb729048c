package keyfile

import (
	"bytes"
	"encoding/pem"
	"strings"
	"unicode"
)

const pemBegin = "-----BEGIN "

func parsePEM(data []byte, ask func() ([]byte, error)) (Key, error) {
	block, err := onlyBlock(data)
	if err != nil {
		return Key{}, err
	}
	switch block.Type {
	case "PRIVATE KEY":
		return parsePKCS8(block.Bytes)
	case "PUBLIC KEY":
		return parseSPKI(block.Bytes)
	case "OPENSSH PRIVATE KEY":
		return parseOpenSSH(block, ask)
	default:
		return Key{}, otherBlock
	}
}

// onlyBlock returns the PEM block (RFC 7468) that is all of data. Go's decoder
// steps over much that does not belong there; here a block has to be what its
// contents are written as, white space aside.
func onlyBlock(data []byte) (*pem.Block, error) {
	kind := firstType(data)
	switch {
	case bytes.Count(data, []byte(pemBegin)) > 1 && kind != "EC PARAMETERS":
		return nil, &Error{Code: CodeSeveral, Problem: "there are several PEM blocks in it", Advice: "put the one with the key into a file of its own, from -----BEGIN to -----END"}
	case refusedBlocks[kind] != nil:
		return nil, refusedBlocks[kind]
	case !bytes.HasPrefix(data, []byte(pemBegin)):
		return nil, aroundPEM("in front of")
	}
	block, rest := pem.Decode(data)
	switch {
	case block == nil:
		return nil, malformed("the PEM block is cut off, or has something in it that is no base64")
	case len(bytes.TrimSpace(rest)) > 0:
		return nil, aroundPEM("behind")
	case len(block.Headers) > 0:
		return nil, malformed("the PEM block has headers, which a block of this type has not")
	}
	written := pem.EncodeToMemory(&pem.Block{Type: block.Type, Bytes: block.Bytes})
	if !bytes.Equal(withoutSpace(written), withoutSpace(data)) {
		return nil, malformed("the PEM block has something in it that does not belong there")
	}
	return block, nil
}

func aroundPEM(where string) error {
	return &Error{Code: CodeMalformed, Problem: "there is text " + where + " the PEM block", Advice: "keep what is from -----BEGIN to -----END, in a file of its own"}
}

// firstType returns the type of the first block, as it stands in its first
// line.
func firstType(data []byte) string {
	_, rest, _ := strings.Cut(string(data), pemBegin)
	kind, _, _ := strings.Cut(rest, "-----")
	return kind
}

func withoutSpace(data []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, data)
}

// refusedBlocks are the PEM types that are known and not taken.
var refusedBlocks = map[string]error{
	"RSA PRIVATE KEY": notEd25519("an RSA key"),
	"RSA PUBLIC KEY":  notEd25519("an RSA key"),
	"DSA PRIVATE KEY": notEd25519("a DSA key"),
	"DSA PARAMETERS":  notEd25519("a file of parameters for DSA keys"),
	"EC PRIVATE KEY":  notEd25519("an EC key (ECDSA)"),
	"EC PARAMETERS":   notEd25519("an EC key (ECDSA)"),
	"ENCRYPTED PRIVATE KEY": &Error{
		Code:    CodeUnsupported,
		Problem: "this private key is encrypted (PKCS#8), and is to be decrypted first",
		Convert: "openssl pkey -in FILE",
	},
	"CERTIFICATE":         certificate,
	"X509 CERTIFICATE":    certificate,
	"TRUSTED CERTIFICATE": certificate,
	"CERTIFICATE REQUEST": certificateRequest, "NEW CERTIFICATE REQUEST": certificateRequest,
	"PGP PRIVATE KEY BLOCK": pgp,
	"PGP PUBLIC KEY BLOCK":  pgp,
}

var (
	certificate = &Error{
		Code:    CodeUnsupported,
		Problem: "this is a certificate, not a key; who has signed it is not looked at here",
		Convert: "openssl x509 -in FILE -noout -pubkey",
	}
	certificateRequest = &Error{
		Code:    CodeUnsupported,
		Problem: "this is a request for a certificate, not a key",
		Convert: "openssl req -in FILE -noout -pubkey",
	}
	pgp = &Error{Code: CodeUnsupported, Problem: "this is a PGP key, which is not taken"}
)

var otherBlock = &Error{
	Code:    CodeUnsupported,
	Problem: "this is PEM, but neither PRIVATE KEY, PUBLIC KEY nor OPENSSH PRIVATE KEY",
}
