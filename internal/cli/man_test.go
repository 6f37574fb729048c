package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestManualPages compares the pages in doc/man with the help texts.
func TestManualPages(t *testing.T) {
	t.Parallel()
	const dir = "../../doc/man"
	a := &app{env: Env{LookupEnv: func(string) (string, bool) { return "", false }}}
	a.out = newOutput(a.env)
	pages := manual().Pages(a.rootCommand())
	require.Greater(t, len(pages), 10)
	for name, page := range pages {
		committed, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, page, string(committed), "%s is not what the help says: go run ./cmd/whsec man doc/man", name)
	}
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, file := range files {
		assert.Contains(t, pages, file.Name(), "doc/man has a page of no command")
	}
	for name, seeAlso := range manual().SeeAlso {
		for _, other := range append(seeAlso, name+"(1)") {
			file := strings.ReplaceAll(strings.ReplaceAll(other, "(", "."), ")", "")
			assert.True(t, pages[file] != "" || strings.HasPrefix(other, "https://"), other)
		}
	}
}

// TestManualPagesHaveTheHelp: no word of a help text is lost.
func TestManualPagesHaveTheHelp(t *testing.T) {
	t.Parallel()
	a := &app{env: Env{LookupEnv: func(string) (string, bool) { return "", false }}}
	a.out = newOutput(a.env)
	for _, cmd := range commandsOf(a.rootCommand()) {
		sections := map[string]string{}
		for section := range strings.SplitSeq(manual().Page(cmd), "\n.SH ") {
			title, text, _ := strings.Cut(section, "\n")
			sections[title] = strings.Join(strings.Fields(plainRoff.Replace(text)), " ")
		}
		for title, text := range map[string]string{
			"NAME":        strings.ReplaceAll(cmd.CommandPath(), " ", "-") + " - " + cmd.Short,
			"SYNOPSIS":    usageLine(cmd),
			"DESCRIPTION": cmd.Long,
			"EXAMPLE":     cmd.Example,
		} {
			assert.Equal(t, strings.Join(strings.Fields(text), " "), sections[title], cmd.CommandPath())
		}
		assert.Equal(t, flagWords(cmd.LocalFlags()), sections["OPTIONS"], cmd.CommandPath())
		assert.Equal(t, flagWords(cmd.InheritedFlags()), sections["OPTIONS INHERITED FROM PARENT COMMANDS"], cmd.CommandPath())
	}
}

var plainRoff = strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\(ti`, "~", `\e`, `\`, `\&`, "", `\fB`, "", `\fP`, "",
	".TP\n", "", ".PP\n", "", ".EX\n", "", ".EE", "")

// flagWords returns what the help says of flags, with a value behind "=" as in
// the pages.
func flagWords(flags *pflag.FlagSet) string {
	words := strings.Join(strings.Fields(flags.FlagUsages()), " ")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.NoOptDefVal == "" {
			words = strings.Replace(words, "--"+f.Name+" ", "--"+f.Name+"=", 1)
		}
	})
	return words
}

// TestManualPagesAreWellFormed asks those who know the language.
func TestManualPagesAreWellFormed(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../../doc/man/*.1")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	checked := false
	for _, command := range [][]string{{"mandoc", "-Tlint", "-Wwarning"}, {"groff", "-Kutf8", "-man", "-ww", "-Tutf8", "-z"}} {
		if _, err := exec.LookPath(command[0]); err != nil {
			continue
		}
		checked = true
		out, err := exec.CommandContext(t.Context(), command[0], append(command[1:], pages...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Empty(t, string(out), command[0])
	}
	if !checked {
		t.Skip("this machine has neither mandoc nor groff")
	}
}
