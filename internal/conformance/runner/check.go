package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/testvectors"
)

// A Step is something that [Check] tries.
type Step struct {
	Name    string `json:"step"`
	Profile string `json:"profile,omitempty"`
	Seen    string `json:"seen,omitempty"`
	Problem string `json:"problem,omitempty"` // "" if it went well
}

// Check tries an adapter without examining what is behind it: whoever writes
// one runs this first. Its error is a *Fault if the adapter cannot be talked to.
func Check(ctx context.Context, config *Config, tell func(Step)) error {
	r := newRun(config, nil)
	defer r.session.close()
	if err := r.session.ready(ctx); err != nil {
		return err
	}
	hello := r.session.hello
	tell(Step{Name: "introduces itself", Seen: introduction(hello)})
	if err := r.handshake(ctx); err != nil {
		return err
	}
	if slices.Contains(hello.Capabilities.Ops, conformance.OpVerify) {
		tell(Step{Name: "has the clock that it declares", Seen: r.clock})
	}
	for _, warning := range r.warnings {
		tell(Step{Name: "says nothing doubtful", Problem: warning})
	}
	for _, profile := range r.profiles {
		if err := r.checkProfile(ctx, profile, tell); err != nil {
			return err
		}
	}
	r.session.close()
	ends := Step{Name: "ends with its input"}
	if r.session.slow {
		ends.Problem = fmt.Sprintf("still runs %v after its input ended", r.config.Limits.End)
	}
	tell(ends)
	return nil
}

func introduction(h conformance.Hello) string {
	return fmt.Sprintf("%s %s, profiles %v, ops %v, clock %s, features %v",
		h.Implementation.Name, h.Implementation.Version,
		h.Capabilities.Profiles, h.Capabilities.Ops, h.Capabilities.Clock, h.Capabilities.Features)
}

// An example is a case of a check.
type example struct {
	name   string
	op     string
	result testvectors.Result
	change func(*Case)
}

var examples = []example{
	{"accepts a message", conformance.OpVerify, testvectors.Valid, func(*Case) {}},
	{"rejects a message with another body", conformance.OpVerify, testvectors.Invalid, func(c *Case) { c.Body = append(c.Body, ' ') }},
	{"rejects a message without headers", conformance.OpVerify, testvectors.Invalid, func(c *Case) { c.Headers = nil }},
	{"signs a message", conformance.OpSign, testvectors.Valid, func(c *Case) {
		c.MessageID, c.Timestamp, c.Headers = "msg_example", c.Now, nil
	}},
	{"accepts a key", conformance.OpKey, testvectors.Valid, func(*Case) {}},
	{"rejects an empty key", conformance.OpKey, testvectors.Invalid, func(c *Case) { c.Keys = []string{""} }},
}

func (r *run) checkProfile(ctx context.Context, profile string, tell func(Step)) error {
	for _, e := range examples {
		if !slices.Contains(r.session.hello.Capabilities.Ops, e.op) {
			continue
		}
		now := r.canaryTime()
		c, err := r.probeCase(probe{profile: profile, now: now, sent: now})
		if err != nil {
			return err
		}
		c.Operation, c.Result = e.op, e.result
		e.change(c)
		answer, err := r.askAt(ctx, c, now)
		if err != nil {
			return err
		}
		v := judge(c, answer, false)
		tell(Step{Name: e.name, Profile: profile, Seen: answer.Outcome, Problem: withDetail(v.problem, answer.Detail)})
	}
	return nil
}

func withDetail(problem, detail string) string {
	if problem == "" || detail == "" {
		return problem
	}
	return problem + "; it says: " + short(detail)
}
