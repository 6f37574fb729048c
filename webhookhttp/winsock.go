//go:build windows

package webhookhttp

import "syscall"

// What Windows says of connections, by the numbers of Winsock. Those of POSIX
// are invented there by package syscall, and no system call returns them.
var (
	errnoRefused     = []error{syscall.Errno(10061), syscall.ECONNREFUSED}
	errnoTimedOut    = []error{syscall.Errno(10060), syscall.ETIMEDOUT}
	errnoUnreachable = []error{syscall.Errno(10065), syscall.Errno(10051), syscall.EHOSTUNREACH, syscall.ENETUNREACH}
	errnoReset       = []error{syscall.WSAECONNRESET, syscall.WSAECONNABORTED, syscall.ECONNRESET, syscall.EPIPE}
)
