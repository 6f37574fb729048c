package manpage

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const long = `Do a thing with 'quotes', a \ and a - dash.
.TH is no macro here…

It knows:
  one       the first
  two words, and
  more      the second, which goes on
            here
  alone

And so on.`

const want = `.TH PROG 1 2026-01-31 "prog" "Things"
.nh
.ad l
.SH NAME
prog \- do things
.SH SYNOPSIS
\fBprog\fR COMMAND
.SH DESCRIPTION
Do a thing with \(aqquotes\(aq, a \e and a \- dash. .TH is no macro here\[u2026]
.PP
It knows:
.TP
\fBone\fR
the first
.TP
\fBtwo words, and more\fR
the second, which goes on here
.TP
\fBalone\fR
.PP
And so on.
.SH COMMANDS
.TP
\fBprog sub\fR
do one
.SH OPTIONS
.TP
\fB\-o, \-\-out FILE\fR
write to FILE (default \(dqa\-b\(dq)
.TP
\fB\-h, \-\-help\fR
help for prog
.SH EXIT STATUS
.TP
\fB0\fR
yes
.SH ENVIRONMENT
.TP
\fBHOME\fR
is read
.SH EXAMPLES
.EX
  prog \(ti/file
\&.hidden
.EE
.SH SEE ALSO
\fBprog\-sub\fR(1),
\fBother\fR(1)
.PP
https://prog.example
`

func tree() *cobra.Command {
	nothing := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "prog", Short: "do things", Long: long, Example: "  prog ~/file\n.hidden", Run: nothing}
	root.Flags().SortFlags = false
	root.Flags().StringP("out", "o", "a-b", "write to `FILE`")
	root.AddCommand(
		&cobra.Command{Use: "sub [FILE]", Short: "do one", Long: "Do one.", Run: nothing},
		&cobra.Command{Use: "hidden", Hidden: true, Run: nothing},
		&cobra.Command{Use: "help", Run: nothing},
	)
	return root
}

func manual() *Manual {
	return &Manual{
		Title: "Things", Date: "2026-01-31",
		Exit:        []Item{{"0", "yes"}},
		Environment: func(*cobra.Command) []Item { return []Item{{"HOME", "is read"}} },
		Related:     map[string][]string{"prog": {"other"}},
		Links:       []string{"https://prog.example"},
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	assert.Equal(t, want, manual().Page(tree()))
}

func TestPages(t *testing.T) {
	t.Parallel()
	pages := manual().Pages(tree())
	require.Len(t, pages, 2)
	assert.Equal(t, want, pages["prog.1"])
	assert.Contains(t, pages["prog-sub.1"], "\n\\fBprog sub\\fR [FILE] [flags]\n")
	assert.Contains(t, pages["prog-sub.1"], ".SH SEE ALSO\n\\fBprog\\fR(1)\n")
	assert.NotContains(t, pages["prog-sub.1"], "prog.example")
}

// A line of text is never taken for a macro, wherever it breaks.
func TestLines(t *testing.T) {
	t.Parallel()
	for n := range 100 {
		p := &page{}
		p.text(strings.Repeat("a", n) + " .SH 'x \\")
		for line := range strings.Lines(p.String()) {
			assert.NotRegexp(t, `^[.']`, line)
		}
	}
}
