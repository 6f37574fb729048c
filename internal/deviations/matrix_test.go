package deviations

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

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
