package runner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/testvectors"
)

// A command has every member of its kind, the empty ones too: an adapter need
// not know what to do without one.
type (
	helloCommand struct {
		Cmd      string `json:"cmd"`
		Protocol int    `json:"protocol"`
	}
	verifyCommand struct {
		runCommand
		Now       int64              `json:"now"`
		Tolerance *int64             `json:"tolerance"`
		Keys      []string           `json:"keys"`
		Headers   []conformance.Pair `json:"headers"`
		Body      []byte             `json:"body"`
	}
	signCommand struct {
		runCommand
		Timestamp int64    `json:"timestamp"`
		ID        string   `json:"id"`
		Keys      []string `json:"keys"`
		Body      []byte   `json:"body"`
	}
	keyCommand struct {
		runCommand
		Keys []string `json:"keys"`
	}
	runCommand struct {
		Cmd     string `json:"cmd"`
		Seq     string `json:"seq"`
		Op      string `json:"op"`
		Profile string `json:"profile"`
	}
)

// commandFor asks a case. What it expects, its id and its comment stay here.
func commandFor(c *Case, seq string) any {
	run := runCommand{Cmd: conformance.CommandRun, Seq: seq, Op: c.Operation, Profile: c.Profile}
	keys := append([]string{}, c.Keys...) // no nil: null is for the tolerance
	body := append([]byte{}, c.Body...)
	switch c.Operation {
	case conformance.OpVerify:
		return verifyCommand{run, c.Now, c.Tolerance, keys, pairs(c.Headers), body}
	case conformance.OpSign:
		return signCommand{run, c.Timestamp, c.MessageID, keys, body}
	default:
		return keyCommand{run, keys}
	}
}

func pairs(fields []testvectors.Field) []conformance.Pair {
	pairs := make([]conformance.Pair, len(fields)) // not nil
	for i, field := range fields {
		pairs[i] = conformance.Pair{Name: field.Name, Value: string(field.Value)}
	}
	return pairs
}

// encode makes a line of a command.
func encode(command any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(command)
	return line.Bytes(), err
}

// A message is a line from the adapter. Names are taken as they are spelled.
type message struct {
	members map[string]json.RawMessage
	known   []string
	err     error // the first
}

func parseMessage(line []byte) (*message, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("a line that is not UTF-8")
	}
	m := new(message)
	if err := json.Unmarshal(line, &m.members); err != nil || m.members == nil {
		return nil, fmt.Errorf("a line that is no JSON object: %.80q", line)
	}
	return m, nil
}

// read decodes a member; one that may be missing stays as it was.
func (m *message) read(name string, into any, required bool) {
	m.known = append(m.known, name)
	data, ok := m.members[name]
	switch {
	case m.err != nil:
	case !ok && required:
		m.err = fmt.Errorf("a message without %q", name)
	case ok:
		if err := json.Unmarshal(data, into); err != nil || required && string(data) == "null" {
			m.err = fmt.Errorf("a message whose %q has another form than the protocol's", name)
		}
	}
}

// unknown names the members that nobody read.
func (m *message) unknown() []string {
	names := slices.Sorted(maps.Keys(m.members))
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(m.known, name) })
}

// parseHello reads how an adapter introduces itself, and names the members of
// its answer that mean nothing here.
func parseHello(line []byte) (h conformance.Hello, unknown []string, err error) {
	m, err := parseMessage(line)
	if err != nil {
		return h, nil, err
	}
	m.read("protocol", &h.Protocol, true)
	if m.err == nil && h.Protocol != conformance.Version { // whose messages may have another form
		return h, nil, fmt.Errorf("protocol %d; this runner speaks %d", h.Protocol, conformance.Version)
	}
	var implementation, capabilities message
	m.read("implementation", &implementation.members, true)
	m.read("capabilities", &capabilities.members, true)
	implementation.read("name", &h.Implementation.Name, true)
	implementation.read("language", &h.Implementation.Language, false)
	implementation.read("version", &h.Implementation.Version, false)
	implementation.read("source", &h.Implementation.Source, false)
	capabilities.read("profiles", &h.Capabilities.Profiles, true)
	capabilities.read("ops", &h.Capabilities.Ops, true)
	capabilities.read("clock", &h.Capabilities.Clock, true)
	capabilities.read("features", &h.Capabilities.Features, false)
	if err := errors.Join(m.err, implementation.err, capabilities.err); err != nil {
		return h, nil, err
	}
	h.Capabilities.Features = append([]string{}, h.Capabilities.Features...) // as it is written: not null
	unknown = slices.Concat(m.unknown(), implementation.unknown(), capabilities.unknown())
	return h, unknown, checkHello(h)
}

func checkHello(h conformance.Hello) error {
	switch {
	case h.Implementation.Name == "":
		return errors.New("an implementation without a name")
	case len(h.Capabilities.Profiles) == 0 || len(h.Capabilities.Ops) == 0:
		return errors.New("capabilities without profiles or without ops: there is nothing to ask")
	}
	if !slices.Contains(clocks, h.Capabilities.Clock) {
		return fmt.Errorf("a clock %.40q; choose from %s", h.Capabilities.Clock, strings.Join(clocks, ", "))
	}
	return nil
}

var outcomes = []string{
	conformance.Accept, conformance.Reject, conformance.Signed, conformance.Unsupported, conformance.Failed,
}

// parseAnswer reads the answer to the command of that sequence and operation.
func parseAnswer(line []byte, seq, op string) (conformance.Answer, error) {
	var a conformance.Answer
	m, err := parseMessage(line)
	if err != nil {
		return a, err
	}
	var answered string
	m.read("seq", &answered, true)
	m.read("outcome", &a.Outcome, true)
	m.read("reason", &a.Reason, false)
	m.read("detail", &a.Detail, false)
	m.read("headers", &a.Headers, false)
	switch {
	case m.err != nil:
		return a, m.err
	case answered != seq:
		return a, fmt.Errorf("the sequence %.40q, where %q was asked", answered, seq)
	case !slices.Contains(outcomes, a.Outcome):
		return a, fmt.Errorf("an outcome %.40q that the protocol does not have", a.Outcome)
	}
	return a, fits(a, op)
}

// fits refuses outcomes that answer another question.
func fits(a conformance.Answer, op string) error {
	switch {
	case a.Outcome == conformance.Signed && op != conformance.OpSign:
		return fmt.Errorf("the outcome signed to a command to %s", op)
	case a.Outcome == conformance.Accept && op == conformance.OpSign:
		return errors.New("the outcome accept to a command to sign; it is signed, with headers")
	case a.Outcome == conformance.Signed && len(a.Headers) == 0:
		return errors.New("the outcome signed without headers")
	default:
		return nil
	}
}
