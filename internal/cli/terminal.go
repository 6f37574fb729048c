package cli

import (
	"errors"
	"io"
	"os"
	"os/signal"

	"golang.org/x/term"
)

// A Terminal says which streams are one, and asks at it.
type Terminal struct {
	Stdin, Stdout, Stderr bool

	// ReadSecret prompts, and reads a line without showing it. It returns
	// ErrNoTerminal if nobody is there to be asked.
	ReadSecret func(prompt string) (string, error)
}

// ErrNoTerminal says that there is no terminal to ask at.
var ErrNoTerminal = errors.New("no terminal")

func isTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// readSecret asks at the controlling terminal: standard input may be the
// capture, and standard output the data.
func readSecret(prompt string) (string, error) {
	in, out, done, err := openTerminal()
	if err != nil {
		return "", ErrNoTerminal
	}
	defer done()
	defer restoreOnInterrupt(int(in.Fd()))()
	if _, err := io.WriteString(out, prompt); err != nil {
		return "", err
	}
	line, err := term.ReadPassword(int(in.Fd()))
	_, _ = io.WriteString(out, "\n") // that of the user was not shown
	return string(line), err
}

// restoreOnInterrupt keeps ctrl-c at the prompt from leaving a terminal behind
// that shows nothing.
func restoreOnInterrupt(fd int) (stop func()) {
	state, err := term.GetState(fd)
	if err != nil {
		return func() {}
	}
	interrupts, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(interrupts, os.Interrupt)
	go func() {
		select {
		case <-interrupts:
			_ = term.Restore(fd, state)
			os.Exit(int(exitFailed))
		case <-done:
		}
	}()
	return func() { signal.Stop(interrupts); close(done) }
}
