package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTheWholeSuiteAgainstItself is what a developer does all the time.
func TestTheWholeSuiteAgainstItself(t *testing.T) {
	assert.Regexp(t, `(?m)^[1-9][0-9]* passed, 0 failed, 0 skipped`, wholeSuite(t))
}

// BenchmarkTheWholeSuite is the command and its adapter together: under two
// seconds, so that nobody leaves it out.
func BenchmarkTheWholeSuite(b *testing.B) {
	for b.Loop() {
		wholeSuite(b)
	}
}

func wholeSuite(tb testing.TB) string {
	tb.Helper()
	whsec, link := filepath.Join(tb.TempDir(), "whsec"), os.Symlink
	if runtime.GOOS == "windows" {
		whsec, link = whsec+".exe", os.Link // which takes no privilege there
	}
	self, err := os.Executable()
	require.NoError(tb, err)
	require.NoError(tb, link(self, whsec)) // its name makes the command of it
	cmd := exec.Command(whsec, "conformance", "run", "--strict-reasons", "--", whsec, "conformance", "adapter")
	cmd.Env = append(os.Environ(), "TEST_NOW=2026-01-01T00:00:00Z")
	out, err := cmd.Output()
	require.NoError(tb, err, "%s", out)
	return string(out)
}
