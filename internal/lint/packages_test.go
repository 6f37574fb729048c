package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/whsec/whsec"

// A listed package is what go list says of it.
type listed struct {
	ImportPath string
	Dir        string
	Export     string
	Standard   bool
	GoFiles    []string
	Deps       []string
}

// list asks the go command for packages, with all that they import. It skips
// the test where there is no go command to ask.
func list(t *testing.T, patterns ...string) map[string]listed {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	args := append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,Standard,GoFiles,Deps"}, patterns...)
	command := exec.CommandContext(t.Context(), "go", args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	require.NoError(t, err)
	packages := map[string]listed{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		packages[p.ImportPath] = p
	}
	require.NotEmpty(t, packages)
	return packages
}

// A checked package has its syntax and types.
type checked struct {
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
}

func check(t *testing.T, packages map[string]listed, path string) checked {
	t.Helper()
	p, ok := packages[path]
	require.True(t, ok, "no package %s", path)
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
		require.NoError(t, err)
		files = append(files, file)
	}
	return checkFiles(t, packages, path, fset, files)
}

// checkFiles finds the types, with what the files import among the packages.
func checkFiles(t *testing.T, packages map[string]listed, path string, fset *token.FileSet, files []*ast.File) checked {
	t.Helper()
	c := checked{fset: fset, files: files, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
	}}
	open := func(path string) (io.ReadCloser, error) { return os.Open(packages[path].Export) }
	config := types.Config{Importer: importer.ForCompiler(c.fset, "gc", open)}
	_, err := config.Check(path, c.fset, c.files, c.info)
	require.NoError(t, err)
	return c
}
