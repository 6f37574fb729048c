package keyfile

import (
	"fmt"

	"github.com/whsec/whsec/standardwebhooks"
)

// The codes of an [Error], beside those of the SDK.
const (
	CodeWrongType   = "wrong_key_type" // the SDK's, for a key of another kind
	CodeMalformed   = "malformed_key_file"
	CodeUnsupported = "unsupported_format"
	CodeSeveral     = "several_keys"
	CodePassphrase  = "wrong_passphrase"
)

// An Error says why a file gives no key. No part of the file is in it but the
// names of formats, algorithms and members.
type Error struct {
	Code    string
	Problem string
	Advice  string // what to do, or ""

	// Convert is a command for a shell that makes a file that can be read of
	// the one called FILE. It writes to standard output, unless Into names
	// where else.
	Convert, Into string
}

func (e *Error) Error() string { return e.Problem }

func malformed(format string, args ...any) error {
	return &Error{Code: CodeMalformed, Problem: fmt.Sprintf(format, args...)}
}

// notEd25519 is about a key of another kind, which stands with its article.
func notEd25519(kind string) error {
	return &Error{
		Code:    CodeWrongType,
		Problem: "this is " + kind + "; v1a takes Ed25519 alone",
		Advice:  "to make an Ed25519 key: whsec keygen --asymmetric --out private.txt",
	}
}

// newPrivate makes a key of its seed and, where the file has it, its public
// half.
func newPrivate(format Format, seedAndPublic []byte) (Key, error) {
	key, err := standardwebhooks.NewPrivateKey(seedAndPublic)
	if err != nil {
		return Key{}, err
	}
	return privateKey(format, key), nil
}

func newPublic(format Format, key []byte) (Key, error) {
	public, err := standardwebhooks.NewPublicKey(key)
	return publicKey(format, public, err)
}
