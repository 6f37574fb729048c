package keyfile

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"strings"

	"github.com/whsec/whsec/internal/strict"
	"golang.org/x/crypto/ssh"
)

// sshTypes are the types of keys in OpenSSH files, with what is to be said of
// them: nothing of the one that is taken.
var sshTypes = map[string]error{
	ssh.KeyAlgoED25519:        nil,
	ssh.KeyAlgoRSA:            notEd25519("an RSA key"),
	"ssh-dss":                 notEd25519("a DSA key"),
	ssh.KeyAlgoECDSA256:       notEd25519("an EC key (ECDSA)"),
	ssh.KeyAlgoECDSA384:       notEd25519("an EC key (ECDSA)"),
	ssh.KeyAlgoECDSA521:       notEd25519("an EC key (ECDSA)"),
	ssh.KeyAlgoMLDSA44:        notEd25519("an ML-DSA key"),
	ssh.KeyAlgoMLDSA65:        notEd25519("an ML-DSA key"),
	ssh.KeyAlgoMLDSA87:        notEd25519("an ML-DSA key"),
	ssh.KeyAlgoSKED25519:      notEd25519("the key of a security device (sk-ssh-ed25519), whose signatures are others"),
	ssh.KeyAlgoSKECDSA256:     notEd25519("the key of a security device (sk-ecdsa), whose signatures are others"),
	ssh.CertAlgoED25519v01:    sshCertificate,
	ssh.CertAlgoRSAv01:        sshCertificate,
	ssh.CertAlgoECDSA256v01:   sshCertificate,
	ssh.CertAlgoECDSA384v01:   sshCertificate,
	ssh.CertAlgoECDSA521v01:   sshCertificate,
	ssh.CertAlgoSKED25519v01:  sshCertificate,
	ssh.CertAlgoSKECDSA256v01: sshCertificate,
}

var sshCertificate = &Error{
	Code:    CodeUnsupported,
	Problem: "this is an OpenSSH certificate, not a key",
	Advice:  "give the public key that it was made of: the .pub file without -cert in its name",
}

// requireSSHEd25519 refuses other types of keys.
func requireSSHEd25519(name string) error {
	refusal, known := sshTypes[name]
	if !known {
		return notEd25519("an OpenSSH key of a type that is not known here")
	}
	return refusal
}

// An envelope is an OpenSSH private key as far as it is not encrypted
// (PROTOCOL.key of OpenSSH, section 1).
type envelope struct {
	Cipher, KDF, Options string
	Keys                 uint32
	Public               []byte
	Private              []byte
}

const opensshMagic = "openssh-key-v1\x00"

// openEnvelope looks at what is known without the passphrase, so that nobody is
// asked for one in vain.
func openEnvelope(data []byte) (envelope, error) {
	var e envelope
	rest, ok := bytes.CutPrefix(data, []byte(opensshMagic))
	if !ok || ssh.Unmarshal(rest, &e) != nil {
		return e, malformed("what is in it is no OpenSSH private key, or is cut off")
	}
	if e.Keys != 1 {
		return e, &Error{Code: CodeSeveral, Problem: "there are several OpenSSH keys in it, or none"}
	}
	return e, requireSSHEd25519(typeOfBlob(e.Public))
}

// typeOfBlob returns the name that an OpenSSH public key begins with (RFC 4253,
// section 6.6), or "".
func typeOfBlob(blob []byte) string {
	var start struct {
		Type string
		Rest []byte `ssh:"rest"`
	}
	if ssh.Unmarshal(blob, &start) != nil {
		return ""
	}
	return start.Type
}

func parseOpenSSH(block *pem.Block, ask func() ([]byte, error)) (Key, error) {
	e, err := openEnvelope(block.Bytes)
	if err != nil {
		return Key{}, err
	}
	raw, err := decryptOpenSSH(block, e, ask)
	if err != nil {
		return Key{}, err
	}
	own, ok := raw.(*ed25519.PrivateKey)
	if !ok {
		return Key{}, malformed("its public key is of another type than its private key")
	}
	key, err := newPrivate(OpenSSH, *own)
	if err != nil {
		return Key{}, err
	}
	public, err := parseBlob(e.Public)
	if err != nil || public.public != key.public {
		return Key{}, malformed("its public key does not belong to its private key")
	}
	return key, nil
}

