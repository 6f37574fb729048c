package keyfile

import (
	"bytes"

	"golang.org/x/crypto/cryptobyte"
	tag "golang.org/x/crypto/cryptobyte/asn1"
)

const puttyStart = "PuTTY-User-Key-File-"

var (
	putty = &Error{
		Code:    CodeUnsupported,
		Problem: "this is a key of PuTTY",
		Convert: "puttygen FILE -O private-openssh -o key.openssh",
		Into:    "key.openssh",
	}
	ssh2 = &Error{
		Code:    CodeUnsupported,
		Problem: "this is a public key as RFC 4716 has it",
		Convert: "ssh-keygen -i -f FILE",
	}
	textForm = &Error{
		Code:    CodeUnsupported,
		Problem: "this is a key in the text form already",
		Advice:  "use the file as it is; to see what it is: whsec inspect FILE; to write it in another format: whsec key export FILE",
	}
	utf16 = &Error{
		Code:    CodeUnsupported,
		Problem: "it holds NUL bytes: a file in UTF-16, as PowerShell writes it?",
		Advice:  "save it as UTF-8",
	}
)

// ErrUnknown is returned for a file that nothing is recognised in.
var ErrUnknown error = &Error{
	Code:    CodeUnsupported,
	Problem: "no key is recognised in it; PEM (PKCS#8, SPKI), OpenSSH and JWK are",
}

// otherFormat names what is known and not taken.
func otherFormat(data []byte) error {
	starts := func(with string) bool { return bytes.HasPrefix(data, []byte(with)) }
	switch {
	case len(data) == 0:
		return malformed("it is empty")
	case starts(puttyStart):
		return putty
	case starts("---- BEGIN SSH2 "):
		return ssh2
	case starts("whsec_"), starts("whsk_"), starts("whpk_"):
		return textForm
	case isDER(data):
		return derFile(data)
	case starts("\xff\xfe"), starts("\xfe\xff"):
		return utf16
	default:
		return ErrUnknown
	}
}

// isDER reports whether data is one ASN.1 sequence.
func isDER(data []byte) bool {
	var inner cryptobyte.String
	input := cryptobyte.String(data)
	return input.ReadASN1(&inner, tag.SEQUENCE) && input.Empty()
}

func derFile(data []byte) error {
	public := ""
	if _, err := parseSPKI(data); err == nil {
		public = " -pubin"
	}
	return &Error{
		Code:    CodeUnsupported,
		Problem: "this is DER, the binary form",
		Convert: "openssl pkey" + public + " -inform DER -in FILE",
	}
}
