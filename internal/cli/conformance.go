package cli

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/testvectors"
)

func (a *app) conformanceCommand() *cobra.Command {
	return a.group(&cobra.Command{
		Use:   "conformance",
		Short: "examine an implementation by the conformance vectors",
		Long: `Examine an implementation of the schemes, in any language, by the conformance
vectors. An adapter stands between the two: a small program that is asked on stdin
and answers on stdout (doc/adapter-protocol.md).`,
		Example: `  whsec conformance check -- node adapter.mjs
  whsec conformance run -- node adapter.mjs`,
	},
		a.checkCommand(),
		a.runCommand(),
		a.reportCommand(),
		a.listCommand(),
		a.showCommand(),
		a.adapterCommand(),
	)
}

func (a *app) adapterCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "adapter",
		Short: "answer a conformance runner with the SDK of this project",
		Long: `Answer a conformance runner with the SDK of this project, as doc/adapter-protocol.md
has it. It is asked on stdin and answers on stdout, one JSON object a line, until
stdin ends: "verify", "sign" and "key" under the profiles standard, svix and stripe.
A line that is no command is answered with the outcome "error".`,
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
				Features: testvectors.Capabilities,
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
			NewSigner: s.newSigner,
		}
	}
	return all
}
