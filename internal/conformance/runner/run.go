package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/testvectors"
)

// A Config says what to ask whom.
type Config struct {
	Command []string // the adapter and its arguments; no shell sees them
	Suite   []Case   // all there are
	Cases   []Case   // those to ask
	Filters []string // by which they were selected, for the report
	XFail   *XFail   // nil is an empty list

	Seed          uint64
	StrictReasons bool // a rejection for another reason fails
	FailFast      bool
	Limits        Limits

	Now      func() time.Time
	Faketime string // the program, "" if there is none
	Runner   report.Runner
}

// A Listener hears of a run as it goes on.
type Listener interface {
	Begin(report.Header)
	Case(report.Result)
	End(report.Footer)
}

// A run is one examination.
type run struct {
	config   *Config
	listener Listener
	session  *session
	shuffle  *shuffle
	clock    string // the strategy
	profiles []string
	resigner *resigner
	now      *int64 // of the process, where that is set from outside
	footer   report.Footer
	begun    bool
	warnings []string
}

// Run asks. Its error is a *Fault if the adapter did not get as far as the
// first case; from then on everything is in what the listener hears.
func Run(ctx context.Context, config *Config, listener Listener) error {
	r := newRun(config, listener)
	defer r.session.close()
	if err := r.handshake(ctx); err != nil {
		return err
	}
	r.begin()
	r.footer.Complete = true
	err := r.all(ctx)
	if err == nil {
		r.checkList()
	}
	r.footer.Restarts = r.session.restarts
	listener.End(r.footer)
	return err
}

func newRun(config *Config, listener Listener) *run {
	return &run{
		config:   config,
		listener: listener,
		session:  &session{command: config.Command, limits: config.Limits},
		shuffle:  newShuffle(config.Seed),
	}
}

// handshake starts the adapter, settles the clock and tries it.
func (r *run) handshake(ctx context.Context) error {
	if err := r.session.ready(ctx); err != nil {
		return err
	}
	for _, name := range r.session.unknown {
		r.warn("the introduction has a member %q that means nothing here", name)
	}
	capabilities := r.session.hello.Capabilities
	for _, feature := range capabilities.Features {
		if !slices.Contains(testvectors.Capabilities, feature) {
			r.warn("no vector requires the feature %q", feature)
		}
	}
	r.settleClock(capabilities.Clock)
	for _, c := range r.config.Cases {
		if slices.Contains(capabilities.Profiles, c.Profile) && !slices.Contains(r.profiles, c.Profile) {
			r.profiles = append(r.profiles, c.Profile)
		}
	}
	return r.canaries(ctx)
}

// settleClock falls back to the clock of the machine where there is nothing to
// set that of a process with.
func (r *run) settleClock(declared string) {
	r.clock = declared
	if declared == conformance.ClockExternal && r.config.Faketime == "" {
		r.clock = conformance.ClockNone
		r.warn("there is no faketime to set the clock of the adapter with: messages are signed anew for the clock of the machine")
	}
	if r.clock == conformance.ClockNone {
		r.resigner = newResigner(r.config.Suite)
	}
}

func (r *run) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

func (r *run) begin() {
	hello := r.session.hello
	r.listener.Begin(report.Header{
		Date:           r.config.Now().UTC().Truncate(time.Second),
		Runner:         r.config.Runner,
		Suite:          report.Suite{Vectors: len(r.config.Suite), Selected: len(r.config.Cases), Profiles: r.profiles, Filters: r.config.Filters},
		Implementation: hello.Implementation,
		Capabilities:   hello.Capabilities,
		Clock:          r.clock,
		Seed:           strconv.FormatUint(r.config.Seed, 10),
		StrictReasons:  r.config.StrictReasons,
		Warnings:       r.warnings,
	})
	r.begun = true
}

// all asks one case after the other.
func (r *run) all(ctx context.Context) error {
	r.config.XFail.know(r.config.Suite)
	cases := r.config.Cases
	for _, b := range batches(cases, r.shuffle.order(len(cases)), r.clock) {
		for _, i := range b.cases {
			if stopped := r.exhausted(); stopped != "" {
				r.stop(stopped)
				return nil
			}
			result, err := r.one(ctx, &cases[i], b.now)
			if err != nil {
				r.stop(err.Error())
				return err
			}
			r.record(result)
			if result.Failed() && r.config.FailFast {
				r.stop("it was to stop at the first failure")
				return nil
			}
		}
	}
	return nil
}

