package cli

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/conformance"
)

func (a *app) conformanceCommand() *cobra.Command {
	return a.group(&cobra.Command{
		Use:   "conformance",
		Short: "compare implementations with one another",
		Long:  `Compare implementations of the schemes with one another.`,
	},
		a.adapterCommand(),
	)
}

func (a *app) adapterCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "adapter",
		Short: "answer a conformance runner with the SDK of this project",
		Long: `Answer a conformance runner with the SDK of this project. It is asked on stdin
and answers on stdout, one JSON object a line, until stdin ends: "verify", "sign"
and "key" under the profiles standard, svix and stripe. A line that is no
command is answered with the outcome "error".`,
		Example: `  echo '{"cmd":"hello","protocol":1}' | whsec conformance adapter`,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			adapter := &conformance.Adapter{
				Implementation: conformance.Implementation{
					Name:     "whsec",
					Language: "go",
					Version:  readVersion().Version,
					Source:   "https://github.com/whsec/whsec",
				},
				Profiles: profiles(),
			}
			if err := adapter.Serve(a.env.Stdin, a.env.Stdout); err != nil {
				return failed(err)
			}
			return nil
		},
	}
}

// profiles are the schemes as the runner asks for them.
func profiles() map[string]conformance.Profile {
	all := make(map[string]conformance.Profile)
	for _, s := range schemes() {
		all[s.name] = conformance.Profile{
			Headers: s.headers,
			NewVerifier: func(keys []string, tolerance *time.Duration) (conformance.Verifier, error) {
				return s.newVerifier(keys, policy{tolerance: tolerance})
			},
			NewSigner: func(keys []string) (conformance.Signer, error) { return s.newSigner(keys) },
		}
	}
	return all
}
