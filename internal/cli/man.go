package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/manpage"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "write the manual pages",
		Long: `Write the manual pages, one for each command, into a folder, over older ones.
Without a folder the page of whsec itself goes to stdout.

JSON, one object for each page: name, and file or page (in roff).`,
		Example: `  whsec man | man -l -
  whsec man ~/.local/share/man/man1`,
		Args: atMostOne("folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				a.printPage(cmd.Root())
				return nil
			}
			return a.writePages(cmd.Root(), args[0])
		},
	}
}

// A manPage is documented in the help of man.
type manPage struct {
	Name string `json:"name"`
	File string `json:"file,omitempty"`
	Page string `json:"page,omitempty"`
}

func (a *app) printPage(root *cobra.Command) {
	page := manual().Page(root)
	if a.asJSON {
		a.out.json(manPage{Name: root.Name() + ".1", Page: page})
		return
	}
	a.out.raw([]byte(page))
}

func (a *app) writePages(root *cobra.Command, dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		if err == nil {
			err = fmt.Errorf("%s is no folder", dir)
		}
		return failedAs(codeUnwritable, err, "mkdir -p "+shellQuote(dir))
	}
	pages := manual().Pages(root)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(pages[name]), 0o644); err != nil {
			return failedAs(codeUnwritable, err)
		}
		if a.asJSON {
			a.out.json(manPage{Name: name, File: path})
		}
	}
	a.out.note("wrote %s to %s", count(len(pages), "page"), dir)
	return nil
}

// manual is what the help does not say.
func manual() *manpage.Manual {
	return &manpage.Manual{
		Title: "Webhooks",
		Date:  "2026-11-30", // of the version that is being made
		Exit: []manpage.Item{
			{Term: "0", Text: "yes: it is valid, it is in order, it was done"},
			{Term: "1", Text: "a negative answer: not valid, not in order, something failed the examination"},
			{Term: "2", Text: "wrong usage; the hint shows the corrected command"},
			{Term: "3", Text: "no answer: an unreadable file, no secret, an adapter that did not start"},
		},
		Environment: environment,
		Related: map[string][]string{
			"whsec-keygen":  {"whsec-key", "whsec-inspect", "whsec-sign"},
			"whsec-key":     {"whsec-keygen", "whsec-inspect"},
			"whsec-inspect": {"whsec-keygen", "whsec-doctor"},
			"whsec-sign":    {"whsec-verify", "whsec-keygen"},
			"whsec-verify":  {"whsec-doctor", "whsec-sign"},
			"whsec-doctor":  {"whsec-verify", "whsec-inspect"},

			"whsec-key-import":         {"whsec-key-export", "whsec-keygen"},
			"whsec-key-export":         {"whsec-key-import", "whsec-keygen"},
			"whsec-conformance-check":  {"whsec-conformance-run"},
			"whsec-conformance-run":    {"whsec-conformance-check", "whsec-conformance-report", "whsec-conformance-show"},
			"whsec-conformance-report": {"whsec-conformance-run"},
			"whsec-conformance-list":   {"whsec-conformance-show"},
			"whsec-conformance-show":   {"whsec-conformance-list", "whsec-verify"},
		},
		Links: []string{"The project: https://github.com/whsec/whsec", "The scheme: https://www.standardwebhooks.com"},
	}
}

// environment returns the variables that a command reads.
func environment(cmd *cobra.Command) []manpage.Item {
	var items []manpage.Item
	if cmd.Flags().Lookup("secret-file") != nil || !cmd.HasParent() {
		items = append(items, manpage.Item{Term: secretVariable, Text: "a secret or a list of them, current first, where neither --secret-file nor --secret-env is given"})
	}
	return append(items,
		manpage.Item{Term: "NO_COLOR", Text: "no colour on a terminal, if it is set to anything"},
		manpage.Item{Term: "TERM", Text: "no colour either, if it is dumb"})
}
