package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const changelog = `# Changelog

## Unreleased: v0.3.0

- not yet

## v0.2.1 (soon)

- nearly

## v0.2.0 (2026-12-24)

- more, [in detail](doc/more.md) and [elsewhere](https://example.org/)

## v0.2.0-rc.1 (2026-12-20)

- a try

## v0.1.0 (2026-12-01)
`

func TestNotes(t *testing.T) {
	for version, want := range map[string]string{
		"v0.2.0": "- more, [in detail](https://github.com/whsec/whsec/blob/v0.2.0/doc/more.md) and [elsewhere](https://example.org/)\n",

		"v0.2.0-rc.1": "- a try\n",
	} {
		printed, err := notes(t, version)
		require.NoError(t, err, printed)
		assert.Equal(t, want, printed)
	}
}

// TestNoNotes: what is not written, or not called released, is not released.
func TestNoNotes(t *testing.T) {
	for _, version := range []string{"v0.3.0", "v0.2.1", "v0.2", "v0.1.0", "v0.4.0", ""} {
		printed, err := notes(t, version)
		assert.Error(t, err, "%s: %s", version, printed)
	}
}

// notes runs the script beside another changelog.
func notes(t *testing.T, version string) (string, error) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	script, err := os.ReadFile("notes")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "release"), 0o700))
	write(t, filepath.Join(dir, "release", "notes"), string(script))
	write(t, filepath.Join(dir, "CHANGELOG.md"), changelog)
	out, err := exec.Command(bash, filepath.Join(dir, "release", "notes"), version).CombinedOutput()
	return string(out), err
}
