package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/whsec/whsec/internal/doctor"
	"github.com/whsec/whsec/testvectors"
)

// A chooser is the value of a flag that takes a few words alone.
type chooser interface{ choices() []string }

// words are the values of flags and the arguments that a shell can complete,
// besides those of choosers, by command and flag.
var words = map[string]func() []string{
	"whsec doctor --explain":            explained,
	"whsec conformance report --format": formatWords,
	"whsec conformance run --profile":   schemeNames,
	"whsec conformance list --profile":  schemeNames,
	"whsec conformance run --filter":    vectorIDs,
	"whsec conformance list --filter":   vectorIDs,
	"whsec conformance show":            vectorIDs,
}

// setCompletion has shells complete what they can: words where there are some,
// files where files are, and else nothing.
func setCompletion(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		setCompletion(c)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { completeFlag(cmd, f) })
	switch choose := words[cmd.CommandPath()]; {
	case choose != nil:
		cmd.ValidArgsFunction = completeOnce(choose)
	case cmd.Use == cmd.Name() && !cmd.HasSubCommands():
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
}

func completeFlag(cmd *cobra.Command, f *pflag.Flag) {
	choose := words[cmd.CommandPath()+" --"+f.Name]
	if choices, ok := f.Value.(chooser); ok {
		choose = choices.choices
	}
	variable, _ := pflag.UnquoteUsage(f)
	var complete cobra.CompletionFunc
	switch {
	case f.Value.Type() == "FORMAT=PATH":
		complete = completeReport
	case choose != nil:
		complete = func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return starting(choose(), typed), cobra.ShellCompDirectiveNoFileComp
		}
	case variable == "FILE", strings.HasSuffix(variable, "PATH"), variable == "":
		return // the shell completes files, and takes no value of a switch
	default:
		complete = cobra.NoFileCompletions
	}
	if err := cmd.RegisterFlagCompletionFunc(f.Name, complete); err != nil {
		panic("cli: " + err.Error()) // the flag is there, and is registered once
	}
}

// completeOnce completes the first argument.
func completeOnce(choose func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return starting(choose(), typed), cobra.ShellCompDirectiveNoFileComp
	}
}

func starting(words []string, with string) []string {
	return slices.DeleteFunc(words, func(word string) bool { return !strings.HasPrefix(word, with) })
}

// completeReport completes the format, and then a file.
func completeReport(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(typed, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	formats := formatWords()
	for i := range formats {
		formats[i] += "="
	}
	return starting(formats, typed), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

func formatWords() []string { return strings.Split(formatNames(), ", ") }

func explained() []string {
	codes := []string{"platforms", "providers"}
	for _, code := range doctor.Codes() {
		codes = append(codes, string(code))
	}
	return codes
}

// vectorIDs are the ids, with what each vector shows.
func vectorIDs() []string {
	suite, err := testvectors.Load()
	if err != nil {
		return nil
	}
	var ids []string
	for c := range suite.All() {
		ids = append(ids, c.ID+"\t"+printable(c.Comment))
	}
	return ids
}

func (f *schemeFlag) choices() []string  { return schemeNames() }
func (f *kindFlag) choices() []string    { return strings.Split(kindNames(), ", ") }
func (f *formFlag) choices() []string    { return slices.Clone(signedForms) }
func (f *keyFormFlag) choices() []string { return slices.Clone(keyForms) }

// choices are the platforms in one word each.
func (f *platformFlag) choices() []string {
	names := doctor.Platforms()
	for i, name := range names {
		names[i] = strings.ReplaceAll(strings.ToLower(name), " ", "-")
	}
	return names
}

// completeHelp completes commands, and those below one.
func completeHelp(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	target, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, c := range target.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name()+"\t"+c.Short)
		}
	}
	return starting(names, typed), cobra.ShellCompDirectiveNoFileComp
}
