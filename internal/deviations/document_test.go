package deviations

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/documents"
	"github.com/whsec/whsec/testvectors"
)

const document = root + "/doc/deviations.md"

var update = flag.Bool("update", false, "write doc/deviations.md")

const preface = `# Where other libraries differ

For whoever moves here from another library, or reviews such a move: all that was seen to differ, and why. This file is
generated:

    go test ./internal/deviations -update

What a library does is read from [CONFORMANCE.md](../CONFORMANCE.md), which names releases and date; what the SDK does is
asked when the file is made; a test fails when a difference is missing here, or is one no more. The last column names
[vectors](../testvectors) that show it, by id (` + "`whsec conformance show ID`" + ` prints one), or a test. Codes are those of
` + "`standardwebhooks.Code(err)`" + `. A reason ends in the section that decides, or in
(open) where the specification leaves it open: there, neither side is wrong.
`

// A part is a library that has a section of its own.
type part struct{ library, heading, text string }

var parts = []part{
	{"standard-webhooks (Go)", "From the reference Go library", "[`standardcompat`](../standardcompat) has its names and its shape: changing the import path is the migration."},
	{"svix (Go)", "From svix for Go", "[`svixcompat`](../svixcompat) has its names and its shape: changing the import path is the migration."},
	{"stripe (Go)", "From stripe-go", "[`stripecompat`](../stripecompat) has the functions and error values of its package `webhook`; `ConstructEventAs[stripe.Event]` keeps the type of its events."},
	{"openai (Go)", "From openai-go", "No package here has its shape: a Verifier of [`standardwebhooks`](../standardwebhooks) takes the body and the headers, and the secret with its `whsec_`."},
}

var headings = [kinds]string{
	stricter: "Refused here, taken there",
	looser:   "Taken here, refused there",
	clearer:  "Refused by both, there by an error that is not the library's own",
}

// TestDocument: the document says what is seen today.
func TestDocument(t *testing.T) {
	text := write(t).markdown()
	if *update {
		require.NoError(t, os.WriteFile(document, []byte(text), 0o644))
	}
	committed, err := os.ReadFile(document)
	require.NoError(t, err)
	want, got := strings.Split(text, "\n"), strings.Split(string(committed), "\n")
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i], "line %d: go test ./internal/deviations -update makes it anew", i+1)
	}
	require.Len(t, got, len(want))
}

// TestRemarks: the tests that show what no vector can are there.
func TestRemarks(t *testing.T) {
	for _, r := range remarks {
		folder, name, _ := strings.Cut(r.shown, ".")
		require.True(t, slices.ContainsFunc(parts, func(p part) bool { return p.library == r.library }), r.library)
		require.True(t, documents.HasTest(t, filepath.Join(root, folder), name), "there is no %s", r.shown)
	}
}

func (b *book) markdown() string {
	var text strings.Builder
	text.WriteString(preface)
	own := map[string]bool{}
	for _, p := range parts {
		own[p.library] = true
		fmt.Fprintf(&text, "\n## %s\n\nSeen of %s. %s\n", p.heading, strings.Join(b.versions[p.library], " and "), p.text)
		for k := range kinds {
			b.table(&text, k, []string{p.library}, false)
		}
		remarkTable(&text, p.library)
	}
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(b.rows)), func(name string) bool { return own[name] })
	fmt.Fprintf(&text, "\n## From libraries of other languages\n\nSeen of %s.\n", b.releases(others))
	for k := range kinds {
		b.table(&text, k, others, true)
	}
	return text.String()
}

func (b *book) releases(libraries []string) string {
	var all []string
	for _, name := range libraries {
		all = append(all, name+" "+strings.Join(b.versions[name], " and "))
	}
	return strings.Join(all, ", ")
}

// table writes the differences of a kind, each in a row, and nothing if there
// is none.
func (b *book) table(text *strings.Builder, k kind, libraries []string, seen bool) {
	var rows []string
	for i, d := range differences {
		var who []documents.Release
		var vectors []string
		for _, name := range libraries {
			row := b.rows[name][i]
			if d.kind != k || row == nil {
				continue
			}
			who = append(who, b.who(name, row))
			vectors = slices.AppendSeq(vectors, maps.Keys(row.seen))
		}
		if len(who) == 0 {
			continue
		}
		slices.Sort(vectors)
		vectors = slices.Compact(vectors)
		there := d.theirs
		if !seen {
			there += suffix(who[0].Version)
		}
		cells := []string{there, d.ours, b.reason(d, vectors)}
		if seen {
			cells = append(cells, together(who))
		}
		rows = append(rows, row(append(cells, some(vectors))...))
	}
	if len(rows) == 0 {
		return
	}
	head := []string{"there", "here", "why", "seen in", "shown by"}
	if !seen {
		head = slices.Delete(head, 3, 4)
	}
	fmt.Fprintf(text, "\n### %s\n\n%s%s%s", headings[k], row(head...), "|"+strings.Repeat("---|", len(head))+"\n", strings.Join(rows, ""))
}

func remarkTable(text *strings.Builder, library string) {
	var rows []string
	for _, r := range remarks {
		if r.library == library {
			rows = append(rows, row(r.theirs, r.ours, r.why, "`"+r.shown+"`"))
		}
	}
	if len(rows) > 0 {
		fmt.Fprintf(text, "\n### What no vector can show\n\n%s|---|---|---|---|\n%s", row("there", "here", "why", "shown by"), strings.Join(rows, ""))
	}
}

func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// who names a library, with its versions where not all of them differ.
func (b *book) who(name string, row *explained) documents.Release {
	l := row.library
	l.Version = strings.Join(row.versions(b.versions[name]), ", ")
	return l
}

func suffix(versions string) string {
	if versions == "" {
		return ""
	}
	return " (" + versions + " only)"
}

// together names libraries of one name once.
func together(libraries []documents.Release) string {
	var names []string
	where := map[string][]string{}
	for _, l := range libraries {
		if where[l.Library] == nil {
			names = append(names, l.Library)
		}
		where[l.Library] = append(where[l.Library], strings.TrimSpace(l.Ecosystem+" "+l.Version))
	}
	for i, name := range names {
		names[i] = name + " (" + strings.Join(where[name], ", ") + ")"
	}
	return strings.Join(names, ", ")
}

// reason says where a difference is decided, or that it is not.
func (b *book) reason(d difference, vectors []string) string {
	for c := range b.suite.All() {
		if slices.Contains(vectors, c.ID) && c.Result != testvectors.Unspecified {
			return fmt.Sprintf("%s ([%s](%s))", d.why, c.Spec[0], b.suite.Link(c.Spec[0]))
		}
	}
	return d.why + " (open)"
}

// some names a few vectors and counts the rest.
func some(vectors []string) string {
	const most = 3
	var all []string
	for _, id := range vectors[:min(most, len(vectors))] {
		all = append(all, "`"+id+"`")
	}
	text := strings.Join(all, " ")
	if rest := len(vectors) - most; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}
