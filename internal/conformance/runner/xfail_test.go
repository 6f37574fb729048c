package runner_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/runner"
)

// expecting is a run with a list of expected failures.
func expecting(t *testing.T, name, list string) *report.Run {
	t.Helper()
	xfail, err := runner.ParseXFail([]byte(list))
	require.NoError(t, err)
	run, err := examine(t, name, func(c *runner.Config) { c.XFail = xfail })
	require.NoError(t, err)
	return run
}

const acceptAllList = `# everything is accepted
standard/verify/forged      https://example.org/issues/1
standard/verify/stale       no clock
standard/verify/future	no clock

standard/verify/cut         decodes what it can
standard/verify/no-headers  does not look
`

func TestExpectedFailures(t *testing.T) {
	run := expecting(t, "accept-all", acceptAllList)
	assert.Zero(t, failuresOf(run))
	assert.Equal(t, 5, run.Footer.Counts.XFail)
	r := resultOf(t, run, "standard/verify/forged")
	assert.Equal(t, report.XFail, r.State)
	assert.Equal(t, report.Verdict, r.Class, "what is expected is a failure all the same")
	assert.Equal(t, "https://example.org/issues/1", r.XFail)
}

func TestAStarIsAWholeSegment(t *testing.T) {
	run := expecting(t, "error-all", "standard/verify/* fails\n")
	assert.Equal(t, 8, run.Footer.Counts.XFail)
	assert.Equal(t, 1, run.Footer.Counts.XPass, "what is open does not fail")
}

func TestTheListIsStrict(t *testing.T) {
	tests := []struct {
		name    string
		list    string
		id      string
		state   report.State
		problem string
	}{
		{"it passes", "standard/verify/fresh reason", "standard/verify/fresh", report.XPass, "does not fail, though the list"},
		{"it is open", "standard/verify/open reason", "standard/verify/open", report.XPass, "does not fail, though the list"},
		{"it is unknown", "standard/verify/gone reason", "standard/verify/gone", report.Fail, "the suite has no such vector"},
		{"nothing matches", "*/gone/* reason", "*/gone/*", report.Fail, "the suite has no such vector"},
		{"it is not asked", "standard/verify/window reason", "standard/verify/window", report.Fail, "the adapter does not declare tolerance"},
		{"nothing of it is asked", "standard/*/window reason", "standard/*/window", report.Fail, "the adapter does not declare tolerance"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := expecting(t, "honest", tt.list)
			assert.Equal(t, 1, failuresOf(run))
			last := report.Result{}
			for _, r := range run.Results {
				if r.Failed() {
					last = r
				}
			}
			assert.Equal(t, tt.id, last.ID)
			assert.Equal(t, tt.state, last.State)
			assert.Contains(t, last.Problem, tt.problem)
		})
	}
}

func TestAListDoesNotExcuseFromTheProtocol(t *testing.T) {
	run := expecting(t, "garbage-later", "standard/verify/* reason")
	assert.Equal(t, 2, run.Footer.Counts.Protocol)
	for _, r := range run.Results {
		if r.Class == report.Protocol {
			assert.Equal(t, report.Fail, r.State)
			assert.Equal(t, "reason", r.XFail)
		}
	}
}

func TestAVectorThatWasNotChosenIsNotMissed(t *testing.T) {
	xfail, err := runner.ParseXFail([]byte(acceptAllList))
	require.NoError(t, err)
	run, err := examine(t, "accept-all", func(c *runner.Config) {
		c.XFail = xfail
		c.Cases, err = runner.Select(c.Suite, nil, []string{"standard/verify/fresh"})
		require.NoError(t, err)
	})
	require.NoError(t, err)
	assert.Zero(t, failuresOf(run))
}

func TestParseXFail(t *testing.T) {
	tests := []struct{ name, list, err string }{
		{"no reason", "# x\nstandard/verify/stale\n", "line 2: standard/verify/stale has no reason"},
		{"blank reason", "standard/verify/stale \t\n", "line 1: standard/verify/stale has no reason"},
		{"part of a segment", "standard/verify/st* reason", "line 1: * stands for a whole segment"},
		{"twice", "a reason\nb reason\na other\n", "line 3: a is on line 1 already"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := runner.ParseXFail([]byte(tt.list))
			require.ErrorContains(t, err, tt.err)
		})
	}
}
