package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

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
		Title:    "Webhooks",
		Date:     time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC), // of the version that is being made
		Sections: sections,
		SeeAlso: map[string][]string{
			"whsec":         {"https://github.com/whsec/whsec", "https://www.standardwebhooks.com"},
			"whsec-keygen":  {"whsec-key(1)", "whsec-inspect(1)", "whsec-sign(1)"},
			"whsec-key":     {"whsec-keygen(1)", "whsec-inspect(1)"},
			"whsec-inspect": {"whsec-keygen(1)", "whsec-doctor(1)"},
			"whsec-sign":    {"whsec-verify(1)", "whsec-keygen(1)"},
			"whsec-verify":  {"whsec-doctor(1)", "whsec-sign(1)"},
			"whsec-doctor":  {"whsec-verify(1)", "whsec-inspect(1)"},

			"whsec-key-import":         {"whsec-key-export(1)", "whsec-keygen(1)"},
			"whsec-key-export":         {"whsec-key-import(1)", "whsec-keygen(1)"},
			"whsec-conformance-check":  {"whsec-conformance-run(1)"},
			"whsec-conformance-run":    {"whsec-conformance-check(1)", "whsec-conformance-report(1)", "whsec-conformance-show(1)"},
			"whsec-conformance-report": {"whsec-conformance-run(1)"},
			"whsec-conformance-list":   {"whsec-conformance-show(1)"},
			"whsec-conformance-show":   {"whsec-conformance-list(1)", "whsec-verify(1)"},
		},
	}
}

// sections are written as lists in help texts are.
func sections(cmd *cobra.Command) map[string]string {
	environment := `  NO_COLOR  no colour on a terminal, if it is set to anything
  TERM      no colour either, if it is dumb`
	if cmd.Flags().Lookup("secret-file") != nil || !cmd.HasParent() {
		environment = "  " + secretVariable + "  a secret or a list of them, current first, where neither --secret-file nor --secret-env is given\n" + environment
	}
	sections := map[string]string{
		"EXIT STATUS": `  0  yes: it is valid, it is in order, it was done
  1  a negative answer: not valid, not in order, something failed the examination
  2  wrong usage; the hint shows the corrected command
  3  no answer: an unreadable file, no secret, an adapter that did not start`,
		"ENVIRONMENT": environment,
	}
	if cmd.HasAvailableSubCommands() {
		sections["COMMANDS"] = commandTable(cmd)
	}
	return sections
}
