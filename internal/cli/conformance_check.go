package cli

import (
	"math/rand/v2"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/conformance/runner"
)

func (a *app) checkCommand() *cobra.Command {
	var limits limitFlags
	cmd := &cobra.Command{
		Use:   "check [flags] -- ADAPTER [ARGUMENT...]",
		Short: "try an adapter out: the first thing for whoever writes one",
		Long: `Try whether an adapter introduces itself, has the clock that it declares, accepts
a message, rejects another, and ends with its input. Exits with 0 if it does, 1 if
something is wrong, 3 if it did not start or broke the protocol.

JSON: a line for each step: step, profile, seen, and problem if there is one.`,
		Example: `  whsec conformance check -- node adapter.mjs`,
		Args:    a.adapterArguments,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := limits.check(); err != nil {
				return err
			}
			return a.conformanceCheck(limits.Limits, args)
		},
	}
	limits.addTo(cmd.Flags())
	return cmd
}

func (a *app) conformanceCheck(limits runner.Limits, command []string) error {
	chosen, suite, err := new(selectFlags).vectors()
	if err != nil {
		return err
	}
	config := a.examination(command, chosen, suite, limits)
	config.Seed = rand.Uint64()
	ctx, stop := untilInterrupted()
	defer stop()
	good := true
	err = runner.Check(ctx, config, func(step runner.Step) {
		good = good && step.Problem == ""
		a.printStep(step)
	})
	switch {
	case err != nil:
		return a.adapterError(err)
	case !good:
		return errNegative
	default:
		a.out.note("the adapter is ready for: %s", a.typed().renamed("check", "run"))
		return nil
	}
}

func (a *app) printStep(step runner.Step) {
	if a.asJSON {
		a.out.json(step)
		return
	}
	text := step.Name
	if step.Profile != "" {
		text = step.Profile + ": " + text
	}
	if step.Problem != "" {
		a.out.data("%s %s: %s", a.out.verdict("FAIL", false), text, printable(step.Problem))
		return
	}
	if step.Profile == "" && step.Seen != "" {
		text += ": " + step.Seen
	}
	a.out.data("%s   %s", a.out.verdict("ok", true), printable(text))
}
