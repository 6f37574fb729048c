package lint

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

// A table is one of a document, each row as its cells.
type table struct {
	head []string
	rows [][]string
}

func tablesOf(t *testing.T, document string) []table {
	t.Helper()
	var all []table
	inside := false
	for line := range strings.SplitSeq(read(t, document), "\n") {
		cells := cellsOf(line)
		switch {
		case cells == nil:
			inside = false
		case !inside:
			inside = true
			all = append(all, table{head: cells})
		case !strings.HasPrefix(cells[0], "---"):
			last := &all[len(all)-1]
			require.Len(t, cells, len(last.head), line)
			last.rows = append(last.rows, cells)
		}
	}
	require.NotEmpty(t, all)
	return all
}

func cellsOf(line string) []string {
	inner, ok := strings.CutPrefix(line, "|")
	if !ok {
		return nil
	}
	cells := strings.Split(strings.TrimSuffix(inner, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
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
