package deviations

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/documents"
	"github.com/whsec/whsec/testvectors"
)

// An explained difference is one with the vectors that show it, and the
// releases that differ on each.
type explained struct {
	difference
	library documents.Release              // the first of its releases that differs
	seen    map[string][]documents.Release // by vector
}

// A book has what was explained, by library and by the index of the difference.
type book struct {
	suite    *testvectors.Suite
	versions map[string][]string // newest first, as the matrix has them
	rows     map[string]map[int]*explained
}

// write explains all that a library does and the SDK does not.
func write(t *testing.T) *book {
	t.Helper()
	suite, err := testvectors.Load()
	require.NoError(t, err)
	b := &book{suite: suite, versions: map[string][]string{}, rows: map[string]map[int]*explained{}}
	skipped, answers := unaskable(t), ours(t, suite)
	used := map[int]bool{}
	for _, f := range documents.ReadMatrix(t, root).Answers {
		our, known := answers[f.Vector]
		require.True(t, known, "no vector %s", f.Vector)
		if v := b.versions[f.Release.Name()]; !slices.Contains(v, f.Release.Version) {
			b.versions[f.Release.Name()] = append(v, f.Release.Version)
		}
		if f.Answer == "–" || f.Answer == our || f.Answer == "declines" && skipped[strings.ToLower(f.Release.Ecosystem)][f.Vector] {
			continue
		}
		k := kindOf(f.Answer, our)
		i := slices.IndexFunc(differences, func(d difference) bool { return d.explains(f, k) })
		if i < 0 {
			t.Errorf("nothing explains that %s %s %s, where the SDK %s", f.Release.Name(), f.Answer, f.Vector, our)
			continue
		}
		used[i] = true
		b.add(f, i)
	}
	for i, d := range differences {
		if !used[i] {
			t.Errorf("no library does this any more: %s", d.theirs)
		}
	}
	return b
}

func (d difference) explains(f documents.Answer, k kind) bool {
	return d.kind == k && slices.ContainsFunc(d.vectors, func(pattern string) bool {
		matched, err := path.Match(pattern, f.Vector)
		return err == nil && matched
	})
}

func (b *book) add(f documents.Answer, i int) {
	name := f.Release.Name()
	if b.rows[name] == nil {
		b.rows[name] = map[int]*explained{}
	}
	row := b.rows[name][i]
	if row == nil {
		row = &explained{difference: differences[i], library: f.Release, seen: map[string][]documents.Release{}}
		b.rows[name][i] = row
	}
	row.seen[f.Vector] = append(row.seen[f.Vector], f.Release)
}

func kindOf(theirs, ours string) kind {
	switch {
	case ours != "rejects":
		return looser
	case theirs == "accepts" || theirs == "signs":
		return stricter
	default:
		return clearer
	}
}

// versions returns the releases that have a difference, and nothing if all do.
func (e *explained) versions(all []string) []string {
	var some []string
	for _, version := range all {
		for _, libraries := range e.seen {
			if slices.ContainsFunc(libraries, func(l documents.Release) bool { return l.Version == version }) {
				some = append(some, version)
				break
			}
		}
	}
	if len(some) == len(all) {
		return nil
	}
	return some
}
