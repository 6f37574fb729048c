package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/whsec/whsec/internal/keyfile"
)

// A delivered key is documented in the help of keygen and of key import.
type delivered struct {
	Type      keyfile.Type   `json:"type"`
	Format    keyfile.Format `json:"format,omitempty"` // that it was read from
	File      string         `json:"file,omitempty"`
	Key       string         `json:"key,omitempty"`
	PublicKey string         `json:"public_key,omitempty"`
}

func addOut(flags *pflag.FlagSet, out *string) {
	flags.StringVarP(out, "out", "o", "", "write the key to a new `FILE`")
}

// checkOut refuses an empty name, with which the key would go to stdout.
func (a *app) checkOut(cmd *cobra.Command, out string) error {
	if out == "" && cmd.Flags().Changed("out") {
		return usage(errors.New("--out is empty: is the variable with the name of the file set?"), a.typed().set("--out", "secret.txt").String())
	}
	return nil
}

// deliver writes the key where it is wanted, and the public half where it is
// seen. What goes to stdout can be redirected to a file and used from there.
func (a *app) deliver(out string, key delivered) error {
	if err := a.put(out, key.Type, key.Key+"\n"); err != nil {
		return err
	}
	if out != "" {
		key.Key, key.File = "", out
	}
	a.show(key)
	return nil
}

// put writes text to the new file, if there is to be one, and else warns of a
// key on its way into a file that others can read.
func (a *app) put(out string, of keyfile.Type, text string) error {
	if out == "" {
		if of != keyfile.Public {
			a.warnReadableOutput()
		}
		return nil
	}
	if err := a.writeNew(out, text); err != nil {
		return err
	}
	a.out.note("wrote the key to %s", out)
	return nil
}

func (a *app) show(key delivered) {
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
