package runner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/rogue"
	"github.com/whsec/whsec/internal/conformance/runner"
	"github.com/whsec/whsec/testvectors"
)

// states has the state of each id.
func states(run *report.Run) map[string]report.State {
	states := make(map[string]report.State)
	for _, r := range run.Results {
		states[r.ID] = r.State
	}
	return states
}

func resultOf(t *testing.T, run *report.Run, id string) report.Result {
	t.Helper()
	for _, r := range run.Results {
		if r.ID == id {
			return r
		}
	}
	require.Fail(t, "no result", id)
	return report.Result{}
}

func TestAnHonestAdapterPasses(t *testing.T) {
	run, err := examine(t, "honest")
	require.NoError(t, err)
	assert.Equal(t, report.Counts{Pass: 12, Skip: 1, Unspecified: 1}, run.Counts())
	assert.True(t, run.Footer.Complete)
	assert.Equal(t, "explicit", run.Header.Clock)
	assert.Equal(t, "needs tolerance", resultOf(t, run, "standard/verify/window").Skipped)
	assert.Equal(t, "accept", resultOf(t, run, "standard/verify/open").Outcome)
	assert.Equal(t, report.Suite{Vectors: 14, Selected: 14, Profiles: []string{"standard"}}, run.Header.Suite)
}

func TestWhatIsNotDeclaredIsSkippedAndCounted(t *testing.T) {
	run, err := examine(t, "accept-all")
	require.NoError(t, err)
	for id, why := range map[string]string{
		"standard/verify/ed25519": "needs ed25519",
		"standard/verify/window":  "needs tolerance",
		"standard/sign/two-keys":  "needs op sign",
		"standard/key/good":       "needs op key",
	} {
		r := resultOf(t, run, id)
		assert.Equal(t, report.Skip, r.State, id)
		assert.Equal(t, why, r.Skipped, id)
	}
	assert.Equal(t, 5, run.Footer.Counts.Skip)
}

func TestAnErrorIsNoRejection(t *testing.T) {
	run, err := examine(t, "error-all")
	require.NoError(t, err)
	r := resultOf(t, run, "standard/verify/forged")
	assert.Equal(t, report.Fail, r.State)
	assert.Equal(t, report.Crash, r.Class)
	assert.Equal(t, "fails with an error; a rejection (signature_mismatch) is expected", r.Problem)
	assert.Equal(t, report.Unspecified, resultOf(t, run, "standard/verify/open").State, "what is open is never failed")
	assert.Contains(t, run.Header.Warnings[0], "answers error to an ordinary message")
}

// told returns what an adapter is told, line by line.
func told(t *testing.T, seed uint64) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	t.Setenv(rogue.LogEnv, path)
	_, err := examine(t, "honest", func(c *runner.Config) { c.Seed = seed })
	require.NoError(t, err)
	log, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(log)), "\n")
}

func TestAnAdapterIsNotToldWhatIsExpected(t *testing.T) {
	log := strings.Join(told(t, 1), "\n")
	for _, c := range suite() {
		assert.NotContains(t, log, c.ID)
		assert.NotContains(t, log, c.Comment)
	}
	for _, word := range []string{"valid", "unspecified", "malformed", "mismatch", "ed25519", "expected", "comment"} {
		assert.NotContains(t, log, word)
	}
}

func TestEveryMemberIsThere(t *testing.T) {
	for _, line := range told(t, 1)[1:] {
		switch {
		case strings.Contains(line, `"op":"verify"`):
			assert.Regexp(t, `^\{"cmd":"run","seq":"[a-z2-7]{8}","op":"verify","profile":"standard","now":\d+,"tolerance":null,"keys":\[.*\],"headers":\[.*\],"body":".*"\}$`, line)
		case strings.Contains(line, `"op":"sign"`):
			assert.Regexp(t, `^\{"cmd":"run","seq":"[a-z2-7]{8}","op":"sign","profile":"standard","timestamp":1700000000,"id":"msg_1","keys":\[.*\],"body":".*"\}$`, line)
		default:
			assert.Regexp(t, `^\{"cmd":"run","seq":"[a-z2-7]{8}","op":"key","profile":"standard","keys":\[.*\]\}$`, line)
		}
	}
}

func TestNothingButTheToleranceIsNull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	t.Setenv(rogue.LogEnv, path)
	var bare []runner.Case
	for _, operation := range []string{"verify", "sign", "key"} {
		c := runner.Case{Profile: "standard", Operation: operation}
		c.ID, c.Result = operation, testvectors.Unspecified
		bare = append(bare, c)
	}
	_, err := examine(t, "honest", func(c *runner.Config) { c.Cases = bare })
	require.NoError(t, err)
	log, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(log), `"now":0,"tolerance":null,"keys":[],"headers":[],"body":""}`)
	assert.Contains(t, string(log), `"timestamp":0,"id":"","keys":[],"body":""}`)
	assert.Contains(t, string(log), `"op":"key","profile":"standard","keys":[]}`)
}

// open are cases on which the specification is silent, as many as it takes.
func open(c *runner.Config) {
	c.Cases = nil
	for _, slug := range []string{"a", "b", "c"} {
		c.Cases = append(c.Cases, request(slug, testvectors.Unspecified, "", then, mac(secret, content(then))))
	}
}

