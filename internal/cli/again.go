package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A line is a command line, to be corrected for a hint that can be copied.
type line []string

// typed returns the command line as it was typed.
func (a *app) typed() line { return slices.Clone(a.env.Args) }

// String quotes for a shell of the POSIX kind.
func (l line) String() string {
	text := "whsec"
	for _, arg := range l {
		text += " " + shellQuote(arg)
	}
	return text
}

// with puts flags behind the word that names the command.
func (l line) with(flags ...string) line {
	return slices.Insert(l, l.command()+1, flags...)
}

// and puts an argument to the end.
func (l line) and(arg string) line { return append(l, arg) }

// as names another command.
func (l line) as(command string) line {
	if at := l.command(); at >= 0 {
		l[at] = command
	}
	return l
}

// set gives a flag this value instead of any that it had.
func (l line) set(flag, value string) line { return l.without(flag).with(flag, value) }

// switches are the flags that take no value from the argument behind them.
var switches = map[string]bool{
	"--allow-files": true, "--asymmetric": true, "--at-capture": true, "--example": true, "--fail-fast": true, "--help": true, "-h": true,
	"--ignore-age": true, "--json": true, "--public": true, "--strict-reasons": true,
}

// without takes flags out, with their values. What stands behind "--" is no
// flag of ours.
func (l line) without(flags ...string) line {
	var kept line
	for i := 0; i < len(l); i++ {
		name, joined := flagOf(l[i])
		switch {
		case name == "--":
			return append(kept, l[i:]...)
		case !slices.Contains(flags, name):
			kept = append(kept, l[i])
		case !joined && !switches[name]:
			i++ // its value
		}
	}
	return kept
}

// flagOf returns the name of a flag, and whether a value is joined to it:
// --flag=value, -f=value, -fvalue.
func flagOf(arg string) (name string, joined bool) {
	if short := len(arg) > 2 && arg[0] == '-' && arg[1] != '-'; short {
		return arg[:2], true
	}
	name, _, joined = strings.Cut(arg, "=")
	return name, joined
}

// renamed spells a flag or a command rightly.
func (l line) renamed(from, to string) line {
	for i, arg := range l {
		if rest, ok := strings.CutPrefix(arg, from); ok && (rest == "" || rest[0] == '=') {
			l[i] = to + rest
			break
		}
	}
	return l
}

// inGroup puts the name of a group in front of a command of it.
func (l line) inGroup(group, command string) line {
	return slices.Insert(l, slices.Index(l, command), group)
}

// withoutDash takes out a "--" in front of a command that is spelled rightly.
func (l line) withoutDash(spelled bool) line {
	if i := slices.Index(l, "--"); spelled && i >= 0 {
		return slices.Delete(l, i, i+1)
	}
	return l
}

// word returns the nth word that is no flag, from 0, or "".
func (l line) word(n int) string {
	for _, arg := range l {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		if n == 0 {
			return arg
		}
		n--
	}
	return ""
}

// depth is how many words name a command, that of the program aside.
func depth(cmd *cobra.Command) int {
	n := 0
	for ; cmd.HasParent(); cmd = cmd.Parent() {
		n++
	}
	return n
}

// groups are the commands that are made of others.
var groups = map[string]bool{"conformance": true, "key": true}

// command returns the index of the word that names the command: the first that
// is no flag, for flags in front of it have no values, or the next if that
// names a group. It is -1 without one.
func (l line) command() int {
	isWord := func(arg string) bool { return !strings.HasPrefix(arg, "-") }
	at := slices.IndexFunc(l, isWord)
	if at < 0 || !groups[l[at]] {
		return at
	}
	if next := slices.IndexFunc(l[at+1:], isWord); next >= 0 {
		return at + 1 + next
	}
	return at
}

func shellQuote(arg string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_-+=:,./"
	if arg != "" && strings.Trim(arg, plain) == "" {
		return arg
	}
	if strings.ContainsFunc(arg, func(r rune) bool { return r != '\n' && isUnseen(r) }) {
		return ansiQuote(arg)
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// ansiQuote quotes for bash and zsh what is not fit to be seen by a terminal.
func ansiQuote(arg string) string {
	var out strings.Builder
	for _, r := range arg {
		switch {
		case r == '\'' || r == '\\':
			out.WriteString(`\` + string(r))
		case r == '\n':
			out.WriteString(`\n`)
		case isUnseen(r):
			for _, b := range []byte(string(r)) {
				fmt.Fprintf(&out, `\x%02x`, b)
			}
		default:
			out.WriteRune(r)
		}
	}
	return "$'" + out.String() + "'"
}

// nearFlag returns the flag that was most likely meant, or "".
func nearFlag(cmd *cobra.Command, typed string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return nearest(typed, names)
}

// nearCommand returns the command that was most likely meant, or "".
func nearCommand(cmd *cobra.Command, typed string) string {
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return nearest(typed, names)
}

// nearest returns the name that takes the fewest changes, up to three and not
// all of it.
func nearest(typed string, names []string) string {
	best, distance := "", 4
	for _, name := range names {
		if d := editDistance(typed, name); d < distance && d < len(typed) && d < len(name) {
			best, distance = name, d
		}
	}
	return best
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
