package runner_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/runner"
	"github.com/whsec/whsec/testvectors"
)

// protocolDoc is doc/adapter-protocol.md.
func protocolDoc(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../doc/adapter-protocol.md")
	require.NoError(t, err)
	return string(text)
}

func TestTheDocumentHasEveryWordOfTheProtocol(t *testing.T) {
	doc := protocolDoc(t)
	words := slices.Concat(testvectors.Capabilities, []string{
		testvectors.ProfileStandard, testvectors.ProfileSvix, testvectors.ProfileStripe,
		conformance.OpVerify, conformance.OpSign, conformance.OpKey,
		conformance.ClockExplicit, conformance.ClockProcess, conformance.ClockExternal, conformance.ClockNone,
		conformance.Accept, conformance.Reject, conformance.Signed, conformance.Unsupported, conformance.Failed,
	})
	for _, word := range words {
		assert.Contains(t, doc, "`"+word+"`")
	}
}

// features finds the rows of the table of features.
var featureRE = regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\| [^|]+ \\|$")

func TestTheDocumentHasNoFeatureThatNoVectorRequires(t *testing.T) {
	_, table, found := strings.Cut(protocolDoc(t), "| feature |")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "## run")
	var features []string
	for _, row := range featureRE.FindAllStringSubmatch(table, -1) {
		features = append(features, row[1])
	}
	assert.ElementsMatch(t, testvectors.Capabilities, features)
}

func TestTheDocumentsLinesAreOfTheProtocol(t *testing.T) {
	commands, answers := 0, 0
	for line := range strings.Lines(protocolDoc(t)) {
		switch {
		case strings.HasPrefix(line, "-> "):
			commands++
			require.NoError(t, runner.CheckCommand([]byte(line[3:])), line)
		case strings.HasPrefix(line, "<- "):
			answers++
			require.NoError(t, runner.CheckAnswer([]byte(line[3:])), line)
		}
	}
	assert.Equal(t, 4, commands)
	assert.Equal(t, 5, answers)
}

// nodeAdapter writes the example of the document to a file.
func nodeAdapter(t *testing.T) []string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		require.Empty(t, os.Getenv("PEERS_REQUIRE_NODE"), "there is no node")
		t.Skip("there is no node")
	}
	_, code, found := strings.Cut(protocolDoc(t), "```js\n")
	require.True(t, found)
	code, _, found = strings.Cut(code, "```\n")
	require.True(t, found)
	path := filepath.Join(t.TempDir(), "adapter.mjs")
	require.NoError(t, os.WriteFile(path, []byte(code), 0o600))
	return []string{"node", path}
}

// ordinary is a run over all vectors.
func ordinary(t *testing.T, command []string) *runner.Config {
	t.Helper()
	suite, err := testvectors.Load()
	require.NoError(t, err)
	cases := slices.Collect(suite.All())
	return &runner.Config{
		Command: command, Suite: cases, Cases: cases, Seed: 1, Limits: runner.DefaultLimits(),
		Now: func() time.Time { return time.Unix(now, 0) },
	}
}

func TestTheDocumentsAdapterIsReady(t *testing.T) {
	var steps []string
	err := runner.Check(context.Background(), ordinary(t, nodeAdapter(t)), func(s runner.Step) {
		assert.Empty(t, s.Problem, s.Name)
		steps = append(steps, s.Name)
	})
	require.NoError(t, err)
	assert.Equal(t, []string{
		"introduces itself", "has the clock that it declares",
		"accepts a message", "rejects a message with another body", "rejects a message without headers",
		"ends with its input",
	}, steps)
}

func TestTheDocumentsAdapterPasses(t *testing.T) {
	heard := new(report.Collector)
	require.NoError(t, runner.Run(context.Background(), ordinary(t, nodeAdapter(t)), heard))
	for _, r := range heard.Run.Results {
		assert.False(t, r.Failed(), "%s: %s", r.ID, r.Problem)
	}
	assert.NotZero(t, heard.Run.Footer.Counts.Pass)
}
