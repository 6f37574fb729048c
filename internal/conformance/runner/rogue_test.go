package runner_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/rogue"
	"github.com/whsec/whsec/internal/conformance/runner"
	"github.com/whsec/whsec/testvectors"
)

// rogues are the adapters of the package of that name, and what is to be said of
// them: a fault before the first case, or counts.
var rogues = []struct {
	name     string
	fault    string // its text
	class    report.Class
	hint     string
	failures int
	classes  []report.Class // of the failures, each that occurs
	stopped  string
	change   func(*runner.Config)
}{
	{name: "honest"},
	{name: "wall-clock"},
	{name: "external", change: func(c *runner.Config) { c.Faketime = c.Command[0] }},
	{name: "stubborn", change: impatient},

	{name: "accept-all", failures: 5, classes: []report.Class{report.Verdict}},
	{name: "reject-all", failures: 3, classes: []report.Class{report.Verdict}},
	{name: "error-all", failures: 8, classes: []report.Class{report.Crash}},
	{name: "unsupported-all", failures: 9, classes: []report.Class{report.Unsupported}},
	{name: "maybe", class: report.Protocol, fault: `the adapter broke the protocol: it wrote an outcome "maybe" that the protocol does not have`},
	{name: "signed", class: report.Protocol, fault: "the adapter broke the protocol: it wrote the outcome signed to a command to verify"},

	{name: "crash-on-third", failures: 3, classes: []report.Class{report.Crash}, stopped: "the adapter had been started again 2 times already"},
	{name: "crash", class: report.Crash, fault: "the adapter ended: exit status 70"},
	{name: "crash-at-once", class: report.Crash, fault: "the adapter ended when it was to introduce itself: exit status 70"},
	{name: "verbose", class: report.Crash, fault: "the adapter ended: exit status 70"},
	{name: "other-after", class: report.Protocol, fault: "the adapter broke the protocol after a restart: it wrote another introduction than before"},
	{name: "hang", class: report.Timeout, fault: "the adapter did not answer in time", hint: "flush stdout", change: impatient},
	{name: "hang-at-once", class: report.Timeout, fault: "the adapter did not answer in time when it was to introduce itself", change: veryImpatient},
	{name: "hang-on-fourth", failures: 2, classes: []report.Class{report.Timeout}, change: impatient},
	{name: "parent", failures: 2, classes: []report.Class{report.Timeout}, change: impatient},

	{name: "garbage", class: report.Protocol, fault: "it wrote a line that is no JSON object: \"verifying…\"", hint: "stdout is the protocol's channel"},
	{name: "garbage-later", failures: 2, classes: []report.Class{report.Protocol}},
	{name: "banner", class: report.Protocol, fault: "the adapter broke the protocol when it was to introduce itself: it wrote a line that is no JSON object: \"listening…\"", hint: "stdout is the protocol's channel"},
	{name: "twice", class: report.Protocol, fault: "the adapter broke the protocol"},
	{name: "wrong-seq", class: report.Protocol, fault: `the adapter broke the protocol: it wrote the sequence "0000", where`},
	{name: "capitals", class: report.Protocol, fault: `the adapter broke the protocol: it wrote a message without "seq"`},
	{name: "latin-1", class: report.Protocol, fault: "it wrote a line that is not UTF-8"},
	{name: "half-line", class: report.Protocol, fault: "it wrote the end of its output in the middle of a line"},
	{name: "long-line", class: report.Protocol, fault: "it wrote a line longer than 1048576 bytes"},
	{name: "protocol-2", class: report.Protocol, fault: "protocol 2; this runner speaks 1"},

	{name: "lying-clock", class: report.Protocol, fault: "the adapter declares the clock explicit, but under the profile standard it accepts a message that is three years old"},
	{name: "machine-clock", class: report.Protocol, fault: "the adapter declares the clock explicit, but under the profile standard it judges by the clock of the machine", hint: "declare the clock none"},
	{
		name: "machine-clock-external", class: report.Protocol, fault: "the adapter declares the clock external, but under the profile standard it judges by the clock of the machine",
		change: func(c *runner.Config) { c.Faketime = c.Command[0] },
	},
	{name: "misspelt"},
}

