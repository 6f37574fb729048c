package documents

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A Release is one in the conformance matrix.
type Release struct{ Library, Ecosystem, Version string }

// Name is that of the library, without the version.
func (r Release) Name() string { return r.Library + " (" + r.Ecosystem + ")" }

// An Answer is what a release says of a vector, in the words of the matrix.
type Answer struct {
	Release Release
	Vector  string
	Answer  string
}

// A Count is how many vectors a release fails, of those that it was asked.
type Count struct{ Failed, Asked int }

// A Matrix is what CONFORMANCE.md says: what each release does with the vectors
// on which they differ, and how many it fails.
type Matrix struct {
	Answers []Answer
	Counts  map[Release]Count
}

var (
	releaseName = regexp.MustCompile(`^(\S+) \((\S+)\) v?(\S+)(?: \(\w+\))?$`)
	vectorCell  = regexp.MustCompile("^`([^`]+)`<br>")
	linkText    = regexp.MustCompile(`^\[(.*)\]\(.*\)$`)
)

// ParseRelease reads a name such as "svix (npm) 2.5.0".
func ParseRelease(t testing.TB, text string) Release {
	t.Helper()
	match := releaseName.FindStringSubmatch(text)
	if match == nil {
		t.Fatalf("no release: %q", text)
	}
	return Release{match[1], match[2], match[3]}
}

// ReadMatrix reads CONFORMANCE.md in a folder.
func ReadMatrix(t testing.TB, folder string) Matrix {
	t.Helper()
	m := Matrix{Counts: map[Release]Count{}}
	for _, table := range Tables(t, filepath.Join(folder, "CONFORMANCE.md")) {
		switch {
		case table.Head[0] == "":
			m.count(t, table)
		case table.Head[0] == "vector" && table.Head[1] == "expected":
			m.add(t, table)
		}
	}
	if len(m.Answers) == 0 || len(m.Counts) == 0 {
		t.Fatal("CONFORMANCE.md has no answers, or no counts")
	}
	return m
}

func (m *Matrix) add(t testing.TB, table Table) {
	t.Helper()
	for _, row := range table.Rows {
		match := vectorCell.FindStringSubmatch(row[0])
		if match == nil {
			t.Fatalf("no vector: %q", row[0])
		}
		for i, cell := range row[2:] {
			answer := strings.Trim(strings.TrimSuffix(cell, " (known)"), "*")
			m.Answers = append(m.Answers, Answer{ParseRelease(t, table.Head[i+2]), match[1], answer})
		}
	}
}

func (m *Matrix) count(t testing.TB, table Table) {
	t.Helper()
	facts := map[string][]string{}
	for _, row := range table.Rows {
		facts[row[0]] = row[1:]
	}
	number := func(fact string, i int) int {
		n, err := strconv.Atoi(facts[fact][i])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i, head := range table.Head[1:] {
		name := linkText.ReplaceAllString(head, "$1")
		failed := number("failed", i) + number("expected to fail", i)
		m.Counts[ParseRelease(t, name+" "+facts["version"][i])] = Count{failed, failed + number("passed", i)}
	}
}
