package runner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

var (
	errTimeout  = errors.New("no answer in time")
	errLong     = fmt.Errorf("a line longer than %d bytes", maxAnswer)
	errUnasked  = errors.New("a line that nobody asked for")
	errHalfLine = errors.New("the end of its output in the middle of a line")
)

// A process is an adapter that runs, in a process group of its own.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	lines  chan answerLine // closed at the end of its output
	stderr tail
	quit   chan struct{} // closed when nobody reads lines any more
	read   chan struct{} // closed when both outputs have been read
}

type answerLine struct {
	text []byte
	err  error // nothing follows it
}

// start starts a program by its argument list. No shell sees it.
func start(argv, env []string) (*process, error) {
	p := &process{
		cmd:   exec.Command(argv[0], argv[1:]...),
		lines: make(chan answerLine, 1),
		quit:  make(chan struct{}),
		read:  make(chan struct{}),
	}
	p.cmd.Env = env
	ownGroup(p.cmd)
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	stderr, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.readOutputs(stdout, stderr)
	return p, nil
}

func (p *process) readOutputs(stdout, stderr io.Reader) {
	done := make(chan struct{})
	go func() {
		_, _ = io.Copy(&p.stderr, stderr)
		close(done)
	}()
	p.readLines(stdout)
	<-done
	close(p.read)
}

func (p *process) readLines(stdout io.Reader) {
	defer close(p.lines)
	in := bufio.NewReader(stdout)
	for {
		text, err := readAnswer(in)
		if errors.Is(err, io.EOF) {
			return
		}
		select {
		case p.lines <- answerLine{text, err}:
		case <-p.quit:
			return
		}
		if err != nil {
			return
		}
	}
}

// readAnswer reads a line of at most maxAnswer bytes, without its end.
func readAnswer(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > maxAnswer {
			return nil, errLong
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case len(line) > 0:
			return nil, errHalfLine
		default: // a pipe that was closed is at its end
			return nil, io.EOF
		}
	}
}

// ask writes a command and reads the line that answers it: io.EOF if the
// process ended instead. After an error the process is of no more use.
func (p *process) ask(ctx context.Context, command []byte, limit time.Duration) ([]byte, error) {
	if err := p.unasked(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errTimeout)
	defer cancel()
	written := make(chan struct{})
	go func() { // it ends at the latest when the process does
		_, _ = p.stdin.Write(command) // a process that does not read does not answer either
		close(written)
	}()
	answer, err := p.next(ctx)
	if err != nil {
		return nil, err
	}
	select {
	case <-written:
		return answer, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (p *process) next(ctx context.Context) ([]byte, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return nil, io.EOF
		}
		return line.text, line.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// unasked returns an error if there is a line already, or never will be one.
func (p *process) unasked() error {
	select {
	case line, ok := <-p.lines:
		switch {
		case !ok:
			return io.EOF
		case line.err != nil:
			return line.err
		default:
			return fmt.Errorf("%w: %.80q", errUnasked, line.text)
		}
	default:
		return nil
	}
}

// finish ends the input and waits for the process to end by itself, which it
// reports.
func (p *process) finish(limit time.Duration) bool {
	_ = p.stdin.Close()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case _, more := <-p.lines:
			if !more {
				p.kill()
				return true
			}
		case <-timer.C:
			p.kill()
			return false
		}
	}
}

// kill ends the process and what it started, and returns when the process is
// gone. The group is killed before the process is waited for: its number cannot
// belong to anybody else until then.
func (p *process) kill() {
	close(p.quit)
	killGroup(p.cmd)
	timer := time.NewTimer(reaping)
	defer timer.Stop()
	select {
	case <-p.read:
	case <-timer.C: // one that left the group holds the pipes open
	}
	_ = p.cmd.Wait() // closes the pipes
}

// exit says how the process ended, after kill.
func (p *process) exit() string {
	if p.cmd.ProcessState == nil {
		return "unknown"
	}
	return p.cmd.ProcessState.String()
}
