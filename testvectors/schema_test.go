package testvectors_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

const schemaBase = "https://github.com/whsec/whsec/testvectors/schema/v1/"

// compile returns a schema by name, the other ones beside it.
func compile(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	names, err := fs.Glob(testvectors.FS(), "schema/v1/*.schema.json")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, file := range names {
		require.NoError(t, compiler.AddResource(schemaBase+path.Base(file), parse(t, read(t, file))))
	}
	schema, err := compiler.Compile(schemaBase + name)
	require.NoError(t, err)
	return schema
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(testvectors.FS(), name)
	require.NoError(t, err)
	return data
}

func parse(t *testing.T, data []byte) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	return value
}

func TestFilesMatchTheSchema(t *testing.T) {
	schema := compile(t, "vectors.schema.json")
	for _, file := range suite(t).Files {
		assert.NoError(t, schema.Validate(parse(t, read(t, file.Path))), file.Path)
	}
	for table, name := range map[string]string{"flags.json": "flags", "documents.json": "documents", "retired.json": "retired"} {
		assert.NoError(t, compile(t, "tables.schema.json#/$defs/"+name).Validate(parse(t, read(t, table))), table)
	}
}

// TestSchemaFindsFaults: what the loader or the lint refuses, the schema does.
func TestSchemaFindsFaults(t *testing.T) {
	const vector = `"id": "standard/verify/x", "comment": "One is enough.", "flags": ["Window"], "spec": ["rfc9110#5.3"], `
	const request = `"headers": [["a", "b"]], "body": {"utf8": ""}, `
	file := func(operation, keys, vector string) string {
		return `{"format": 1, "profile": "standard", "operation": "` + operation + `", "theme": "x", "description": "X.",
			"numberOfVectors": 1, "groups": [{"now": 0, ` + keys + `"vectors": [{` + vector + `}]}]}`
	}
	verify := func(vector string) string { return file("verify", `"keys": ["k"], `, vector) }
	schema := compile(t, "vectors.schema.json")
	require.NoError(t, schema.Validate(parse(t, []byte(verify(vector+request+`"result": "valid"`)))))
	faults := map[string]string{
		"no result":                verify(vector + request + `"flags": ["Window"]`),
		"unknown result":           verify(vector + request + `"result": "acceptable"`),
		"unknown member":           verify(vector + request + `"result": "valid", "tcId": 1`),
		"invalid without a reason": verify(vector + request + `"result": "invalid", "base": "standard/verify/y", "change": "body"`),
		"invalid without a base":   verify(vector + request + `"result": "invalid", "reason": "signature_mismatch"`),
		"valid with a reason":      verify(vector + request + `"result": "valid", "reason": "signature_mismatch"`),
		"valid with a base":        verify(vector + request + `"result": "valid", "base": "standard/verify/y", "change": "body"`),
		"no headers":               verify(vector + `"body": {"utf8": ""}, "result": "valid"`),
		"header of three":          verify(vector + `"headers": [["a", "b", "c"]], "body": {"utf8": ""}, "result": "valid"`),
		"body of two forms":        verify(vector + `"headers": [], "body": {"utf8": "", "base64": ""}, "result": "valid"`),
		"body in URL-safe base64":  verify(vector + `"headers": [], "body": {"base64": "-_-_"}, "result": "valid"`),
		"no keys":                  file("verify", "", vector+request+`"result": "valid"`),
		"unknown capability":       verify(vector + request + `"requires": ["magic"], "result": "valid"`),
		"nothing expected":         file("sign", `"keys": ["k"], `, vector+`"timestamp": 0, "body": {"utf8": ""}, "result": "valid"`),
		"keys of a group of keys":  file("key", `"keys": ["k"], `, vector+`"keys": ["k"], "result": "valid"`),
		"id that is no slug":       verify(strings.Replace(vector, "verify/x", "verify/X", 1) + request + `"result": "valid"`),
	}
	for name, fault := range faults {
		assert.Error(t, schema.Validate(parse(t, []byte(fault))), name)
	}
}

