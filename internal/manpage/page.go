package manpage

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// A page is written in the man macros, man(7).
type page struct{ strings.Builder }

// head begins a page. Words are not broken, for options would be.
func (p *page) head(name, date, program, manual string) {
	fmt.Fprintf(p, ".TH %s 1 %s %q %q\n.nh\n.ad l\n", escape(strings.ToUpper(name)), date, escape(program), escape(manual))
}

func (p *page) section(title string) { fmt.Fprintf(p, ".SH %s\n", title) }

// text writes words, in lines that are short enough for a reader of the source.
func (p *page) text(text string) {
	const width = 76
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			p.line(line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		p.line(line)
	}
}

// line writes a line of text. One that begins as macros do is none.
func (p *page) line(text string) {
	text = escape(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	p.WriteString(text + "\n")
}

func (p *page) paragraph(text string) {
	p.WriteString(".PP\n")
	p.text(text)
}

func (p *page) verbatim(text string) {
	p.WriteString(".EX\n")
	for line := range strings.Lines(text) {
		p.line(strings.TrimRight(line, "\n"))
	}
	p.WriteString(".EE\n")
}

func (p *page) synopsis(cmd *cobra.Command) {
	use := strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())
	if cmd.HasAvailableSubCommands() {
		use = " COMMAND"
	}
	p.WriteString(bold(cmd.CommandPath()) + escape(use) + "\n")
}

func (p *page) items(title string, items []Item) {
	if len(items) == 0 {
		return
	}
	p.section(title)
	for _, item := range items {
		p.item(item)
	}
}

// item writes a term and, indented, its text.
func (p *page) item(item Item) {
	p.WriteString(".TP\n" + bold(item.Term) + "\n")
	p.text(item.Text)
}

func (p *page) seeAlso(names []string) {
	for i, name := range names {
		names[i] = bold(name) + "(1)"
	}
	p.WriteString(strings.Join(names, ",\n") + "\n")
}

// description writes a help text: paragraphs, and lists that are indented by
// two spaces.
func (p *page) description(text string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		head, list := splitList(paragraph)
		switch {
		case head != "" && i == 0:
			p.text(head)
		case head != "":
			p.paragraph(head)
		}
		for _, item := range readList(list) {
			p.item(item)
		}
	}
}

// splitList splits a paragraph at the first line that is indented.
func splitList(paragraph string) (head string, list []string) {
	lines := strings.Split(paragraph, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, " ") {
			return strings.Join(lines[:i], "\n"), lines[i:]
		}
	}
	return paragraph, nil
}

var itemRE = regexp.MustCompile(`^  (\S.*?)(?:\s{2,}(\S.*))?$`)

// readList reads "  term   text" with what is indented more behind it. A term
// goes on until there is text.
func readList(lines []string) []Item {
	var items []Item
	open := false // the last term has no text yet
	for _, line := range lines {
		match := itemRE.FindStringSubmatch(line)
		switch {
		case match == nil: // goes on with the text
			last := &items[len(items)-1]
			last.Text += " " + strings.TrimSpace(line)
			continue
		case open:
			last := &items[len(items)-1]
			last.Term += " " + match[1]
			last.Text = match[2]
		default:
			items = append(items, Item{match[1], match[2]})
		}
		open = match[2] == ""
	}
	return items
}

func bold(text string) string { return `\fB` + escape(text) + `\fR` }

// escapes are for characters that roff takes for something else, or shows as
// something else: options and commands are copied from pages.
var escapes = map[rune]string{'\\': `\e`, '-': `\-`, '\'': `\(aq`, '`': `\(ga`, '^': `\(ha`, '~': `\(ti`, '"': `\(dq`}

func escape(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case escapes[r] != "":
			out.WriteString(escapes[r])
		case r > '~':
			fmt.Fprintf(&out, `\[u%04X]`, r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
