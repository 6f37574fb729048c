package testvectors_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

func TestLoad(t *testing.T) {
	s := suite(t)
	require.NotEmpty(t, s.Files)
	for c := range s.All() {
		require.NotEmpty(t, c.ID)
		require.NotEmpty(t, c.Keys, c.ID)
	}
}

const oneVector = `{
  "format": 1, "profile": "standard", "operation": "verify", "theme": "x", "description": "X.", "numberOfVectors": 1,
  "groups": [{"now": 7, "tolerance": 60, "keys": ["group"], "vectors": [{
    "id": "standard/verify/x", "comment": "X.", "flags": [], "spec": [],
    "headers": [["a", "b"], ["A", {"base64": "/w=="}]], "body": {"repeat": {"utf8": "ab", "times": 3}},
    "result": "valid"
  }]}]
}`

func suiteOf(file string) fstest.MapFS {
	return fstest.MapFS{
		"flags.json":             {Data: []byte(`{}`)},
		"documents.json":         {Data: []byte(`{"rfc9110": {"title": "HTTP", "url": "https://example.org/#", "sections": ["5"]}}`)},
		"retired.json":           {Data: []byte(`["standard/verify/old"]`)},
		"standard/verify-x.json": {Data: []byte(file)},
	}
}

func TestLoadFS(t *testing.T) {
	s, err := testvectors.LoadFS(suiteOf(oneVector))
	require.NoError(t, err)
	assert.Equal(t, []string{"standard/verify/old"}, s.Retired)
	for c := range s.All() {
		assert.Equal(t, "standard/verify-x.json", c.Path)
		assert.Equal(t, int64(7), c.Now)
		assert.Equal(t, int64(60), *c.Tolerance)
		assert.Equal(t, []string{"group"}, c.Keys)
		assert.Equal(t, []testvectors.Field{{Name: "a", Value: []byte("b")}, {Name: "A", Value: []byte{0xff}}}, c.Headers)
		assert.Equal(t, "ababab", string(c.Body))
		assert.Equal(t, testvectors.Valid, c.Result)
	}
	assert.Equal(t, "https://example.org/#5", s.Link("rfc9110#5"))
	assert.Equal(t, "https://example.com/1", s.Link("https://example.com/1"))
	assert.Equal(t, "nothing#5", s.Link("nothing#5"))
}

// TestLoadFSOfAnEmptyBody: nothing is repeated, or what is repeated is nothing.
func TestLoadFSOfAnEmptyBody(t *testing.T) {
	for _, body := range []string{`"utf8": "ab", "times": 0`, `"utf8": "", "times": 3`} {
		s, err := testvectors.LoadFS(suiteOf(strings.Replace(oneVector, `"utf8": "ab", "times": 3`, body, 1)))
		require.NoError(t, err)
		for c := range s.All() {
			assert.Empty(t, c.Body)
		}
	}
}

// TestLoadFSKeysOfAVector replace those of the group.
func TestLoadFSKeysOfAVector(t *testing.T) {
	s, err := testvectors.LoadFS(suiteOf(strings.Replace(oneVector, `"comment"`, `"keys": ["own"], "comment"`, 1)))
	require.NoError(t, err)
	for c := range s.All() {
		assert.Equal(t, []string{"own"}, c.Keys)
	}
}

func TestLoadFSRefuses(t *testing.T) {
	faults := []struct{ name, old, new, want string }{
		{"unknown member", `"result"`, `"outcome": 1, "result"`, "outcome"},
		{"another format", `"format": 1`, `"format": 2`, "format 2, want 1"},
		{"a vector missing", `"numberOfVectors": 1`, `"numberOfVectors": 2`, "is the copy complete?"},
		{"no clock", `"now": 7, `, ``, "without now"},
		{"two forms of a body", `{"repeat": {"utf8": "ab", "times": 3}}`, `{"utf8": "", "base64": ""}`, "one of utf8, base64 and repeat"},
		{"no form of a body", `{"repeat": {"utf8": "ab", "times": 3}}`, `{}`, "one of utf8, base64 and repeat"},
		{"a body without an end", `"times": 3`, `"times": 3000000000`, "repeated too often"},
		{"a body a little too long", `"times": 3`, `"times": 33554433`, "repeated too often"},
		{"nothing without an end", `"utf8": "ab", "times": 3`, `"utf8": "", "times": 3000000000`, "repeated too often"},
		{"a body of less than nothing", `"times": 3`, `"times": -1`, "repeated too often"},
		{"base64 that is none", `"/w=="`, `"/w"`, "base64"},
		{"header of one", `["a", "b"]`, `["a"]`, "a name and a value"},
		{"header of numbers", `["a", "b"]`, `["a", 1]`, "cannot unmarshal"},
		{"two values", "}]}]\n}", "}]}]\n}{}", "something follows"},
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			file := strings.Replace(oneVector, f.old, f.new, 1)
			require.NotEqual(t, oneVector, file)
			_, err := testvectors.LoadFS(suiteOf(file))
			require.ErrorContains(t, err, f.want)
		})
	}
}

func TestLoadFSOfNothing(t *testing.T) {
	empty := suiteOf(oneVector)
	delete(empty, "standard/verify-x.json")
	_, err := testvectors.LoadFS(empty)
	require.ErrorIs(t, err, testvectors.ErrEmpty)
	_, err = testvectors.LoadFS(fstest.MapFS{})
	require.ErrorContains(t, err, "flags.json")
}
