package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print a script that completes commands and flags in a shell",
		Long: `Print a script for bash, zsh, fish or powershell, after which the tab key
completes commands and flags.

JSON: shell and script.`,
		Example: `  source <(whsec completion bash)
  whsec completion zsh > "${fpath[1]}/_whsec"
  whsec completion fish > ~/.config/fish/completions/whsec.fish`,
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage(fmt.Errorf("%s takes a shell: %s", cmd.CommandPath(), strings.Join(shells, ", ")), cmd.CommandPath()+" bash")
			}
			return a.complete(cmd.Root(), args[0])
		},
	}
}

func (a *app) complete(root *cobra.Command, shell string) error {
	write, ok := map[string]func(io.Writer) error{
		"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":        root.GenZshCompletion,
		"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell": root.GenPowerShellCompletionWithDesc,
	}[shell]
	if !ok {
		return usage(fmt.Errorf("there is no completion for %q; choose from %s", shell, strings.Join(shells, ", ")), "whsec completion bash")
	}
	var script bytes.Buffer
	if err := write(&script); err != nil {
		return failed(err)
	}
	if a.asJSON {
		a.out.json(map[string]string{"shell": shell, "script": script.String()})
		return nil
	}
	a.out.raw(script.Bytes())
	return nil
}
