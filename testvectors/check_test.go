package testvectors_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

// TestCheck: a verifier in another language, which shares no line with the
// generator, comes to the same results; and it notices when one is wrong.
func TestCheck(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("this machine has no node, which check.mjs needs")
	}
	output, err := start(t, ".", []string{"node", "check.mjs"})
	require.NoError(t, err, output)
	assert.Contains(t, output, " 0 problems")

	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, testvectors.FS()))
	var reversed []string
	for _, file := range suite(t).Files {
		id := file.Groups[0].Vectors[0].ID
		reverseResult(t, filepath.Join(dir, filepath.FromSlash(file.Path)), id)
		reversed = append(reversed, id)
	}
	output, err = start(t, ".", []string{"node", "check.mjs", dir})
	require.Error(t, err)
	for _, id := range reversed {
		assert.Contains(t, output, id+": ")
	}
}

// reverseResult writes the opposite of what a vector expects.
func reverseResult(t *testing.T, path, id string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	before, after, found := strings.Cut(string(data), `"id": "`+id+`"`)
	require.True(t, found)
	at := strings.Index(after, `"result": "`)
	require.Positive(t, at)
	result := `"result": "valid"`
	if strings.HasPrefix(after[at:], result) {
		result = `"result": "invalid"`
	}
	end := at + strings.IndexByte(after[at+len(`"result": "`):], '"') + len(`"result": "`) + 1
	changed := before + `"id": "` + id + `"` + after[:at] + result + after[end:]
	require.True(t, json.Valid([]byte(changed)))
	require.NoError(t, os.WriteFile(path, []byte(changed), 0o644))
}

// TestPackageJSON: the npm package has every file that the Go package has.
func TestPackageJSON(t *testing.T) {
	data, err := os.ReadFile("package.json")
	require.NoError(t, err)
	var manifest struct {
		License string
		Files   []string
	}
	require.NoError(t, json.Unmarshal(data, &manifest))
	assert.Equal(t, "CC0-1.0", manifest.License)
	packed := map[string]bool{}
	for _, pattern := range manifest.Files {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names, pattern)
		for _, name := range names {
			packed[filepath.ToSlash(name)] = true
		}
	}
	for _, file := range suite(t).Files {
		assert.True(t, packed[file.Path], file.Path)
	}
	for _, name := range []string{"flags.json", "documents.json", "retired.json", "check.mjs", "schema/v1/vectors.schema.json"} {
		assert.True(t, packed[name], name)
	}
	license, err := os.ReadFile("LICENSE")
	require.NoError(t, err)
	assert.Contains(t, string(license), "CC0 1.0 Universal")
}