func TestEveryRogueIsExamined(t *testing.T) {
	var examined []string
	for _, r := range rogues {
		examined = append(examined, r.name)
	}
	assert.ElementsMatch(t, rogue.Names(), examined)
}

func TestRogues(t *testing.T) {
	t.Setenv(rogue.WallEnv, "1767225600")
	for _, r := range rogues {
		t.Run(r.name, func(t *testing.T) {
			change := r.change
			if change == nil {
				change = func(*runner.Config) {}
			}
			run, err := examine(t, r.name, change)
			if r.fault != "" {
				var fault *runner.Fault
				require.ErrorAs(t, err, &fault)
				assert.Contains(t, fault.Text, r.fault)
				assert.Equal(t, r.class, fault.Class)
				assert.Contains(t, fault.Hint, r.hint)
				assert.False(t, run.Footer.Complete)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, r.failures, failuresOf(run), "%+v", run.Footer)
			assert.Equal(t, r.classes, classesOf(run))
			assert.Equal(t, r.stopped, run.Footer.Stopped)
			assert.Equal(t, r.stopped == "", run.Footer.Complete)
		})
	}
}

func failuresOf(run *report.Run) int {
	counts := run.Counts()
	return counts.Failures()
}

func classesOf(run *report.Run) []report.Class {
	var classes []report.Class
	for _, r := range run.Results {
		if r.Class != "" && !slices.Contains(classes, r.Class) {
			classes = append(classes, r.Class)
		}
	}
	return classes
}

func TestACrashShowsTheEndOfStderr(t *testing.T) {
	run, err := examine(t, "crash-on-third")
	require.NoError(t, err)
	i := slices.IndexFunc(run.Results, func(r report.Result) bool { return r.Class == report.Crash })
	require.GreaterOrEqual(t, i, 0)
	assert.Equal(t, "Traceback: something went wrong\n", run.Results[i].Stderr)
	assert.Equal(t, report.Died, run.Results[i].Outcome)
}

func TestOfStderrTheEndIsKept(t *testing.T) {
	_, err := examine(t, "verbose")
	var fault *runner.Fault
	require.ErrorAs(t, err, &fault)
	assert.Len(t, fault.Stderr, 8<<10)
	assert.True(t, strings.HasSuffix(fault.Stderr, "99999\nTraceback: something went wrong\n"))
}

func TestAProgramThatIsNotThere(t *testing.T) {
	t.Setenv(roleEnv, "adapter")
	config := &runner.Config{Command: []string{"no-such-program-anywhere"}, Limits: runner.DefaultLimits()}
	err := runner.Run(t.Context(), config, new(report.Collector))
	var fault *runner.Fault
	require.True(t, errors.As(err, &fault))
	assert.Contains(t, fault.Text, "the adapter does not start")
	assert.Contains(t, fault.Hint, "no shell reads them")
}

// A canceller ends a run with its first case.
type canceller struct {
	report.Collector
	cancel context.CancelFunc
}

func (c *canceller) Case(r report.Result) {
	c.Collector.Case(r)
	c.cancel()
}

func TestARunThatIsInterruptedLeavesNothingBehind(t *testing.T) {
	t.Setenv(roleEnv, "adapter")
	alive := watch(t)
	ctx, cancel := context.WithCancel(t.Context())
	heard := &canceller{cancel: cancel}
	config := ordinary(t, []string{os.Args[0], "hang-on-fourth"})
	config.Cases = config.Cases[:0]
	for _, c := range suite() {
		if c.Operation == testvectors.OperationVerify && c.Requires == nil && c.Tolerance == nil {
			config.Cases = append(config.Cases, c)
		}
	}
	err := runner.Run(ctx, config, heard)
	require.ErrorIs(t, err, context.Canceled)
	assert.Len(t, heard.Run.Results, 1)
	assert.False(t, heard.Run.Footer.Complete)
	alive.expectNone(t)
}
