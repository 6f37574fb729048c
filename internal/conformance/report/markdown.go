package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

func decimal(n int) string { return strconv.Itoa(n) }

const (
	failuresText = "Vectors that at least one implementation fails. **Bold** is a failure, **(known)** one on the " +
		"list of expected failures; a dash is what was not asked, a question mark what is not in the record."
	choicesText = "Vectors on which the specification is silent. What an implementation does there is its choice and no failure."
)

// Markdown writes one run or compares several.
func Markdown(w io.Writer, runs []*Run) error {
	m := NewMatrix(runs)
	var text strings.Builder
	text.WriteString("# Conformance\n\n")
	markdownFacts(&text, runs)
	if len(m.Failures) > 0 {
		fmt.Fprintf(&text, "\n## Failures\n\n%s\n\n", failuresText)
		markdownTable(&text, runs, m.Failures)
	}
	for _, run := range runs {
		markdownDetails(&text, run, len(runs) > 1)
	}
	if len(m.Choices) > 0 {
		fmt.Fprintf(&text, "\n## Choices\n\n%s\n\n", choicesText)
		markdownTable(&text, runs, m.Choices)
	}
	for _, run := range runs {
		markdownSkips(&text, run)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func markdownFacts(text *strings.Builder, runs []*Run) {
	head := []string{""}
	for _, run := range runs {
		head = append(head, markdownSource(run))
	}
	markdownHead(text, head)
	for _, f := range facts() {
		row := []string{f.name}
		for _, run := range runs {
			row = append(row, escapeMarkdown(f.of(run)))
		}
		markdownRow(text, row)
	}
}

// markdownSource names an implementation, with a link where there is one.
func markdownSource(run *Run) string {
	name := escapeMarkdown(run.Header.Implementation.Name)
	if source := run.Header.Implementation.Source; isLink(source) {
		return "[" + name + "](" + source + ")"
	}
	return name
}

// isLink takes no more than what can neither end a link nor start a script.
func isLink(text string) bool {
	return strings.HasPrefix(text, "https://") && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune("()<>[]\"'`|\\", r)
	})
}

func markdownTable(text *strings.Builder, runs []*Run, rows []Row) {
	head := []string{"vector", "expected"}
	for _, run := range runs {
		head = append(head, escapeMarkdown(run.Name()))
	}
	markdownHead(text, head)
	for _, row := range rows {
		cells := []string{"`" + row.ID + "`<br>" + escapeMarkdown(row.Comment), row.Expected}
		for _, cell := range row.Cells {
			cells = append(cells, markdownCell(cell))
		}
		markdownRow(text, cells)
	}
}

func markdownCell(c Cell) string {
	switch c.Kind {
	case Bad:
		return "**" + c.Text + "**"
	case Known:
		return "**" + c.Text + "** (known)"
	case Skipped:
		return "–"
	default:
		return c.Text
	}
}

// markdownDetails says what was wrong in every failure that nobody expected.
func markdownDetails(text *strings.Builder, run *Run, named bool) {
	var lines []string
	for _, r := range run.sorted() {
		if r.Failed() {
			lines = append(lines, fmt.Sprintf("- %s `%s`: %s\n", r.Label(), r.ID, escapeMarkdown(r.said())))
		}
	}
	if len(lines) == 0 {
		return
	}
	title := "Details"
	if named {
		title += " of " + escapeMarkdown(run.Name())
	}
	fmt.Fprintf(text, "\n## %s\n\n%s", title, strings.Join(lines, ""))
}

func markdownSkips(text *strings.Builder, run *Run) {
	skips := of(run.Results, Skip)
	if len(skips) == 0 {
		return
	}
	reasons := tally(skips, func(r *Result) string { return r.Skipped })
	fmt.Fprintf(text, "\nNot asked of %s: %s.\n", escapeMarkdown(run.Name()), escapeMarkdown(strings.Join(reasons, ", ")))
}

func markdownHead(text *strings.Builder, cells []string) {
	markdownRow(text, cells)
	text.WriteString("|" + strings.Repeat("---|", len(cells)) + "\n")
}

func markdownRow(text *strings.Builder, cells []string) {
	text.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"[", `\[`, "]", `\]`, "#", `\#`, "!", `\!`, "~", `\~`,
)

// escapeMarkdown takes what an adapter says about itself for text.
func escapeMarkdown(text string) string { return markdownEscapes.Replace(clean(text)) }
