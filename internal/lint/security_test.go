package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/documents"
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
	vectors := resultsOf(t)
	rows := 0
	for _, table := range documents.Tables(t, root+"/SECURITY.md") {
		require.Equal(t, "shown by", table.Head[len(table.Head)-1], "of a table")
		for _, row := range table.Rows {
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
	for _, text := range quoted.FindAllStringSubmatch(documents.Read(t, root+"/SECURITY.md"), -1) {
		if testName.MatchString(text[1]) || vectorID.MatchString(text[1]) {
			require.True(t, isThere(t, vectors, text[1]), "there is no %s", text[1])
		}
	}
}

// isThere looks for a vector by its id, for a test by its package and name, and
// for a script behind the test that runs it.
func isThere(t *testing.T, vectors map[string]testvectors.Result, name string) bool {
	t.Helper()
	match := testName.FindStringSubmatch(name)
	if match == nil {
		_, there := vectors[name]
		return there
	}
	folder := filepath.Join(root, filepath.FromSlash(match[1]))
	if match[3] != "" {
		_, err := os.Stat(filepath.Join(folder, "testdata", "script", match[3]+".txtar"))
		require.NoError(t, err)
	}
	return documents.HasTest(t, folder, match[2])
}
