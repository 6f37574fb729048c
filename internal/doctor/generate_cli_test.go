package doctor_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/cli"
	"github.com/whsec/whsec/internal/doctor"
)

// The command says what the package says, exits with it, and tells no secret
// in either of its languages.
func TestCommandSaysTheSame(t *testing.T) {
	causes := append(singleCauses(), generatedCause{"ok", func(g *generated) bool { g.valid = true; return true }})
	for i, cause := range causes {
		t.Run(cause.name, func(t *testing.T) {
			var g *generated
			var format captureFormat
			r := rand.New(rand.NewPCG(uint64(i), 7))
			for g == nil {
				format = captureFormats[r.IntN(len(captureFormats))]
				g = generation{}.generate(r, cause, oneOf(r, generatedSchemes...), format)
			}
			args := g.arguments(t, format.write(r, g.request()))
			var report doctor.Report
			stdout, stderr, exit := command(append(args, "--json")...)
			require.NoError(t, json.Unmarshal([]byte(stdout), &report), stdout+stderr)
			assert.Empty(t, g.judge(report))
			assert.Equal(t, map[bool]int{true: 0, false: 1}[g.valid], exit, stderr)
			plain, plainErr, plainExit := command(args...)
			assert.Equal(t, exit, plainExit)
			assert.NotEmpty(t, plain)
			assert.Empty(t, g.leaks(stdout+stderr+plain+plainErr))
		})
	}
}

// arguments writes files for a case and names them.
func (g *generated) arguments(t *testing.T, data []byte) []string {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	args := []string{"doctor", "--now", strconv.FormatInt(generatedNow, 10), "--scheme", g.scheme}
	for _, s := range g.secrets {
		args = append(args, "--secret-file", s.Name+"="+write(s.Name, s.Value+"\n"))
	}
	for _, s := range g.candidates {
		args = append(args, "--candidate-file", s.Name+"="+write(s.Name, s.Value+"\n"))
	}
	return append(slices.Clone(args), write("capture", string(data)))
}

func command(args ...string) (stdout, stderr string, exit int) {
	var out, messages bytes.Buffer
	exit = cli.Main(cli.Env{
		Args: args, Stdin: bytes.NewReader(nil), Stdout: &out, Stderr: &messages,
		LookupEnv: func(string) (string, bool) { return "", false },
		Now:       func() time.Time { return time.Unix(generatedNow, 0) },
	})
	return out.String(), messages.String(), exit
}
