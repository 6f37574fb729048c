package fuzz

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/testvectors"
)

// FuzzAdapter: every line that is not blank gets one answer, which is JSON, in
// order and with the sequence of its own line; and what it judges or signs is
// what the oracle does with what the line says. A profile that panics is
// answered for, too.
func FuzzAdapter(f *testing.F) {
	f.Add([]byte(`{"cmd":"hello","protocol":1}` + "\n\n" + `{"cmd":"run","seq":7,"op":"verify","profile":"panics","now":1}` + "\n{}"))
	f.Add([]byte(`{"cmd":"run","seq":[1, "a"],"op":"verify","profile":"standard","headers":[["a",{"base64":"/w=="}]]}`))
	f.Add([]byte(`{"cmd":"run","op":"verify","headers":[["a"]],"body":"!","seq":"1"}` + "\n" + `{"cmd":"run","op":"sign","profile":"standard","keys":["` + secret + `"],"timestamp":1,"id":"\ud800","seq":2}`))
	f.Add([]byte(`{"cmd":"run","seq":3,"op":"sign","profile":"standard","keys":["` + secret + `"],"timestamp":1,"body":"","id":"\\ud800 \ud83d\ude42"}`))
	for _, operation := range []string{testvectors.OperationVerify, testvectors.OperationSign, testvectors.OperationKey} {
		var lines [][]byte
		for _, c := range exchange.Vectors(f, "", operation) {
			if line := lineOf(f, c); len(line) < 1<<10 {
				lines = append(lines, line)
			}
		}
		for several := range slices.Chunk(lines, 8) {
			f.Add(bytes.Join(several, []byte("\n")))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		if err := newAdapter().Serve(bytes.NewReader(data), &out); err != nil {
			t.Fatal(err)
		}
		answers := slices.Collect(bytes.Lines(out.Bytes()))
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			if len(answers) == 0 {
				t.Fatalf("no answer to %q", line)
			}
			checkAnswer(t, line, answers[0])
			answers = answers[1:]
		}
		if len(answers) > 0 {
			t.Fatalf("answers that nobody asked for: %q", answers)
		}
	})
}

// lineOf writes the line by which a runner asks.
func lineOf(f *testing.F, c testvectors.Case) []byte {
	command := conformance.Command{
		Cmd: conformance.CommandRun, Seq: json.RawMessage(`"k3f9"`), Op: c.Operation, Profile: c.Profile,
		Keys: c.Keys, Now: &c.Now, Timestamp: &c.Timestamp, ID: c.MessageID, Body: c.Body,
	}
	if c.Tolerance != nil {
		tolerance := json.Number(strconv.FormatInt(*c.Tolerance, 10))
		command.Tolerance = &tolerance
	}
	for _, field := range c.Headers {
		command.Headers = append(command.Headers, conformance.Pair{Name: field.Name, Value: string(field.Value)})
	}
	line, err := json.Marshal(command)
	if err != nil {
		f.Fatal(err)
	}
	return line
}

func checkAnswer(t *testing.T, line, text []byte) {
	var answer conformance.Answer
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("the answer is no JSON: %q: %v", text, err)
	}
	var members map[string]json.RawMessage
	if !utf8.Valid(line) || json.Unmarshal(line, &members) != nil || misspelled(members) {
		return
	}
	if seq := compact(members["seq"]); !bytes.Equal(compact(answer.Seq), seq) && string(members["cmd"]) == `"run"` {
		t.Fatalf("the answer to %s is to %s", seq, answer.Seq)
	}
	var c conformance.Command
	if json.Unmarshal(line, &c) != nil || c.Cmd != conformance.CommandRun || !isWhole(c, line) {
		return
	}
	checkOutcome(t, c, answer)
}

// isWhole reports whether a command has all that its operation needs, so that
// there has to be a judgement.
func isWhole(c conformance.Command, line []byte) bool {
	missing := map[string]bool{conformance.OpVerify: c.Now == nil, conformance.OpSign: c.Timestamp == nil, conformance.OpKey: false}
	lacks, known := missing[c.Op]
	return known && !lacks && slices.Contains(profiles, c.Profile) && !hasHalf(line)
}

