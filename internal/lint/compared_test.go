package lint

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

var (
	vectorOf = regexp.MustCompile("`((?:standard|svix|stripe)/[^`]*)`")
	ofCell   = strings.NewReplacer("**", "", " (known)", "")
	linkText = regexp.MustCompile(`\[(.*)\]\(.*\)`)
)

// A matrix is what CONFORMANCE.md says: of each release, what it does with the
// vectors that some release fails, and how many it fails.
type matrix struct {
	does  map[string]map[string]string // by vector and release
	fails map[string]string            // by release
}

func readMatrix(t *testing.T) matrix {
	t.Helper()
	m := matrix{map[string]map[string]string{}, map[string]string{}}
	for _, table := range tablesOf(t, root+"/CONFORMANCE.md") {
		switch {
		case table.head[0] == "":
			m.count(t, table)
		case table.head[0] == "vector" && table.head[1] == "expected":
			for _, row := range table.rows {
				m.add(table.head, row)
			}
		}
	}
	require.NotEmpty(t, m.does)
	require.NotEmpty(t, m.fails)
	return m
}

func (m matrix) add(head, row []string) {
	id := vectorOf.FindStringSubmatch(row[0])[1]
	m.does[id] = map[string]string{}
	for i, cell := range row[2:] {
		release := head[i+2]
		m.does[id][release[:strings.LastIndex(release, " (")]] = ofCell.Replace(cell)
	}
}

func (m matrix) count(t *testing.T, table table) {
	t.Helper()
	numbers := map[string][]string{}
	for _, row := range table.rows {
		numbers[row[0]] = row[1:]
	}
	for i, name := range table.head[1:] {
		passed, failed := number(t, numbers["passed"][i]), number(t, numbers["failed"][i])+number(t, numbers["expected to fail"][i])
		release := linkText.ReplaceAllString(name, "$1") + " " + numbers["version"][i]
		m.fails[release] = fmt.Sprintf("%d of %d", failed, passed+failed)
	}
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// TestCompared holds the README's comparison against CONFORMANCE.md, cell by
// cell, and what it says is right against the vectors.
func TestCompared(t *testing.T) {
	m := readMatrix(t)
	results := resultsOf(t)
	compared := 0
	for _, table := range tablesOf(t, root+"/README.md") {
		if table.head[0] != "vector" {
			continue
		}
		for _, row := range table.rows {
			compared++
			id := vectorOf.FindStringSubmatch(row[0])
			if id != nil {
				right := map[bool]string{true: "accepts", false: "rejects"}[results[id[1]] == testvectors.Valid]
				assert.Equal(t, []string{right, right}, row[1:3], id[1])
			}
			for i, cell := range row[3:] {
				release := table.head[i+3]
				if id != nil {
					assert.Equal(t, m.does[id[1]][release], cell, "%s: %s", id[1], release)
				} else {
					assert.Equal(t, m.fails[release], cell, release)
				}
			}
		}
	}
	require.NotZero(t, compared)
}
