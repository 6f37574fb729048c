package cli

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/keyfile"
	"github.com/whsec/whsec/internal/strict"
)

// exportOptions are the flags of key export.
type exportOptions struct {
	as     keyFormFlag
	public bool
	out    string
}

func (a *app) exportCommand() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "write a key for another tool",
		Long: `Write a key for another tool. It comes from a file, as keygen and "key import"
write it, or is piped in.

--as says how to write it:
  pem   a private key as PKCS#8, a public key as SPKI
  jwk   a JSON Web Key: OKP with Ed25519 (RFC 8037), oct for a symmetric secret

A symmetric secret has no form in PEM. It is taken as the schemes standard and svix
read it, in base64 behind whsec_; Stripe's key is the whole text instead.

With --out the key goes to a new file that its owner alone can read; an old file
is never touched. Without it the key goes to stdout.

JSON: type ("symmetric", "private" or "public"), and file, pem (a text) or jwk (an
object).`,
		Example: `  whsec key export --out key.pem private.txt
  whsec key export --public --as jwk private.txt
  whsec key import --public ~/.ssh/id_ed25519 | whsec key export`,
		Args: atMostOne("key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkOut(cmd, o.out); err != nil {
				return err
			}
			return a.exportKey(&o, args)
		},
	}
	cmd.Flags().Var(&o.as, "as", "how to write it: "+strings.Join(keyForms, ", ")+" (default pem, and jwk of a symmetric secret)")
	cmd.Flags().BoolVar(&o.public, "public", false, "write the public half of a private key")
	addOut(cmd.Flags(), &o.out)
	return cmd
}

// keyForms are the values of --as.
var keyForms = []string{"pem", "jwk"}

// A keyFormFlag is one of them, or "" for what suits the key.
type keyFormFlag string

func (f *keyFormFlag) String() string { return "" }
func (f *keyFormFlag) Type() string   { return "FORM" }
func (f *keyFormFlag) Set(arg string) error {
	if !slices.Contains(keyForms, arg) {
		return errors.New("choose from " + strings.Join(keyForms, ", "))
	}
	*f = keyFormFlag(arg)
	return nil
}

func (a *app) exportKey(o *exportOptions, args []string) error {
	key, err := a.readKey(args)
	if err != nil {
		return err
	}
	if o.public {
		if key, err = a.publicHalfOf(key); err != nil {
			return err
		}
	}
	if o.as == "jwk" || o.as == "" && key.Type == keyfile.Symmetric {
		line := key.JWK()
		return a.deliverExport(o.out, exported{Type: key.Type, JWK: line}, string(line)+"\n")
	}
	pem, err := key.PEM()
	if err != nil {
		return usage(err, a.typed().set("--as", "jwk").String())
	}
	return a.deliverExport(o.out, exported{Type: key.Type, PEM: string(pem)}, string(pem))
}

// An exported key is documented in the help of key export.
type exported struct {
	Type keyfile.Type    `json:"type"`
	File string          `json:"file,omitempty"`
	PEM  string          `json:"pem,omitempty"`
	JWK  json.RawMessage `json:"jwk,omitempty"`
}

func (a *app) deliverExport(out string, e exported, text string) error {
	if err := a.put(out, e.Type, text); err != nil {
		return err
	}
	if out != "" {
		e = exported{Type: e.Type, File: out}
	}
	switch {
	case a.asJSON:
		a.out.json(e)
	case out == "":
		a.out.raw([]byte(text))
	}
	return nil
}

// readKey reads the one key of a file in the text form.
func (a *app) readKey(args []string) (keyfile.Key, error) {
	path, err := a.inputPath(args, "key", false)
	if err != nil {
		return keyfile.Key{}, err
	}
	data, err := a.readInput(path, keyfile.MaxSize)
	if err != nil {
		return keyfile.Key{}, err
	}
	key, err := keyfile.ParseText(string(withoutLineEnd(data)))
	if err != nil {
		return key, a.keyFault(path, textFormMistake(data, err))
	}
	if key.Type != keyfile.Public && path != "-" {
		a.warnWritable(path)
	}
	return key, nil
}

// textFormMistake says more of a file than that it is no key, where more is
// known.
func textFormMistake(data []byte, err error) error {
	keys := slices.DeleteFunc(strict.Fields(string(data)), func(entry string) bool { return !hasKeyPrefix(entry) })
	switch {
	case len(keys) > 1:
		return &keyfile.Error{Code: keyfile.CodeSeveral, Problem: "there are several keys in it", Advice: "put each into a file of its own"}
	case keyfile.Recognised(data):
		return &keyfile.Error{Code: keyfile.CodeUnsupported, Problem: "this is a key as other tools keep it, not one in the text form", Advice: "to read it: whsec key import FILE"}
	default:
		return err
	}
}
