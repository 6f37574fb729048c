package lint

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/documents"
)

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
	steps, program := fenced(section(t, "A server of your own"), "sh"), fenced(section(t, "A server of your own"), "go")
	require.Len(t, steps, 4, "make a module, start the server, send, send what was changed")
	require.Len(t, program, 1)
	shell := newShell(t)
	shell.run(t, steps[0])
	shell.dir += "/receiver"
	require.NoError(t, os.WriteFile(shell.dir+"/main.go", []byte(program[0]), 0o600))
	server := shell.serve(t, steps[1])
	require.Contains(t, server.run(t, steps[2]), " 200 OK")
	require.Regexp(t, `msg_\w+: \{"type":"invoice\.paid"\}`, server.logged(t))
	require.Contains(t, server.run(t, steps[3]), " 401 Unauthorized")
	require.Contains(t, server.logged(t), "code=signature_mismatch")

	steps = fenced(section(t, "Ed25519"), "sh")
	require.Len(t, steps, 2, "start the server, send")
	server = shell.serve(t, steps[0])
	require.Contains(t, server.run(t, steps[1]), " 200 OK")

	tests := fenced(section(t, "Test your handler"), "go")
	require.Len(t, tests, 1)
	require.NoError(t, os.WriteFile(shell.dir+"/main_test.go", []byte(tests[0]), 0o600))
	shell.run(t, "go test .")
}

// section returns what is below a heading of the README that begins like that.
func section(t *testing.T, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut(documents.Read(t, root+"/README.md"), "\n## "+heading)
	require.True(t, found, heading)
	text, _, _ := strings.Cut(rest, "\n## ")
	return text
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

func (s *shell) run(t *testing.T, script string) string {
	t.Helper()
	output, err := s.command(t, script).CombinedOutput()
	require.NoError(t, err, "%s\n%s", script, output)
	return string(output)
}

// A server is the program of the README, which runs until the end of the test.
type server struct {
	*shell
	url string
	log *bufio.Scanner
}

const tutorialURL = "http://localhost:3000/webhooks"

// serve runs a step that starts the program, which listens where there is room.
func (s *shell) serve(t *testing.T, step string) *server {
	t.Helper()
	before, start, found := strings.Cut(step, "WEBHOOK_SECRET=")
	require.True(t, found)
	s.run(t, before+"\ngo build -o server .")
	command := s.command(t, "WEBHOOK_SECRET="+strings.Replace(start, "go run .", "exec ./server -address 127.0.0.1:0", 1))
	log, err := command.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		require.NoError(t, command.Process.Kill())
		_ = command.Wait()
	})
	r := &server{shell: s, log: bufio.NewScanner(log)}
	first := r.logged(t)
	_, r.url, found = strings.Cut(first, "waiting at ")
	require.True(t, found, first)
	return r
}

func (r *server) run(t *testing.T, step string) string {
	t.Helper()
	require.Contains(t, step, tutorialURL)
	return r.shell.run(t, strings.ReplaceAll(step, tutorialURL, r.url))
}

// logged returns the next line.
func (r *server) logged(t *testing.T) string {
	t.Helper()
	require.True(t, r.log.Scan(), r.log.Err())
	return r.log.Text()
}