func (r *run) stop(why string) { r.footer.Complete, r.footer.Stopped = false, why }

func (r *run) record(result report.Result) {
	r.footer.Counts.Add(&result)
	r.listener.Case(result)
}

// exhausted says why the adapter is not started again, or "".
func (r *run) exhausted() string {
	if r.session.lost && r.session.restarts >= r.config.Limits.Restarts {
		return fmt.Sprintf("the adapter had been started again %d times already", r.session.restarts)
	}
	return ""
}

// one asks a case, if it is to be asked.
func (r *run) one(ctx context.Context, c *Case, now int64) (report.Result, error) {
	result := report.Result{
		ID: c.ID, Profile: c.Profile, Op: c.Operation, Comment: c.Comment, Flags: c.Flags, Spec: c.Spec,
		Expected: string(c.Result), ExpectedReason: c.Reason,
	}
	listed := r.config.XFail.match(c.ID)
	if lacking := needs(c, r.session.hello.Capabilities, r.clock); lacking != "" {
		if listed != nil {
			listed.lacking = lacking
		}
		result.State, result.Skipped = report.Skip, "needs "+lacking
		return result, nil
	}
	asked, why := r.timed(c)
	if why != "" {
		result.State, result.Skipped = report.Skip, why
		return result, nil
	}
	result.Rebased = asked != c
	return r.judged(ctx, c, asked, now, result, listed)
}

// timed returns the case as it can be asked under the clock there is, or why it
// cannot.
func (r *run) timed(c *Case) (asked *Case, why string) {
	if c.Operation != testvectors.OperationVerify {
		return c, ""
	}
	switch r.clock {
	case conformance.ClockNone:
		return r.resigner.move(c, r.config.Now().Unix())
	case conformance.ClockExternal:
		if err := canFake(c.Now); err != nil {
			return nil, err.Error()
		}
	}
	return c, ""
}

func (r *run) judged(ctx context.Context, c, asked *Case, now int64, result report.Result, listed *xfailEntry) (report.Result, error) {
	answer, err := r.askAt(ctx, asked, now)
	var fault *Fault
	var v verdict
	switch {
	case err == nil:
		v = judge(c, answer, r.config.StrictReasons)
		result.Outcome, result.Reason, result.Detail = answer.Outcome, answer.Reason, short(answer.Detail)
	case errors.As(err, &fault) && !fault.start:
		v = judgeFault(c, fault)
		result.Outcome, result.Stderr = outcomeOf(fault), fault.Stderr
	default:
		return result, err
	}
	result.State, result.Class, result.Problem = v.state, v.class, v.problem
	if listed != nil {
		listed.asked = true
		expectFailure(&result, listed.reason)
	}
	return result, nil
}

// expectFailure takes a failure for what it is expected to be, and what is none
// for a failure. A list does not excuse the adapter from the protocol.
func expectFailure(result *report.Result, reason string) {
	result.XFail = reason
	switch {
	case result.Class == report.Protocol:
	case result.State == report.Fail:
		result.State = report.XFail
	default:
		result.State = report.XPass
		result.Problem = "does not fail, though the list of expected failures has it; take it off"
	}
}

func outcomeOf(f *Fault) string {
	switch f.Class {
	case report.Timeout:
		return report.Hung
	case report.Protocol:
		return report.Garbage
	default:
		return report.Died
	}
}

// askAt asks at a time, which may take another process.
func (r *run) askAt(ctx context.Context, c *Case, now int64) (conformance.Answer, error) {
	if r.clock == conformance.ClockExternal && (r.now == nil || *r.now != now) {
		r.session.close()
		r.session.command, r.session.env = underFaketime(r.config.Faketime, r.config.Command, now)
		r.now = &now
	}
	if err := r.session.ready(ctx); err != nil {
		return conformance.Answer{}, err
	}
	return r.session.ask(ctx, c, r.shuffle.sequence())
}

// checkList reports the entries of the list that ought not to be on it.
func (r *run) checkList() {
	if r.config.XFail == nil {
		return
	}
	for _, e := range r.config.XFail.entries {
		if problem := e.problem(); problem != "" {
			r.record(report.Result{ID: e.pattern, State: report.Fail, Class: report.List, Problem: problem, XFail: e.reason})
		}
	}
}

// maxDetail bounds what is kept of an adapter's words, in bytes.
const maxDetail = 2 << 10

func short(text string) string {
	if len(text) <= maxDetail {
		return text
	}
	return text[:maxDetail] + "…"
}
