package report

import (
	"slices"
	"strings"
)

// A Matrix is what several implementations do, beside one another.
type Matrix struct {
	Runs     []*Run
	Failures []Row // vectors that one of them fails
	Choices  []Row // vectors on which the specification is silent
}

// A Row is a vector.
type Row struct {
	ID       string
	Comment  string
	Expected string // in words
	Cells    []Cell // one for each run
}

// A Cell is what an implementation does with a vector.
type Cell struct {
	Text string
	Kind Kind
}

// A Kind is how a cell is to be read.
type Kind string

// The kinds. What was not asked, or is not in the record, is never taken for
// good.
const (
	Good    Kind = "good"
	Bad     Kind = "bad"
	Known   Kind = "known" // bad, and on the list of expected failures
	Choice  Kind = "choice"
	Skipped Kind = "skipped"
	Missing Kind = "missing"
)

// NewMatrix compares runs.
func NewMatrix(runs []*Run) *Matrix {
	m := &Matrix{Runs: runs}
	seen := make(map[string]bool)
	for _, run := range runs {
		for _, r := range run.Results {
			if r.Class == List || seen[r.ID] {
				continue
			}
			switch {
			case r.State == Unspecified:
				m.Choices = append(m.Choices, m.row(&r))
			case r.Class != "":
				m.Failures = append(m.Failures, m.row(&r))
			default:
				continue
			}
			seen[r.ID] = true
		}
	}
	byID := func(a, b Row) int { return strings.Compare(a.ID, b.ID) }
	slices.SortFunc(m.Failures, byID)
	slices.SortFunc(m.Choices, byID)
	return m
}

func (m *Matrix) row(of *Result) Row {
	row := Row{ID: of.ID, Comment: of.Comment, Expected: of.wanted()}
	for _, run := range m.Runs {
		row.Cells = append(row.Cells, run.cell(of.ID))
	}
	return row
}

// wanted says what a vector expects, in words.
func (r *Result) wanted() string {
	switch {
	case r.Expected == "invalid":
		return "rejects"
	case r.Expected == "valid" && r.Op == "sign":
		return "signs"
	case r.Expected == "valid":
		return "accepts"
	default:
		return "open"
	}
}

func (r *Run) cell(id string) Cell {
	i := slices.IndexFunc(r.Results, func(result Result) bool { return result.ID == id && result.Class != List })
	if i < 0 {
		return Cell{"?", Missing}
	}
	result := &r.Results[i]
	kinds := map[State]Kind{Pass: Good, XPass: Good, Fail: Bad, XFail: Known, Skip: Skipped, Unspecified: Choice}
	return Cell{result.Behaviour(), kinds[result.State]}
}

// A fact is a line of the table about the runs.
type fact struct {
	name string
	of   func(*Run) string
}

func facts() []fact {
	count := func(of func(*Counts) int) func(*Run) string {
		return func(r *Run) string {
			c := r.Counts()
			return decimal(of(&c))
		}
	}
	return []fact{
		{"version", func(r *Run) string { return r.Header.Implementation.Version }},
		{"language", func(r *Run) string { return r.Header.Implementation.Language }},
		{"profiles", func(r *Run) string { return strings.Join(r.Header.Suite.Profiles, ", ") }},
		{"clock", func(r *Run) string { return r.Header.Clock }},
		{"date", func(r *Run) string { return r.Header.Date.UTC().Format("2006-01-02") }},
		{"passed", count(func(c *Counts) int { return c.Pass })},
		{"failed", count(func(c *Counts) int { return c.Fail + c.XPass })},
		{"crashed", count(func(c *Counts) int { return c.Crash })},
		{"timed out", count(func(c *Counts) int { return c.Timeout })},
		{"expected to fail", count(func(c *Counts) int { return c.XFail })},
		{"unspecified", count(func(c *Counts) int { return c.Unspecified })},
		{"skipped", count(func(c *Counts) int { return c.Skip })},
		{"signed anew", count(func(c *Counts) int { return c.Rebased })},
		{"complete", func(r *Run) string {
			if why := r.Incomplete(); why != "" {
				return "no: " + why
			}
			return "yes"
		}},
	}
}
