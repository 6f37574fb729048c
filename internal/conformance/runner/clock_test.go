package runner_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/rogue"
	"github.com/whsec/whsec/internal/conformance/runner"
	"github.com/whsec/whsec/testvectors"
)

// onTheWall runs an adapter that judges by the clock of the machine.
func onTheWall(t *testing.T, name string, change ...func(*runner.Config)) *report.Run {
	t.Helper()
	t.Setenv(rogue.WallEnv, "1767225600")
	run, err := examine(t, name, change...)
	require.NoError(t, err)
	return run
}

func TestRequestsAreSignedAnewForTheClockOfTheMachine(t *testing.T) {
	run := onTheWall(t, "wall-clock")
	want := map[string]report.State{
		"standard/verify/fresh":      report.Pass,
		"standard/verify/two":        report.Pass,
		"standard/verify/stale":      report.Pass,
		"standard/verify/future":     report.Pass,
		"standard/verify/no-headers": report.Pass,
		"standard/verify/open":       report.Unspecified,
		"standard/verify/forged":     report.Skip, // the key is in no vector
		"standard/verify/cut":        report.Skip,
		"standard/verify/edge":       report.Skip,
		"standard/verify/ed25519":    report.Skip,
		"standard/verify/window":     report.Skip,
		"standard/sign/two-keys":     report.Skip,
		"standard/key/good":          report.Skip,
		"standard/key/empty":         report.Skip,
	}
	assert.Equal(t, want, states(run))
	assert.Equal(t, 6, run.Footer.Counts.Rebased)
	assert.True(t, resultOf(t, run, "standard/verify/stale").Rebased)
	assert.Equal(t, "needs fixed-clock", resultOf(t, run, "standard/verify/edge").Skipped)
	assert.Equal(t, "cannot be signed anew for the clock of the machine", resultOf(t, run, "standard/verify/cut").Skipped)
}

// moved is what an adapter gets of one case, beside others that may have keys.
func moved(t *testing.T, c runner.Case, others ...runner.Case) report.Result {
	t.Helper()
	run := onTheWall(t, "wall-clock", func(config *runner.Config) {
		config.Cases = []runner.Case{c}
		config.Suite = append(others, c)
	})
	return run.Results[0]
}

func TestMovedRequestsKeepWhatTheyAre(t *testing.T) {
	otherKey := request("other", testvectors.Valid, "", then, mac(other, content(then)))
	otherKey.Keys = []string{other}
	empty := "whsec_"
	tests := []struct {
		name   string
		c      runner.Case
		others []runner.Case
		want   report.State
		reason string
	}{
		{"a key of another vector", request("x", testvectors.Invalid, "", then, mac(other, content(then))), []runner.Case{otherKey}, report.Pass, "signature_mismatch"},
		{"the empty key", request("x", testvectors.Invalid, "", then, mac(empty, content(then))), nil, report.Pass, "signature_mismatch"},
		{"another signature beside the right one", request("x", testvectors.Valid, "", then, mac(other, "?")+" "+mac(secret, content(then))), nil, report.Pass, ""},
		{"another one alone", request("x", testvectors.Invalid, "", then, mac(other, "?")), nil, report.Skip, ""},
		{"near the edge", request("x", testvectors.Valid, "", then-290, mac(secret, content(then-290))), nil, report.Skip, ""},
		{"far beyond the edge", request("x", testvectors.Invalid, "", then-331, mac(secret, content(then-331))), nil, report.Pass, "timestamp_too_old"},
		{"milliseconds", request("x", testvectors.Invalid, "", then*1000, mac(secret, content(then*1000))), nil, report.Pass, "timestamp_too_new"},
		{"long ago", request("x", testvectors.Invalid, "", 0, mac(secret, content(0))), nil, report.Pass, "timestamp_too_old"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := moved(t, tt.c, tt.others...)
			assert.Equal(t, tt.want, r.State, r.Problem)
			assert.Equal(t, tt.reason, r.Reason)
		})
	}
}

func TestTimestampsThatCannotBeMoved(t *testing.T) {
	for _, text := range []string{"1.7e9", "01700000000", "0x6553f100", "1700000000/1700000000"} {
		t.Run(text, func(t *testing.T) {
			c := request("x", testvectors.Invalid, "malformed_timestamp", then, mac(secret, "msg_1."+text+"."+body))
			c.Headers[1].Value = []byte(text)
			assert.Equal(t, report.Skip, moved(t, c).State)
		})
	}
	for _, text := range []string{"+1700000000", "1700000000.0", "-1", "99999999999999999999", " 1700000000"} {
		t.Run(text, func(t *testing.T) {
			c := request("x", testvectors.Invalid, "malformed_timestamp", then, mac(secret, "msg_1."+text+"."+body))
			c.Headers[1].Value = []byte(text)
			r := moved(t, c)
			assert.Equal(t, report.Pass, r.State, r.Skipped)
			assert.Equal(t, "malformed_timestamp", r.Reason)
		})
	}
}

func TestSignaturesOfV1aAreMadeAnewWithAPrivateKeyOfTheSuite(t *testing.T) {
	c := request("x", testvectors.Valid, "", then, "v1a,"+base64.StdEncoding.EncodeToString(ed25519.Sign(private, []byte(content(then)))))
	c.Keys = []string{public}
	assert.Equal(t, report.Pass, moved(t, c, signing()).State)
	assert.Equal(t, report.Skip, moved(t, c).State)
}

func TestTheClockIsSetFromOutside(t *testing.T) {
	late := request("late", testvectors.Valid, "", then+7200, mac(secret, content(then+7200)))
	late.Now += 7200
	never := request("never", testvectors.Invalid, "timestamp_too_new", then, mac(secret, content(then)))
	never.Now = -1
	run := onTheWall(t, "external", func(c *runner.Config) {
		c.Faketime = c.Command[0]
		c.Cases = append(c.Cases, late, never)
		c.Suite = c.Cases
	})
	assert.Equal(t, "external", run.Header.Clock)
	assert.Zero(t, failuresOf(run))
	assert.Zero(t, run.Footer.Counts.Rebased)
	assert.Equal(t, report.Pass, resultOf(t, run, "standard/verify/late").State)
	assert.Equal(t, report.Pass, resultOf(t, run, "standard/verify/edge").State)
	assert.Equal(t, "faketime cannot set the clock to that time", resultOf(t, run, "standard/verify/never").Skipped)
	assert.Zero(t, run.Footer.Restarts, "another time is no restart")
}

func TestWithoutFaketimeTheClockIsThatOfTheMachine(t *testing.T) {
	run := onTheWall(t, "external")
	assert.Equal(t, "none", run.Header.Clock)
	assert.Contains(t, strings.Join(run.Header.Warnings, "\n"), "there is no faketime")
	assert.NotZero(t, run.Footer.Counts.Rebased)
}
