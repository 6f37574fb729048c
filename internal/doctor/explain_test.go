package doctor_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/doctor"
)

func TestExplain(t *testing.T) {
	for _, code := range append(doctor.Codes(), "platforms", "providers") {
		text, ok := doctor.Explain(code)
		assert.True(t, ok, code)
		assert.True(t, strings.HasPrefix(text, "### `"+string(code)+"`\n"), code)
		assert.NotContains(t, text, "\n## ", code)
		assert.Equal(t, 1, strings.Count("\n"+text, "\n### "), code)
	}
	_, ok := doctor.Explain("body.unheard_of")
	assert.False(t, ok)
}

func TestManualIsTheDocument(t *testing.T) {
	document, err := os.ReadFile("../../doc/doctor.md")
	require.NoError(t, err)
	embedded, err := os.ReadFile("doctor.md")
	require.NoError(t, err)
	assert.Equal(t, string(document), string(embedded), "go generate ./internal/doctor")
	for line := range strings.Lines(string(document)) {
		if name, ok := strings.CutPrefix(line, "### `"); ok {
			name = strings.TrimSuffix(name, "`\n")
			known := name == "platforms" || name == "providers"
			for _, code := range doctor.Codes() {
				known = known || string(code) == name
			}
			assert.True(t, known, name)
		}
	}
}

func TestExample(t *testing.T) {
	report := doctor.Diagnose(t.Context(), doctor.Example())
	assert.Equal(t, []string{"body.json_compact"}, causeCodes(report))
	assert.True(t, report.Causes[0].Proof)
	assert.NotEmpty(t, report.Causes[0].Hint)
	require.NotNil(t, report.Diff)
	assert.Equal(t, 1, report.Diff.Offset)
}
