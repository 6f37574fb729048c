// Package report holds what a conformance run found, and prints it. JSON lines
// are the record; every other form is made from them alone, so that it can be
// made later and of several runs.
package report

import (
	"time"

	"github.com/whsec/whsec/internal/conformance"
)

// Format is the version of the record.
const Format = 1

// A Run is a record.
type Run struct {
	Header  Header
	Results []Result
	Footer  Footer // zero if the runner itself was stopped
}

// A Header says what was asked, and by whom.
type Header struct {
	Type           string                     `json:"type"` // header
	Format         int                        `json:"format"`
	Date           time.Time                  `json:"date"`
	Runner         Runner                     `json:"runner"`
	Suite          Suite                      `json:"suite"`
	Implementation conformance.Implementation `json:"implementation"`
	Capabilities   conformance.Capabilities   `json:"capabilities"`
	Clock          string                     `json:"clock"` // the strategy, which need not be the one declared
	Seed           string                     `json:"seed"`  // of the order; text, for it has 64 bits
	StrictReasons  bool                       `json:"strict_reasons,omitempty"`
	Warnings       []string                   `json:"warnings,omitempty"`
}

// A Runner is this program.
type Runner struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// A Suite is what was chosen of the vectors.
type Suite struct {
	Vectors  int      `json:"vectors"` // all there are
	Selected int      `json:"selected"`
	Profiles []string `json:"profiles"`
	Filters  []string `json:"filters,omitempty"`
}

// A State is how a case ended.
type State string

// The states.
const (
	Pass        State = "pass"
	Fail        State = "fail"
	XFail       State = "xfail"       // failed, as the list of expected failures says
	XPass       State = "xpass"       // passed, though that list says otherwise: a failure
	Skip        State = "skip"        // not asked
	Unspecified State = "unspecified" // the specification is silent; the outcome is the result
)

// A Class is a way to fail.
type Class string

// The classes.
const (
	Verdict     Class = "verdict"     // accepted what is invalid, or rejected what is valid
	Crash       Class = "crash"       // an error or the end of the process instead of an answer
	Timeout     Class = "timeout"     // no answer
	Protocol    Class = "protocol"    // something that is no answer
	Unsupported Class = "unsupported" // declined what it had declared
	Reason      Class = "reason"      // rejected for another reason
	Headers     Class = "headers"     // signed otherwise
	List        Class = "list"        // the list of expected failures is wrong
)

// What an adapter did, where that is no outcome of the protocol.
const (
	Died    = "died"
	Hung    = "timeout"
	Garbage = "protocol"
)

// A Result is a case.
type Result struct {
	Type           string   `json:"type"` // case
	ID             string   `json:"id"`
	Profile        string   `json:"profile,omitempty"`
	Op             string   `json:"op,omitempty"`
	Comment        string   `json:"comment,omitempty"`
	Flags          []string `json:"flags,omitempty"`
	Spec           []string `json:"spec,omitempty"`
	Expected       string   `json:"expected,omitempty"` // valid, invalid or unspecified
	ExpectedReason string   `json:"expected_reason,omitempty"`

	State   State  `json:"state"`
	Class   Class  `json:"class,omitempty"`   // of failures, expected ones included
	Problem string `json:"problem,omitempty"` // what is wrong, in words
	Outcome string `json:"outcome,omitempty"`
	Reason  string `json:"reason,omitempty"` // the adapter's
	Detail  string `json:"detail,omitempty"` // the adapter's
	Skipped string `json:"skipped,omitempty"`
	XFail   string `json:"xfail,omitempty"`   // the reason on the list
	Rebased bool   `json:"rebased,omitempty"` // signed anew for the time of the run
	Stderr  string `json:"stderr,omitempty"`  // the end of it
}

// Failed reports whether the run fails by it.
func (r *Result) Failed() bool { return r.State == Fail || r.State == XPass }

// A Footer says how the run ended.
type Footer struct {
	Type     string `json:"type"` // footer
	Complete bool   `json:"complete"`
	Stopped  string `json:"stopped,omitempty"` // why it is not
	Counts   Counts `json:"counts"`
	Restarts int    `json:"restarts"`
}

// Counts add up to the number of results, but for the last two, which are
// counted elsewhere too.
type Counts struct {
	Pass        int `json:"pass"`
	Fail        int `json:"fail"` // of the classes without a count of their own
	Crash       int `json:"crash"`
	Timeout     int `json:"timeout"`
	XFail       int `json:"xfail"`
	XPass       int `json:"xpass"`
	Skip        int `json:"skip"`
	Unspecified int `json:"unspecified"`

	Rebased  int `json:"rebased"`
	Protocol int `json:"protocol"`
}

// Add counts a result.
func (c *Counts) Add(r *Result) {
	switch r.State {
	case Pass:
		c.Pass++
	case XFail:
		c.XFail++
	case XPass:
		c.XPass++
	case Skip:
		c.Skip++
	case Unspecified:
		c.Unspecified++
	case Fail:
		c.addFailure(r.Class)
	}
	if r.Rebased {
		c.Rebased++
	}
	if r.Class == Protocol {
		c.Protocol++
	}
}

func (c *Counts) addFailure(class Class) {
	switch class {
	case Crash:
		c.Crash++
	case Timeout:
		c.Timeout++
	default:
		c.Fail++
	}
}

// Failures is how many results fail the run.
func (c *Counts) Failures() int { return c.Fail + c.Crash + c.Timeout + c.XPass }

// Total is how many results there are.
func (c *Counts) Total() int {
	return c.Pass + c.XFail + c.Skip + c.Unspecified + c.Failures()
}
