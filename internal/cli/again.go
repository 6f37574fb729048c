package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// again rebuilds the command line that was typed, with more flags and
// arguments, for a hint to copy.
func (a *app) again(more ...string) string { return a.againWithout(nil, more...) }

// againWithout leaves out some of the arguments as well. New flags go in front
// of the old ones, and new arguments to the end.
func (a *app) againWithout(without []string, more ...string) string {
	args := slices.DeleteFunc(slices.Clone(a.env.Args), func(arg string) bool { return slices.Contains(without, arg) })
	at := commandWords(args)
	if len(more) > 0 && !strings.HasPrefix(more[0], "-") {
		at = len(args)
	}
	return commandLine(slices.Insert(args, at, more...))
}

// commandWords counts the words in front that name the command.
func commandWords(args []string) int {
	n := 0
	for n < len(args) && n < 1 && !strings.HasPrefix(args[n], "-") {
		n++
	}
	return n
}

func commandLine(args []string) string {
	line := "whsec"
	for _, arg := range args {
		line += " " + shellQuote(arg)
	}
	return line
}

// shellQuote quotes an argument for a shell of the POSIX kind, if it has to be.
func shellQuote(arg string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_-+=:,./"
	if arg != "" && strings.Trim(arg, plain) == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// nearFlag returns the flag that was most likely meant.
func nearFlag(cmd *cobra.Command, typed string) string {
	best, distance := "", 4
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := editDistance(typed, f.Name); d < distance && d < len(typed) {
			best, distance = f.Name, d
		}
	})
	return best
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// editDistance is how many letters have to be put in, taken out or changed.
func editDistance(from, to string) int {
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(from) {
		before := row[0]
		row[0] = i + 1
		for j := range len(to) {
			change := before
			if from[i] != to[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, before+1, row[j]+1)
		}
	}
	return row[len(to)]
}
