package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

var (
	quoted   = regexp.MustCompile("`([^`]+)`")
	testName = regexp.MustCompile(`^([a-z0-9_/]+)\.((?:Test|Fuzz)\w+)(?:/(\w+))?$`)
	vectorID = regexp.MustCompile(`^(?:standard|svix|stripe)/(?:verify|sign|key)/[a-z0-9-]+$`)
)

// TestSecurityNamesWhatShowsIt: each row of the threat model names at least one
// test or vector that shows it, and all that are named are there.
func TestSecurityNamesWhatShowsIt(t *testing.T) {
	vectors := vectorIDs(t)
	rows := 0
	for _, table := range tablesOf(t, root+"/SECURITY.md") {
		require.Equal(t, "shown by", table.head[len(table.head)-1], "of a table")
		for _, row := range table.rows {
			rows++
			cell := row[len(row)-1]
			proofs := quoted.FindAllStringSubmatch(cell, -1)
			require.NotEmpty(t, proofs, "nothing shows: %s", row[0])
			for _, proof := range proofs {
				require.True(t, isThere(t, vectors, proof[1]), "%s: there is no %s", row[0], proof[1])
			}
			require.Empty(t, strings.TrimSpace(quoted.ReplaceAllString(cell, "")), row[0])
		}
	}
	require.Greater(t, rows, 40)
	for _, text := range quoted.FindAllStringSubmatch(read(t, root+"/SECURITY.md"), -1) {
		if testName.MatchString(text[1]) || vectorID.MatchString(text[1]) {
			require.True(t, isThere(t, vectors, text[1]), "there is no %s", text[1])
		}
	}
}

// isThere looks for a vector by its id, for a test by its package and name, and
// for a script behind the test that runs it.
func isThere(t *testing.T, vectors map[string]bool, name string) bool {
	t.Helper()
	match := testName.FindStringSubmatch(name)
	if match == nil {
		return vectors[name]
	}
	folder := filepath.Join(root, filepath.FromSlash(match[1]))
	if match[3] != "" {
		_, err := os.Stat(filepath.Join(folder, "testdata", "script", match[3]+".txtar"))
		require.NoError(t, err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		if strings.Contains(read(t, file), "\nfunc "+match[2]+"(") {
			return true
		}
	}
	return false
}

func vectorIDs(t *testing.T) map[string]bool {
	t.Helper()
	suite, err := testvectors.Load()
	require.NoError(t, err)
	ids := map[string]bool{}
	for c := range suite.All() {
		ids[c.ID] = true
	}
	return ids
}

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
