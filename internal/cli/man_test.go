package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
	for name := range manual().Related {
		assert.Contains(t, pages, name+".1")
	}
}

// TestManualPagesHaveTheHelp: no word of a help text is lost.
func TestManualPagesHaveTheHelp(t *testing.T) {
	t.Parallel()
	a := &app{env: Env{LookupEnv: func(string) (string, bool) { return "", false }}}
	a.out = newOutput(a.env)
	plain := strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\(dq`, `"`, `\(ti`, "~", `\[u2026]`, "…", `\e`, `\`, `\&`, "", `\fB`, "", `\fR`, "", ".TP\n", "", ".PP\n", "")
	for _, cmd := range commandsOf(a.rootCommand()) {
		_, rest, _ := strings.Cut(manual().Page(cmd), "\n.SH DESCRIPTION\n")
		description, _, _ := strings.Cut(rest, "\n.SH ")
		assert.Equal(t, strings.Fields(cmd.Long), strings.Fields(plain.Replace(description)), cmd.CommandPath())
	}
}

// TestManualPagesAreWellFormed asks those who know the language.
func TestManualPagesAreWellFormed(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../../doc/man/*.1")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	checked := false
	for _, command := range [][]string{{"mandoc", "-Tlint", "-Wwarning"}, {"groff", "-man", "-ww", "-Tutf8", "-z"}} {
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
