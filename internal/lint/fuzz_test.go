package lint

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/documents"
)

// TestFuzzTargetsAreListed: the comments of the packages name every target, and
// no other.
func TestFuzzTargetsAreListed(t *testing.T) {
	for _, folder := range []string{root + "/fuzz", root + "/fuzz/differential"} {
		files, err := filepath.Glob(folder + "/*_test.go")
		require.NoError(t, err)
		var targets []string
		for _, file := range files {
			targets = append(targets, targetsIn(`(?m)^func (Fuzz\w+)\(`, documents.Read(t, file))...)
		}
		require.NotEmpty(t, targets)
		assert.ElementsMatch(t, targets, targetsIn(`(?m)^//\t(Fuzz\w+) `, documents.Read(t, folder+"/doc.go")))
	}
}

// targetsIn returns what a pattern finds in a text.
func targetsIn(pattern, text string) []string {
	var names []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}
