package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxSuiteTime is for the command and its adapter together. It is of the
// processor, not of the clock: other tests run at the same time.
const maxSuiteTime = 2 * time.Second

// TestTheWholeSuiteAgainstItself is what a developer does all the time.
func TestTheWholeSuiteAgainstItself(t *testing.T) {
	whsec := filepath.Join(t.TempDir(), "whsec")
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, whsec)) // its name makes the command of it
	cmd := exec.Command(whsec, "conformance", "run", "--strict-reasons", "--", whsec, "conformance", "adapter")
	cmd.Env = append(os.Environ(), "TEST_NOW=2026-01-01T00:00:00Z")
	out, err := cmd.Output()
	require.NoError(t, err, "%s", out)
	assert.Regexp(t, `(?m)^[1-9][0-9]* passed, 0 failed, 0 skipped`, string(out))
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	assert.Less(t, took, maxSuiteTime)
	t.Logf("%v of the processor", took)
}
