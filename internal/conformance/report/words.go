package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/whsec/whsec/internal/conformance"
)

// Behaviour says in a word what the adapter did.
func (r *Result) Behaviour() string {
	switch {
	case r.State == Skip:
		return "not asked"
	case r.Class == Headers:
		return "signs otherwise"
	}
	words := map[string]string{
		conformance.Accept:      "accepts",
		conformance.Reject:      "rejects",
		conformance.Signed:      "signs",
		conformance.Unsupported: "declines",
		conformance.Failed:      "errors",
		Died:                    "crashes",
		Hung:                    "hangs",
		Garbage:                 "breaks the protocol",
	}
	return words[r.Outcome]
}

// Label is the word for a result in capitals, as lists of results have it.
func (r *Result) Label() string {
	switch {
	case r.State == Fail && (r.Class == Crash || r.Class == Timeout || r.Class == Protocol):
		return strings.ToUpper(string(r.Class))
	default:
		return strings.ToUpper(string(r.State))
	}
}

// said is what is wrong, with the adapter's own words.
func (r *Result) said() string {
	if r.Detail == "" {
		return r.Problem
	}
	return r.Problem + "; it says: " + r.Detail
}

// Name is the implementation with its version and language: libraries of
// several languages share a name.
func (r *Run) Name() string {
	name := strings.TrimSpace(r.Header.Implementation.Name + " " + r.Header.Implementation.Version)
	if r.Header.Implementation.Language != "" {
		name += " (" + r.Header.Implementation.Language + ")"
	}
	return name
}

// sorted returns the results by id; those without a case come last.
func (r *Run) sorted() []Result {
	return slices.SortedStableFunc(slices.Values(r.Results), func(a, b Result) int {
		if a.Class == List != (b.Class == List) {
			return cmp.Compare(order(a.Class == List), order(b.Class == List))
		}
		return cmp.Compare(a.ID, b.ID)
	})
}

func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

// of returns the results in a state.
func of(results []Result, state State) []Result {
	return slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.State != state })
}

// tally counts what key says of each result, most first.
func tally(results []Result, key func(*Result) string) []string {
	counts := make(map[string]int)
	for i := range results {
		counts[key(&results[i])]++
	}
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%d %s", counts[k], k)
	}
	return keys
}

// Summary is the counts in words.
func (c *Counts) Summary() string {
	parts := []string{
		fmt.Sprintf("%d passed", c.Pass),
		fmt.Sprintf("%d failed", c.Failures()),
		fmt.Sprintf("%d skipped", c.Skip),
	}
	for _, more := range []struct {
		n    int
		text string
	}{
		{c.XFail, "expected to fail"},
		{c.Unspecified, "unspecified"},
	} {
		if more.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", more.n, more.text))
		}
	}
	return strings.Join(parts, ", ")
}

// clean keeps what an adapter wrote in one line, and from being taken for a
// command by a terminal.
func clean(text string) string {
	harmless := func(r rune) bool { return unicode.IsPrint(r) && r != unicode.ReplacementChar }
	var out strings.Builder
	for _, r := range strings.TrimSpace(text) {
		if harmless(r) {
			out.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		out.WriteString(quoted[1 : len(quoted)-1])
	}
	return out.String()
}
