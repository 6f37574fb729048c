package webhookhttp_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// doc.go says of every file which side it belongs to.
func TestEveryFileHasItsSide(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, list, found := strings.Cut(string(source), "\n// The files, by side.")
	require.True(t, found)
	listed := regexp.MustCompile("[a-z]+").FindAllString(list, -1)
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		if name := strings.TrimSuffix(file, ".go"); name != "doc" && !strings.HasSuffix(name, "_test") {
			assert.Contains(t, listed, name)
		}
	}
}
