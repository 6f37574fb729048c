// Package manpage writes the manual pages of a command from its help. Cobra has
// a generator of its own, which reads help texts as Markdown: "(whsk_) or
// (whpk_)" lost its underscores there, and tables ran together.
package manpage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An Item is a term with what is to be said of it.
type Item struct{ Term, Text string }

// A Manual is what pages have in common.
type Manual struct {
	Title string
	Date  string // as in ISO 8601; pages follow from what they are made of alone
	Exit  []Item
	Links []string // to more, in the page of the root

	// Environment returns the variables that a command reads.
	Environment func(cmd *cobra.Command) []Item
	// Related names more commands to see, by that of a command.
	Related map[string][]string
}

// Pages returns the page of a command, and of each below it, by the name of its
// file.
func (m *Manual) Pages(root *cobra.Command) map[string]string {
	pages := map[string]string{nameOf(root) + ".1": m.Page(root)}
	for _, c := range below(root) {
		for name, page := range m.Pages(c) {
			pages[name] = page
		}
	}
	return pages
}

// Page returns the page of a command.
func (m *Manual) Page(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag() // or the synopsis depends on what was asked before
	p := &page{}
	p.head(nameOf(cmd), m.Date, cmd.Root().Name(), m.Title)
	p.section("NAME")
	p.text(nameOf(cmd) + " - " + cmd.Short)
	p.section("SYNOPSIS")
	p.synopsis(cmd)
	p.section("DESCRIPTION")
	p.description(cmd.Long)
	p.items("COMMANDS", commands(cmd))
	p.items("OPTIONS", options(cmd))
	p.items("EXIT STATUS", m.Exit)
	p.items("ENVIRONMENT", m.Environment(cmd))
	p.section("EXAMPLES")
	p.verbatim(cmd.Example)
	p.section("SEE ALSO")
	p.seeAlso(m.related(cmd))
	if !cmd.HasParent() {
		for _, link := range m.Links {
			p.paragraph(link)
		}
	}
	return p.String()
}

// nameOf is the name of a page.
func nameOf(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// below returns the commands that have a page, in the order of their names.
func below(cmd *cobra.Command) []*cobra.Command {
	all := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
		return !c.IsAvailableCommand() || c.Name() == "help"
	})
	slices.SortFunc(all, func(a, b *cobra.Command) int { return cmp.Compare(a.Name(), b.Name()) })
	return all
}

func commands(cmd *cobra.Command) []Item {
	var items []Item
	for _, c := range below(cmd) {
		items = append(items, Item{c.CommandPath(), c.Short})
	}
	return items
}

// options takes the words for them from the library that prints them in the
// help.
func options(cmd *cobra.Command) []Item {
	var items []Item
	for _, flags := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.InheritedFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			one := pflag.NewFlagSet("", pflag.ContinueOnError)
			one.AddFlag(f)
			const gap = "   "
			option, usage, _ := strings.Cut(strings.TrimSpace(one.FlagUsages()), gap)
			items = append(items, Item{option, usage})
		})
	}
	return items
}

// related returns the names of the pages to see.
func (m *Manual) related(cmd *cobra.Command) []string {
	var names []string
	if cmd.HasParent() {
		names = append(names, nameOf(cmd.Parent()))
	}
	for _, c := range below(cmd) {
		names = append(names, nameOf(c))
	}
	return append(names, m.Related[nameOf(cmd)]...)
}
