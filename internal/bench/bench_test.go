package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// once has each job done twice, with one iteration.
var once = plan{rounds: 1, now: time.Now}

// TestEverySubjectTellsMessagesApart has each library of Go accept and refuse
// what it has to, and be asked as often as when it is timed.
func TestEverySubjectTellsMessagesApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := once.run(nil)
		require.NoError(t, err)
		require.Len(t, r.Subjects, len(goSubjects()))
		require.Len(t, r.Growth, len(versions)*len(keyCounts)*len(signatureCounts))
		for _, m := range r.Subjects {
			require.Len(t, m.Least, len(sizes))
			require.Len(t, m.Median, len(sizes))
		}
	})
}

func TestWhatDoesNotTellMessagesApart(t *testing.T) {
	m, err := newMessage(256, time.Unix(1614265330, 0))
	require.NoError(t, err)
	_, err = inProcess(m, func([]byte) error { return nil })
	require.ErrorIs(t, err, errAccepts)
	_, err = inProcess(m, func([]byte) error { return errors.New("no") })
	require.ErrorIs(t, err, errRefuses)

	require.ErrorIs(t, answer{Version: "1", Accepts: true}.problem(), errAccepts)
	require.ErrorIs(t, answer{Version: "1", Refuses: true}.problem(), errRefuses)
	require.Error(t, answer{Accepts: true, Refuses: true}.problem())
	require.NoError(t, answer{Version: "1", Accepts: true, Refuses: true}.problem())
}

func TestMessageSizes(t *testing.T) {
	for _, size := range sizes {
		m, err := newMessage(size, time.Unix(1614265330, 0))
		require.NoError(t, err)
		require.Len(t, m.body, size)
		require.Len(t, m.spoiled, size)
		require.NotEqual(t, m.body, m.spoiled)
		require.Len(t, m.amongOthers(15), 15)
		require.Len(t, m.svix(), 3)
		require.NotEmpty(t, m.svix().Get("svix-signature"))
	}
}

// TestRoundsAlternate has a first job that gets slower and a second that gets
// faster.
func TestRoundsAlternate(t *testing.T) {
	var order []string
	slower := &job{prepare: func(time.Time) (timed, error) {
		order = append(order, "a")
		return func(n int) (time.Duration, error) { return time.Duration(n*len(order)) * time.Microsecond, nil }, nil
	}}
	faster := &job{prepare: func(time.Time) (timed, error) {
		order = append(order, "b")
		return func(n int) (time.Duration, error) { return time.Duration(n*(100-len(order))) * time.Microsecond, nil }, nil
	}}
	p := plan{rounds: 3, warm: 5 * time.Microsecond, sample: 4 * time.Microsecond, now: time.Now}
	require.NoError(t, p.measure([]*job{slower, faster}))
	require.Equal(t, []string{"a", "a", "b", "a", "b", "a", "b", "a", "b"}, order)
	require.Equal(t, []int{4000, 6000, 91000, 93000}, []int{slower.least(), slower.median(), faster.least(), faster.median()})
}

func TestAFailureIsNamed(t *testing.T) {
	wrong := errors.New("wrong")
	late := &job{label: "that one", prepare: func(time.Time) (timed, error) {
		return func(int) (time.Duration, error) { return 0, wrong }, nil
	}}
	early := &job{label: "that one", prepare: func(time.Time) (timed, error) { return nil, wrong }}
	for _, j := range []*job{late, early} {
		err := once.measure([]*job{j})
		require.ErrorIs(t, err, wrong)
		require.ErrorContains(t, err, "that one")
	}
}

const root = "../.."

// TestDocuments are what is made of the results that are saved, to the letter.
func TestDocuments(t *testing.T) {
	r, err := load(filepath.Join(root, "doc", "speed.json"))
	require.NoError(t, err)
	require.Equal(t, read(t, root, "doc", "speed.md"), r.page())
	require.Equal(t, read(t, root, "doc", "speed.svg"), r.chart())
}

// TestReadmeClaims are the numbers of the results that are saved.
func TestReadmeClaims(t *testing.T) {
	r, err := load(filepath.Join(root, "doc", "speed.json"))
	require.NoError(t, err)
	readme := read(t, root, "README.md")
	claimed, err := r.withClaim(readme)
	require.NoError(t, err)
	require.Equal(t, claimed, readme)

	own := r.find(standard, ours, "Go")
	own.Least[r.size(chartSize)]++
	claimed, err = r.withClaim(readme)
	require.NoError(t, err)
	require.NotEqual(t, claimed, readme)

	for _, without := range []string{"", "# whsec\n\n## Codes\n", "# whsec\n\n## Speed\n"} {
		_, err = r.withClaim(without)
		require.Error(t, err)
	}
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(text)
}

func TestNumbers(t *testing.T) {
	require.Equal(t, "7", thousands(7))
	require.Equal(t, "999", thousands(999))
	require.Equal(t, "1,000", thousands(1000))
	require.Equal(t, "1,234,567", thousands(1234567))
	require.Equal(t, "2,500 (2.5)", times(2500, 1000))
	require.Equal(t, "256 B", sizeName(256))
	require.Equal(t, "20 KiB", sizeName(20<<10))
}
