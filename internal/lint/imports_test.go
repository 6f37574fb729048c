package lint

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPublicPackagesImportTheStandardLibrary: whoever imports them audits them
// and nothing else.
func TestPublicPackagesImportTheStandardLibrary(t *testing.T) {
	packages := list(t, module+"/...")
	public := 0
	for path, p := range packages {
		if !isPublic(path) {
			continue
		}
		public++
		for _, dependency := range p.Deps {
			known, ok := packages[dependency]
			require.True(t, ok, dependency)
			require.True(t, known.Standard || strings.HasPrefix(dependency, module+"/"), "%s imports %s", path, dependency)
		}
	}
	require.NotZero(t, public)
}

// isPublic tells the packages that others import from those that the command
// and the project use themselves.
func isPublic(path string) bool {
	rest, ours := strings.CutPrefix(path, module+"/")
	return ours && !strings.HasPrefix(rest, "internal/") && !strings.HasPrefix(rest, "cmd/") &&
		rest != "fuzz" && !strings.HasPrefix(rest, "fuzz/")
}

// TestTheCoreKnowsNobody: arrows point one way, to it.
func TestTheCoreKnowsNobody(t *testing.T) {
	const core = module + "/standardwebhooks"
	var known []string
	for _, dependency := range list(t, core)[core].Deps {
		if rest, ours := strings.CutPrefix(dependency, module+"/"); ours {
			known = append(known, rest)
		}
	}
	require.ElementsMatch(t, []string{"internal/fields", "internal/keyed", "internal/strict", "internal/window"}, known)
}

// TestTheOracleSharesNothing: a mistake has to be made twice to be missed.
func TestTheOracleSharesNothing(t *testing.T) {
	const oracle = module + "/internal/oracle"
	for _, dependency := range list(t, oracle)[oracle].Deps {
		require.False(t, strings.HasPrefix(dependency, module+"/"), "the oracle imports %s", dependency)
	}
}

// TestTheMapHasEveryPackage: the design has a line for each.
func TestTheMapHasEveryPackage(t *testing.T) {
	text, err := os.ReadFile(root + "/doc/design.md")
	require.NoError(t, err)
	for path := range list(t, module+"/...") {
		rest, ours := strings.CutPrefix(path, module+"/")
		if !ours {
			continue
		}
		parts := strings.Split(rest, "/")
		line := parts[0] + "/"
		switch {
		case parts[0] == "internal":
			line = "internal/" + parts[1] + " "
		case parts[0] == "cmd":
			line = "cmd/" + parts[1] + "/"
		}
		require.Contains(t, string(text), "\n"+line, "doc/design.md has no line for %s", path)
	}
}
