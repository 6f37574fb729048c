package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

const head = `# Speed

Nanoseconds that it takes to verify one authentic message, by the length of its body, and in brackets how many times
what it takes with this module.

`

const how = `Everything is timed in one run and in turns, %d rounds of samples of at least %s after warming up, so that whatever
else the machine does hits all alike. The figure is that of the best round; the median of the rounds lies %d %% above it,
in the middle of all figures. All verify the same bodies, signed with one secret, each with the headers of its scheme.
What can be made once (a verifier, a ` + "`Webhook`" + `) is; the libraries for Stripe take the secret at every call. Whatever
does not accept the message, or does not refuse it with a byte of the body changed, is not timed. The libraries for
Python parse the body as well, an object with one long string; the others do not, or are told not to.

%s, %d cores, %s; %s; %s.

To measure again, with Go, Node, Python and Cargo: ` + "`internal/bench/run --date YYYY-MM-DD`" + `. The numbers are in
[speed.json](speed.json), of which ` + "`internal/bench/run --render`" + ` makes this page.

`

const forger = `## What a forger can cost

Nanoseconds until a body of %d bytes is refused, of which every signature is well-formed and wrong. For v1 there is one
MAC a key however many signatures there are; each further one is decoded and compared, which takes about %s ns a key. Of
v1a, which is Ed25519, at most 16 signatures are tried with each key.

`

// page returns the document.
func (r *results) page() string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("![Nanoseconds to verify 2 KiB](speed.svg)\n\n")
	fmt.Fprintf(&b, how, r.Rounds, r.Sample, r.unrest(), r.CPU, r.Cores, r.System, strings.Join(r.Tools, ", "), r.Date)
	b.WriteString("## Standard Webhooks and Svix\n\n")
	r.compare(&b, standard)
	b.WriteString("\n## Stripe\n\n")
	r.compare(&b, stripe)
	b.WriteString("\n## What cannot be saved\n\nOne HMAC-SHA256 over the same bytes, under a key whose state is made once, and in brackets how many times that it takes.\n\n")
	r.againstBound(&b)
	fmt.Fprintf(&b, "\n"+forger, growthSize, thousands(r.perSignature()))
	r.grow(&b)
	return b.String()
}

// compare writes a table of all subjects of a scheme but the bound.
func (r *results) compare(b *strings.Builder, scheme string) {
	base := r.find(scheme, ours, "Go")
	row(b, append([]string{"library", "language", "version"}, r.sizeNames()...)...)
	row(b, append([]string{"---", "---", "---"}, repeat("---:", len(r.Sizes))...)...)
	for _, m := range r.Subjects {
		if m.Scheme != scheme || m.Name == bound || m.Name == ours15 {
			continue
		}
		cells := []string{m.Name, m.Language, cmp.Or(m.Version, "–")}
		for i := range r.Sizes {
			cells = append(cells, times(m.Least[i], base.Least[i]))
		}
		row(b, cells...)
	}
}

// againstBound writes a table of ours beside the bound.
func (r *results) againstBound(b *strings.Builder) {
	row(b, append([]string{""}, r.sizeNames()...)...)
	row(b, append([]string{"---"}, repeat("---:", len(r.Sizes))...)...)
	for _, of := range []struct{ scheme, name, title string }{
		{standard, bound, "HMAC-SHA256 of id, timestamp and body"},
		{standard, ours, "whsec, 3 headers"},
		{standard, ours15, "whsec, 15 headers"},
		{stripe, bound, "HMAC-SHA256 of timestamp and body"},
		{stripe, ours, "whsec, Stripe"},
	} {
		cells := []string{of.title}
		for i := range r.Sizes {
			least, base := r.find(of.scheme, of.name, "Go").Least[i], r.find(of.scheme, bound, "Go").Least[i]
			cells = append(cells, fmt.Sprintf("%s (%.2f)", thousands(least), float64(least)/float64(base)))
		}
		row(b, cells...)
	}
}

// grow writes a table of keys and signatures.
func (r *results) grow(b *strings.Builder) {
	heads := []string{"", "keys"}
	for _, signatures := range signatureCounts {
		heads = append(heads, plural(signatures, "signature"))
	}
	row(b, heads...)
	row(b, append([]string{"---", "---:"}, repeat("---:", len(signatureCounts))...)...)
	for _, v := range versions {
		for _, keys := range keyCounts {
			cells := []string{v.label, strconv.Itoa(keys)}
			for _, signatures := range signatureCounts {
				cells = append(cells, thousands(r.grown(v.label, keys, signatures)))
			}
			row(b, cells...)
		}
	}
}

// perSignature returns what one more v1 signature takes under one key.
func (r *results) perSignature() int {
	first, last := signatureCounts[0], signatureCounts[len(signatureCounts)-1]
	return (r.grown("v1", 1, last) - r.grown("v1", 1, first)) / (last - first)
}

func (r *results) sizeNames() []string {
	names := make([]string, len(r.Sizes))
	for i, size := range r.Sizes {
		names[i] = sizeName(size)
	}
	return names
}

func sizeName(bytes int) string {
	if bytes < 1<<10 {
		return fmt.Sprintf("%d B", bytes)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}

func row(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func repeat(cell string, n int) []string {
	cells := make([]string, n)
	for i := range cells {
		cells[i] = cell
	}
	return cells
}

func times(nanoseconds, base int) string {
	return fmt.Sprintf("%s (%s)", thousands(nanoseconds), ratio(nanoseconds, base))
}

func ratio(nanoseconds, base int) string {
	return fmt.Sprintf("%.1f", float64(nanoseconds)/float64(base))
}

// thousands writes a number with a comma before every three digits.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}
