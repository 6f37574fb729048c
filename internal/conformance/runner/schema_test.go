package runner_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/conformance/runner"
	"github.com/whsec/whsec/testvectors"
)

// schema returns one of the schemas beside the vectors.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	const base = "https://github.com/whsec/whsec/testvectors/schema/v1/"
	compiler := jsonschema.NewCompiler()
	files, err := fs.Glob(testvectors.FS(), "schema/v1/*.schema.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := fs.ReadFile(testvectors.FS(), file)
		require.NoError(t, err)
		require.NoError(t, compiler.AddResource(base+path.Base(file), parsed(t, string(data))))
	}
	compiled, err := compiler.Compile(base + name)
	require.NoError(t, err)
	return compiled
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	return value
}

func TestCommandsHaveTheFormOfTheSchema(t *testing.T) {
	command := schema(t, "adapter.schema.json#/$defs/command")
	for _, line := range told(t, 1) {
		assert.NoError(t, command.Validate(parsed(t, line)), line)
	}
}

func TestTheDocumentsLinesHaveTheFormOfTheSchema(t *testing.T) {
	message := schema(t, "adapter.schema.json")
	for line := range strings.Lines(protocolDoc(t)) {
		if text, ok := strings.CutPrefix(line, "-> "); ok {
			assert.NoError(t, message.Validate(parsed(t, strings.ReplaceAll(text, "…", ""))), line)
		}
		if text, ok := strings.CutPrefix(line, "<- "); ok {
			assert.NoError(t, message.Validate(parsed(t, text)), line)
		}
	}
}

// The runner reads what adapters write without the schema; both have to say the
// same of it.
func TestTheDecoderAndTheSchemaAgree(t *testing.T) {
	const implementation = `"implementation":{"name":"x","language":"go","version":"1","source":""}`
	tests := map[string]bool{
		`{"seq":"a","outcome":"accept"}`:                                    true,
		`{"seq":"a","outcome":"reject","reason":"r","detail":"d","new":[]}`: true,
		`{"seq":"a","outcome":"signed","headers":[["a","b"]]}`:              true,
		`{"seq":"a","outcome":"signed"}`:                                    false,
		`{"seq":"a","outcome":"perhaps"}`:                                   false,
		`{"seq":1,"outcome":"accept"}`:                                      false,
		`{"outcome":"accept"}`:                                              false,
		`{"seq":"a"}`:                                                       false,
		`{"seq":"a","outcome":"reject","reason":7}`:                         false,
		`["a"]`: false,
		`{"protocol":1,` + implementation + `,"capabilities":{"profiles":["standard"],"ops":["key"],"clock":"none","features":[]}}`:   true,
		`{"protocol":2,` + implementation + `,"capabilities":{"profiles":["standard"],"ops":["key"],"clock":"none","features":[]}}`:   false,
		`{"protocol":1,` + implementation + `,"capabilities":{"profiles":["standard"],"ops":["key"],"clock":"atomic","features":[]}}`: false,
		`{"protocol":1,` + implementation + `,"capabilities":{"profiles":["standard"],"clock":"none"}}`:                               false,
		`{"protocol":1,` + implementation + `}`: false,
	}
	message := schema(t, "adapter.schema.json")
	for line, want := range tests {
		assert.Equal(t, want, message.Validate(parsed(t, line)) == nil, "schema: %s", line)
		assert.Equal(t, want, runner.CheckAnswer([]byte(line)) == nil, "decoder: %s", line)
	}
}

func TestRecordsHaveTheFormOfTheSchema(t *testing.T) {
	line := schema(t, "report.schema.json")
	for _, name := range []string{"honest", "accept-all", "crash-on-third", "garbage-later"} {
		run, err := examine(t, name)
		require.NoError(t, err)
		var record bytes.Buffer
		writer := report.NewWriter(&record)
		writer.Begin(run.Header)
		for _, r := range run.Results {
			writer.Case(r)
		}
		writer.End(run.Footer)
		require.NoError(t, writer.Err)
		for text := range strings.Lines(record.String()) {
			assert.NoError(t, line.Validate(parsed(t, text)), text)
		}
	}
	golden, err := os.ReadFile("../report/testdata/run.jsonl")
	require.NoError(t, err)
	for text := range strings.Lines(string(golden)) {
		assert.NoError(t, line.Validate(parsed(t, text)), text)
	}
}
