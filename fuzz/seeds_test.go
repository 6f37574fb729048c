package fuzz

import (
	"strings"
	"testing"

	"github.com/whsec/whsec/internal/testcases"
)

// A seed is a case as text, which is what mutates well: secrets and header
// fields a line each.
type seed struct {
	secrets string
	headers string
	body    []byte
	now     int64
}

// seedsOf returns the cases of the schemes. Without one the target would start
// from nothing and still pass, so that is fatal.
func seedsOf(f *testing.F, schemes ...string) []seed {
	f.Helper()
	var seeds []seed
	for _, c := range testcases.VerifyCases(schemes...) {
		if len(c.Headers) > 0 && len(c.Headers[0][1]) > 1<<12 {
			continue // nothing is learnt from mutating 64 KiB of one letter
		}
		var headers []string
		for _, field := range c.Headers {
			headers = append(headers, field[0]+":"+strings.ReplaceAll(field[1], "\n", "\r"))
		}
		seeds = append(seeds, seed{strings.Join(c.Secrets, "\n"), strings.Join(headers, "\n"), c.Body, c.Now})
	}
	if len(seeds) == 0 {
		f.Fatal("no seed")
	}
	return seeds
}

// fieldsOf reads the headers of a seed.
func fieldsOf(headers string) [][2]string {
	var fields [][2]string
	for line := range strings.SplitSeq(headers, "\n") {
		name, value, _ := strings.Cut(line, ":")
		fields = append(fields, [2]string{name, value})
	}
	return fields
}
