// Package adapter answers a conformance runner with a released Go library.
//
// The libraries read time.Now, which testing/synctest sets, and that works in
// tests alone: the adapter is a test binary.
//
//	go test -c -o adapter . && WHSEC_ADAPTER=svix ./adapter
package adapter

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/whsec/whsec/internal/conformance"
)

// answers is the stdout of the adapter. What the testing package prints goes to
// stderr.
var answers = os.Stdout

func TestMain(m *testing.M) {
	os.Stdout = os.Stderr
	os.Exit(m.Run())
}

// TestAdapter answers line after line.
func TestAdapter(t *testing.T) {
	name := os.Getenv("WHSEC_ADAPTER")
	lib, ok := libraries[name]
	if !ok {
		t.Skipf("WHSEC_ADAPTER is %q, which names no library", name)
	}
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(answers)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		var c conformance.Command
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if err := out.Encode(lib.respond(t, &c)); err != nil {
			t.Fatal(err)
		}
	}
}

func (lib *library) respond(t *testing.T, c *conformance.Command) any {
	if c.Cmd == conformance.CommandHello {
		return lib.hello()
	}
	answer := conformance.Answer{Seq: c.Seq}
	if c.Now == nil || lib.clock == conformance.ClockExplicit {
		lib.run(c, &answer)
		return answer
	}
	synctest.Test(t, func(*testing.T) {
		// The clock of a bubble begins in 2000 and goes on while all sleep.
		now := time.Unix(*c.Now, 0)
		time.Sleep(time.Until(now))
		if !time.Now().Equal(now) {
			answer.Outcome, answer.Detail = conformance.Unsupported, "the clock of testing/synctest begins in 2000"
			return
		}
		lib.run(c, &answer)
	})
	return answer
}

func (lib *library) run(c *conformance.Command, answer *conformance.Answer) {
	defer func() {
		if r := recover(); r != nil {
			answer.Outcome, answer.Detail = conformance.Failed, fmt.Sprint("panic: ", r)
		}
	}()
	var err error
	answer.Outcome = conformance.Accept
	switch c.Op {
	case conformance.OpVerify:
		err = lib.verify(c, header(c.Headers))
	case conformance.OpKey:
		err = lib.key(c.Keys[0])
	case conformance.OpSign:
		answer.Outcome = conformance.Signed
		answer.Headers, err = lib.sign(c, time.Unix(*c.Timestamp, 0))
	}
	if err != nil { // the libraries have no other way to refuse
		answer.Outcome, answer.Headers, answer.Detail = conformance.Reject, nil, err.Error()
	}
}

func header(fields []conformance.Pair) http.Header {
	h := make(http.Header)
	for _, f := range fields {
		h.Add(f.Name, f.Value)
	}
	return h
}

func (lib *library) hello() conformance.Hello {
	return conformance.Hello{
		Protocol:       conformance.Version,
		Implementation: conformance.Implementation{Name: lib.name, Language: "go", Version: version(lib.module), Source: lib.source},
		Capabilities:   conformance.Capabilities{Profiles: lib.profiles, Ops: lib.ops, Clock: lib.clock, Features: lib.features},
	}
}

//go:embed go.mod
var goMod string

// version is what was built: of a direct dependency that is what go.mod says,
// and a test binary has no other record of it.
func version(module string) string {
	_, after, found := strings.Cut(goMod, "\t"+module+" ")
	if !found {
		panic("go.mod does not have " + module)
	}
	return strings.Fields(after)[0]
}
