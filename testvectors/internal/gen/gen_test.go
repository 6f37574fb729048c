package main

import (
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/testvectors"
)

// TestGenerated: running the generator leaves no difference.
func TestGenerated(t *testing.T) {
	generated := build().files()
	for path, want := range generated {
		got, err := fs.ReadFile(testvectors.FS(), path)
		require.NoError(t, err, "run go generate ./testvectors")
		require.Equal(t, string(want), string(got), "%s: run go generate ./testvectors", path)
	}
	for _, profile := range []string{"standard", "svix", "stripe"} {
		entries, err := fs.ReadDir(testvectors.FS(), profile)
		require.NoError(t, err)
		require.NotEmpty(t, entries)
		for _, entry := range entries {
			assert.Contains(t, generated, profile+"/"+entry.Name(), "no recipe makes this file")
		}
	}
}

// TestRecipesAreRepeatable: nothing depends on a clock, an order or chance.
func TestRecipesAreRepeatable(t *testing.T) {
	require.Equal(t, build().files(), build().files())
}

// TestWriterAndLoader: what the loader reads is what the writer wrote.
func TestWriterAndLoader(t *testing.T) {
	suite, err := testvectors.Load()
	require.NoError(t, err)
	require.NotEmpty(t, suite.Files)
	for _, file := range suite.Files {
		data, err := fs.ReadFile(testvectors.FS(), file.Path)
		require.NoError(t, err)
		require.Equal(t, string(data), string(writeFile(file)), file.Path)
	}
}

// TestOneChange: every vector that is not valid is a valid one of the suite
// with one part of its recipe changed, and that part is the one it names.
func TestOneChange(t *testing.T) {
	b := build()
	b.files()
	checked := 0
	for id, e := range b.entries {
		if e.vector.Result == testvectors.Valid {
			require.Nil(t, e.base, id)
			continue
		}
		checked++
		t.Run(id, func(t *testing.T) {
			require.NotNil(t, e.base)
			require.Equal(t, testvectors.Valid, e.base.vector.Result)
			require.Same(t, e.base, b.entries[e.base.vector.ID])
			require.Equal(t, []string{e.vector.Change}, differences(e.base.recipe, e.recipe))
			require.Empty(t, judge(e.base.recipe), "the base is no valid request")
			if e.vector.Result == testvectors.Invalid {
				require.NotEmpty(t, judge(e.recipe), "the change changes nothing")
			}
		})
	}
	require.Greater(t, checked, 400)
}

// changes names the parts of a recipe.
var changes = map[string]string{
	"Now": "clock", "Tolerance": "tolerance", "Keys": "keys",
	"ID": "id", "Timestamp": "timestamp", "Body": "body",
	"Signatures": "signatures", "Fields": "headers",
}

func differences(a, b recipe) []string {
	var names []string
	left, right := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range left.NumField() {
		if reflect.DeepEqual(left.Field(i).Interface(), right.Field(i).Interface()) {
			continue
		}
		name := left.Type().Field(i).Name
		if name == "Arrival" {
			names = append(names, arrivals(b.Arrival))
			continue
		}
		names = append(names, changes[name])
	}
	return names
}

func arrivals(a arrival) string {
	switch {
	case a.ID != nil && a.Timestamp != nil && a.Body != nil:
		return "cut"
	case a.ID != nil:
		return "received-id"
	case a.Timestamp != nil:
		return "received-timestamp"
	}
	return "received-body"
}

// judge asks the oracle.
func judge(r recipe) string {
	if r.Operation == testvectors.OperationKey {
		return oracle.ParseKey(r.Profile, "verify", r.Keys.Own[0])
	}
	e := &entry{recipe: r}
	e.fill()
	if r.Operation == testvectors.OperationSign {
		_, reason := oracle.Sign(r.Profile, r.Keys.used(), r.ID, e.vector.Timestamp, r.body())
		return reason
	}
	var pairs [][2]string
	for _, f := range e.vector.Headers {
		pairs = append(pairs, [2]string{f.Name, string(f.Value)})
	}
	tolerance := oracle.DefaultTolerance
	if r.Tolerance != unset {
		tolerance = time.Duration(r.Tolerance) * time.Second
	}
	return oracle.Verify(oracle.Request{
		Profile: r.Profile, Keys: r.Keys.used(), Headers: pairs, Body: r.body(),
		Now: time.Unix(r.Now, 0), Past: tolerance, Future: tolerance,
	})
}

// TestSpellingsAndAlgorithmsAreUsed: all are in use, so none is a leftover.
func TestSpellingsAndAlgorithmsAreUsed(t *testing.T) {
	var templates []string
	used := map[string]bool{}
	for _, e := range build().entries {
		for _, f := range e.recipe.Fields {
			templates = append(templates, f.Value)
		}
		for _, s := range e.recipe.Signatures {
			used[s.Algorithm] = true
		}
	}
	for name := range spellings {
		assert.True(t, slices.ContainsFunc(templates, func(template string) bool {
			return strings.Contains(template, "|"+name+"}")
		}), name)
	}
	for name := range algorithms {
		assert.True(t, used[name], name)
	}
}