var (
	shortEscape   = regexp.MustCompile(`(?s)\\[^u]`)
	surrogatePair = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)
	surrogate     = regexp.MustCompile(`\\u[dD][89a-fA-F]`)
)

// hasHalf looks for halves of surrogate pairs, which are no character.
func hasHalf(line []byte) bool {
	rest := surrogatePair.ReplaceAll(shortEscape.ReplaceAll(line, nil), nil)
	return surrogate.Match(rest)
}

// misspelled reports whether a member has a name that the decoder takes for
// another.
func misspelled(members map[string]json.RawMessage) bool {
	for name := range members {
		if name != strings.ToLower(name) {
			return true
		}
	}
	return false
}

func compact(value json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return nil
	}
	return b.Bytes()
}

func checkOutcome(t *testing.T, c conformance.Command, answer conformance.Answer) {
	want, reason, headers := conformance.Accept, "", [][2]string(nil)
	switch c.Op {
	case conformance.OpVerify:
		r, ok := requestOf(c)
		if !ok {
			return
		}
		reason = oracle.Verify(r)
	case conformance.OpSign:
		want = conformance.Signed
		headers, reason = oracle.Sign(c.Profile, c.Keys, c.ID, *c.Timestamp, c.Body)
	case conformance.OpKey:
		if len(c.Keys) != 1 {
			return
		}
		reason = oracle.ParseKey(c.Profile, "verify", c.Keys[0])
		if signing := oracle.ParseKey(c.Profile, "sign", c.Keys[0]); reason == "wrong_key_type" && signing == "" {
			reason = ""
		}
	}
	if reason != "" {
		want, headers = conformance.Reject, nil
	}
	var signed [][2]string
	for _, pair := range answer.Headers {
		signed = append(signed, [2]string{pair.Name, pair.Value})
	}
	if answer.Outcome != want || answer.Reason != reason || !slices.Equal(signed, headers) {
		t.Fatalf("%s %q %q, the oracle says %s %q %q", answer.Outcome, answer.Reason, signed, want, reason, headers)
	}
}

// requestOf returns false for what the oracle has no words for: fractions of a
// tolerance, and where time.Time ends.
func requestOf(c conformance.Command) (oracle.Request, bool) {
	r := oracle.Request{Profile: c.Profile, Keys: c.Keys, Body: c.Body, Past: oracle.DefaultTolerance, Future: oracle.DefaultTolerance}
	if c.Tolerance != nil {
		seconds, err := strconv.ParseInt(c.Tolerance.String(), 10, 32)
		if err != nil {
			return r, false
		}
		r.Past = time.Duration(seconds) * time.Second
		r.Future = r.Past
	}
	for _, pair := range c.Headers {
		r.Headers = append(r.Headers, [2]string{pair.Name, pair.Value})
	}
	r.Now = time.Unix(*c.Now, 0)
	return r, -1<<50 < *c.Now && *c.Now < 1<<50
}

// newAdapter speaks for the SDK as the command does.
func newAdapter() *conformance.Adapter {
	return &conformance.Adapter{
		Implementation: conformance.Implementation{Name: "fuzz", Language: "go", Version: "0", Source: "here"},
		Profiles: map[string]conformance.Profile{
			"standard": adapterProfile("standard", "webhook-id", "webhook-timestamp", "webhook-signature"),
			"svix":     adapterProfile("svix", "svix-id", "svix-timestamp", "svix-signature"),
			"stripe":   adapterProfile("stripe", "Stripe-Signature"),
			"panics":   {NewVerifier: func([]string, *time.Duration) (conformance.Verifier, error) { panic("broken") }},
		},
	}
}

func adapterProfile(profile string, headers ...string) conformance.Profile {
	return conformance.Profile{
		Headers: headers,
		NewVerifier: func(keys []string, tolerance *time.Duration) (conformance.Verifier, error) {
			r := oracle.Request{Profile: profile, Keys: keys, Past: oracle.DefaultTolerance, Future: oracle.DefaultTolerance}
			if tolerance != nil {
				r.Past, r.Future = *tolerance, *tolerance
			}
			return exchange.NewVerifier(r)
		},
		NewSigner: func(keys []string) (conformance.Signer, error) { return newSigner(profile, keys) },
	}
}
