package report_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/conformance/report"
)

var update = flag.Bool("update", false, "write the golden files")

// run has a result of every sort, and an adapter that says what could break a
// report.
func run() *report.Run {
	r := &report.Run{
		Header: report.Header{
			Date:           time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC),
			Runner:         report.Runner{Name: "whsec", Version: "1.0.0"},
			Suite:          report.Suite{Vectors: 12, Selected: 10, Profiles: []string{"standard"}, Filters: []string{"standard"}},
			Implementation: conformance.Implementation{Name: "hooks|lib", Language: "python", Version: "1.1.0", Source: "https://example.org/hooks"},
			Capabilities:   conformance.Capabilities{Profiles: []string{"standard"}, Ops: []string{"verify"}, Clock: "process", Features: []string{}},
			Clock:          "process",
			Seed:           "18446744073709551615",
			Warnings:       []string{"standard: accepts a message that nobody signed"},
		},
		Results: []report.Result{
			result("standard/verify/wrong", "invalid", report.Result{State: report.Fail, Class: report.Verdict, Problem: "accepts; a rejection is expected", Outcome: "accept", Flags: []string{"EmptyKey"}}),
			result("standard/verify/fine", "valid", report.Result{State: report.Pass, Outcome: "accept", Rebased: true}),
			result("standard/verify/error", "invalid", report.Result{State: report.Fail, Class: report.Crash, Problem: "fails with an error; a rejection is expected", Outcome: "error", Detail: "ValueError: <b>\x1b[31m`|*\n]]>"}),
			result("standard/verify/died", "invalid", report.Result{State: report.Fail, Class: report.Crash, Problem: "the adapter ended: exit status 70", Outcome: "died", Stderr: "1\n2\n3\n4\n5\n6\x07\n"}),
			result("standard/verify/hung", "valid", report.Result{State: report.Fail, Class: report.Timeout, Problem: "the adapter did not answer in time", Outcome: "timeout"}),
			result("standard/verify/known", "invalid", report.Result{State: report.XFail, Class: report.Verdict, Problem: "accepts; a rejection is expected", Outcome: "accept", XFail: "https://example.org/1"}),
			result("standard/verify/mended", "valid", report.Result{State: report.XPass, Problem: "does not fail", Outcome: "accept", XFail: "was broken"}),
			result("standard/verify/skipped", "valid", report.Result{State: report.Skip, Skipped: "needs ed25519"}),
			result("standard/verify/open", "unspecified", report.Result{State: report.Unspecified, Outcome: "reject"}),
			result("standard/verify/chatty", "valid", report.Result{State: report.Fail, Class: report.Protocol, Problem: "it wrote a line", Outcome: "protocol"}),
			{ID: "standard/verify/gone", State: report.Fail, Class: report.List, Problem: "the suite has no such vector", XFail: "gone"},
		},
	}
	r.Footer = report.Footer{Type: "footer", Complete: true, Counts: r.Counts(), Restarts: 2}
	return r
}

func result(id, expected string, r report.Result) report.Result {
	r.ID, r.Profile, r.Op, r.Expected = id, "standard", "verify", expected
	r.Comment = "It shows <" + filepath.Base(id) + "> & more."
	return r
}

// another implementation, of which the run was stopped.
func another() *report.Run {
	r := run()
	r.Header.Implementation = conformance.Implementation{Name: "other", Language: "go", Version: "2.0.0", Source: "javascript:alert(1)"}
	r.Results = []report.Result{
		result("standard/verify/wrong", "invalid", report.Result{State: report.Pass, Outcome: "reject"}),
		result("standard/verify/open", "unspecified", report.Result{State: report.Unspecified, Outcome: "died", Class: ""}),
		result("standard/verify/skipped", "valid", report.Result{State: report.Fail, Class: report.Unsupported, Outcome: "unsupported", Problem: "declines"}),
	}
	r.Footer = report.Footer{}
	return r
}

func plain(label string, _ bool) string { return label }