func TestWhatIsOpenIsNeverFailed(t *testing.T) {
	run, err := examine(t, "crash-on-third", open)
	require.NoError(t, err)
	assert.Equal(t, report.Counts{Unspecified: 3}, run.Counts())
	assert.Equal(t, report.Died, run.Results[0].Outcome)
	assert.Equal(t, "crashes", run.Results[0].Behaviour())
}

func TestTheProtocolIsNotOpen(t *testing.T) {
	run, err := examine(t, "garbage-later", open)
	require.NoError(t, err)
	assert.Equal(t, report.Counts{Unspecified: 2, Fail: 1, Protocol: 1}, run.Counts())
}

func TestTheSeedMakesTheOrder(t *testing.T) {
	first, again, another := told(t, 1), told(t, 1), told(t, 2)
	assert.Equal(t, first, again)
	assert.NotEqual(t, first, another)
	assert.Len(t, another, len(first))
}

func TestSequencesAreNotRepeated(t *testing.T) {
	seen := make(map[string]bool)
	for _, line := range told(t, 1)[1:] {
		_, rest, _ := strings.Cut(line, `"seq":"`)
		seq, _, _ := strings.Cut(rest, `"`)
		assert.False(t, seen[seq], seq)
		seen[seq] = true
	}
}

func TestFailFast(t *testing.T) {
	run, err := examine(t, "accept-all", func(c *runner.Config) { c.FailFast = true })
	require.NoError(t, err)
	assert.Equal(t, 1, failuresOf(run))
	assert.True(t, run.Results[len(run.Results)-1].Failed())
	assert.False(t, run.Footer.Complete)
	assert.Equal(t, "it was to stop at the first failure", run.Footer.Stopped)
}

func TestStrictReasons(t *testing.T) {
	reject := func(c *runner.Config) {
		c.StrictReasons = true
		c.Cases = []runner.Case{request("forged", testvectors.Invalid, "malformed_id", then, mac(other, content(then)))}
	}
	run, err := examine(t, "honest", reject)
	require.NoError(t, err)
	r := resultOf(t, run, "standard/verify/forged")
	assert.Equal(t, report.Reason, r.Class)
	assert.Equal(t, `rejects for the reason "signature_mismatch"; "malformed_id" is expected`, r.Problem)
}

func TestSignedHeadersAreComparedByteForByte(t *testing.T) {
	tests := []struct {
		name    string
		change  func(*runner.Case)
		problem string
	}{
		{"the same", func(*runner.Case) {}, ""},
		{"by the oracle", func(c *runner.Case) { c.Expected = nil }, ""},
		{"another order of signatures", func(c *runner.Case) {
			signatures := strings.Fields(string(c.Expected[2].Value))
			c.Expected[2].Value = []byte(signatures[1] + " " + signatures[0])
		}, ""},
		{"another body", func(c *runner.Case) { c.Body = []byte("x") }, "signs with webhook-signature"},
		{"a header more", func(c *runner.Case) { c.Expected = append(c.Expected, fields("x", "y")...) }, "signs without the header x"},
		{"a header less", func(c *runner.Case) { c.Expected = c.Expected[1:] }, "signs with 3 headers; 2 are expected"},
		{"to be refused", func(c *runner.Case) { c.Result = testvectors.Invalid }, "signs; a rejection is expected"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := signing()
			tt.change(&c)
			run, err := examine(t, "honest", func(config *runner.Config) { config.Cases = []runner.Case{c} })
			require.NoError(t, err)
			if tt.problem == "" {
				assert.Equal(t, report.Pass, run.Results[0].State, run.Results[0].Problem)
				return
			}
			assert.Equal(t, report.Fail, run.Results[0].State)
			assert.Contains(t, run.Results[0].Problem, tt.problem)
		})
	}
}

func TestMembersThatMeanNothingAreWarnedOf(t *testing.T) {
	run, err := examine(t, "misspelt")
	require.NoError(t, err)
	assert.Equal(t, []string{
		`the introduction has a member "licence" that means nothing here`,
		`the introduction has a member "feature" that means nothing here`,
		`no vector requires the feature "ed25518"`,
	}, run.Header.Warnings)
}

func TestSelect(t *testing.T) {
	tests := []struct {
		name     string
		profiles []string
		filters  []string
		want     int
		err      string
	}{
		{"all", nil, nil, 14, ""},
		{"a profile", []string{"standard"}, nil, 14, ""},
		{"a folder", nil, []string{"standard/verify"}, 11, ""},
		{"a folder with its slash", nil, []string{"standard/key/"}, 2, ""},
		{"an id", nil, []string{"standard/verify/stale"}, 1, ""},
		{"a star within a segment", nil, []string{"standard/verify/f*"}, 3, ""},
		{"several", nil, []string{"standard/key", "*/sign/*"}, 3, ""},
		{"no such profile", []string{"stripe"}, nil, 0, "there is no vector of the profile stripe"},
		{"no such id", nil, []string{"standard/key", "standard/verify/nothing"}, 0, `no vector matches "standard/verify/nothing"`},
		{"no part of a segment", nil, []string{"standard/ver"}, 0, "no vector matches"},
		{"too deep", nil, []string{"standard/verify/stale/x"}, 0, "no vector matches"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cases, err := runner.Select(suite(), tt.profiles, tt.filters)
			if tt.err != "" {
				require.ErrorContains(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			assert.Len(t, cases, tt.want)
		})
	}
}
