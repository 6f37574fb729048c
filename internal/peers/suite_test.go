package peers_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A suite is what the authors of a library wrote to test it. It runs, in a
// module made for it, against the package here that has the library's shape.
// Nothing of theirs is part of this module: it comes from the module cache.
type suite struct {
	// module is the path of their module, files are the test files in it.
	module string
	files  []string
	// imports says what is imported in place of what.
	imports map[string]string
	// add has files for the suite's module, from testdata, by their name there.
	add map[string]string
	// skips says why a test of theirs does not apply.
	skips map[string]string
}

// A layout is a suite in its own module, ready to run.
type layout struct {
	dir   string
	tests []string
}

func (s suite) layOut(t *testing.T) layout {
	t.Helper()
	dir := t.TempDir()
	tests := s.copyTests(t, dir)
	for name, source := range s.add {
		copyFile(t, filepath.Join("testdata", source), filepath.Join(dir, name))
	}
	writeModule(t, dir)
	return layout{dir, tests}
}

// require requires that every test passes but those with a reason to skip,
// and that those are still there and still do not pass.
func (s suite) require(t *testing.T) {
	t.Helper()
	l := s.layOut(t)
	skipped := slices.Sorted(maps.Keys(s.skips))
	results := goTest(t, l.dir, "-skip="+exactly(skipped...))
	for _, name := range l.tests {
		if !slices.Contains(skipped, name) && results[name] != "pass" {
			t.Errorf("%s of %s: %s", name, s.module, cmp.Or(results[name], "did not run"))
		}
	}
	for _, name := range skipped {
		require.Contains(t, l.tests, name, "a skip for a test that is not there")
		if goTest(t, l.dir, "-run="+exactly(name))[name] == "pass" {
			t.Errorf("%s passes: it needs no skip any more (%s)", name, s.skips[name])
		}
	}
}

// exactly is a pattern for these tests; for none, it is empty and matches none
// as an argument of -skip.
func exactly(names ...string) string {
	if len(names) == 0 {
		return ""
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// copyTests copies the suite's files with other imports, and returns the names
// of all tests in them.
func (s suite) copyTests(t *testing.T, to string) []string {
	t.Helper()
	var tests []string
	from := moduleDir(t, s.module)
	for _, name := range s.files {
		source, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		require.NoError(t, err)
		rewritten, found, err := rewrite(source, s.imports)
		require.NoError(t, err, name)
		tests = append(tests, found...)
		require.NoError(t, os.WriteFile(filepath.Join(to, filepath.Base(name)), rewritten, 0o600))
	}
	return tests
}

// rewrite replaces import paths, and nothing else, in the source of a test
// file; and returns the names of the tests that go test will run. A file
// without any, or with an import that is to be replaced and is not there, is an
// error: its tests would run against nothing of ours.
func rewrite(source []byte, imports map[string]string) ([]byte, []string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		return nil, nil, err
	}
	tests := testsOf(file)
	if len(tests) == 0 {
		return nil, nil, errors.New("no tests in it")
	}
	replaced := 0
	for _, spec := range slices.Backward(file.Imports) {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, nil, err
		}
		if by, ok := imports[path]; ok {
			start, end := files.Position(spec.Path.Pos()).Offset, files.Position(spec.Path.End()).Offset
			source = slices.Replace(source, start, end, []byte(strconv.Quote(by))...)
			replaced++
		}
	}
	if replaced == 0 {
		return nil, nil, errors.New("no import in it to replace")
	}
	return source, tests, nil
}

func testsOf(file *ast.File) []string {
	var names []string
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") && f.Name.Name != "TestMain" {
			names = append(names, f.Name.Name)
		}
	}
	return append(names, examplesOf(file)...)
}

// examplesOf leaves out the examples that are compiled and not run.
func examplesOf(file *ast.File) []string {
	var names []string
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Example") && hasOutput(file, f) {
			names = append(names, f.Name.Name)
		}
	}
	return names
}

func hasOutput(file *ast.File, f *ast.FuncDecl) bool {
	return slices.ContainsFunc(file.Comments, func(c *ast.CommentGroup) bool {
		return f.Body.Lbrace < c.Pos() && c.End() < f.Body.Rbrace && strings.HasPrefix(c.Text(), "Output:")
	})
}

// moduleDir returns where the module cache has the version of a module that
// go.mod asks for.
func moduleDir(t *testing.T, path string) string {
	t.Helper()
	var module struct{ Dir, Error string }
	out, err := command(".", "go", "mod", "download", "-json", path).Output()
	require.NoError(t, json.Unmarshal(out, &module), "%s: %v", path, err)
	require.Empty(t, module.Error)
	require.NotEmpty(t, module.Dir)
	return module.Dir
}

// writeModule makes a module of a folder that sees this repository's module,
// and no other.
func writeModule(t *testing.T, dir string) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	for _, args := range [][]string{
		{"init", "example.com/suite"},
		{"edit", "-require=github.com/whsec/whsec@v0.0.0", "-replace=github.com/whsec/whsec=" + root},
	} {
		out, err := command(dir, "go", append([]string{"mod"}, args...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	copyFile(t, filepath.Join(root, "go.sum"), filepath.Join(dir, "go.sum"))
}

// goTest runs the tests of a folder and returns how each ended. None at all,
// or a package that does not compile, is an error.
func goTest(t *testing.T, dir string, selection string) map[string]string {
	t.Helper()
	var stderr bytes.Buffer
	cmd := command(dir, "go", "test", "-json", "-count=1", "-mod=mod", selection, ".")
	cmd.Stderr = &stderr
	out, failed := cmd.Output()
	results, log, err := readResults(bytes.NewReader(out))
	require.NoError(t, err, "%s%s", out, stderr.Bytes())
	t.Logf("%s", log)
	require.NotEmpty(t, results, "no test ran: %v\n%s%s", failed, log, stderr.Bytes())
	if failed != nil && !slices.Contains(slices.Collect(maps.Values(results)), "fail") {
		t.Fatalf("no test failed, and yet: %v\n%s%s", failed, log, stderr.Bytes())
	}
	return results
}

// readResults reads what go test -json prints: how each top-level test ended,
// and the output.
func readResults(r io.Reader) (map[string]string, string, error) {
	results := map[string]string{}
	var log strings.Builder
	decoder := json.NewDecoder(r)
	for {
		var event struct{ Action, Test, Output string }
		if err := decoder.Decode(&event); err == io.EOF {
			return results, log.String(), nil
		} else if err != nil {
			return nil, "", err
		}
		log.WriteString(event.Output)
		switch event.Action {
		case "pass", "fail", "skip":
			if event.Test != "" && !strings.Contains(event.Test, "/") {
				results[event.Test] = event.Action
			}
		}
	}
}

// command runs outside of any workspace, which would put other modules in
// place of those asked for.
func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	return cmd
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NotEmpty(t, content, from)
	require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o700))
	require.NoError(t, os.WriteFile(to, content, 0o600), fmt.Sprint(from))
}
