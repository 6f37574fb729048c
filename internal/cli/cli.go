// Package cli is the whsec command. All it knows of the world goes into [Main]
// by an [Env], an exit code comes out.
package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// An app is one run of the command.
type app struct {
	env        Env
	out        *output
	asJSON     bool
	stdinTaken bool
}

// Main runs the command and returns what the process exits with: 0 yes, 1 a
// negative answer, 2 wrong usage, 3 no answer.
func Main(env Env) (exit int) {
	a := &app{env: env, out: newOutput(env)}
	defer func() {
		// A panic would exit with 2, which means something else here.
		if r := recover(); r != nil {
			a.out.errorMessage(fmt.Sprintf("a fault in whsec itself: %v", r))
			a.out.hint("please report it, with these lines and without your secret")
			a.out.stack(debug.Stack())
			if a.asJSON {
				a.out.json(errorJSON{errorBody{Code: codeInternal, Message: "a fault in whsec itself"}})
			}
			exit = int(exitFailed)
		}
	}()
	return int(a.finish(a.run()))
}

func (a *app) run() error {
	_, a.asJSON = findFlag(a.env.Args, "--json") // until the flags are parsed
	if err := a.refuseSecretArgs(); err != nil {
		return err
	}
	root := a.rootCommand()
	root.SetArgs(append([]string{}, a.env.Args...)) // nil would be os.Args
	return root.ExecuteContext(context.Background())
}

// finish says what went wrong.
func (a *app) finish(err error) exitCode {
	if a.out.err != nil && (err == nil || errors.Is(err, errNegative)) {
		err = a.out.err
	}
	switch {
	case err == nil:
		return exitYes
	case errors.Is(err, errNegative):
		return exitNo
	}
	f := asFault(err)
	a.out.errorMessage(f.Error())
	for _, hint := range f.hints {
		a.out.hint(hint)
	}
	if a.asJSON {
		a.out.json(errorJSON{errorBody{f.Code(), redact(f.Error()), redactAll(f.hints)}})
	}
	return f.exit
}

// errorJSON is what --json prints for lack of an answer.
type errorJSON struct {
	Error errorBody `json:"error"`
}

type errorBody struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Hints   []string `json:"hints,omitempty"`
}

// A command that is made of others does nothing by itself.
func (a *app) group(cmd *cobra.Command, of ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(of...)
	cmd.Args = cobra.ArbitraryArgs // unknown ones come to RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return a.unknownCommand(cmd, args[0])
		}
		if cmd.HasParent() {
			return usage(fmt.Errorf("%s needs a command", cmd.CommandPath()), cmd.CommandPath()+" --help")
		}
		if a.asJSON {
			return usage(errors.New("whsec needs a command"), "whsec --help")
		}
		return cmd.Help()
	}
	return cmd
}

func (a *app) unknownCommand(cmd *cobra.Command, name string) error {
	hint := cmd.CommandPath() + " --help"
	for _, c := range cmd.Commands() {
		if nearCommand(c, name) == name {
			hint = a.typed().inGroup(c.Name(), name).String()
		}
	}
	if near := nearCommand(cmd, name); near != "" {
		hint = a.typed().withoutDash(near == name).renamed(name, near).String()
	}
	return usage(fmt.Errorf("%s has no command %q", cmd.CommandPath(), name), hint)
}
