package runner

import "time"

// Limits bound what an adapter can take.
type Limits struct {
	Start    time.Duration // until it has introduced itself
	Case     time.Duration // until it has answered
	Restarts int           // after it ended or was ended
}

// DefaultLimits leave room for a virtual machine that starts slowly.
func DefaultLimits() Limits {
	return Limits{Start: 30 * time.Second, Case: 5 * time.Second, Restarts: 5}
}

const (
	maxAnswer = 1 << 20         // bytes of a line from the adapter
	maxStderr = 8 << 10         // bytes that are kept
	grace     = 2 * time.Second // between the end of its input and that of the adapter
)
