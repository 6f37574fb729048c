package manpage

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const long = `Do a thing with 'quotes', _a_ *\* and a - dash; <b>, [c](d), &amp; # #1 {"e":"f_g"} |.
.TH is no macro here…

- nor this a list, and whsk_ and whpk_ keep their "_":
  one       the first_one_
  two words,
  and more  the second, which goes on
            here
  a\b       the ` + "`third`" + `

And so on.`

const want = `.nr HY 0
.TH "PROG" "1" "2026-01-31" "prog" "Things"
.SH NAME
prog \- do_things_ \- now
.SH SYNOPSIS
\fBprog COMMAND\fP
.SH DESCRIPTION
Do a thing with \(aqquotes\(aq, _a_ *\e* and a \- dash; <b>, [c](d), &amp; # #1 {"e":"f_g"} |\&.
\&.TH is no macro here…
.PP
\- nor this a list, and whsk_ and whpk_ keep their "_":
.TP
\fBone\fP
the first_one_
.TP
\fBtwo words, and more\fP
the second, which goes on here
.TP
\fBa\eb\fP
the \(gathird\(ga
.PP
And so on.
.SH OPTIONS
.TP
\fB\-o\fP, \fB\-\-out\fP=A_FILE
write_to_ A_FILE (default "\-b")
.TP
\fB\-\-wait\fP=duration
how long (default 5s)
.TP
\fB\-\-json\fP
print_JSON_
.TP
\fB\-h\fP, \fB\-\-help\fP
help for prog
.SH EXIT STATUS
.TP
\fB0\fP
yes
.SH ENVIRONMENT
.TP
\fBHOME_\fP
is read_
.SH EXAMPLE
.EX
  prog \(ti/_file_ \e
\&.hidden
.EE
.SH SEE ALSO
\fBprog\-sub(1)\fP, \fBother(1)\fP
`

func tree() *cobra.Command {
	nothing := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "prog", Short: "do_things_ - now", Long: long, Example: "  prog ~/_file_ \\\n.hidden", Run: nothing}
	root.Flags().SortFlags = false
	root.Flags().StringP("out", "o", "-b", "write_to_ `A_FILE`")
	root.Flags().Duration("wait", 5*time.Second, "how long")
	root.PersistentFlags().Bool("json", false, "print_JSON_")
	sub := &cobra.Command{Use: "sub [FILE] [flags] -- NAME...", Short: "do one", Long: "Do one.", Run: nothing}
	sub.AddCommand(&cobra.Command{Use: "leaf", Short: "do less", Long: "Do less.", Run: nothing})
	root.AddCommand(sub, &cobra.Command{Use: "hidden", Hidden: true, Run: nothing})
	root.SetHelpCommand(&cobra.Command{Use: "help", Run: nothing})
	return root
}

func manual() *Manual {
	return &Manual{
		Title: "Things", Date: time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC),
		Sections: func(*cobra.Command) map[string]string {
			return map[string]string{"ENVIRONMENT": "  HOME_  is read_", "EXIT STATUS": "  0  yes"}
		},
		SeeAlso: map[string][]string{"prog": {"other(1)"}},
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	assert.Equal(t, want, manual().Page(tree()))
}

func TestPages(t *testing.T) {
	t.Parallel()
	pages := manual().Pages(tree())
	assert.ElementsMatch(t, []string{"prog.1", "prog-sub.1", "prog-sub-leaf.1"}, slices.Collect(maps.Keys(pages)))
	assert.Equal(t, want, pages["prog.1"])
	assert.Contains(t, pages["prog-sub.1"], ".SH SEE ALSO\n\\fBprog(1)\\fP, \\fBprog\\-sub\\-leaf(1)\\fP\n")
	assert.Contains(t, pages["prog-sub.1"], ".SH OPTIONS INHERITED FROM PARENT COMMANDS\n.TP\n\\fB\\-\\-json\\fP\nprint_JSON_\n.SH EXIT STATUS\n")
	assert.Contains(t, pages["prog-sub-leaf.1"], "\n\\fBprog sub leaf [flags]\\fP\n")
}

// A synopsis is what the command says of itself.
func TestSynopsis(t *testing.T) {
	t.Parallel()
	cmd := &cobra.Command{Use: "lone [FILE] [flags] -- [A_B_]...", Run: func(*cobra.Command, []string) {}}
	assert.Contains(t, manual().Page(cmd), "\n.SH SYNOPSIS\n\\fBlone [FILE] [flags] \\-\\- [A_B_]\\&...\\fP\n")
}

// A command is as it was once its page is written.
func TestRestored(t *testing.T) {
	t.Parallel()
	written, fresh := tree(), tree()
	_ = manual().Pages(written)
	assert.Equal(t, manual().Pages(fresh), manual().Pages(written))
	for _, path := range [][]string{{}, {"sub"}, {"sub", "leaf"}} {
		got, _, err := written.Find(path)
		require.NoError(t, err)
		want, _, err := tree().Find(path)
		require.NoError(t, err)
		want.InitDefaultHelpFlag()
		assert.Equal(t, []string{want.Use, want.Short, want.Long, want.Example, want.UsageString()},
			[]string{got.Use, got.Short, got.Long, got.Example, got.UsageString()})
		assert.Equal(t, want.DisableAutoGenTag, got.DisableAutoGenTag)
	}
	require.NoError(t, written.ParseFlags([]string{"--out", "x", "--json"}))
	assert.Equal(t, "x", written.Flag("out").Value.String())
}

// A line of text is never taken for a macro, nor for Markdown, whatever begins
// it; but for what cannot be escaped.
func TestLines(t *testing.T) {
	t.Parallel()
	undo := strings.NewReplacer(`\&`, "", `\e`, `\`, `\-`, "-", `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~")
	for r := '!'; r <= '~'; r++ {
		if r == '=' || r == '%' {
			continue
		}
		for _, start := range []string{string(r), string(r) + " ", strings.Repeat(string(r), 4)} {
			cmd := &cobra.Command{Use: "prog", Long: "One\n" + start + "two\n\nthree " + start + "\nfour" + start + "\n" + start + "\n\n" + start + "five", Run: func(*cobra.Command, []string) {}}
			_, rest, _ := strings.Cut(manual().Page(cmd), ".SH DESCRIPTION\n")
			description, _, _ := strings.Cut(rest, ".SH ")
			assert.NotRegexp(t, `(?m)^('|\.(?:[^P]|$))`, description)
			words := strings.ReplaceAll(undo.Replace(description), ".PP\n", "")
			assert.Equal(t, strings.Fields(cmd.Long), strings.Fields(words), "%q", start)
		}
	}
}
