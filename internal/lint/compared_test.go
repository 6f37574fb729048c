package lint

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/documents"
	"github.com/whsec/whsec/testvectors"
)

var vectorOf = regexp.MustCompile("`((?:standard|svix|stripe)/[^`]*)`")

// TestCompared holds the README's comparison against CONFORMANCE.md, cell by
// cell, and what it says is right against the vectors.
func TestCompared(t *testing.T) {
	matrix := documents.ReadMatrix(t, root)
	results := resultsOf(t)
	compared := 0
	for _, table := range documents.Tables(t, root+"/README.md") {
		if table.Head[0] != "vector" {
			continue
		}
		for _, row := range table.Rows {
			compared++
			id := vectorOf.FindStringSubmatch(row[0])
			if id != nil {
				right := map[bool]string{true: "accepts", false: "rejects"}[results[id[1]] == testvectors.Valid]
				assert.Equal(t, []string{right, right}, row[1:3], id[1])
			}
			for i, cell := range row[3:] {
				release := documents.ParseRelease(t, table.Head[i+3])
				if id != nil {
					assert.Contains(t, matrix.Answers, documents.Answer{Release: release, Vector: id[1], Answer: cell})
					continue
				}
				count := matrix.Counts[release]
				assert.Equal(t, fmt.Sprintf("%d of %d", count.Failed, count.Asked), cell, release)
			}
		}
	}
	require.NotZero(t, compared)
}

// resultsOf is what the vectors expect, by their ids.
func resultsOf(t *testing.T) map[string]testvectors.Result {
	t.Helper()
	suite, err := testvectors.Load()
	require.NoError(t, err)
	results := map[string]testvectors.Result{}
	for c := range suite.All() {
		results[c.ID] = c.Result
	}
	return results
}