// TestSchemaAndLoaderAgree on what words there are.
func TestSchemaAndLoaderAgree(t *testing.T) {
	var common, vectors, tables struct {
		Defs map[string]struct {
			Enum       []string                           `json:"enum"`
			Properties map[string]struct{ Enum []string } `json:"properties"`
			Additional struct {
				Properties map[string]struct{ Enum []string } `json:"properties"`
			} `json:"additionalProperties"`
		} `json:"$defs"`
	}
	for name, into := range map[string]any{"common": &common, "vectors": &vectors, "tables": &tables} {
		// Members of other shapes are none of this test's business.
		_ = json.Unmarshal(read(t, "schema/v1/"+name+".schema.json"), into)
	}
	assert.Equal(t, testvectors.Reasons, common.Defs["reason"].Enum)
	assert.Equal(t, testvectors.Capabilities, common.Defs["capability"].Enum)
	assert.Equal(t, testvectors.Changes, vectors.Defs["vector"].Properties["change"].Enum)
	assert.Equal(t, testvectors.FlagKinds, tables.Defs["flags"].Additional.Properties["kind"].Enum)
}

// TestMessagesMatchTheSchema: an example of every message of the protocol and
// every line of a report.
func TestMessagesMatchTheSchema(t *testing.T) {
	examples := map[string][]string{
		"adapter.schema.json": {
			`{"cmd":"hello","protocol":1}`,
			`{"protocol":1,"implementation":{"name":"hooks","language":"python","version":"1.1.0","source":"https://example.org"},"capabilities":{"profiles":["standard"],"ops":["verify","sign","key"],"clock":"explicit","features":["bytes-body"]}}`,
			`{"cmd":"run","seq":"k3f9","op":"verify","profile":"svix","now":1700000000,"tolerance":null,"keys":["whsec_"],"headers":[["svix-id",{"base64":"/w=="}]],"body":"e30="}`,
			`{"seq":"k3f9","outcome":"accept"}`,
			`{"seq":"k3f9","outcome":"reject","reason":"signature_mismatch"}`,
			`{"cmd":"run","seq":"k3fa","op":"sign","profile":"stripe","timestamp":1700000000,"id":"","keys":["whsec_"],"body":""}`,
			`{"seq":"k3fa","outcome":"signed","headers":[["webhook-id","msg_1"]]}`,
			`{"cmd":"run","seq":"k3fb","op":"key","profile":"standard","keys":[""]}`,
			`{"seq":"k3fb","outcome":"error","detail":"ValueError"}`,
		},
		"report.schema.json": {
			`{"type":"header","format":1,"date":"2026-01-01T12:00:00Z","runner":{"name":"whsec","version":"1.0.0"},"suite":{"vectors":12,"selected":10,"profiles":["standard"]},"implementation":{"name":"a","language":"b","version":"c","source":"d"},"capabilities":{"profiles":[],"ops":[],"clock":"none","features":[]},"clock":"none","seed":"7"}`,
			`{"type":"case","id":"standard/verify/x","expected":"invalid","state":"fail","class":"crash","outcome":"died"}`,
			`{"type":"footer","complete":true,"counts":{"pass":1,"fail":0,"crash":0,"timeout":0,"xfail":0,"xpass":0,"skip":0,"unspecified":0},"restarts":0}`,
		},
	}
	for name, lines := range examples {
		schema := compile(t, name)
		for _, line := range lines {
			assert.NoError(t, schema.Validate(parse(t, []byte(line))), line)
		}
	}
	wrong := map[string][]string{
		"adapter.schema.json": {
			`{}`, `{"outcome":"accept"}`, `{"seq":"k","outcome":"maybe"}`, `{"seq":"k","outcome":"signed"}`,
			`{"cmd":"run","seq":"k","op":"verify","profile":"svix","keys":["whsec_"]}`,
			`{"protocol":2,"implementation":{"name":"","language":"","version":"","source":""},"capabilities":{"profiles":[],"ops":[],"clock":"none"}}`,
		},
		"report.schema.json": {`{}`, `{"type":"case","id":"x","state":"maybe"}`, `{"type":"footer","complete":true}`},
	}
	for name, lines := range wrong {
		schema := compile(t, name)
		for _, line := range lines {
			assert.Error(t, schema.Validate(parse(t, []byte(line))), line)
		}
	}
}

// TestSchemasAreAllUsed: none is left over.
func TestSchemasAreAllUsed(t *testing.T) {
	names, err := fs.Glob(testvectors.FS(), "schema/v1/*")
	require.NoError(t, err)
	slices.Sort(names)
	require.Equal(t, []string{
		"schema/v1/adapter.schema.json", "schema/v1/common.schema.json", "schema/v1/report.schema.json",
		"schema/v1/tables.schema.json", "schema/v1/vectors.schema.json",
	}, names)
}
