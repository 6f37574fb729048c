package webhooktest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/webhookhttp"
)

// A fault is something that a store can do wrong.
type fault int

const (
	none fault = iota
	claimsForAll
	claimsForNobody
	refusesTheSameToken
	doesNotRenew
	ownsWhatIsDone
	commitsNothing
	commitsOnce
	commitsOnlyItsOwn
	commitsSomebodyElses
	commitFails
	releasesNothing
	releasesWhatIsDone
	releasesSomebodyElses
	releaseOfNothingFails
	joinsScopeAndID
	leasesForGood
	leasesTooShort
	remembersForGood
	forgetsTooSoon
	claimFails
	claimSaysNothing
	ignoresTheContext
	saysDoneTooSoon
	liesOnceTheContextEnded
	commitsInTimeOnly
	faults
)

// found names a test that each fault fails.
var found = map[fault]string{
	claimsForAll:            "a message is claimed once",
	claimsForNobody:         "of many at once one owns",
	refusesTheSameToken:     "to claim again is to own again",
	doesNotRenew:            "to claim again renews the lease",
	ownsWhatIsDone:          "to claim again what is done is done",
	commitsNothing:          "what is committed is done",
	commitsOnce:             "to commit again is no error",
	commitsOnlyItsOwn:       "what was never claimed can be committed",
	commitsSomebodyElses:    "what somebody else claims is not committed",
	commitFails:             "what is committed is done",
	releasesNothing:         "what is released is free",
	releasesWhatIsDone:      "what is done is not released",
	releasesSomebodyElses:   "who was too slow settles nothing",
	releaseOfNothingFails:   "to release what is free does nothing",
	joinsScopeAndID:         "scope and id keep apart",
	leasesForGood:           "a lease runs out",
	leasesTooShort:          "a lease runs out",
	remembersForGood:        "what is done is remembered",
	forgetsTooSoon:          "what is done is remembered",
	claimFails:              "a message is claimed once",
	claimSaysNothing:        "calls return when their context has ended",
	ignoresTheContext:       "calls return when their context has ended",
	saysDoneTooSoon:         "of many at once one owns",
	liesOnceTheContextEnded: "calls return when their context has ended",
	commitsInTimeOnly:       "who was slow, and alone, commits",
}

// TestStoreTestsFindFaults: a store that is right passes all of them, and each
// fault is found.
func TestStoreTestsFindFaults(t *testing.T) {
	assert.Empty(t, failed(t, none))
	for fault := none + 1; fault < faults; fault++ {
		assert.Contains(t, failed(t, fault), found[fault], "fault %d", fault)
	}
}

// failed names the tests that a store with the fault fails.
func failed(t *testing.T, f fault) []string {
	t.Helper()
	var names []string
	for _, test := range storeTests {
		tb := &failing{TB: t}
		store := &faulty{fault: f, rows: map[string]held{}}
		var group sync.WaitGroup
		group.Go(func() { test.run(&storeTest{tb, store, store.advance}) })
		group.Wait()
		if tb.text != "" {
			names = append(names, test.name)
		}
	}
	return names
}

// failing notes that a test failed, and fails nothing.
type failing struct {
	testing.TB
	text string
}

func (f *failing) Helper()           {}
func (f *failing) Fatal(args ...any) { f.Fatalf("%s", fmt.Sprint(args...)) }
func (f *failing) Fatalf(format string, args ...any) {
	f.text = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// A faulty store is one as the documentation of [webhookhttp.Store] has it in
// SQL, but for its fault.
type faulty struct {
	fault fault
	mutex sync.Mutex
	now   time.Duration
	rows  map[string]held
}

type held struct {
	token   string
	done    bool
	expires time.Duration
}

var errFaulty = errors.New("a fault")

func (s *faulty) advance(d time.Duration) { s.now += d }

func (s *faulty) has(faults ...fault) bool { return slices.Contains(faults, s.fault) }

func (s *faulty) name(c webhookhttp.Claim) string {
	if s.has(joinsScopeAndID) {
		return c.Scope + c.ID
	}
	return fmt.Sprintf("%q %q", c.Scope, c.ID)
}

func (s *faulty) row(c webhookhttp.Claim) (held, bool) {
	row, ok := s.rows[s.name(c)]
	return row, ok && (row.expires > s.now || s.has(leasesForGood) && !row.done || s.has(remembersForGood) && row.done)
}

func (s *faulty) Claim(ctx context.Context, c webhookhttp.Claim) (webhookhttp.State, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	row, taken := s.row(c)
	again := row.token == c.Token && !s.has(refusesTheSameToken) && (!row.done || s.has(ownsWhatIsDone))
	switch {
	case s.has(liesOnceTheContextEnded) && ctx.Err() != nil:
		return webhookhttp.InProgress, nil
	case s.has(claimFails):
		return webhookhttp.Owned, errFaulty
	case s.has(claimSaysNothing):
		return 0, nil
	case s.has(claimsForNobody):
		return webhookhttp.InProgress, nil
	case taken && again && s.has(doesNotRenew):
		return webhookhttp.Owned, nil
	case !taken, again, s.has(claimsForAll):
		length := c.Lease
		if s.has(leasesTooShort) {
			length /= 2
		}
		s.rows[s.name(c)] = held{c.Token, false, s.now + length}
		return webhookhttp.Owned, nil
	case row.done, s.has(saysDoneTooSoon):
		return webhookhttp.Done, nil
	default:
		return webhookhttp.InProgress, nil
	}
}

func (s *faulty) Commit(ctx context.Context, c webhookhttp.Claim) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	row, taken := s.row(c)
	switch {
	case s.has(commitsNothing) || s.has(ignoresTheContext) && ctx.Err() != nil:
		return nil
	case s.has(commitFails):
		return errFaulty
	case s.has(commitsOnce) && taken && row.done, s.has(commitsOnlyItsOwn) && !taken:
		return webhookhttp.ErrClaimLost
	case taken && row.token != c.Token && !s.has(commitsSomebodyElses):
		return webhookhttp.ErrClaimLost
	}
	if known, ok := s.rows[s.name(c)]; ok && !taken && known.token == c.Token && s.has(commitsInTimeOnly) {
		return webhookhttp.ErrClaimLost
	}
	kept := c.Retention
	if s.has(forgetsTooSoon) {
		kept /= 2
	}
	s.rows[s.name(c)] = held{c.Token, true, s.now + kept}
	return nil
}

func (s *faulty) Release(_ context.Context, c webhookhttp.Claim) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	row, taken := s.row(c)
	switch {
	case !taken && s.has(releaseOfNothingFails):
		return errFaulty
	case s.has(releasesNothing):
	case taken && (row.token == c.Token || s.has(releasesSomebodyElses)) && (!row.done || s.has(releasesWhatIsDone)):
		delete(s.rows, s.name(c))
	}
	return nil
}

// TestTestStore runs all of it, and without a clock what needs none.
func TestTestStore(t *testing.T) {
	for _, clock := range []bool{true, false} {
		asked, opened := map[string]*faulty{}, 0
		TestStore(t, func(tb testing.TB) (webhookhttp.Store, func(time.Duration)) {
			store := &faulty{rows: map[string]held{}}
			asked[storeTests[opened].name] = store
			opened++
			if clock {
				return store, store.advance
			}
			return store, nil
		})
		for _, test := range storeTests {
			assert.Equal(t, clock || !test.timed, len(asked[test.name].rows) > 0, test.name)
		}
	}
}

func TestLater(t *testing.T) {
	assert.Equal(t, "1614265331", later("1614265330"))
	assert.Equal(t, "x0", later("x"))
}
