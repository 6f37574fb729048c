package runner

import (
	"errors"
	"os"
	"slices"
	"time"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/testvectors"
)

var clocks = []string{
	conformance.ClockExplicit, conformance.ClockProcess, conformance.ClockExternal, conformance.ClockNone,
}

// Features that follow from others.
const (
	featureFixedClock = "fixed-clock"
	featureTolerance  = "tolerance"
)

// defaultTolerance is what every implementation is taken to have, in seconds.
const defaultTolerance = 300

// needs returns the first capability that an adapter lacks for a case, or "".
func needs(c *Case, capabilities conformance.Capabilities, clock string) string {
	switch {
	case !slices.Contains(capabilities.Profiles, c.Profile):
		return "profile " + c.Profile
	case !slices.Contains(capabilities.Ops, c.Operation):
		return "op " + c.Operation
	}
	required := c.Requires
	if c.Operation == testvectors.OperationVerify && c.Tolerance != nil && *c.Tolerance != defaultTolerance {
		required = append(slices.Clone(required), featureTolerance)
	}
	for _, feature := range required {
		if !slices.Contains(capabilities.Features, feature) && !(feature == featureFixedClock && standsStill(clock)) {
			return feature
		}
	}
	return ""
}

// standsStill reports whether the clock is the runner's to stop.
func standsStill(clock string) bool { return clock != conformance.ClockNone }

// A batch is cases that one process can answer.
type batch struct {
	now   int64 // of the process, if it is set from outside
	cases []int // indices
}

// batches puts the cases in the order of the seed. Where the clock is set from
// outside, those of the same time go together: it is set once for a process.
func batches(cases []Case, order []int, clock string) []batch {
	if clock != conformance.ClockExternal {
		return []batch{{cases: order}}
	}
	var all []batch
	for _, i := range order {
		now := cases[i].Now
		if cases[i].Operation != testvectors.OperationVerify && len(all) > 0 {
			now = all[0].now // any will do
		}
		at := slices.IndexFunc(all, func(b batch) bool { return b.now == now })
		if at < 0 {
			all, at = append(all, batch{now: now}), len(all)
		}
		all[at].cases = append(all[at].cases, i)
	}
	return all
}

// underFaketime is the command that runs another at a time that stands still.
// Timers go on: they use a clock that is left alone.
func underFaketime(faketime string, command []string, now int64) (argv, env []string) {
	at := time.Unix(now, 0).UTC().Format("2006-01-02 15:04:05")
	argv = append([]string{faketime, "-f", at}, command...)
	return argv, append(os.Environ(), "TZ=UTC", "FAKETIME_DONT_FAKE_MONOTONIC=1")
}

// canFake reports whether that time can be written down for faketime.
func canFake(now int64) error {
	if now < 0 || now > time.Date(2037, 12, 31, 0, 0, 0, 0, time.UTC).Unix() {
		return errors.New("faketime cannot set the clock to that time")
	}
	return nil
}
