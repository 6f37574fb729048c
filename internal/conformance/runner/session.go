package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"reflect"
	"strings"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/conformance/report"
)

// A Fault is an adapter that ended, did not answer, or answered with something
// else than the protocol has.
type Fault struct {
	Class  report.Class // Crash, Timeout or Protocol
	Text   string
	Hint   string // what to do, or ""
	Stderr string // the end of it

	start bool // before there was anything to answer
}

func (f *Fault) Error() string { return f.Text }

// A session is the conversation with an adapter, over the processes that it
// takes.
type session struct {
	command  []string
	env      []string
	limits   Limits
	process  *process // nil between two
	hello    conformance.Hello
	known    bool // hello is set
	unknown  []string
	restarts int
	lost     bool // the last process ended before its time
	slow     bool // one did not end with its input
}

const stdoutHint = "stdout is the protocol's channel: print everything else to stderr"

// ready has a process that introduced itself.
func (s *session) ready(ctx context.Context) error {
	if s.process != nil {
		return nil
	}
	if s.lost {
		s.lost = false
		s.restarts++
	}
	p, err := start(s.command, s.env)
	if err != nil {
		return cannotStart(err)
	}
	s.process = p
	line, err := encode(helloCommand{conformance.CommandHello, conformance.Version})
	if err != nil {
		return err
	}
	answer, err := p.ask(ctx, line, s.limits.Start)
	if err != nil {
		return s.fault(err, "when it was to introduce itself")
	}
	return s.introduced(answer)
}

func cannotStart(err error) error {
	f := &Fault{Class: report.Crash, Text: fmt.Sprintf("the adapter does not start: %v", err), start: true}
	if errors.Is(err, exec.ErrNotFound) {
		f.Hint = "what follows -- is a program and its arguments, each by itself; no shell reads them"
	}
	return f
}

// introduced takes the first introduction; those of later processes have to be
// the same, or the report would be about two things.
func (s *session) introduced(answer []byte) error {
	h, unknown, err := parseHello(answer)
	if err != nil {
		return s.fault(err, "when it was to introduce itself")
	}
	if s.known && !reflect.DeepEqual(h, s.hello) {
		return s.fault(errors.New("another introduction than before"), "after a restart")
	}
	s.hello, s.known, s.unknown = h, true, unknown
	return nil
}

// ask asks a case. Its error is a *Fault, or that of the context.
func (s *session) ask(ctx context.Context, c *Case, seq string) (conformance.Answer, error) {
	line, err := encode(commandFor(c, seq))
	if err != nil {
		return conformance.Answer{}, err
	}
	text, err := s.process.ask(ctx, line, s.limits.Case)
	if err != nil {
		return conformance.Answer{}, s.fault(err, "")
	}
	answer, err := parseAnswer(text, seq, c.Operation)
	if err != nil {
		return conformance.Answer{}, s.fault(err, "")
	}
	return answer, nil
}

// fault ends the process and says what happened.
func (s *session) fault(err error, when string) error {
	p := s.process
	p.kill()
	s.process, s.lost = nil, true
	f := &Fault{Stderr: p.stderr.String(), start: when != ""}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.EOF):
		f.Class, f.Text = report.Crash, "the adapter ended"
		if when != "" {
			f.Text += " " + when
		}
		f.Text += ": " + p.exit()
	case errors.Is(err, errTimeout):
		f.Class, f.Text = report.Timeout, "the adapter did not answer in time"
		if when != "" {
			f.Text += " " + when
		}
		f.Hint = "an adapter answers every line at once: flush stdout after each"
	default:
		f.Class, f.Text = report.Protocol, "the adapter broke the protocol"
		if when != "" {
			f.Text += " " + when
		}
		f.Text += ": it wrote " + err.Error()
		if strings.Contains(f.Text, "no JSON object") || errors.Is(err, errUnasked) {
			f.Hint = stdoutHint
		}
	}
	return f
}

// close ends the process in the ordinary way: by the end of its input.
func (s *session) close() {
	if s.process == nil {
		return
	}
	if !s.process.finish(s.limits.End) {
		s.slow = true
	}
	s.process = nil
}
