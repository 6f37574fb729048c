package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/cli"
	"github.com/whsec/whsec/internal/conformance/rogue"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// TestMain runs the command inside the test binary, in a world of which clock
// and terminal are the script's.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"whsec":             func() { os.Exit(cli.Main(scripted(cli.System()))) },
		"whsec-at-terminal": main,
		"rogue":             func() { os.Exit(rogue.Main(os.Args[1:])) },
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
	env.LookupEnv = lookupEnv
	terminal := os.Getenv("TEST_TERMINAL")
	env.Terminal = cli.Terminal{
		Stdin:  strings.Contains(terminal, "stdin"),
		Stdout: strings.Contains(terminal, "stdout"),
		Stderr: strings.Contains(terminal, "stderr"),
		ReadSecret: func(prompt string) (string, error) {
			typed, ok := lookupEnv("TEST_TYPED")
			if !ok {
				return "", cli.ErrNoTerminal
			}
			fmt.Fprintln(os.Stderr, prompt)
			return typed, nil
		},
	}
	return env
}

func lookupEnv(name string) (string, bool) {
	value, ok := os.LookupEnv(name)
	return value, ok && value != unsetMark
}

func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	examples, err := filepath.Abs("../../examples")
	require.NoError(t, err)
	keys, err := filepath.Abs("../../internal/keyfile/testdata")
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"chomp": chomp, "crlf": crlf, "exits": exits, "printed": printed,
			"unset": unset,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("TEST_NOW", "2026-01-01T00:00:00Z")
			env.Setenv("EXAMPLES", examples)
			env.Setenv("KEYS", keys)
			return nil
		},
	})
}

// chomp takes the last line end off files: those of a script all have one.
func chomp(ts *testscript.TestScript, _ bool, files []string) {
	edit(ts, files, func(text string) string { return strings.TrimSuffix(text, "\n") })
}

// crlf gives the head of files the line ends of HTTP.
func crlf(ts *testscript.TestScript, _ bool, files []string) {
	edit(ts, files, func(text string) string {
		head, body, _ := strings.Cut(text, "\n\n")
		return strings.ReplaceAll(head, "\n", "\r\n") + "\r\n\r\n" + body
	})
}

func edit(ts *testscript.TestScript, files []string, change func(string) string) {
	for _, file := range files {
		ts.Check(os.WriteFile(ts.MkAbs(file), []byte(change(ts.ReadFile(file))), 0o600))
	}
}

// printed writes a file of exactly the bytes that a Go string has.
func printed(ts *testscript.TestScript, _ bool, args []string) {
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// unset takes variables of the script out of the environment.
func unset(ts *testscript.TestScript, _ bool, names []string) {
	for _, name := range names {
		ts.Setenv(name, unsetMark)
	}
}

// unsetMark stands for a variable that is not there: a script can only change
// variables.
const unsetMark = "(unset)"

// exits runs a command that has to exit with the code given.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
