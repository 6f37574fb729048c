package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/cli"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// TestMain runs the command inside the test binary, in a world of which clock
// and terminal are the script's.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"whsec": func() { os.Exit(cli.Main(scripted(cli.System()))) },
	})
}

// scripted takes from the environment what a script cannot have otherwise:
//
//	TEST_NOW       the time
//	TEST_TERMINAL  which streams are a terminal
//	TEST_TYPED     what is typed at the hidden prompt
func scripted(env cli.Env) cli.Env {
	now, err := time.Parse(time.RFC3339, os.Getenv("TEST_NOW"))
	if err != nil {
		panic(err)
	}
	env.Now = func() time.Time { return now }
	terminal := os.Getenv("TEST_TERMINAL")
	env.Terminal = cli.Terminal{
		Stdin:  strings.Contains(terminal, "stdin"),
		Stdout: strings.Contains(terminal, "stdout"),
		Stderr: strings.Contains(terminal, "stderr"),
		ReadSecret: func(prompt string) (string, error) {
			typed, ok := os.LookupEnv("TEST_TYPED")
			if !ok {
				return "", cli.ErrNoTerminal
			}
			fmt.Fprintln(os.Stderr, prompt)
			return typed, nil
		},
	}
	return env
}

func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	examples, err := filepath.Abs("../../examples")
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TEST_NOW", "2026-01-01T00:00:00Z")
			env.Setenv("EXAMPLES", examples)
			return nil
		},
	})
}
