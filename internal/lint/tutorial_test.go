package lint

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const tutorial = "## A server of your own"

// TestTutorial does what the README tells a newcomer to do, in a folder beside
// this project, with the program that is printed there.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	for _, tool := range []string{"bash", "curl", "go"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no " + tool)
		}
	}
	text, err := os.ReadFile(root + "/README.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), tutorial)
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	steps, program := fenced(section, "sh"), fenced(section, "go")
	require.Len(t, steps, 3, "make a module, start the server, send")
	require.Len(t, program, 1)

	shell := newShell(t)
	shell.run(t, steps[0])
	shell.dir += "/receiver"
	require.NoError(t, os.WriteFile(shell.dir+"/main.go", []byte(program[0]), 0o600))
	start, serve, found := strings.Cut(steps[1], "WEBHOOK_SECRET=")
	require.True(t, found)
	shell.run(t, start)
	shell.run(t, "go build -o server .")
	log := shell.start(t, "WEBHOOK_SECRET="+strings.Replace(serve, "go run .", "exec ./server -address 127.0.0.1:0", 1))
	require.True(t, log.Scan())
	_, url, found := strings.Cut(log.Text(), "waiting at ")
	require.True(t, found, log.Text())
	require.Contains(t, steps[2], "http://localhost:3000/webhooks")
	shell.run(t, strings.Replace(steps[2], "http://localhost:3000/webhooks", url, 1))
	require.True(t, log.Scan())
	require.Regexp(t, `msg_\w+: \{"type":"invoice\.paid"\}`, log.Text())
}

// A shell is somebody at the keyboard, with the command installed and this
// project in a folder beside.
type shell struct {
	dir string
	env []string
}

func newShell(t *testing.T) *shell {
	t.Helper()
	project, err := filepath.Abs(root)
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(project, dir+"/whsec"))
	s := &shell{dir: dir, env: append(os.Environ(), "PATH="+dir+"/bin:"+os.Getenv("PATH"), "GOWORK=off")}
	s.run(t, "bin=$PWD/bin/whsec && cd whsec && go build -buildvcs=false -o $bin ./cmd/whsec")
	return s
}

func (s *shell) command(t *testing.T, script string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
	command.Dir, command.Env = s.dir, s.env
	return command
}

func (s *shell) run(t *testing.T, script string) {
	t.Helper()
	output, err := s.command(t, script).CombinedOutput()
	require.NoError(t, err, "%s\n%s", script, output)
}

// start runs a script until the end of the test, and returns what it logs.
func (s *shell) start(t *testing.T, script string) *bufio.Scanner {
	t.Helper()
	command := s.command(t, script)
	log, err := command.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		require.NoError(t, command.Process.Kill())
		_ = command.Wait()
	})
	return bufio.NewScanner(log)
}