func TestReports(t *testing.T) {
	one, both := []*report.Run{run()}, []*report.Run{run(), another()}
	tests := map[string]func(io.Writer) error{
		"run.txt":     func(w io.Writer) error { return report.Text(w, run(), plain) },
		"stopped.txt": func(w io.Writer) error { return report.Text(w, another(), plain) },
		"run.tap":     func(w io.Writer) error { return report.TAP(w, run()) },
		"stopped.tap": func(w io.Writer) error { return report.TAP(w, another()) },
		"run.xml":     func(w io.Writer) error { return report.JUnit(w, run()) },
		"stopped.xml": func(w io.Writer) error { return report.JUnit(w, another()) },
		"run.md":      func(w io.Writer) error { return report.Markdown(w, one) },
		"matrix.md":   func(w io.Writer) error { return report.Markdown(w, both) },
		"matrix.html": func(w io.Writer) error { return report.HTML(w, both) },
		"run.jsonl":   func(w io.Writer) error { return record(w, run()) },
	}
	for name, write := range tests {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			require.NoError(t, write(&got))
			golden := filepath.Join("testdata", name)
			if *update {
				require.NoError(t, os.WriteFile(golden, got.Bytes(), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Empty(t, cmp.Diff(string(want), got.String()))
		})
	}
}

func record(w io.Writer, run *report.Run) error {
	out := report.NewWriter(w)
	out.Begin(run.Header)
	for _, r := range run.Results {
		out.Case(r)
	}
	out.End(run.Footer)
	return out.Err
}

func TestARecordComesBack(t *testing.T) {
	var text bytes.Buffer
	require.NoError(t, record(&text, run()))
	got, err := report.Read(&text)
	require.NoError(t, err)
	want := run()
	want.Header.Type, want.Header.Format = "header", report.Format
	for i := range want.Results {
		want.Results[i].Type = "case"
	}
	assert.Empty(t, cmp.Diff(want, got))
}

func TestRead(t *testing.T) {
	const header = `{"type":"header","format":1}`
	tests := []struct{ name, text, err string }{
		{"nothing", "", "it is empty"},
		{"no JSON", "ok 1", "line 1: no JSON object"},
		{"no header", `{"type":"case"}`, "line 1: a record begins with its one header"},
		{"two headers", header + "\n" + header, "line 2: a record begins with its one header"},
		{"another format", `{"type":"header","format":2}`, "a record of format 2; this whsec reads 1"},
		{"after the footer", header + "\n" + `{"type":"footer"}` + "\n" + `{"type":"case"}`, "line 3: nothing follows the footer"},
		{"another line", header + "\n" + `{"type":"note"}`, `no record has lines of type "note"`},
		{"another member", header + "\n" + `{"type":"case","severity":1}`, "unknown field"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := report.Read(strings.NewReader(tt.text))
			require.ErrorContains(t, err, tt.err)
		})
	}
}

func TestARunWithoutFooterIsIncomplete(t *testing.T) {
	got, err := report.Read(strings.NewReader(`{"type":"header","format":1}` + "\n"))
	require.NoError(t, err)
	assert.Equal(t, "the runner was stopped", got.Incomplete())
}

func TestJUnitIsXML(t *testing.T) {
	var text bytes.Buffer
	require.NoError(t, report.JUnit(&text, run()))
	var suites struct {
		Suite struct {
			Tests, Failures, Errors, Skipped int `xml:",attr"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(bytes.ReplaceAll(text.Bytes(), []byte("tests="), []byte("Tests=")), &suites))
	assert.Equal(t, 11, suites.Suite.Tests)
}

func TestCountsAddUp(t *testing.T) {
	counts := run().Counts()
	assert.Equal(t, report.Counts{Pass: 1, Fail: 3, Crash: 2, Timeout: 1, XFail: 1, XPass: 1, Skip: 1, Unspecified: 1, Rebased: 1, Protocol: 1}, counts)
	assert.Equal(t, 7, counts.Failures())
	assert.Equal(t, len(run().Results), counts.Total())
}
