package conformance

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// A Verifier is what the verifiers of all profiles have in common.
type Verifier interface {
	VerifyAt(payload []byte, header http.Header, at time.Time) (standardwebhooks.Message, error)
}

// A Signer is what the signers of all profiles have in common.
type Signer interface {
	SetHeaders(ctx context.Context, header http.Header, id string, t time.Time, payload []byte) error
}

// A Profile is a scheme as the protocol names it.
type Profile struct {
	Headers     []string // that a signer sets, in order
	NewVerifier func(keys []string, tolerance *time.Duration) (Verifier, error)
	NewSigner   func(keys []string) (Signer, error)
}

// An Adapter answers a runner.
type Adapter struct {
	Implementation Implementation
	Features       []string // capabilities that vectors require
	Profiles       map[string]Profile
}

// hello introduces the adapter.
func (a *Adapter) hello(c *Command) any {
	if c.Protocol != Version {
		return failure(c, fmt.Sprintf("this adapter speaks protocol %d, not %d", Version, c.Protocol))
	}
	var profiles []string
	for name := range a.Profiles {
		profiles = append(profiles, name)
	}
	slices.Sort(profiles)
	return Hello{
		Protocol:       Version,
		Implementation: a.Implementation,
		Capabilities: Capabilities{
			Profiles: profiles,
			Ops:      []string{OpVerify, OpSign, OpKey},
			Clock:    ClockExplicit,
			Features: append([]string{}, a.Features...), // not null
		},
	}
}

// answer answers one line. Whatever goes wrong, it is an answer.
func (a *Adapter) answer(line []byte) (answer any) {
	c := new(Command)
	defer func() {
		if r := recover(); r != nil {
			answer = failure(c, fmt.Sprintf("panic: %v", r))
		}
	}()
	if err := decode(line, c); err != nil {
		return failure(c, err.Error())
	}
	switch c.Cmd {
	case CommandHello:
		return a.hello(c)
	case CommandRun:
		return a.run(c)
	default:
		return failure(c, fmt.Sprintf("no such command: %.40q", c.Cmd))
	}
}

func (a *Adapter) run(c *Command) Answer {
	profile, ok := a.Profiles[c.Profile]
	if !ok {
		return Answer{Seq: c.Seq, Outcome: Unsupported, Detail: fmt.Sprintf("no such profile: %.40q", c.Profile)}
	}
	switch c.Op {
	case OpVerify:
		return profile.verify(c)
	case OpSign:
		return profile.sign(c)
	case OpKey:
		return profile.key(c)
	default:
		return Answer{Seq: c.Seq, Outcome: Unsupported, Detail: fmt.Sprintf("no such operation: %.40q", c.Op)}
	}
}

func (p *Profile) verify(c *Command) Answer {
	if c.Now == nil {
		return failure(c, "a verify has to say what time it is: now")
	}
	tolerance, err := c.tolerance()
	if err != nil {
		return failure(c, err.Error())
	}
	v, err := p.NewVerifier(c.Keys, tolerance)
	if err != nil {
		return judged(c, err)
	}
	header := make(http.Header)
	for _, pair := range c.Headers {
		header.Add(pair.Name, pair.Value)
	}
	_, err = v.VerifyAt(c.Body, header, time.Unix(*c.Now, 0))
	return judged(c, err)
}

func (p *Profile) sign(c *Command) Answer {
	if c.Timestamp == nil {
		return failure(c, "a sign has to say when: timestamp")
	}
	s, err := p.NewSigner(c.Keys)
	if err != nil {
		return judged(c, err)
	}
	header := make(http.Header)
	if err := s.SetHeaders(context.Background(), header, c.ID, time.Unix(*c.Timestamp, 0), c.Body); err != nil {
		return judged(c, err)
	}
	answer := Answer{Seq: c.Seq, Outcome: Signed}
	for _, name := range p.Headers {
		answer.Headers = append(answer.Headers, Pair{name, header.Get(name)})
	}
	return answer
}

// key accepts keys that a verifier takes, and private ones, which a signer
// does.
func (p *Profile) key(c *Command) Answer {
	_, err := p.NewVerifier(c.Keys, nil)
	if errors.Is(err, standardwebhooks.ErrWrongKeyType) {
		if _, refused := p.NewSigner(c.Keys); refused == nil {
			err = nil
		}
	}
	return judged(c, err)
}

// judged makes an answer of what a verifier, a signer or the making of one
// says. An error without a code is a fault and no judgement.
func judged(c *Command, err error) Answer {
	switch code := standardwebhooks.Code(err); {
	case err == nil:
		return Answer{Seq: c.Seq, Outcome: Accept}
	case code == "":
		return failure(c, err.Error())
	default:
		return Answer{Seq: c.Seq, Outcome: Reject, Reason: code, Detail: err.Error()}
	}
}

func failure(c *Command, detail string) Answer {
	return Answer{Seq: c.Seq, Outcome: Failed, Detail: detail}
}

// tolerance returns nil for the default. What is beyond every bound stays so
// without an overflow.
func (c *Command) tolerance() (*time.Duration, error) {
	if c.Tolerance == nil {
		return nil, nil
	}
	seconds, err := c.Tolerance.Float64()
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, errors.New("tolerance is a number of seconds or null")
	}
	const far = 1e6
	d := time.Duration(max(-far, min(far, seconds)) * float64(time.Second))
	return &d, nil
}
