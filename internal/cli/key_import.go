package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/keyfile"
)

// importOptions are the flags of key import.
type importOptions struct {
	public     bool
	passphrase string // the file with it
	out        string
}

func (a *app) importCommand() *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import [FILE]",
		Short: "read a key of another tool",
		Long: `Read a key of another tool, a file or what is piped in, and write it as the other
commands take it: a private key (whsk_), a public key (whpk_) or a symmetric
secret (whsec_). The format is recognised by its content:

  PEM      PRIVATE KEY (PKCS#8) and PUBLIC KEY (SPKI), of Ed25519
  OpenSSH  private and public keys of Ed25519
  JWK      OKP with Ed25519 (RFC 8037), and oct; also a set with one key

The file holds one key and nothing else. The passphrase of an OpenSSH key is
asked for without showing it, or read from --passphrase-file.

With --out the key goes to a new file that its owner alone can read; an old file
is never touched. Without it the key goes to stdout.

JSON: type ("symmetric", "private" or "public"), format ("pkcs8", "spki", "openssh"
or "jwk"), file or key, and public_key of a private one. Codes of files that give
no key: malformed_key_file, unsupported_format, several_keys, no_passphrase,
wrong_passphrase, and those of the packages.`,
		Example: `  openssl genpkey -algorithm ed25519 -out key.pem && whsec key import --out private.txt key.pem
  whsec key import --public ~/.ssh/id_ed25519
  jq '.keys[0]' jwks.json | whsec key import`,
		Args: atMostOne("key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkOut(cmd, o.out); err != nil {
				return err
			}
			return a.importKey(&o, args)
		},
	}
	cmd.Flags().BoolVar(&o.public, "public", false, "write the public half of a private key")
	cmd.Flags().StringVar(&o.passphrase, "passphrase-file", "", "read the passphrase from a `FILE`; - is stdin")
	addOut(cmd.Flags(), &o.out)
	return cmd
}

func (a *app) importKey(o *importOptions, args []string) error {
	path, err := a.inputPath(args, "key", o.passphrase == "-")
	if err != nil {
		return err
	}
	data, err := a.readInput(path, keyfile.MaxSize)
	if err != nil {
		return err
	}
	key, err := keyfile.Parse(data, func() ([]byte, error) { return a.passphrase(o, path) })
	if err != nil {
		return a.keyFault(path, err)
	}
	if key.Type != keyfile.Public && path != "-" {
		a.warnWritable(path)
	}
	if o.public {
		if key, err = a.publicHalfOf(key); err != nil {
			return err
		}
	}
	imported := delivered{Type: key.Type, Format: key.Format, Key: key.Text()}
	if half, ok := key.Public(); ok && key.Type == keyfile.Private {
		imported.PublicKey = half.Text()
	}
	return a.deliver(o.out, imported)
}

// passphrase reads that of the key at path. What is wrong with its file is said
// without the name of that, in place of which the passphrase may stand.
func (a *app) passphrase(o *importOptions, path string) ([]byte, error) {
	if o.passphrase != "" {
		data, err := a.readInput(o.passphrase, maxSecretSize)
		if file := new(fs.PathError); errors.As(err, &file) {
			err = failedAs(codeUnreadable, fmt.Errorf("the file of --passphrase-file: %w", file.Err))
		}
		return withoutLineEnd(data), err
	}
	text, err := a.env.Terminal.ReadSecret("Passphrase of " + printable(nameOfInput(path)) + " (not shown): ")
	switch {
	case errors.Is(err, ErrNoTerminal):
		return nil, failedAs(codeNoPassphrase, errors.New("the key is protected by a passphrase, and there is no terminal to ask at"),
			a.typed().with("--passphrase-file", "PATH").String())
	case err != nil:
		return nil, failedAs(codeNoPassphrase, fmt.Errorf("reading the passphrase from the terminal: %w", err))
	default:
		return []byte(text), nil
	}
}