// decryptOpenSSH has the library read the private part.
func decryptOpenSSH(block *pem.Block, e envelope, ask func() ([]byte, error)) (any, error) {
	text := pem.EncodeToMemory(block)
	switch {
	case e.Cipher == "none" && e.KDF == "none":
		raw, err := ssh.ParseRawPrivateKey(text)
		return raw, unreadable(err)
	case !e.canBeDecrypted():
		return nil, otherCipher
	}
	passphrase, err := ask()
	if err != nil {
		return nil, err
	}
	raw, err := ssh.ParseRawPrivateKeyWithPassphrase(text, passphrase)
	if errors.Is(err, x509.IncorrectPasswordError) {
		return nil, &Error{Code: CodePassphrase, Problem: "the passphrase is wrong"}
	}
	return raw, unreadable(err)
}

// canBeDecrypted reports whether the library can do it, in seconds and not in
// months: whoever wrote the file says how often the passphrase is hashed.
func (e envelope) canBeDecrypted() bool {
	const mostRounds = 2048 // the library's bound
	var options struct {
		Salt   []byte
		Rounds uint32
	}
	return (e.Cipher == "aes256-ctr" || e.Cipher == "aes256-cbc") && e.KDF == "bcrypt" &&
		ssh.Unmarshal([]byte(e.Options), &options) == nil && 0 < options.Rounds && options.Rounds <= mostRounds
}

var otherCipher = &Error{
	Code:    CodeUnsupported,
	Problem: "this OpenSSH key is encrypted in a way that is not taken; aes256-ctr with bcrypt of up to 2048 rounds is",
	Convert: "cp FILE key.openssh && ssh-keygen -p -Z aes256-ctr -a 24 -f key.openssh",
	Into:    "key.openssh",
}

// unreadable keeps the words of the library, which can have parts of the file
// in them.
func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return malformed("the private part of this OpenSSH key is not as it should be")
}

// isAuthorizedKey reports whether a word in the first line is the type of an
// OpenSSH public key.
func isAuthorizedKey(data []byte) bool {
	first, _, _ := strings.Cut(string(data), "\n")
	for _, word := range strings.Fields(first) {
		if _, known := sshTypes[word]; known {
			return true
		}
	}
	return false
}

// parseAuthorizedKey reads a line "TYPE BASE64 COMMENT", as ssh-keygen writes
// public keys.
func parseAuthorizedKey(data []byte) (Key, error) {
	words := strings.Fields(string(data))
	refusal, known := sshTypes[words[0]]
	switch {
	case bytes.ContainsRune(data, '\n'):
		return Key{}, &Error{Code: CodeSeveral, Problem: "there are several lines in it", Advice: "put the line with the key into a file of its own"}
	case !known:
		return Key{}, &Error{Code: CodeMalformed, Problem: "there is text in front of the key, as in authorized_keys and known_hosts", Advice: "keep what is from ssh-ed25519 on, in a file of its own"}
	case refusal != nil:
		return Key{}, refusal
	case len(words) < 2:
		return Key{}, malformed("the line ends behind the type of the key")
	}
	blob, ok := strict.Base64(words[1])
	if !ok {
		return Key{}, malformed("what is behind ssh-ed25519 is no base64, or is cut off")
	}
	return parseBlob(blob)
}

func parseBlob(blob []byte) (Key, error) {
	parsed, err := ssh.ParsePublicKey(blob)
	if err != nil || parsed.Type() != ssh.KeyAlgoED25519 {
		return Key{}, malformed("what is behind ssh-ed25519 is no such key, or is cut off")
	}
	own, ok := parsed.(ssh.CryptoPublicKey).CryptoPublicKey().(ed25519.PublicKey)
	if !ok {
		return Key{}, malformed("what is behind ssh-ed25519 is no such key")
	}
	return newPublic(OpenSSH, own)
}
