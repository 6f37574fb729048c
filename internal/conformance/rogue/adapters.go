package rogue

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/standardwebhooks"
)

// WallEnv names the variable with what the clock of the machine is to be, in
// seconds since 1970, for the adapters that judge by it.
const WallEnv = "ROGUE_WALL"

func adapters() map[string]*adapter {
	return map[string]*adapter{
		"honest":     {answer: honest, hello: conformance.Capabilities{Ops: allOps(), Features: []string{"ed25519"}}},
		"wall-clock": {answer: byWallClock, hello: conformance.Capabilities{Clock: conformance.ClockNone}},
		"external":   {answer: byWallClock, hello: conformance.Capabilities{Clock: conformance.ClockExternal}},

		"accept-all":      {answer: always(conformance.Accept)},
		"reject-all":      {answer: always(conformance.Reject)},
		"error-all":       {answer: always(conformance.Failed)},
		"unsupported-all": {answer: always(conformance.Unsupported)},
		"maybe":           {answer: always("maybe")},
		"signed":          {answer: always(conformance.Signed)},

		"crash-on-third": {answer: crashOnThird},
		"crash":          {answer: func(*talk, *conformance.Command) { crash() }},
		"verbose":        {answer: func(*talk, *conformance.Command) { complain(); crash() }},
		"crash-at-once":  {greet: func(*talk) { crash() }},
		"other-after":    {greet: otherAfterRestart, answer: crashOnThird},
		"hang":           {answer: func(*talk, *conformance.Command) { hang() }},
		"hang-on-fourth": {answer: hangOnFourth},
		"hang-at-once":   {greet: func(*talk) { hang() }},
		"stubborn":       {answer: honest, bye: hang},
		"parent":         {answer: parent},

		"garbage":       {answer: func(t *talk, _ *conformance.Command) { t.print("verifying…\n") }},
		"garbage-later": {answer: garbageLater},
		"banner":        {greet: func(t *talk) { t.print("listening…\n"); t.introduce() }},
		"twice":         {answer: func(t *talk, c *conformance.Command) { honest(t, c); honest(t, c) }},
		"wrong-seq":     {answer: wrongSeq},
		"capitals":      {answer: raw(`{"Seq":%s,"Outcome":"accept"}` + "\n")},
		"latin-1":       {answer: raw("{\"seq\":%s,\"outcome\":\"\xe9\"}\n")},
		"half-line":     {answer: func(t *talk, _ *conformance.Command) { t.print(`{"seq":`); crash() }},
		"long-line":     {answer: raw(`{"seq":%s,"outcome":"accept","detail":"` + strings.Repeat("x", 2<<20) + "\"}\n")},
		"protocol-2":    {greet: func(t *talk) { t.say(conformance.Hello{Protocol: 2}) }},

		"lying-clock":   {answer: ignoringTime},
		"machine-clock": {answer: byWallClock},
		"machine-clock-external": {
			answer: func(t *talk, c *conformance.Command) {
				*c.Now = 1_767_225_600 // whatever faketime says
				t.verify(c)
			},
			hello: conformance.Capabilities{Clock: conformance.ClockExternal},
		},
		"misspelt": {greet: misspelt, answer: honest},
	}
}

func allOps() []string {
	return []string{conformance.OpVerify, conformance.OpSign, conformance.OpKey}
}

func always(outcome string) func(*talk, *conformance.Command) {
	return func(t *talk, c *conformance.Command) { t.outcome(c, outcome) }
}

// raw prints a format with the sequence in it.
func raw(format string) func(*talk, *conformance.Command) {
	return func(t *talk, c *conformance.Command) { t.print(fmt.Sprintf(format, c.Seq)) }
}

func crash() {
	fmt.Fprintln(os.Stderr, "Traceback: something went wrong")
	os.Exit(70)
}

// complain writes more to stderr than anybody keeps.
func complain() {
	for i := range 100_000 {
		fmt.Fprintf(os.Stderr, "%05d\n", i)
	}
}

func crashOnThird(t *talk, c *conformance.Command) {
	if t.runs == 3 {
		crash()
	}
	honest(t, c)
}

// hangOnFourth is past the canaries.
func hangOnFourth(t *talk, c *conformance.Command) {
	if t.runs == 4 {
		hang()
	}
	honest(t, c)
}

func otherAfterRestart(t *talk) {
	t.adapter.hello.Features = []string{strconv.Itoa(os.Getpid())}
	t.introduce()
}

func garbageLater(t *talk, c *conformance.Command) {
	if t.runs == 4 {
		t.print("verifying…\n")
	}
	honest(t, c)
}

func wrongSeq(t *talk, c *conformance.Command) {
	c.Seq = json.RawMessage(`"0000"`)
	honest(t, c)
}

// parent has a child that holds its stdout open, and hangs itself.
func parent(t *talk, c *conformance.Command) {
	if t.runs == 1 {
		spawn()
	}
	hangOnFourth(t, c)
}

func misspelt(t *talk) {
	t.print(`{"protocol":1,"implementation":{"name":"rogue","licence":"MIT"},"capabilities":` +
		`{"profiles":["standard"],"ops":["verify"],"clock":"explicit","feature":["ed25519"],"features":["ed25518"]}}` + "\n")
}

func ignoringTime(t *talk, c *conformance.Command) {
	t.verify(c, standardwebhooks.InsecureIgnoreTimestamp())
}

func byWallClock(t *talk, c *conformance.Command) {
	wall, err := strconv.ParseInt(os.Getenv(WallEnv), 10, 64)
	if err != nil {
		panic(err)
	}
	c.Now = &wall
	t.verify(c)
}

// hang never returns. Go's runtime ends a program that waits for nothing, save
// where it has C in it, so this one waits for a time.
func hang() {
	for {
		time.Sleep(time.Hour)
	}
}
