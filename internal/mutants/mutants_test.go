package mutants

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

// A mutant is the right verifier with one mistake.
type mutant struct {
	name    string
	profile string
	mistake func(*verifier)
}

var all = slices.Concat(keyMutants, headerMutants, idMutants, timeMutants, windowMutants, signatureMutants, bodyMutants, ed25519Mutants, svixMutants, stripeMutants)

var loadOnce = sync.OnceValues(testvectors.Load)

// verifying returns what the specification decides of a profile, and the known
// answers among it. Signing is not for verifiers.
func verifying(t *testing.T, profile string) (known, cases []testvectors.Case) {
	t.Helper()
	suite, err := loadOnce()
	require.NoError(t, err)
	for c := range suite.All() {
		if c.Profile != profile || c.Operation == testvectors.OperationSign || c.Result == testvectors.Unspecified {
			continue
		}
		cases = append(cases, c)
		if slices.Contains(c.Flags, "KnownAnswer") {
			known = append(known, c)
		}
	}
	require.NotEmpty(t, known)
	require.NotEmpty(t, cases)
	return known, cases
}

// wrongOf returns what a verifier gets wrong. A crash is wrong whatever was
// expected: it is not a refusal.
func wrongOf(v *verifier, cases []testvectors.Case) []testvectors.Case {
	var wrong []testvectors.Case
	for _, c := range cases {
		accepted, crashed := ask(v, c)
		if crashed || accepted != (c.Result == testvectors.Valid) {
			wrong = append(wrong, c)
		}
	}
	return wrong
}

func ask(v *verifier, c testvectors.Case) (accepted, crashed bool) {
	defer func() {
		if recover() != nil {
			crashed = true
		}
	}()
	return v.accepts(c), false
}

// TestRight: without a mistake nothing is wrong.
func TestRight(t *testing.T) {
	for _, profile := range []string{testvectors.ProfileStandard, testvectors.ProfileSvix, testvectors.ProfileStripe} {
		_, cases := verifying(t, profile)
		for _, c := range wrongOf(right(profile), cases) {
			t.Errorf("%s: the right verifier is wrong about it", c.ID)
		}
	}
}

// TestMutants: each passes the known answers and 95 % of the vectors of its
// profile, and at least one vector kills it.
func TestMutants(t *testing.T) {
	require.GreaterOrEqual(t, len(all), 40)
	kills := map[string]int{}
	for _, m := range all {
		t.Run(m.profile+"/"+m.name, func(t *testing.T) {
			known, cases := verifying(t, m.profile)
			v := right(m.profile)
			m.mistake(v)
			require.Empty(t, wrongOf(v, known), "a known answer kills it: the mistake is too plain")
			killers := wrongOf(v, cases)
			require.NotEmpty(t, killers, "it lives: a vector is missing")
			assert.LessOrEqual(t, len(killers)*20, len(cases), "more than 5 %% of %d vectors kill it: the mistake is too plain", len(cases))
			t.Logf("killed by %d of %d:", len(killers), len(cases))
			for _, c := range killers {
				t.Logf("  %s (%s)", c.ID, c.Result)
				kills[c.ID]++
			}
		})
	}
	t.Logf("%d mutants, %d vectors that kill", len(all), len(kills))
}

// TestMutantNames: a name is said once.
func TestMutantNames(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range all {
		name := m.profile + "/" + m.name
		require.False(t, seen[name], name)
		seen[name] = true
	}
}
