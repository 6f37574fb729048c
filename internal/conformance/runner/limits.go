package runner

import "time"

// Limits bound what an adapter can take.
type Limits struct {
	Start    time.Duration // until it has introduced itself
	Case     time.Duration // until it has answered
	End      time.Duration // until it has ended, from the end of its input on
	Restarts int           // after it ended or was ended
}

// DefaultLimits leave room for a virtual machine that starts slowly.
func DefaultLimits() Limits {
	return Limits{Start: 30 * time.Second, Case: 5 * time.Second, End: 2 * time.Second, Restarts: 5}
}

const (
	maxAnswer = 1 << 20         // bytes of a line from the adapter
	maxStderr = 8 << 10         // bytes that are kept
	reaping   = 2 * time.Second // until the outputs of a process that was killed are at their end
)
