package testvectors_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/testvectors"
)

func TestLint(t *testing.T) { require.NoError(t, suite(t).Lint()) }

// TestLintFindsFaults breaks the suite in one way at a time.
func TestLintFindsFaults(t *testing.T) {
	faults := []struct {
		name, want string
		fault      func(*testvectors.Suite, *testvectors.Vector)
	}{
		{"id of another vector", "another vector has this id", func(_ *testvectors.Suite, v *testvectors.Vector) { v.ID = "standard/verify/published" }},
		{"id of another file", "an id is profile/operation/slug", func(_ *testvectors.Suite, v *testvectors.Vector) { v.ID = "stripe/verify/body-x" }},
		{"id that is no slug", "an id is profile/operation/slug", func(_ *testvectors.Suite, v *testvectors.Vector) { v.ID = "standard/verify/Body_X" }},
		{"retired id", "the id is retired", func(s *testvectors.Suite, v *testvectors.Vector) { s.Retired = append(s.Retired, v.ID) }},
		{"no comment", "the comment is no sentence", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Comment = "" }},
		{"two sentences", "the comment is no sentence", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Comment = "One. Two." }},
		{"long comment", "more than 120", func(_ *testvectors.Suite, v *testvectors.Vector) {
			v.Comment = string(slices.Repeat([]byte("a"), 120)) + "."
		}},
		{"modal verb", `the comment says "must"`, func(_ *testvectors.Suite, v *testvectors.Vector) { v.Comment = "This must fail." }},
		{"comment of another vector", "has the same comment", func(_ *testvectors.Suite, v *testvectors.Vector) {
			v.Comment = "The published answer of the reference libraries verifies."
		}},
		{"unknown flag", `no flag "Nonsense"`, func(_ *testvectors.Suite, v *testvectors.Vector) { v.Flags = []string{"Nonsense"} }},
		{"no flag", "no flag", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Flags = nil }},
		{"flag without use", "the flag is not in use", func(s *testvectors.Suite, _ *testvectors.Vector) { s.Flags["Idle"] = testvectors.Flag{} }},
		{"no reference", "no section and no issue", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Spec = nil }},
		{"unknown section", "no section", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Spec = []string{"rfc9110#99"} }},
		{"unknown capability", `no capability "magic"`, func(_ *testvectors.Suite, v *testvectors.Vector) { v.Requires = []string{"magic"} }},
		{"needless capability", "key-list is required: false", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Requires = []string{"key-list"} }},
		{"unknown result", `result "acceptable"`, func(_ *testvectors.Suite, v *testvectors.Vector) { v.Result = "acceptable" }},
		{"invalid without a reason", "reason", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Reason = "" }},
		{"unknown reason", "reason", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Reason = "because" }},
		{"no base", "to be made of", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Base = "" }},
		{"base that is not valid", "is not valid", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Base = "standard/verify/body-compact" }},
		{"base that is the same", "nothing differs", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Body = []byte(`{"test": 2432232314}`) }},
		{"another change", "does not touch the body", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Change = "headers" }},
		{"a second change", "does not touch the headers", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Headers = v.Headers[:2] }},
		{"base of another operation", "is of something else", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Base = "standard/sign/published" }},
		{"base of another profile", "is of something else", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Base = "svix/verify/published" }},
		{"no full stop", "the comment is no sentence", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Comment = "One" }},
		{"capability twice", "in the order of the table", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Requires = []string{"raw-header", "raw-header"} }},
		{"value beyond ASCII", "bytes-header is required: true", func(_ *testvectors.Suite, v *testvectors.Vector) { v.Headers[0].Value = []byte("\x80") }},
		{"group of nothing", "has no vector", func(s *testvectors.Suite, _ *testvectors.Vector) { s.Files[0].Groups[0].Vectors = nil }},
		{"nothing to sign", "nothing is expected", func(s *testvectors.Suite, _ *testvectors.Vector) { find(s, "standard/sign/published").Expected = nil }},
		{"base of a valid one", "a valid vector has no base", func(s *testvectors.Suite, _ *testvectors.Vector) { find(s, "standard/verify/published").Base = "x" }},
		{"change of a valid one", "a valid vector has no base", func(s *testvectors.Suite, _ *testvectors.Vector) { find(s, "standard/verify/published").Change = "x" }},
		{"flag without an effect", "description and effect", func(s *testvectors.Suite, _ *testvectors.Vector) {
			s.Flags["Idle"] = testvectors.Flag{Description: "Nothing."}
		}},
		{"document without a title", "a title and an address", func(s *testvectors.Suite, _ *testvectors.Vector) {
			s.Documents["x"] = testvectors.Document{URL: "https://example.com/#"}
		}},
		{"document without an address", "a title and an address", func(s *testvectors.Suite, _ *testvectors.Vector) {
			s.Documents["x"] = testvectors.Document{Title: "X"}
		}},
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			s := suite(t)
			v := find(s, "standard/verify/body-space-added")
			require.NotNil(t, v)
			f.fault(s, v)
			require.ErrorContains(t, s.Lint(), f.want)
		})
	}
}

// TestLintAllowsTheLongestComment: 120 characters.
func TestLintAllowsTheLongestComment(t *testing.T) {
	s := suite(t)
	find(s, "standard/verify/body-space-added").Comment = strings.Repeat("a", 119) + "."
	require.NoError(t, s.Lint())
}

func find(s *testvectors.Suite, id string) *testvectors.Vector {
	for _, file := range s.Files {
		for _, group := range file.Groups {
			for i := range group.Vectors {
				if group.Vectors[i].ID == id {
					return &group.Vectors[i]
				}
			}
		}
	}
	return nil
}

// TestEveryReasonHasFive: one vector is an example, five are a class.
func TestEveryReasonHasFive(t *testing.T) {
	count := map[string]int{}
	for c := range suite(t).All() {
		count[c.Reason]++
	}
	for _, reason := range testvectors.Reasons {
		assert.GreaterOrEqual(t, count[reason], 5, reason)
	}
}

// TestGroupsAreWellFormed: whatever is malformed is in a vector.
func TestGroupsAreWellFormed(t *testing.T) {
	checked := 0
	for _, file := range suite(t).Files {
		role := "verify"
		if file.Operation == testvectors.OperationSign {
			role = "sign"
		}
		for _, group := range file.Groups {
			for _, key := range group.Keys {
				checked++
				assert.Empty(t, oracle.ParseKey(file.Profile, role, key), "%s: %s", file.Path, key)
			}
		}
	}
	require.NotZero(t, checked)
}
