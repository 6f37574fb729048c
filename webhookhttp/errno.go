//go:build !windows

package webhookhttp

import "syscall"

// What the system says of connections.
var (
	errnoRefused     = []error{syscall.ECONNREFUSED}
	errnoTimedOut    = []error{syscall.ETIMEDOUT}
	errnoUnreachable = []error{syscall.EHOSTUNREACH, syscall.ENETUNREACH}
	errnoReset       = []error{syscall.ECONNRESET, syscall.EPIPE}
)
