package main

import (
	"errors"
	"fmt"
	"strings"
)

// claimHeading is that of the README's section, which is written anew whole.
const claimHeading = "## Speed\n"

const claimText = claimHeading + `
Verifying a body of %[1]s takes %[2]s ns, %[3]s times the HMAC-SHA256 that nobody can do without. Of the libraries for
Go, the reference takes %[4]s times as long, svix's %[5]s and openai's %[6]s; stripe-go takes %[7]s times as long as
` + "`stripecompat`" + `. That was on %[8]s with %[9]s on %[10]s; [how, and all the others](doc/speed.md).

![Nanoseconds to verify %[1]s](doc/speed.svg)

`

func (r *results) claim() string {
	i := r.size(chartSize)
	least := func(scheme, name string) int { return r.find(scheme, name, "Go").Least[i] }
	own := least(standard, ours)
	than := func(name string) string { return ratio(least(standard, name), own) }
	return fmt.Sprintf(claimText, sizeName(chartSize), thousands(own), fmt.Sprintf("%.2f", float64(own)/float64(least(standard, bound))),
		than("standard-webhooks"), than("svix"), than("openai"), ratio(least(stripe, "stripe"), least(stripe, ours)),
		r.CPU, r.Tools[0], r.Date)
}

// withClaim returns the README with the section as the results have it.
func (r *results) withClaim(readme string) (string, error) {
	before, rest, found := strings.Cut(readme, "\n"+claimHeading)
	_, after, more := strings.Cut(rest, "\n## ")
	if !found || !more {
		return "", errors.New(`the README has no section "Speed" with another behind it`)
	}
	return before + "\n" + r.claim() + "## " + after, nil
}
