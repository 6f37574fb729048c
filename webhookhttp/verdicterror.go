package webhookhttp

import (
	"errors"
	"fmt"
)

// A VerdictError is an error that chooses the verdict on an attempt, as a
// [StatusError] chooses the status of an answer: for dialers and transports
// under a [Transport], such as one that connects to no private address, and for
// Signers and what finds them. See [ClassifyError].
type VerdictError struct {
	// Verdict is what is to be made of the attempt. An outcome other than
	// Retry, Throttle, Refused, Gone and Failed is taken for Retry: an error
	// never becomes a success. Without a reason it is that of the table.
	Verdict Verdict
	// Err is what happened.
	Err error
}

func (e *VerdictError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%v: %s", e.Verdict.Outcome, e.Verdict.Reason)
	}
	return e.Err.Error()
}

// Unwrap returns what happened.
func (e *VerdictError) Unwrap() error { return e.Err }

func verdictChosen(err error) *VerdictError {
	chosen, _ := errors.AsType[*VerdictError](err)
	return chosen
}

// over returns the verdict that was chosen, completed by that of the table.
func (e *VerdictError) over(verdict Verdict) Verdict {
	chosen := e.Verdict
	if chosen.Outcome < Retry || chosen.Outcome > Failed {
		chosen.Outcome = Retry
	}
	if chosen.Reason == "" {
		chosen.Reason = verdict.Reason
	}
	chosen.RetryAfter = min(max(chosen.RetryAfter, 0), MaxRetryAfter)
	return chosen
}
