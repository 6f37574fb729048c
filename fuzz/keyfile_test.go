package fuzz

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whsec/whsec/internal/keyfile"
	"github.com/whsec/whsec/standardwebhooks"
)

var errNobodyAsked = errors.New("nobody to be asked for a passphrase")

// FuzzKeyFile: a file gives a key or an error that shows nothing of it, never
// both. What is read of PEM, Go's own parser reads alike; and every key comes
// back from its text, from PEM and from JWK.
func FuzzKeyFile(f *testing.F) {
	addKeyFiles(f)
	f.Fuzz(func(t *testing.T, file []byte) {
		key, err := keyfile.Parse(file, func() ([]byte, error) { return nil, errNobodyAsked })
		if err != nil {
			checkKeyError(t, file, key, err)
			return
		}
		checkSameKey(t, "text", key)(keyfile.ParseText(key.Text()))
		checkSameKey(t, "JWK", key)(keyfile.Parse(key.JWK(), nil))
		checkSameKey(t, "white space around it", key)(keyfile.Parse(append(bytes.Clone(file), " \r\n"...), nil))
		if key.Type != keyfile.Symmetric {
			data, err := key.PEM()
			if err != nil {
				t.Fatal(err)
			}
			checkSameKey(t, "PEM", key)(keyfile.Parse(data, nil))
		}
		if want := keyByGo(t, key, file); want != "" && want != key.Text() {
			t.Fatalf("Go reads another key of this %s file", key.Format)
		}
	})
}

// addKeyFiles adds the files of other tools, and keys of ours.
func addKeyFiles(f *testing.F) {
	f.Helper()
	paths, err := filepath.Glob("../internal/keyfile/testdata/*")
	if err != nil || len(paths) == 0 {
		f.Fatal("no seed", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, text := range []string{
		"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
		"whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==",
		"whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=",
	} {
		key, err := keyfile.ParseText(text)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(key.JWK())
		f.Add([]byte(`{"keys":[` + string(key.JWK()) + `]}`))
	}
	// A private key with its public half, RFC 8410, section 10.3.
	f.Add([]byte("-----BEGIN PRIVATE KEY-----\nMHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\noB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB\nZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PRIVATE KEY-----\n"))
}

func checkKeyError(t *testing.T, file []byte, key keyfile.Key, err error) {
	t.Helper()
	if key.Text() != "" {
		t.Fatalf("a key and an error: %v", err)
	}
	var ours *keyfile.Error
	if !errors.As(err, &ours) && standardwebhooks.Code(err) == "" && !errors.Is(err, errNobodyAsked) {
		t.Fatalf("an error without a code: %v", err)
	}
	const telling, most = 24, 4 << 10
	for i := 0; i+telling <= min(len(file), most); i++ {
		if part := string(file[i : i+telling]); strings.Contains(err.Error(), part) && !strings.Contains(part, " ") {
			t.Fatalf("the error has part of the file in it: %v", err)
		}
	}
}

func checkSameKey(t *testing.T, how string, want keyfile.Key) func(keyfile.Key, error) {
	return func(got keyfile.Key, err error) {
		t.Helper()
		if err != nil || got.Text() != want.Text() || got.Type != want.Type {
			t.Fatalf("%s: %v comes back as %v, %v", how, want, got, err)
		}
	}
}

// keyByGo returns what Go's parser reads of PEM, as text, and "" of other
// formats.
func keyByGo(t *testing.T, key keyfile.Key, file []byte) string {
	t.Helper()
	block, _ := pem.Decode(bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf"))))
	switch key.Format {
	case keyfile.PKCS8:
		parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		private, err := standardwebhooks.NewPrivateKey(parsed.(ed25519.PrivateKey))
		if err != nil {
			t.Fatal(err)
		}
		return private.Text()
	case keyfile.SPKI:
		parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		public, err := standardwebhooks.NewPublicKey(parsed.(ed25519.PublicKey))
		if err != nil {
			t.Fatal(err)
		}
		return public.String()
	default:
		return ""
	}
}
