package cli

import (
	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/keyfile"
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
			if err := a.checkOut(cmd, out); err != nil {
				return err
			}
			if asymmetric {
				private := standardwebhooks.GeneratePrivateKey()
				return a.deliver(out, delivered{Type: keyfile.Private, Key: private.Text(), PublicKey: private.Public().String()})
			}
			return a.deliver(out, delivered{Type: keyfile.Symmetric, Key: standardwebhooks.GenerateSecret().Text()})
		},
	}
	cmd.Flags().BoolVar(&asymmetric, "asymmetric", false, "make an Ed25519 key pair")
	addOut(cmd.Flags(), &out)
	return cmd
}
