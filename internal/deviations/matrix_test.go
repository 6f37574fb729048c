package deviations

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// A library is a release in the conformance matrix.
type library struct{ name, ecosystem, version string }

// A finding is what a library says of a vector, in the words of the matrix.
type finding struct {
	library library
	vector  string
	answer  string
}

var (
	libraryName = regexp.MustCompile(`^(\S+) \((\S+)\) v?(\S+) \(\w+\)$`)
	vectorCell  = regexp.MustCompile("^`([^`]+)`<br>")
)

// matrix reads what every library was seen to do with the vectors on which they
// may differ.
func matrix(t *testing.T) []finding {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "CONFORMANCE.md"))
	require.NoError(t, err)
	var all []finding
	var libraries []library
	for line := range strings.SplitSeq(string(text), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		match := vectorCell.FindStringSubmatch(strings.TrimSpace(cells[0]))
		switch {
		case strings.HasPrefix(line, "| vector | expected |"):
			libraries = librariesOf(t, cells[2:])
		case match != nil:
			require.Len(t, cells, 2+len(libraries), line)
			for i, l := range libraries {
				answer := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(cells[2+i]), "(known)"))
				all = append(all, finding{l, match[1], strings.Trim(answer, "*")})
			}
		}
	}
	require.NotEmpty(t, all)
	return all
}

func librariesOf(t *testing.T, cells []string) []library {
	t.Helper()
	var all []library
	for _, cell := range cells {
		match := libraryName.FindStringSubmatch(strings.TrimSpace(cell))
		require.NotNil(t, match, cell)
		all = append(all, library{match[1], match[2], match[3]})
	}
	return all
}

// unaskable returns, for each ecosystem, the vectors that an adapter cannot put
// to its libraries: that is no difference of theirs.
func unaskable(t *testing.T) map[string]map[string]bool {
	t.Helper()
	lists, err := filepath.Glob(filepath.Join(root, "testvectors/adapters/*/*.xfail"))
	require.NoError(t, err)
	require.NotEmpty(t, lists)
	all := map[string]map[string]bool{}
	for _, list := range lists {
		ecosystem := strings.ToLower(filepath.Base(filepath.Dir(list)))
		text, err := os.ReadFile(list)
		require.NoError(t, err)
		for line := range strings.SplitSeq(string(text), "\n") {
			if id, reason, ok := strings.Cut(line, " "); ok && strings.HasPrefix(reason, "the adapter: ") {
				if all[ecosystem] == nil {
					all[ecosystem] = map[string]bool{}
				}
				all[ecosystem][id] = true
			}
		}
	}
	return all
}
