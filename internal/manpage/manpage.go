// Package manpage has cobra write the manual pages of a command. Cobra reads
// help texts as Markdown; here they are made to mean there what they say.
package manpage

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// A Manual is what pages have in common.
type Manual struct {
	Title string
	Date  time.Time // fixed: pages follow from what they are made of alone

	// Sections returns what a page has besides the help, by a title in order.
	Sections func(cmd *cobra.Command) map[string]string
	// SeeAlso has more to see than cobra finds, by the name of a page.
	SeeAlso map[string][]string
}

// Pages returns the page of a command, and of each below it, by the name of its
// file.
func (m *Manual) Pages(root *cobra.Command) map[string]string {
	pages := map[string]string{nameOf(root) + ".1": m.Page(root)}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			maps.Copy(pages, m.Pages(c))
		}
	}
	return pages
}

func nameOf(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// Page returns the page of a command.
func (m *Manual) Page(cmd *cobra.Command) string {
	defer m.prepare(cmd)()
	var page strings.Builder
	header := doc.GenManHeader{Date: &m.Date, Source: cmd.Root().Name(), Manual: m.Title}
	if err := doc.GenMan(cmd, &header, &page); err != nil {
		panic(err) // it is said of the date alone, which is given
	}
	return m.finish(page.String(), m.SeeAlso[nameOf(cmd)])
}

// prepare gives a command texts in Markdown, until it is restored.
func (m *Manual) prepare(cmd *cobra.Command) (restore func()) {
	cmd.InitDefaultHelpFlag()
	_ = cmd.InheritedFlags() // has them among its flags
	restores := []func(){borrow(cmd)}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		restores = append(restores, borrow(f))
		prepareFlag(f)
	})
	use := strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())
	if cmd.HasAvailableSubCommands() {
		use = " COMMAND"
	}
	cmd.Use, cmd.DisableFlagsInUseLine = cmd.Name()+escape(use), true
	cmd.Short, cmd.Long, cmd.DisableAutoGenTag = escape(cmd.Short), prose(cmd.Long), true
	for title, text := range m.Sections(cmd) { // sorted by finish
		cmd.Long += "\n\n# " + title + "\n" + prose(text)
	}
	return func() {
		for _, restore := range restores {
			restore()
		}
	}
}

func borrow[T any](p *T) (restore func()) {
	was := *p
	return func() { *p = was }
}

// prepareFlag puts what the help says of a flag where cobra writes the default:
// it has no place for the name of a value, and of the usage no more than the
// first line is indented.
func prepareFlag(f *pflag.Flag) {
	one := pflag.NewFlagSet("", pflag.ContinueOnError)
	one.AddFlag(f)
	option, usage, _ := strings.Cut(strings.TrimSpace(one.FlagUsages()), "   ")
	_, value, _ := strings.Cut(option, "--"+f.Name)
	f.DefValue = escape(strings.TrimSpace(value)) + "\n: " + escape(usage)
	f.Usage, f.NoOptDefVal, f.Value = "", "", unquoted{f.Value}
}

// Cobra puts the values of flags in quotes, if their type is string.
type unquoted struct{ pflag.Value }

func (unquoted) Type() string { return "" }

var (
	special = regexp.MustCompile("[\\\\`*_{}\\[\\]()#+!:|&<>~-]")
	goesOn  = regexp.MustCompile(`\n {3,}|(,)\n  `)
	item    = regexp.MustCompile(`(?m)^  (\S+(?: \S+)*) {2,}(.*)$`)
)

// escape makes Markdown of plain text. There is no way to escape a line of "="
// alone, and a paragraph that begins with "%".
func escape(text string) string { return special.ReplaceAllString(text, `\$0`) }

// prose makes Markdown of paragraphs, with lists "  term   text" among them.
func prose(text string) string {
	return item.ReplaceAllString(goesOn.ReplaceAllString(escape(text), "$1 "), "\n**$1**\n: $2\n")
}

// glyphs are of characters that groff shows as others, though options and
// commands are copied from pages. Of a flag without a value "=" is left.
var glyphs = strings.NewReplacer(`\-`, `\-`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`, `\\`, `\e`,
	"\\fP=\n", "\\fP\n")

// unbroken keeps groff from hyphenating options; .nh does so no longer than to
// the next macro.
const unbroken = ".nr HY 0"

// Space before a macro is the macro's affair.
var blank = regexp.MustCompile(`\n{2,}\.`)

// order is that of man-pages(7), which asks for the form of the date as well.
var order = []string{
	"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "OPTIONS INHERITED FROM PARENT COMMANDS",
	"EXIT STATUS", "ENVIRONMENT", "EXAMPLE", "SEE ALSO",
}

// finish does to a page what cobra gives no say in.
func (m *Manual) finish(page string, seeAlso []string) string {
	const section = "\n\n.SH "
	for _, name := range seeAlso { // SEE ALSO comes last
		page = strings.TrimRight(page, "\n") + ", \\fB" + name + "\\fP\n"
	}
	head, body, _ := strings.Cut(glyphs.Replace(page), section)
	head = strings.Replace(head, ".nh", unbroken, 1)
	head = strings.Replace(head, m.Date.Format("Jan 2006"), m.Date.Format(time.DateOnly), 1)
	sections := strings.Split(body, section)
	slices.SortStableFunc(sections, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	page = head + section + strings.TrimSpace(strings.Join(sections, section)) + "\n"
	return blank.ReplaceAllString(page, "\n.")
}

func place(section string) int {
	title, _, _ := strings.Cut(section, "\n")
	return slices.Index(order, title)
}
