package testvectors_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

// slowSnippets is set where languages that compile and download are wanted.
const slowSnippets = "TESTVECTORS_SNIPPETS"

var snippetBlock = regexp.MustCompile("(?s)<!-- snippet: ([a-z]+) -->\n```[a-z]+\n(.*?)```\n")

// snippets returns the code blocks of the README by language.
func snippets(t *testing.T) map[string]string {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	found := map[string]string{}
	for _, block := range snippetBlock.FindAllStringSubmatch(string(readme), -1) {
		found[block[1]] = block[2]
	}
	require.Len(t, found, 5)
	return found
}

// TestReadmeNamesCapabilities: an adapter's author finds them all.
func TestReadmeNamesCapabilities(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	for _, capability := range testvectors.Capabilities {
		assert.Contains(t, string(readme), "`"+capability+"`")
	}
}

// TestSnippetOfGo: the example that go test runs is the one of the README.
func TestSnippetOfGo(t *testing.T) {
	example, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	require.Contains(t, strings.ReplaceAll(string(example), "\n\t", "\n"), snippets(t)["go"])
}

func TestSnippetOfNode(t *testing.T) {
	runs(t, "node", func(dir, snippet string) {
		writeSnippet(t, dir, "snippet.mjs", fixture(t, "verify.js")+snippet)
	}, []string{"node", "snippet.mjs"})
}

func TestSnippetOfPython(t *testing.T) {
	runs(t, "python", func(dir, snippet string) {
		writeSnippet(t, dir, "snippet.py", fixture(t, "verify.py")+snippet)
	}, []string{"python3", "snippet.py"})
}

func TestSnippetOfRust(t *testing.T) {
	skipUnlessSlow(t)
	runs(t, "rust", func(dir, snippet string) {
		writeSnippet(t, dir, "Cargo.toml", fixture(t, "Cargo.toml"))
		writeSnippet(t, dir, filepath.Join("src", "main.rs"), fixture(t, "verify.rs")+snippet)
	}, []string{"cargo", "run", "--quiet"})
}

func TestSnippetOfJava(t *testing.T) {
	skipUnlessSlow(t)
	runs(t, "java", func(dir, snippet string) {
		writeSnippet(t, dir, "pom.xml", fixture(t, "pom.xml"))
		writeSnippet(t, dir, "Snippet.java", strings.Replace(fixture(t, "Snippet.java"), "// SNIPPET\n", snippet, 1))
	},
		[]string{"mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib"},
		[]string{"javac", "-cp", "lib/*", "Snippet.java"},
		[]string{"java", "-cp", "lib/*" + string(filepath.ListSeparator) + ".", "Snippet"})
}

// runs runs a snippet in a folder with the vectors: as they are, and with one
// expectation reversed, which it has to notice and name.
func runs(t *testing.T, language string, write func(dir, snippet string), commands ...[]string) {
	t.Helper()
	for _, command := range commands {
		if _, err := exec.LookPath(command[0]); err != nil {
			t.Skipf("this machine has no %s, which the snippet needs", command[0])
		}
	}
	dir := t.TempDir()
	vectors := filepath.Join(dir, "testvectors")
	require.NoError(t, os.CopyFS(filepath.Join(vectors, "standard"), os.DirFS("standard")))
	write(dir, snippets(t)[language])
	for _, command := range commands[:len(commands)-1] {
		output, err := start(t, dir, command)
		require.NoError(t, err, output)
	}
	last := commands[len(commands)-1]
	output, err := start(t, dir, last)
	require.NoError(t, err, output)

	const reversed = "standard/verify/content-body"
	reverseResult(t, filepath.Join(vectors, "standard", "verify-tampering.json"), reversed)
	output, err = start(t, dir, last)
	require.Error(t, err)
	assert.Contains(t, output, reversed)
}

func start(t *testing.T, dir string, command []string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	return string(output), err
}

func fixture(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "readme", name))
	require.NoError(t, err)
	return string(data)
}

func writeSnippet(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func skipUnlessSlow(t *testing.T) {
	t.Helper()
	if os.Getenv(slowSnippets) == "" {
		t.Skip("it compiles and downloads: set " + slowSnippets + "=1 to run it")
	}
}
