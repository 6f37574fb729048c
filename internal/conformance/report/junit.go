package report

import (
	"encoding/xml"
	"io"
	"strings"
)

type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Timestamp  string          `xml:"timestamp,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
	SystemErr  string          `xml:"system-err,omitempty"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Class      string           `xml:"classname,attr"`
	Name       string           `xml:"name,attr"`
	Properties *junitProperties `xml:"properties"`
	Failure    *junitProblem    `xml:"failure"`
	Error      *junitProblem    `xml:"error"`
	Skipped    *junitProblem    `xml:"skipped"`
	SystemErr  string           `xml:"system-err,omitempty"`
}

type junitProperties struct {
	Properties []junitProperty `xml:"property"`
}

type junitProblem struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes a run as the XML that CI systems read.
func JUnit(w io.Writer, run *Run) error {
	suite := junitSuite{
		Name:      "whsec conformance: " + clean(run.Name()),
		Timestamp: run.Header.Date.UTC().Format("2006-01-02T15:04:05"),
		Properties: []junitProperty{
			{"implementation", clean(run.Header.Implementation.Name)},
			{"version", clean(run.Header.Implementation.Version)},
			{"language", clean(run.Header.Implementation.Language)},
			{"clock", run.Header.Clock},
			{"seed", run.Header.Seed},
		},
	}
	for _, r := range run.sorted() {
		suite.add(&r)
	}
	if why := run.Incomplete(); why != "" {
		suite.add(&Result{ID: "complete", State: Fail, Class: Protocol, Problem: "the run is incomplete: " + why})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", " ")
	if err := encoder.Encode(junitSuites{Suite: suite}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(r *Result) {
	c := junitCase{Class: className(r), Name: r.ID}
	problem := &junitProblem{Type: string(r.Class), Message: clean(r.said()), Text: clean(r.Comment)}
	s.Tests++
	switch {
	case r.Label() == "CRASH", r.Label() == "TIMEOUT", r.Label() == "PROTOCOL":
		c.Error, c.SystemErr = problem, cleanLines(r.Stderr)
		s.Errors++
	case r.State == XPass:
		problem.Type = string(XPass)
		c.Failure = problem
		s.Failures++
	case r.State == Fail:
		c.Failure = problem
		s.Failures++
	case r.State == XFail:
		c.Skipped = &junitProblem{Message: "xfail: " + clean(r.XFail)}
		s.Skipped++
	case r.State == Skip:
		c.Skipped = &junitProblem{Message: clean(r.Skipped)}
		s.Skipped++
	case r.State == Unspecified:
		c.Properties = &junitProperties{[]junitProperty{{"unspecified", r.Behaviour()}}}
	}
	s.Cases = append(s.Cases, c)
}

func className(r *Result) string {
	if r.Profile == "" {
		return "run"
	}
	return r.Profile + "." + r.Op
}

func cleanLines(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, clean(line))
	}
	return strings.Join(lines, "\n")
}
