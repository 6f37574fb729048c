package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/cli"
	"github.com/whsec/whsec/internal/testcases"
)

// A result is all that a run of the command leaves behind.
type result struct {
	exit           int
	stdout, stderr string
}

func run(env cli.Env, args ...string) result {
	var stdout, stderr bytes.Buffer
	env.Args = args
	if env.Stdin == nil {
		env.Stdin = strings.NewReader("")
	}
	if env.Stdout == nil {
		env.Stdout = &stdout
	}
	env.Stderr = &stderr
	if env.LookupEnv == nil {
		env.LookupEnv = func(string) (string, bool) { return "", false }
	}
	env.Now = func() time.Time { return time.Unix(1767225600, 0) }
	env.Terminal.ReadSecret = func(string) (string, error) { return "", cli.ErrNoTerminal }
	exit := cli.Main(env)
	return result{exit, stdout.String(), stderr.String()}
}

func write(t *testing.T, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte(data), 0o600))
	return path
}

// Every case of the verifier, asked as a conformance runner asks.
func TestAdapterMeetsEveryCase(t *testing.T) {
	t.Parallel()
	cases := testcases.VerifyCases()
	var in bytes.Buffer
	for _, c := range cases {
		require.NoError(t, json.NewEncoder(&in).Encode(map[string]any{
			"cmd": "run", "seq": c.Name, "op": "verify", "profile": c.Scheme, "keys": c.Secrets,
			"now": c.Now, "tolerance": c.Tolerance, "headers": c.Headers, "body": c.Body,
		}))
	}
	got := run(cli.Env{Stdin: &in}, "conformance", "adapter")
	require.Zero(t, got.exit, got.stderr)
	answers := strings.Split(strings.TrimSpace(got.stdout), "\n")
	require.Len(t, answers, len(cases))
	for i, c := range cases {
		var answer struct{ Seq, Outcome, Reason string }
		require.NoError(t, json.Unmarshal([]byte(answers[i]), &answer))
		assert.Equal(t, c.Name, answer.Seq)
		assert.Equal(t, map[string]string{"valid": "accept", "invalid": "reject"}[c.Result], answer.Outcome, c.Name)
		if c.Reason != "" {
			assert.Equal(t, c.Reason, answer.Reason, c.Name)
		}
	}
}

// The captures of the doctor's cases: verify says valid of those that are, and
// no command shows a secret whatever is the matter.
func TestCaptures(t *testing.T) {
	t.Parallel()
	for _, c := range testcases.DiagnoseCases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			secret, capture := write(t, c.Secrets[0].Value), write(t, string(c.Capture))
			now := time.Unix(c.Now, 0).Format(time.RFC3339)
			runs := []result{
				run(cli.Env{}, "verify", "--now", now, "--scheme", c.Scheme, "--secret-file", secret, capture),
				run(cli.Env{}, "verify", "--json", "--now", now, "--secret-file", secret, capture),
				run(cli.Env{}, "inspect", "--secret-file", secret),
				run(cli.Env{}, "inspect", "--json", "--secret-file", secret),
				run(cli.Env{}, "sign", "--scheme", c.Scheme, "--secret-file", secret, capture),
			}
			assert.Equal(t, c.Verdict == "valid", runs[0].exit == 0, runs[0].stderr)
			assert.Contains(t, []int{0, 1, 3}, runs[0].exit)
			for _, r := range runs {
				assertHidden(t, r, c.Secrets[0].Value)
			}
		})
	}
}

func assertHidden(t *testing.T, r result, secret string) {
	t.Helper()
	if secret = strings.TrimSpace(secret); len(secret) > 9 {
		assert.NotContains(t, r.stdout+r.stderr, secret)
		assert.NotContains(t, r.stdout+r.stderr, strings.TrimPrefix(secret, "whsec_"))
	}
}

// Nothing is kept from one run to the next, nor shared between two.
func TestRunsShareNothing(t *testing.T) {
	t.Parallel()
	capture := write(t, "webhook-id: msg_1\n\n{}")
	var runs sync.WaitGroup
	for range 8 {
		runs.Go(func() {
			assert.Equal(t, 3, run(cli.Env{}, "verify", "--json", capture).exit)
			assert.Equal(t, 0, run(cli.Env{}, "keygen").exit)
			assert.Equal(t, 2, run(cli.Env{}, "sign", "--as", "carrier pigeon").exit)
			assert.Equal(t, 0, run(cli.Env{}).exit)
		})
	}
	runs.Wait()
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Data that did not arrive is no answer, not even a negative one.
func TestBrokenStdout(t *testing.T) {
	t.Parallel()
	secret := write(t, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	plain := write(t, "host: receiver.example\n\n{}")
	for name, args := range map[string][]string{
		"yes":    {"keygen"},
		"no":     {"verify", "--secret-file", secret, plain},
		"help":   {"--help"},
		"answer": {"conformance", "adapter"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := run(cli.Env{Stdout: brokenWriter{}, Stdin: strings.NewReader(`{"cmd":"hello"}`)}, args...)
			assert.Equal(t, 3, got.exit)
			assert.Contains(t, got.stderr, "whsec: error: no space left")
		})
	}
}

// A fault of the program is none of the user's: it does not exit with 2.
func TestPanic(t *testing.T) {
	t.Parallel()
	env := cli.Env{LookupEnv: func(name string) (string, bool) {
		if name == "WEBHOOK_SECRET" {
			panic("out of order")
		}
		return "", false
	}}
	got := run(env, "sign", write(t, "{}"))
	assert.Equal(t, 3, got.exit)
	assert.Contains(t, got.stderr, "whsec: error: a fault in whsec itself: out of order\n")
	assert.Contains(t, got.stderr, "whsec: hint: please report it")
	got = run(env, "sign", "--json", write(t, "{}"))
	assert.Equal(t, `{"error":{"code":"internal","message":"a fault in whsec itself"}}`+"\n", got.stdout)
}

// Inputs have bounds.
func TestLimits(t *testing.T) {
	t.Parallel()
	large := write(t, strings.Repeat("a", 64<<10+1))
	got := run(cli.Env{}, "sign", "--secret-file", large, large)
	assert.Equal(t, 3, got.exit)
	assert.Contains(t, got.stderr, "too large: more than 65536 bytes")
	got = run(cli.Env{}, "sign", "--json", "--secret-file", large, large)
	assert.Contains(t, got.stdout, `{"error":{"code":"too_large",`)
	got = run(cli.Env{Stdin: strings.NewReader(strings.Repeat("a", 10<<20+1))}, "verify", "--secret-env", "X")
	assert.Equal(t, 3, got.exit)
	assert.Contains(t, got.stderr, "stdin: too large: more than 10485760 bytes")
}
