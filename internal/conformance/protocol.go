// Package conformance speaks the adapter protocol: JSON lines by which a runner
// asks an implementation to verify, to sign and to judge keys
// (doc/adapter-protocol.md).
package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// Version is that of the protocol.
const Version = 1

// The commands of a runner.
const (
	CommandHello = "hello"
	CommandRun   = "run"
)

// The operations of [CommandRun].
const (
	OpVerify = "verify"
	OpSign   = "sign"
	OpKey    = "key"
)

// The outcomes of a run.
const (
	Accept      = "accept"
	Reject      = "reject"
	Signed      = "signed"
	Unsupported = "unsupported" // the adapter does not do this; neither right nor wrong
	Failed      = "error"       // the adapter could not do it; never a rejection
)

// The clocks: by which an adapter judges.
const (
	ClockExplicit = "explicit" // that of the command, which the API takes
	ClockProcess  = "process"  // that of the command, by a clock of the process that stands still
	ClockExternal = "external" // that of the process, which the runner sets from outside
	ClockNone     = "none"     // that of the machine
)

// A Command is a line from the runner.
type Command struct {
	Cmd      string `json:"cmd"`
	Protocol int    `json:"protocol,omitempty"`

	Seq       json.RawMessage `json:"seq,omitempty"` // comes back as it is
	Op        string          `json:"op,omitempty"`
	Profile   string          `json:"profile,omitempty"`
	Now       *int64          `json:"now,omitempty"`       // seconds since 1970
	Tolerance *json.Number    `json:"tolerance,omitempty"` // seconds; nil is the default
	Timestamp *int64          `json:"timestamp,omitempty"` // seconds since 1970
	ID        string          `json:"id,omitempty"`
	Keys      []string        `json:"keys,omitempty"`
	Headers   []Pair          `json:"headers,omitempty"` // added in order
	Body      []byte          `json:"body,omitempty"`
}

// A Hello is the answer to [CommandHello].
type Hello struct {
	Protocol       int            `json:"protocol"`
	Implementation Implementation `json:"implementation"`
	Capabilities   Capabilities   `json:"capabilities"`
}

// An Implementation says what is being asked.
type Implementation struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Version  string `json:"version"`
	Source   string `json:"source"`
}

// Capabilities say what it can be asked.
type Capabilities struct {
	Profiles []string `json:"profiles"`
	Ops      []string `json:"ops"`
	Clock    string   `json:"clock"`    // one of the clocks
	Features []string `json:"features"` // what a vector may require, see testvectors.Capabilities
}

// An Answer is the answer to a run.
type Answer struct {
	Seq     json.RawMessage `json:"seq,omitempty"`
	Outcome string          `json:"outcome"`
	Reason  string          `json:"reason,omitempty"` // of a rejection, a code
	Detail  string          `json:"detail,omitempty"` // for people
	Headers []Pair          `json:"headers,omitempty"`
}

// A Pair is a header field: two strings in an array. A value that is not UTF-8
// stands as {"base64": …}.
type Pair struct{ Name, Value string }

type base64Value struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON writes the array.
func (p Pair) MarshalJSON() ([]byte, error) {
	if !utf8.ValidString(p.Value) {
		return json.Marshal([2]any{p.Name, base64Value{[]byte(p.Value)}})
	}
	return json.Marshal([2]string{p.Name, p.Value})
}

var errPair = errors.New(`a header is ["name", "value"] or ["name", {"base64": "…"}]`)

// UnmarshalJSON reads the array.
func (p *Pair) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil || len(parts) != 2 {
		return errPair
	}
	if !isString(parts[0]) || json.Unmarshal(parts[0], &p.Name) != nil {
		return errPair
	}
	if isString(parts[1]) {
		return json.Unmarshal(parts[1], &p.Value)
	}
	var value struct {
		Base64 *[]byte `json:"base64"`
	}
	if err := json.Unmarshal(parts[1], &value); err != nil || value.Base64 == nil {
		return errPair
	}
	p.Value = string(*value.Base64)
	return nil
}

func isString(value json.RawMessage) bool { return bytes.HasPrefix(value, []byte(`"`)) }
