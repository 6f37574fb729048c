package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

func (a *app) verifyCommand() *cobra.Command {
	var (
		secrets secretFlags
		input   captureFlags
		clock   clockFlags
		scheme  schemeFlag
	)
	cmd := &cobra.Command{
		Use:   "verify [CAPTURE]",
		Short: "verify a captured request",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			requests, err := a.readCapture(&input, args)
			if err != nil {
				return err
			}
			keys, err := a.configured(&secrets)
			if err != nil {
				return err
			}
			_, _ = requests, keys
			return errors.New("verify")
		},
	}
	secrets.addTo(cmd.Flags())
	input.addTo(cmd.Flags())
	clock.addTo(cmd.Flags())
	scheme.addTo(cmd.Flags(), "how it is signed, where its headers do not tell")
	return cmd
}
