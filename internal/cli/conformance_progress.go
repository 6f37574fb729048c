package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/runner"
)

// listeners hear the same run.
type listeners []runner.Listener

func (l listeners) Begin(h report.Header) {
	for _, listener := range l {
		listener.Begin(h)
	}
}

func (l listeners) Case(r report.Result) {
	for _, listener := range l {
		listener.Case(r)
	}
}

func (l listeners) End(f report.Footer) {
	for _, listener := range l {
		listener.End(f)
	}
}

// A progress is a line at the terminal that tells how far a run is.
type progress struct {
	w      io.Writer // nil if nobody looks
	of     int
	counts report.Counts
}

func (a *app) newProgress(of int) *progress {
	p := &progress{of: of}
	if a.env.Terminal.Stderr {
		p.w = a.env.Stderr
	}
	return p
}

func (p *progress) Begin(report.Header) {}
func (p *progress) End(report.Footer)   {}

func (p *progress) Case(r report.Result) {
	p.counts.Add(&r)
	if p.w != nil {
		fmt.Fprintf(p.w, "\r%d of %d, %d failed", p.counts.Total(), p.of, p.counts.Failures())
	}
}

// clear takes the line away, for what comes after.
func (p *progress) clear() {
	if p.w != nil && p.counts.Total() > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", 40))
	}
}

// findFlag returns where a flag stands in front of "--".
func findFlag(l line, flag string) (int, bool) {
	end := slices.Index(l, "--")
	if end < 0 {
		end = len(l)
	}
	i := slices.IndexFunc(l[:end], func(arg string) bool { return arg == flag || strings.HasPrefix(arg, flag+"=") })
	return i, i >= 0
}

// seeded asks for an order, in front of the adapter.
func (l line) seeded(seed string) line {
	if end := slices.Index(l, "--"); end >= 0 {
		return slices.Insert(l, end, "--seed", seed)
	}
	return l
}
