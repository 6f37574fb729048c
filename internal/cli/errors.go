package cli

import (
	"errors"
	"io/fs"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/keyfile"
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

// The codes that --json shows for lack of an answer, besides those of the SDK.
const (
	codeUsage        = "usage"
	codeNoSecret     = "no_secret"
	codeUnreadable   = "unreadable_file"
	codeUnwritable   = "unwritable_file"
	codeExists       = "file_exists"
	codeTooLarge     = "too_large"
	codeCapture      = "malformed_capture"
	codeFiles        = "files_not_allowed"
	codeNoSignature  = "no_signature"
	codeNoBody       = "no_body"
	codeNoDate       = "no_date"
	codeRecord       = "malformed_record"
	codeAdapter      = "adapter_failed"
	codeProtocol     = "protocol_broken"
	codeNothingAsked = "nothing_asked"
	codeNoPassphrase = "no_passphrase"
	codeInterrupted  = "interrupted"
	codeInternal     = "internal"
	codeFailed       = "failed"
)

// A fault is an error with the way it ends the process, and what to do.
type fault struct {
	exit  exitCode
	code  string // or "" for that of the error
	err   error
	hints []string
}

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// Code returns the code that --json shows.
func (f *fault) Code() string {
	inner := new(fault)
	switch code := codeOf(f.err); {
	case f.code != "":
		return f.code
	case errors.As(f.err, &inner):
		return inner.Code()
	case code != "":
		return code
	case f.exit == exitUsage:
		return codeUsage
	default:
		return codeFailed
	}
}

// codeOf returns the code that an error has by itself, or "".
func codeOf(err error) string {
	file, key := new(fs.PathError), new(keyfile.Error)
	switch code := standardwebhooks.Code(err); {
	case code != "":
		return code
	case errors.Is(err, errTooLarge), errors.Is(err, capture.ErrSize):
		return codeTooLarge
	case errors.Is(err, capture.ErrFile):
		return codeFiles
	case errors.As(err, &key):
		return key.Code
	case errors.As(err, &file):
		return codeUnreadable
	default:
		return ""
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

// failedAs is failed with a code of its own.
func failedAs(code string, err error, hints ...string) error {
	return &fault{exit: exitFailed, code: code, err: err, hints: hints}
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
