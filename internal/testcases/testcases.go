// Package testcases holds the cases that the SDK, the oracle and the doctor
// are tested with: what one verifier has to say of one request, and what the
// doctor has to find in one capture. Only tests import it.
package testcases

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed verify.json
var verifyJSON []byte

//go:embed diagnose.json
var diagnoseJSON []byte

// A Verify case is a request, the keys of its receiver, and the answer.
type Verify struct {
	Name      string      `json:"name"`
	Scheme    string      `json:"scheme"` // standard, svix or stripe
	Now       int64       `json:"now"`
	Tolerance *int64      `json:"tolerance"` // seconds; nil is the default
	Secrets   []string    `json:"secrets"`
	Headers   [][2]string `json:"headers"` // in order, names as sent
	Body      []byte      `json:"body"`
	Result    string      `json:"result"` // valid or invalid
	Reason    string      `json:"reason"` // a code, or empty where any will do
}

// A Diagnose case is a capture and what the doctor has to find in it.
type Diagnose struct {
	Name       string   `json:"name"`
	Shape      string   `json:"shape"` // the form of the capture
	Verdict    string   `json:"verdict"`
	Causes     []string `json:"causes"`
	Notes      []string `json:"notes"`
	Scheme     string   `json:"scheme"`
	Now        int64    `json:"now"`
	Secrets    []Secret `json:"secrets"`
	Candidates []Secret `json:"candidates"`
	Capture    []byte   `json:"capture"`
}

// A Secret is a named text, as a file would hold it.
type Secret struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// VerifyCases returns the verify cases of the given schemes, of all without
// any. It panics when there are none: a test over nothing passes silently.
func VerifyCases(schemes ...string) []Verify {
	var cases []Verify
	decode("verify.json", verifyJSON, &cases)
	if len(schemes) == 0 {
		return cases
	}
	var kept []Verify
	for _, c := range cases {
		for _, scheme := range schemes {
			if c.Scheme == scheme {
				kept = append(kept, c)
			}
		}
	}
	if len(kept) == 0 {
		panic(fmt.Sprintf("testcases: no case of the schemes %q", schemes))
	}
	return kept
}

// DiagnoseCases returns the cases of the doctor.
func DiagnoseCases() []Diagnose {
	var cases []Diagnose
	decode("diagnose.json", diagnoseJSON, &cases)
	return cases
}

func decode[T any](name string, data []byte, into *[]T) {
	if err := json.Unmarshal(data, into); err != nil {
		panic(fmt.Sprintf("testcases: %s: %v", name, err))
	}
	if len(*into) == 0 {
		panic(fmt.Sprintf("testcases: %s: no case", name))
	}
}
