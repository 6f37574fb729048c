package cli

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"os/signal"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/runner"
	"github.com/whsec/whsec/testvectors"
)

// selectFlags choose among the vectors.
type selectFlags struct{ profiles, filters []string }

func (f *selectFlags) addTo(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.profiles, "profile", nil, "take the vectors of this `PROFILE` alone: standard, svix, stripe; repeatable")
	flags.StringArrayVar(&f.filters, "filter", nil, "take the vectors with this `ID` alone, or below it; * is within a segment; repeatable")
}

// vectors returns the cases chosen of the suite, and all of it.
func (f *selectFlags) vectors() (chosen []runner.Case, suite *testvectors.Suite, err error) {
	suite, err = testvectors.Load()
	if err != nil {
		return nil, nil, failed(err)
	}
	chosen, err = runner.Select(slices.Collect(suite.All()), f.profiles, f.filters)
	if err != nil {
		return nil, nil, usage(err, "whsec conformance list")
	}
	return chosen, suite, nil
}

// limitFlags bound what an adapter can take.
type limitFlags struct{ runner.Limits }

func (f *limitFlags) addTo(flags *pflag.FlagSet) {
	f.Limits = runner.DefaultLimits()
	flags.DurationVar(&f.Case, "timeout", f.Case, "the `DURATION` that an answer may take")
	flags.DurationVar(&f.Start, "start-timeout", f.Start, "the `DURATION` until the adapter introduces itself")
	flags.IntVar(&f.Restarts, "restarts", f.Restarts, "start the adapter again at most `N` times after it ended or hung")
}

func (f *limitFlags) check() error {
	if f.Case <= 0 || f.Start <= 0 || f.Restarts < 0 {
		return usage(errors.New("--timeout and --start-timeout are more than nothing, --restarts is 0 or more"))
	}
	return nil
}

// adapterArguments has the command of an adapter behind "--", so that none of
// its flags is taken for one of ours.
func (a *app) adapterArguments(cmd *cobra.Command, args []string) error {
	dash := cmd.ArgsLenAtDash()
	switch {
	case len(args) == 0:
		return usage(errors.New("no adapter: give the command that starts one, behind --"), cmd.CommandPath()+" -- node adapter.mjs")
	case dash != 0:
		return usage(fmt.Errorf("the command that starts the adapter stands behind --, and %q does not", args[0]), a.typed().behindDash(args[0]).String())
	default:
		return nil
	}
}

// behindDash puts a "--" in front of an argument.
func (l line) behindDash(arg string) line {
	l = slices.DeleteFunc(l, func(other string) bool { return other == "--" })
	if i := slices.Index(l, arg); i >= 0 {
		return slices.Insert(l, i, "--")
	}
	return l
}

// examination is what all commands that talk to an adapter need.
func (a *app) examination(command []string, chosen []runner.Case, suite *testvectors.Suite, limits runner.Limits) *runner.Config {
	faketime, _ := exec.LookPath("faketime") // not there is ""
	return &runner.Config{
		Command:  command,
		Suite:    slices.Collect(suite.All()),
		Cases:    chosen,
		Limits:   limits,
		Now:      a.env.Now,
		Faketime: faketime,
		Runner:   report.Runner{Name: "whsec", Version: readVersion().Version},
	}
}

// untilInterrupted ends when the user wants it to: an adapter is in a process
// group of its own, where the terminal's signals do not come.
func untilInterrupted() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), endSignals...)
}

// adapterError makes a fault of ours of what went wrong with an adapter, and
// shows the end of what it said on stderr.
func (a *app) adapterError(err error) error {
	var fault *runner.Fault
	if !errors.As(err, &fault) {
		if errors.Is(err, context.Canceled) {
			return failedAs(codeInterrupted, errors.New("interrupted"))
		}
		return failed(err)
	}
	for line := range strings.Lines(fault.Stderr) {
		a.out.note("adapter: %s", strings.TrimRight(line, "\r\n"))
	}
	if fault.Hint == "" {
		return failedAs(codeAdapter, err)
	}
	return failedAs(codeAdapter, err, fault.Hint)
}
