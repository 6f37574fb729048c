package runner

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/testvectors"
)

const year = 365 * 24 * 60 * 60 // seconds

// canaries finds out whether the clock is what the adapter declares: otherwise
// all that follows about time would be about something else.
func (r *run) canaries(ctx context.Context) error {
	if !slices.Contains(r.session.hello.Capabilities.Ops, conformance.OpVerify) {
		return nil
	}
	for _, profile := range r.profiles {
		if err := r.canary(ctx, profile); err != nil {
			return err
		}
	}
	return nil
}

// canary shows a fresh message and one that is years old. The same answer to
// both is a lie about the clock, unless a third message shows that the answer
// is always the same: that is for the vectors to find.
func (r *run) canary(ctx context.Context, profile string) error {
	now := r.canaryTime()
	fresh, err := r.probe(ctx, probe{profile: profile, now: now, sent: now})
	if err != nil {
		return err
	}
	stale, err := r.probe(ctx, probe{profile: profile, now: now, sent: now - 3*year})
	if err != nil {
		return err
	}
	switch {
	case fresh == conformance.Accept && stale == conformance.Accept:
		return r.ignoresTime(ctx, profile, now)
	case fresh != conformance.Accept:
		return r.otherTime(ctx, profile, now, fresh)
	default:
		return nil
	}
}

// canaryTime is years away from the clock of the machine, where that is not the
// one that counts.
func (r *run) canaryTime() int64 {
	now := r.config.Now().Unix()
	if r.clock == conformance.ClockNone {
		return now
	}
	return now - 4*year
}

func (r *run) ignoresTime(ctx context.Context, profile string, now int64) error {
	forged, err := r.probe(ctx, probe{profile: profile, now: now, sent: now, forged: true})
	if err != nil {
		return err
	}
	if forged == conformance.Accept {
		r.warn("%s: accepts a message that nobody signed", profile)
		return nil
	}
	return r.lie(profile, "accepts a message that is three years old", "let it judge timestamps as the implementation does by default")
}

func (r *run) otherTime(ctx context.Context, profile string, now int64, fresh string) error {
	real := r.config.Now().Unix()
	if r.clock != conformance.ClockNone {
		other, err := r.probe(ctx, probe{profile: profile, now: now, sent: real})
		if err != nil {
			return err
		}
		if other == conformance.Accept {
			return r.lie(profile, "judges by the clock of the machine", "declare the clock none, or set the clock that the implementation reads")
		}
	}
	r.warn("%s: answers %s to an ordinary message, signed at %s", profile, fresh, time.Unix(now, 0).UTC().Format(time.RFC3339))
	return nil
}

func (r *run) lie(profile, what, hint string) error {
	return &Fault{
		Class: report.Protocol,
		Text:  fmt.Sprintf("the adapter declares the clock %s, but under the profile %s it %s", r.session.hello.Capabilities.Clock, profile, what),
		Hint:  hint,
	}
}

// A probe is a message that is no vector.
type probe struct {
	profile   string
	now, sent int64
	forged    bool
}

// probe asks, a second time if there is no answer, and returns the outcome.
func (r *run) probe(ctx context.Context, p probe) (string, error) {
	c, err := r.probeCase(p)
	if err != nil {
		return "", err
	}
	for attempt := 1; ; attempt++ {
		answer, err := r.askAt(ctx, c, c.Now)
		if err == nil {
			return answer.Outcome, nil
		}
		var fault *Fault
		if !errors.As(err, &fault) || fault.Class == report.Protocol || attempt == 2 {
			return "", err
		}
	}
}

func (r *run) probeCase(p probe) (*Case, error) {
	secret := probeSecret(p.profile, r.shuffle.bytes(24))
	body := []byte(`{"type":"example","data":"` + r.shuffle.text(10) + `"}`)
	signer := secret
	if p.forged {
		signer = probeSecret(p.profile, r.shuffle.bytes(24))
	}
	headers, code := oracle.Sign(p.profile, []string{signer}, "msg_"+r.shuffle.text(15), p.sent, body)
	if code != "" {
		return nil, fmt.Errorf("an example of the profile %s cannot be signed: %s", p.profile, code)
	}
	c := &Case{Profile: p.profile, Operation: testvectors.OperationVerify, Now: p.now, Keys: []string{secret}}
	c.Body = body
	for _, h := range headers {
		c.Headers = append(c.Headers, testvectors.Field{Name: h[0], Value: []byte(h[1])})
	}
	return c, nil
}

func probeSecret(profile string, random []byte) string {
	if profile == testvectors.ProfileStripe {
		return "whsec_" + base64.RawURLEncoding.EncodeToString(random)
	}
	return "whsec_" + base64.StdEncoding.EncodeToString(random)
}
