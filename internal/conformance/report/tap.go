package report

import (
	"fmt"
	"io"
	"strings"
)

// TAP writes a run in version 14 of the Test Anything Protocol.
func TAP(w io.Writer, run *Run) error {
	var text strings.Builder
	fmt.Fprintln(&text, "TAP version 14")
	fmt.Fprintf(&text, "# %s, clock %s, seed %s\n", clean(run.Name()), run.Header.Clock, run.Header.Seed)
	results := run.sorted()
	for i := range results {
		text.WriteString(tapLine(i+1, &results[i]))
	}
	if why := run.Incomplete(); why != "" {
		fmt.Fprintf(&text, "Bail out! %s\n", clean(why))
	} else {
		fmt.Fprintf(&text, "1..%d\n", len(results))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// tapLine writes an unexpected pass as a failure: consumers take "ok # TODO"
// for a success.
func tapLine(n int, r *Result) string {
	switch r.State {
	case Skip:
		return fmt.Sprintf("ok %d - %s # SKIP %s\n", n, r.ID, clean(r.Skipped))
	case XFail:
		return fmt.Sprintf("not ok %d - %s # TODO %s\n", n, r.ID, clean(r.XFail))
	case Unspecified:
		return fmt.Sprintf("ok %d - %s\n# unspecified: %s\n", n, r.ID, r.Behaviour())
	case Fail, XPass:
		return fmt.Sprintf("not ok %d - %s\n  ---\n  message: %q\n  class: %q\n  ...\n", n, r.ID, clean(r.said()), r.Class)
	default:
		return fmt.Sprintf("ok %d - %s\n", n, r.ID)
	}
}
