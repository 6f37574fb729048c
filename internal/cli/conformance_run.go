package cli

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/runner"
)

// runOptions are the flags of conformance run.
type runOptions struct {
	chosen        selectFlags
	limits        limitFlags
	reports       reportFlags
	xfail         string
	seed          uint64
	failFast      bool
	strictReasons bool
}

func (a *app) runCommand() *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [flags] -- ADAPTER [ARGUMENT...]",
		Short: "ask an adapter every vector, and report",
		Long: `Ask an adapter every vector that it declares to be capable of, in an order it
cannot foresee, and report what came of it. It is a program with its arguments; no
shell reads them. Exits with 0 if all passed, 1 if something failed, 3 if the
adapter did not start or broke the protocol.

--report FORMAT=PATH writes a report besides the text on stdout; - is stdout instead
of it. The formats are ` + formatNames() + `. JSON lines are the
record, of which "conformance report" makes the others, later and of several runs.

--xfail reads what is known to fail, a line "ID reason" each. It is strict: an entry
that passes, that no vector has, or that is not asked, fails.

JSON: a record as --report jsonl=PATH writes it: a header, a line for each case, a
footer with complete and counts.`,
		Example: `  whsec conformance run -- node adapter.mjs
  whsec conformance run --xfail known.xfail --report junit=report.xml -- python3 adapter.py
  whsec conformance run --report jsonl=whsec.jsonl -- whsec conformance adapter`,
		Args: a.adapterArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = rand.Uint64()
			}
			return a.conformanceRun(&o, args)
		},
	}
	flags := cmd.Flags()
	o.chosen.addTo(flags)
	flags.StringVar(&o.xfail, "xfail", "", "the `FILE` of expected failures")
	flags.Var(&o.reports, "report", "write a report, `FORMAT=PATH`; repeatable")
	flags.BoolVar(&o.failFast, "fail-fast", false, "stop at the first failure")
	flags.BoolVar(&o.strictReasons, "strict-reasons", false, "fail rejections for another reason than the vector's")
	flags.Uint64Var(&o.seed, "seed", 0, "the `NUMBER` that the order follows from (default a random one)")
	o.limits.addTo(flags)
	return cmd
}

func (a *app) conformanceRun(o *runOptions, command []string) error {
	if err := o.limits.check(); err != nil {
		return err
	}
	chosen, suite, err := o.chosen.vectors()
	if err != nil {
		return err
	}
	config := a.examination(command, chosen, suite, o.limits.Limits)
	config.Filters, config.Seed = o.chosen.filters, o.seed
	config.FailFast, config.StrictReasons = o.failFast, o.strictReasons
	if config.XFail, err = a.readXFail(o.xfail); err != nil {
		return err
	}
	reports, err := a.openReports(&o.reports)
	if err != nil {
		return err
	}
	defer reports.close()
	ctx, stop := untilInterrupted()
	defer stop()
	progress := a.newProgress(len(chosen))
	err = runner.Run(ctx, config, listeners{reports, progress})
	progress.clear()
	if err != nil && reports.Run.Header.Seed == "" {
		return a.adapterError(err) // before there was anything to report
	}
	if err := reports.finish(); err != nil {
		return err
	}
	if err != nil {
		return a.adapterError(err)
	}
	return a.outcome(&reports.Run)
}

func (a *app) readXFail(path string) (*runner.XFail, error) {
	if path == "" {
		return nil, nil
	}
	data, err := a.readInput(path, 1<<20)
	if err != nil {
		return nil, err
	}
	list, err := runner.ParseXFail(data)
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", nameOfInput(path), err))
	}
	return list, nil
}

// outcome makes an exit code of what was found.
func (a *app) outcome(run *report.Run) error {
	counts := run.Counts()
	again := a.typed()
	if _, seeded := findFlag(again, "--seed"); !seeded {
		again = again.seeded(run.Header.Seed)
	}
	switch {
	case counts.Protocol > 0:
		return failedAs(codeProtocol, fmt.Errorf("the adapter broke the protocol %s: its answers are not to be trusted", times(counts.Protocol)),
			"whsec conformance check -- ADAPTER", again.String())
	case counts.Skip == counts.Total():
		return failedAs(codeNothingAsked, errors.New("nothing was asked: the adapter declares none of what the vectors require"),
			"whsec conformance check -- ADAPTER")
	case counts.Failures() > 0:
		if run.Footer.Stopped != "" {
			a.out.warning("stopped before the end: %s", run.Footer.Stopped)
		}
		a.out.hint("whsec conformance show ID says what a vector is and why it is there; in this order again: " + again.String())
		return errNegative
	case run.Footer.Stopped != "":
		return failedAs(codeAdapter, fmt.Errorf("stopped before the end: %s", run.Footer.Stopped))
	default:
		return nil
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
