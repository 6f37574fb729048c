package cli

import (
	"io"
	"os"
	"time"
)

// An Env is the outside world, all of it but the files: what a command does
// follows from this, and nothing in the package is kept from one run to the
// next.
type Env struct {
	Args   []string // without the name of the program
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	LookupEnv func(name string) (string, bool)
	Now       func() time.Time
	Terminal  Terminal
}

// System returns the world of this process.
func System() Env {
	return Env{
		Args:      os.Args[1:],
		Stdin:     os.Stdin,
		Stdout:    os.Stdout,
		Stderr:    os.Stderr,
		LookupEnv: os.LookupEnv,
		Now:       time.Now,
		Terminal: Terminal{
			Stdin:      isTerminal(os.Stdin),
			Stdout:     isTerminal(os.Stdout),
			Stderr:     isTerminal(os.Stderr),
			ReadSecret: readSecret,
		},
	}
}
