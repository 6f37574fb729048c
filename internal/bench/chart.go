package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// chartSize is that of the bodies in the chart and in the README.
const chartSize = 2 << 10

// The measures of the chart, in pixels.
const (
	chartWidth = 760
	barLeft    = 230
	barMost    = 430
	rowHeight  = 22
)

const chartHead = `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="%[3]s">
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600 }
  .other { fill: #8c959f }
  .ours { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .other { fill: #6e7681 } .ours { fill: #3fb950 } }
</style>
`

// chart returns a picture: bars for all that verifies, by scheme, the fastest
// on top.
func (r *results) chart() string {
	var b strings.Builder
	y, most := 0, r.slowest()
	for _, group := range []struct{ scheme, title string }{{standard, "Standard Webhooks and Svix"}, {stripe, "Stripe"}} {
		y += rowHeight
		fmt.Fprintf(&b, "<text class=\"title\" x=\"8\" y=\"%d\">%s, %s</text>\n", y, group.title, sizeName(chartSize))
		for _, m := range r.ranked(group.scheme) {
			y += rowHeight
			r.bar(&b, m, y, most)
		}
		y += rowHeight / 2
	}
	title := "Nanoseconds to verify " + sizeName(chartSize)
	return fmt.Sprintf(chartHead, chartWidth, y+rowHeight/2, title) + b.String() + "</svg>\n"
}

func (r *results) bar(b *strings.Builder, m measured, y, most int) {
	class, name, least := "other", m.Name+" ("+m.Language+")", m.Least[r.size(chartSize)]
	if m.Name == ours {
		class = "ours"
	}
	width := max(1, least*barMost/most)
	fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", barLeft-8, y, name)
	fmt.Fprintf(b, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\"/>", class, barLeft, y-12, width)
	fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\">%s ns</text>\n", barLeft+width+8, y, thousands(least))
}

// ranked returns those of a scheme that verify, the fastest first.
func (r *results) ranked(scheme string) []measured {
	var of []measured
	for _, m := range r.Subjects {
		if m.Scheme == scheme && m.Name != bound && m.Name != ours15 {
			of = append(of, m)
		}
	}
	i := r.size(chartSize)
	slices.SortStableFunc(of, func(a, b measured) int { return cmp.Compare(a.Least[i], b.Least[i]) })
	return of
}

func (r *results) slowest() (most int) {
	for _, m := range r.Subjects {
		most = max(most, m.Least[r.size(chartSize)])
	}
	return most
}
