// Package rogue has adapters that break the rules, and a few that keep them,
// for the tests of the runner. Only tests import it.
package rogue

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/conformance"
)

// AliveEnv names the variable with the address of a socket. Every process that
// is made holds a connection to it until it is gone.
const AliveEnv = "ROGUE_ALIVE"

// lieLow is what a child of an adapter is told to do.
const lieLow = "lie-low"

// An adapter is one way to behave.
type adapter struct {
	greet  func(*talk) // instead of the ordinary introduction, if set
	answer func(*talk, *conformance.Command)
	bye    func() // at the end of the input, if set
	hello  conformance.Capabilities
}

// A talk is a conversation.
type talk struct {
	adapter *adapter
	out     io.Writer
	runs    int // how many commands to run there were
}

// Names are the adapters there are.
func Names() []string { return slices.Sorted(maps.Keys(adapters())) }

// Main is an adapter: the one argument names it.
func Main(args []string) int {
	defer keepInTouch()()
	name := strings.Join(args, " ")
	if name == lieLow {
		hang()
	}
	a := adapters()[name]
	if a == nil {
		fmt.Fprintf(os.Stderr, "rogue: want one of %s\n", strings.Join(Names(), ", "))
		return 2
	}
	t := &talk{adapter: a, out: os.Stdout}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			if a.bye != nil {
				a.bye()
			}
			return 0
		}
		t.hear(line)
	}
}

// keepInTouch opens a connection that is there as long as the process is, or
// the function is called: one that nobody holds would be collected.
func keepInTouch() (hangUp func()) {
	address := os.Getenv(AliveEnv)
	if address == "" {
		return func() {}
	}
	contact, err := net.Dial("unix", address)
	if err != nil {
		panic(err)
	}
	return func() { contact.Close() }
}

// LogEnv names the variable with the file to which every line is added that an
// adapter is told.
const LogEnv = "ROGUE_LOG"

func log(line []byte) {
	path := os.Getenv(LogEnv)
	if path == "" {
		return
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	if _, err := file.Write(line); err != nil {
		panic(err)
	}
}

func (t *talk) hear(line []byte) {
	log(line)
	c := new(conformance.Command)
	if err := json.Unmarshal(line, c); err != nil {
		panic(err)
	}
	switch {
	case c.Cmd == conformance.CommandRun:
		t.runs++
		t.adapter.answer(t, c)
	case t.adapter.greet != nil:
		t.adapter.greet(t)
	default:
		t.introduce()
	}
}

func (t *talk) introduce() {
	capabilities := t.adapter.hello
	if capabilities.Clock == "" {
		capabilities.Clock = conformance.ClockExplicit
	}
	capabilities.Profiles = []string{"standard"}
	if capabilities.Ops == nil {
		capabilities.Ops = []string{conformance.OpVerify}
	}
	t.say(conformance.Hello{
		Protocol:       conformance.Version,
		Implementation: conformance.Implementation{Name: "rogue", Language: "go", Version: "1.0"},
		Capabilities:   capabilities,
	})
}

// say writes a value as a line.
func (t *talk) say(value any) {
	line, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	t.print(string(line) + "\n")
}

func (t *talk) print(text string) {
	if _, err := io.WriteString(t.out, text); err != nil {
		os.Exit(0) // nobody listens
	}
}

func (t *talk) outcome(c *conformance.Command, outcome string) {
	t.say(conformance.Answer{Seq: c.Seq, Outcome: outcome})
}

// spawn starts a process that would go on for ever, and has our stdout.
func spawn() {
	child := exec.Command(os.Args[0], lieLow)
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		panic(err)
	}
}
