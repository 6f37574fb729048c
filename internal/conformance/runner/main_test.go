package runner_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/rogue"
	"github.com/whsec/whsec/internal/conformance/runner"
)

// roleEnv makes something else of the test binary: an adapter or faketime.
const roleEnv = "RUNNER_TEST_ROLE"

func TestMain(m *testing.M) {
	if os.Getenv(roleEnv) == "" {
		os.Exit(m.Run())
	}
	if len(os.Args) > 1 && os.Args[1] == "-f" {
		os.Exit(rogue.Faketime(os.Args[1:]))
	}
	os.Exit(rogue.Main(os.Args[1:]))
}

// now is the time at which all tests run.
const now = 1_767_225_600 // 2026-01-01

// examine runs the suite of these tests against an adapter, and fails if a
// process is left behind.
func examine(t *testing.T, name string, change ...func(*runner.Config)) (*report.Run, error) {
	t.Helper()
	t.Setenv(roleEnv, "adapter")
	alive := watch(t)
	config := &runner.Config{
		Command: []string{os.Args[0], name},
		Suite:   suite(),
		Limits:  runner.Limits{Start: 10 * time.Second, Case: 10 * time.Second, End: 10 * time.Second, Restarts: 2},
		Seed:    1,
		Now:     func() time.Time { return time.Unix(now, 0) },
		Runner:  report.Runner{Name: "test"},
	}
	config.Cases = config.Suite
	for _, c := range change {
		c(config)
	}
	heard := new(report.Collector)
	err := runner.Run(context.Background(), config, heard)
	alive.expectNone(t)
	return &heard.Run, err
}

// impatient is for adapters that hang. An answer that comes at all comes within
// these seconds, also on a busy machine and under the race detector.
func impatient(c *runner.Config) { c.Limits.Case, c.Limits.End = 3*time.Second, 3*time.Second }

// veryImpatient is for those that never say a word.
func veryImpatient(c *runner.Config) { c.Limits.Start = 3 * time.Second }

// A watchman holds a connection to every process that the adapters are.
type watchman struct {
	listener *net.UnixListener
	met      chan net.Conn
}

func watch(t *testing.T) *watchman {
	t.Helper()
	dir, err := os.MkdirTemp("", "w") // the name of a socket has to be short
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	address := filepath.Join(dir, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: address, Net: "unix"})
	require.NoError(t, err)
	t.Setenv(rogue.AliveEnv, address)
	w := &watchman{listener, make(chan net.Conn, 100)}
	go func() {
		defer close(w.met)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			w.met <- conn
		}
	}()
	return w
}

// expectNone waits for the end of every connection, which is that of its
// process.
func (w *watchman) expectNone(t *testing.T) {
	t.Helper()
	require.NoError(t, w.listener.Close())
	met := 0
	for conn := range w.met {
		met++
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
		_, err := conn.Read(make([]byte, 1))
		require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "a process is left behind")
		conn.Close()
	}
	require.NotZero(t, met, "no process was met: the test sees nothing")
}
