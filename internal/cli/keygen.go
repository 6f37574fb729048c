package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/standardwebhooks"
)

func (a *app) keygenCommand() *cobra.Command {
	var asymmetric bool
	var out string
	cmd := &cobra.Command{
		Use:   "keygen",
		Short: "make a key",
		Long: `Make a key: a symmetric secret (whsec_) that sender and receiver share, or with
--asymmetric a private key (whsk_) for the sender, whose public half (whpk_) any
receiver may know.

With --out the key goes to a new file that its owner alone can read; an old file
is never touched. Without it the key goes to stdout. The other commands take the
file as it is. The public key is printed where the private key is not.

JSON: type, file or key, and public_key of an asymmetric one.`,
		Example: `  whsec keygen --out secret.txt
  whsec keygen --asymmetric --out private.txt > public.txt`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" && cmd.Flags().Changed("out") {
				return usage(errors.New("--out is empty: is the variable with the name of the file set?"), a.typed().set("--out", "secret.txt").String())
			}
			if asymmetric {
				private := standardwebhooks.GeneratePrivateKey()
				return a.deliver(out, keygenJSON{Type: "private", Key: private.Text(), PublicKey: private.Public().String()})
			}
			return a.deliver(out, keygenJSON{Type: "symmetric", Key: standardwebhooks.GenerateSecret().Text()})
		},
	}
	cmd.Flags().BoolVar(&asymmetric, "asymmetric", false, "make an Ed25519 key pair")
	cmd.Flags().StringVarP(&out, "out", "o", "", "write the key to a new `FILE`")
	return cmd
}

// keygenJSON is documented in the help of keygen.
type keygenJSON struct {
	Type      string `json:"type"` // symmetric or private
	File      string `json:"file,omitempty"`
	Key       string `json:"key,omitempty"`
	PublicKey string `json:"public_key,omitempty"`
}

// deliver writes the key where it is wanted, and the public half where it is
// seen. What goes to stdout can be redirected to a file and used from there.
func (a *app) deliver(out string, key keygenJSON) error {
	if out == "" {
		a.warnReadableOutput()
		return a.show(key)
	}
	if err := a.writeNew(out, key.Key+"\n"); err != nil {
		return err
	}
	key.Key, key.File = "", out
	a.out.note("wrote the key to %s", out)
	return a.show(key)
}

func (a *app) show(key keygenJSON) error {
	switch {
	case a.asJSON:
		a.out.json(key)
	case key.Key != "":
		a.out.data("%s", key.Key)
		if key.PublicKey != "" {
			a.out.note("its public key is %s", key.PublicKey)
		}
	case key.PublicKey != "":
		a.out.data("%s", key.PublicKey)
	}
	return nil
}

// writeNew writes a file that was not there and that its owner alone can read.
func (a *app) writeNew(path, text string) error {
	if path == "-" {
		return usage(errors.New("--out takes a file; the key goes to stdout without it"), a.typed().without("--out", "-o").String())
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return failedAs(codeExists, fmt.Errorf("%s is there already, and a key in use must not be lost", path), "choose another name for --out, or move the old file away")
	}
	if err != nil {
		return failedAs(codeUnwritable, err)
	}
	if _, err = file.WriteString(text); err == nil {
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(path) // it was not there before
		return failedAs(codeUnwritable, err)
	}
	return nil
}

// warnReadableOutput warns of a key on its way into a file of the shell's.
func (a *app) warnReadableOutput() {
	file, ok := a.out.stdout.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return
	}
	if info, err := file.Stat(); err == nil && othersHave(info, 0o044) {
		a.out.warning("the key goes to a file that other users can read; use --out FILE")
	}
}
