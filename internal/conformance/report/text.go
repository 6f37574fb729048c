package report

import (
	"fmt"
	"io"
	"strings"
)

// Text writes a run for people. paint colours a label.
func Text(w io.Writer, run *Run, paint func(label string, good bool) string) error {
	t := &textReport{run: run, paint: paint}
	t.head()
	results := run.sorted()
	for i := range results {
		t.result(&results[i])
	}
	t.tallied("unspecified", of(results, Unspecified), (*Result).Behaviour)
	t.tallied("skipped", of(results, Skip), func(r *Result) string { return r.Skipped })
	t.tail()
	_, err := io.WriteString(w, t.text.String())
	return err
}

type textReport struct {
	run   *Run
	paint func(string, bool) string
	text  strings.Builder
}

func (t *textReport) line(format string, args ...any) { fmt.Fprintf(&t.text, format+"\n", args...) }

func (t *textReport) head() {
	h := &t.run.Header
	t.line("implementation  %s", clean(t.run.Name()))
	t.line("vectors         %d of %d, profiles %s", h.Suite.Selected, h.Suite.Vectors, strings.Join(h.Suite.Profiles, ", "))
	t.line("clock           %s", h.Clock)
	t.line("seed            %s", h.Seed)
	for _, warning := range h.Warnings {
		t.line("warning         %s", clean(warning))
	}
	t.line("")
}

// result writes a failure, and in one line an expected one.
func (t *textReport) result(r *Result) {
	switch {
	case r.Failed():
		t.line("%s %s", t.paint(fmt.Sprintf("%-8s", r.Label()), false), r.ID)
		t.line("         %s", clean(r.said()))
		if r.Comment != "" {
			t.line("         the vector: %s", clean(r.Comment))
		}
		for line := range strings.Lines(lastLines(r.Stderr)) {
			t.line("         | %s", clean(line))
		}
	case r.State == XFail:
		t.line("%-8s %s: %s (%s)", "xfail", r.ID, clean(r.Problem), clean(r.XFail))
	}
}

// lastLines are the last of what was on stderr: the first lines of a trace say
// less.
func lastLines(stderr string) string {
	const most = 5
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

func (t *textReport) tallied(title string, results []Result, key func(*Result) string) {
	if len(results) > 0 {
		t.line("%-11s %s", title, strings.Join(tally(results, key), ", "))
	}
}

func (t *textReport) tail() {
	counts := t.run.Counts()
	if counts.Rebased > 0 {
		t.line("rebased     %d, signed anew for the clock of the machine", counts.Rebased)
	}
	summary := counts.Summary()
	if why := t.run.Incomplete(); why != "" {
		summary += "; incomplete: " + clean(why)
	}
	t.line("%s", t.paint(summary, counts.Failures() == 0 && t.run.Footer.Complete))
}
