package release

import (
	"archive/zip"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	module  = "github.com/whsec/whsec"
	version = "v0.1.0" // of no meaning: the proxy is made here
	root    = ".."

	// maxModule is how large the module may get for those who download it.
	maxModule = 2 << 20
)

// TestModule is what somebody sees who installs the command or imports a
// package, on a machine that has never seen this project.
func TestModule(t *testing.T) {
	proxy := serveModule(t)
	t.Run("contents", func(t *testing.T) { checkContents(t, proxy.archive) })
	t.Run("install", func(t *testing.T) { checkInstall(t, proxy) })
	t.Run("import", func(t *testing.T) { checkImport(t, proxy, publicPackages(t, proxy.archive)) })
}

func checkContents(t *testing.T, archive string) {
	info, err := os.Stat(archive)
	require.NoError(t, err)
	t.Logf("the module has %d bytes as a zip file", info.Size())
	assert.Less(t, info.Size(), int64(maxModule))

	files := moduleFiles(t, archive)
	for _, wanted := range []string{
		"LICENSE", "README.md", "go.mod",
		"testvectors/LICENSE", "testvectors/flags.json", "testvectors/standard/verify-signatures.json",
		"testvectors/schema/v1/vectors.schema.json",
	} {
		assert.Contains(t, files, wanted)
	}
	for _, file := range files {
		assert.False(t, inNestedModule(file), "%s is of another module", file)
		assert.NotContains(t, strings.Split(file, "/"), "node_modules", file)
	}
}

// inNestedModule asks the tree, not the archive.
func inNestedModule(file string) bool {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if _, err := os.Stat(filepath.Join(root, dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}

func checkInstall(t *testing.T, proxy goProxy) {
	bin := t.TempDir()
	proxy.run(t, t.TempDir(), []string{"GOBIN=" + bin}, "go", "install", module+"/cmd/whsec@"+version)
	printed := output(t, exec.Command(filepath.Join(bin, "whsec"), "version"))
	assert.Contains(t, printed, "whsec "+version+" (")
}

// checkImport runs a program that imports every public package, and looks at
// what each of them brings along.
func checkImport(t *testing.T, proxy goProxy, packages []string) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.org/consumer\n\ngo 1.26.0\n")
	write(t, filepath.Join(dir, "main.go"), consumer(packages))
	proxy.run(t, dir, nil, "go", "get", module+"@"+version)
	assert.Regexp(t, `^map\[standard:\d{2,} stripe:\d{2,} svix:\d{2,}\]$`, proxy.run(t, dir, nil, "go", "run", "."))

	for _, name := range packages {
		dependencies := strings.Fields(proxy.run(t, dir, nil, "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", name))
		require.Contains(t, dependencies, name)
		for _, dependency := range dependencies {
			assert.True(t, strings.HasPrefix(dependency, module+"/"), "%s brings along %s", name, dependency)
		}
	}
	checkDownloads(t, filepath.Join(dir, "go.sum"))
}

// consumer is a program that uses what the module embeds.
func consumer(packages []string) string {
	var source strings.Builder
	source.WriteString("package main\n\nimport (\n\t\"fmt\"\n\n\t\"" + module + "/testvectors\"\n")
	for _, name := range packages {
		source.WriteString("\t_ \"" + name + "\"\n")
	}
	return source.String() + `)

func main() {
	suite, err := testvectors.Load()
	if err != nil {
		panic(err)
	}
	vectors := map[string]int{}
	for c := range suite.All() {
		vectors[c.Profile]++
	}
	fmt.Print(vectors)
}
`
}

// checkDownloads fails if the code of another module was needed.
func checkDownloads(t *testing.T, sums string) {
	text, err := os.ReadFile(sums)
	require.NoError(t, err)
	require.Contains(t, string(text), module+" "+version+" h1:")
	for line := range strings.Lines(string(text)) {
		sum := strings.Fields(line)
		assert.True(t, sum[0] == module || strings.HasSuffix(sum[1], "/go.mod"), "%s %s was downloaded", sum[0], sum[1])
	}
}

// publicPackages are the folders of the archive that others can import.
func publicPackages(t *testing.T, archive string) []string {
	t.Helper()
	var packages []string
	for _, file := range moduleFiles(t, archive) {
		dir := path.Dir(file)
		elements := strings.Split(dir, "/")
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			continue
		}
		if !slices.Contains(elements, "internal") && !slices.Contains([]string{"cmd", "examples", "fuzz"}, elements[0]) {
			packages = append(packages, module+"/"+dir)
		}
	}
	packages = slices.Compact(packages)
	require.NotEmpty(t, packages)
	return packages
}

// moduleFiles are the names in the archive, sorted, without the prefix that
// all of them have.
func moduleFiles(t *testing.T, archive string) []string {
	t.Helper()
	reader, err := zip.OpenReader(archive)
	require.NoError(t, err)
	defer reader.Close()
	var names []string
	for _, file := range reader.File {
		name, ok := strings.CutPrefix(file.Name, module+"@"+version+"/")
		require.True(t, ok, file.Name)
		require.True(t, fs.ValidPath(name), name)
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func write(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
}
