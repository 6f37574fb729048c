package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// helpWidth is where the descriptions of flags wrap, in columns.
const helpWidth = 88

// setHelp gives root and what is below it their help texts.
func (a *app) setHelp(root *cobra.Command) {
	keepOrder(root)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { a.out.raw([]byte(helpText(cmd))) })
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "explain a command",

		ValidArgsFunction: completeHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return a.unknownCommand(root, strings.Join(args, " "))
			}
			return target.Help()
		},
	})
}

// keepOrder shows flags as they were added: what matters most comes first.
func keepOrder(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	for _, c := range cmd.Commands() {
		keepOrder(c)
	}
}

func helpText(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag()
	var text strings.Builder
	section := func(title, body string) {
		if body = strings.TrimRight(body, "\n"); body != "" {
			fmt.Fprintf(&text, "\n%s:\n%s\n", title, body)
		}
	}
	fmt.Fprintln(&text, cmd.Long)
	section("Usage", usageLine(cmd))
	section("Examples", cmd.Example)
	section("Commands", commandTable(cmd))
	section("Flags", cmd.LocalFlags().FlagUsagesWrapped(helpWidth))
	section("Everywhere", cmd.InheritedFlags().FlagUsagesWrapped(helpWidth))
	return text.String()
}

func usageLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return "  " + cmd.CommandPath() + " COMMAND"
	}
	return "  " + cmd.UseLine()
}

func commandTable(cmd *cobra.Command) string {
	var table strings.Builder
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&table, "  %-12s %s\n", c.Name(), c.Short)
		}
	}
	return table.String()
}
