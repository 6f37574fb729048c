package release

import (
	"archive/zip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	xmodule "golang.org/x/mod/module"
	xzip "golang.org/x/mod/zip"
)

// A goProxy is a module proxy in a folder.
type goProxy struct {
	archive     string // the module as a zip file
	environment []string
}

// serveModule lays the module out as a proxy does that sees its tag. What it
// imports is taken from this machine's module cache if it is there, and the
// cache of the test is empty: nothing is found by chance.
func serveModule(t *testing.T) goProxy {
	t.Helper()
	dir := t.TempDir()
	versions := filepath.Join(dir, filepath.FromSlash(module), "@v")
	require.NoError(t, os.MkdirAll(versions, 0o700))
	write(t, filepath.Join(versions, "list"), version+"\n")
	write(t, filepath.Join(versions, version+".info"), `{"Version":"`+version+`"}`)
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	write(t, filepath.Join(versions, version+".mod"), string(text))
	archive := filepath.Join(versions, version+".zip")
	packModule(t, archive)

	here := strings.Fields(goEnv(t, "GOMODCACHE", "GOPROXY"))
	proxies := []string{fileURL(dir), fileURL(filepath.Join(here[0], "cache", "download")), here[1]}
	return goProxy{archive: archive, environment: []string{
		"GOPROXY=" + strings.Join(proxies, ","),
		"GOMODCACHE=" + filepath.Join(t.TempDir(), "modules"),
		"GONOSUMDB=*", // what is in the cache was compared with go.sum when it came
		"GOFLAGS=-modcacherw", "GOWORK=off", "GOTOOLCHAIN=local", "GOPRIVATE=", "GONOPROXY=none",
	}}
}

// packModule makes the zip file of the module from what git has.
func packModule(t *testing.T, name string) {
	t.Helper()
	tree := filepath.Join(t.TempDir(), "tree.zip")
	git(t, "archive", "--format=zip", "--output="+tree, revision(t))
	reader, err := zip.OpenReader(tree)
	require.NoError(t, err)
	defer reader.Close()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, reader))

	file, err := os.Create(name)
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, xzip.CreateFromDir(file, xmodule.Version{Path: module, Version: version}, dir))
}

// revision is the last commit, with what has been changed since in files that
// git knows.
func revision(t *testing.T) string {
	t.Helper()
	changed := git(t, "-c", "user.name=test", "-c", "user.email=test@example.org", "stash", "create")
	if changed = strings.TrimSpace(changed); changed != "" {
		return changed
	}
	return "HEAD"
}

func git(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command("git", args...)
	command.Dir = root
	return output(t, command)
}

func fileURL(name string) string {
	name = filepath.ToSlash(name)
	if runtime.GOOS == "windows" {
		name = "/" + name
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}

func goEnv(t *testing.T, names ...string) string {
	t.Helper()
	return output(t, exec.Command("go", append([]string{"env"}, names...)...))
}

// run runs a command with the proxy and returns what it prints.
func (p goProxy) run(t *testing.T, dir string, environment []string, name string, args ...string) string {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = dir
	command.Env = append(append(os.Environ(), p.environment...), environment...)
	return output(t, command)
}

func output(t *testing.T, command *exec.Cmd) string {
	t.Helper()
	var errors strings.Builder
	command.Stderr = &errors
	out, err := command.Output()
	require.NoError(t, err, "%s: %s", command, errors.String())
	return string(out)
}
