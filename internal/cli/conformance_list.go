package cli

import (
	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/conformance/runner"
)

func (a *app) listCommand() *cobra.Command {
	var chosen selectFlags
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the vectors",
		Long: `List the vectors, one a line: its result, its id and what it shows.

JSON: id, file, profile, operation, result, reason, comment, flags, spec and
requires.`,
		Example: `  whsec conformance list --profile stripe
  whsec conformance list --filter 'standard/verify/timestamp-*' --json`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			cases, _, err := chosen.vectors()
			if err != nil {
				return err
			}
			for i := range cases {
				a.printListed(&cases[i])
			}
			return nil
		},
	}
	chosen.addTo(cmd.Flags())
	return cmd
}

// A listed vector is documented in the help of list.
type listed struct {
	ID        string   `json:"id"`
	File      string   `json:"file"`
	Profile   string   `json:"profile"`
	Operation string   `json:"operation"`
	Result    string   `json:"result"`
	Reason    string   `json:"reason,omitempty"`
	Comment   string   `json:"comment"`
	Flags     []string `json:"flags"`
	Spec      []string `json:"spec"`
	Requires  []string `json:"requires"`
}

func (a *app) printListed(c *runner.Case) {
	if !a.asJSON {
		a.out.data("%-11s  %s  %s", c.Result, c.ID, printable(c.Comment))
		return
	}
	a.out.json(listed{
		c.ID, c.Path, c.Profile, c.Operation, string(c.Result), c.Reason, c.Comment,
		append([]string{}, c.Flags...), append([]string{}, c.Spec...), append([]string{}, c.Requires...),
	})
}
