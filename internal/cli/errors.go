package cli

import (
	"errors"

	"github.com/whsec/whsec/standardwebhooks"
)

// An exitCode is what the process says in the end.
type exitCode int

const (
	exitYes    exitCode = 0
	exitNo     exitCode = 1 // a negative answer: not authentic, something wrong with it
	exitUsage  exitCode = 2
	exitFailed exitCode = 3 // no answer: an unreadable file, no secret
)

// A fault is an error with the way it ends the process, and what to do.
type fault struct {
	exit  exitCode
	err   error
	hints []string
}

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// Code returns the code that --json shows: those of the SDK, "usage", or
// "failed".
func (f *fault) Code() string {
	switch code := standardwebhooks.Code(f.err); {
	case code != "":
		return code
	case f.exit == exitUsage:
		return "usage"
	default:
		return "failed"
	}
}

// usage is about what was typed.
func usage(err error, hints ...string) error {
	return &fault{exit: exitUsage, err: err, hints: hints}
}

// failed is about what could not be done.
func failed(err error, hints ...string) error {
	return &fault{exit: exitFailed, err: err, hints: hints}
}

// errNegative ends a command whose answer, already printed, is no.
var errNegative = errors.New("negative answer")

// asFault makes a fault of every error; one that nobody foresaw is a failure.
func asFault(err error) *fault {
	var f *fault
	if errors.As(err, &f) {
		return f
	}
	return &fault{exit: exitFailed, err: err}
}
