package webhooktest

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/whsec/whsec/webhookhttp"
)

// TestStore tests that a store does what [webhookhttp.Store] promises, for
// people who write one. Open returns an empty store, and a function that moves
// its clock forward; if that is nil, what has to do with time is not tested. A
// store has to have room for 100 messages.
func TestStore(t *testing.T, open func(tb testing.TB) (store webhookhttp.Store, advance func(time.Duration))) {
	t.Helper()
	for _, test := range storeTests {
		t.Run(test.name, func(t *testing.T) {
			store, advance := open(t)
			if store == nil {
				t.Fatal("webhooktest: the store is nil")
			}
			if advance == nil && test.timed {
				t.Skip("the clock of the store cannot be moved")
			}
			test.run(&storeTest{t, store, advance})
		})
	}
}

type storeTest struct {
	tb      testing.TB
	store   webhookhttp.Store
	advance func(time.Duration)
}

const (
	lease     = time.Minute
	retention = time.Hour
)

func claimOf(token string) webhookhttp.Claim {
	return webhookhttp.Claim{Scope: "scope", ID: "msg_1", Token: token, Lease: lease, Retention: retention}
}

func (s *storeTest) claims(token string, want webhookhttp.State) {
	s.tb.Helper()
	s.claimsAs(claimOf(token), want)
}

func (s *storeTest) claimsAs(claim webhookhttp.Claim, want webhookhttp.State) {
	s.tb.Helper()
	got, err := s.store.Claim(context.Background(), claim)
	if err != nil || got != want {
		s.tb.Fatalf("claim of %q: %v, %v; want %v", claim.Token, got, err, want)
	}
}

func (s *storeTest) commits(token string, want error) {
	s.tb.Helper()
	if err := s.store.Commit(context.Background(), claimOf(token)); !errors.Is(err, want) {
		s.tb.Fatalf("commit of %q: %v; want %v", token, err, want)
	}
}

func (s *storeTest) releases(token string) {
	s.tb.Helper()
	if err := s.store.Release(context.Background(), claimOf(token)); err != nil {
		s.tb.Fatalf("release of %q: %v", token, err)
	}
}

var storeTests = []struct {
	name  string
	timed bool
	run   func(s *storeTest)
}{
	{"a message is claimed once", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.claims("b", webhookhttp.InProgress)
		s.claims("b", webhookhttp.InProgress)
	}},
	{"to claim again is to own again", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.claims("a", webhookhttp.Owned)
	}},
	{"to claim again what is done is done", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.commits("a", nil)
		s.claims("a", webhookhttp.Done)
	}},
	{"what is committed is done", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.commits("a", nil)
		s.claims("b", webhookhttp.Done)
	}},
	{"to commit again is no error", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.commits("a", nil)
		s.commits("a", nil)
		s.claims("b", webhookhttp.Done)
	}},
	{"what is released is free", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.releases("a")
		s.claims("b", webhookhttp.Owned)
	}},
	{"what is done is not released", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.commits("a", nil)
		s.releases("a")
		s.claims("b", webhookhttp.Done)
	}},
	{"to release what is free does nothing", false, func(s *storeTest) {
		s.releases("a")
		s.claims("b", webhookhttp.Owned)
	}},
	{"what was released can be committed", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.releases("a")
		s.commits("a", nil)
		s.claims("b", webhookhttp.Done)
	}},
	{"what was never claimed can be committed", false, func(s *storeTest) {
		s.commits("a", nil)
		s.claims("b", webhookhttp.Done)
	}},
	{"what somebody else claims is not committed", false, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.releases("a")
		s.claims("b", webhookhttp.Owned)
		s.commits("a", webhookhttp.ErrClaimLost)
		s.claims("c", webhookhttp.InProgress)
	}},
	{"calls return when their context has ended", false, func(s *storeTest) {
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		state, err := s.store.Claim(ended, claimOf("a"))
		if err == nil && state != webhookhttp.Owned {
			s.tb.Fatalf("claim: %v; want an error, or owned", state)
		}
		s.store.Release(ended, claimOf("a"))
		s.releases("a")
		s.claims("b", webhookhttp.Owned)
		s.store.Release(ended, claimOf("a"))
		if err := s.store.Commit(ended, claimOf("a")); err == nil {
			s.tb.Fatal("commit of somebody else's: no error")
		}
		s.claims("c", webhookhttp.InProgress)
	}},
	{"scope and id keep apart", false, func(s *storeTest) {
		for _, name := range [][2]string{{"scope", "msg_1"}, {"scop", "emsg_1"}, {"scope", "msg_2"}, {"other", "msg_1"}, {"scope:msg", "1"}, {"scope", "msg:1"}, {"scope:", "msg_1"}} {
			claim := claimOf(rand.Text())
			claim.Scope, claim.ID = name[0], name[1]
			s.claimsAs(claim, webhookhttp.Owned)
			claim.Token = rand.Text()
			s.claimsAs(claim, webhookhttp.InProgress)
		}
	}},
	{"of many at once one owns", false, func(s *storeTest) {
		var group sync.WaitGroup
		states := make(chan webhookhttp.State, 32)
		for range cap(states) {
			group.Go(func() {
				claim := claimOf(rand.Text())
				state, _ := s.store.Claim(context.Background(), claim)
				states <- state
			})
		}
		group.Wait()
		close(states)
		count := map[webhookhttp.State]int{}
		for state := range states {
			count[state]++
		}
		if count[webhookhttp.Owned] != 1 || count[webhookhttp.InProgress] != cap(states)-1 {
			s.tb.Fatalf("states %v; want 1 owned and the others in progress", count)
		}
	}},
	{"a lease runs out", true, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.advance(lease - time.Second)
		s.claims("b", webhookhttp.InProgress)
		s.advance(2 * time.Second)
		s.claims("b", webhookhttp.Owned)
	}},
	{"to claim again renews the lease", true, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		for range 3 {
			s.advance(lease - time.Second)
			s.claims("a", webhookhttp.Owned)
			s.claims("b", webhookhttp.InProgress)
		}
		s.advance(lease - time.Second)
		s.claims("b", webhookhttp.InProgress)
		s.advance(2 * time.Second)
		s.claims("b", webhookhttp.Owned)
		s.claims("a", webhookhttp.InProgress)
	}},
	{"who was too slow settles nothing", true, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.advance(lease + time.Second)
		s.claims("b", webhookhttp.Owned)
		s.commits("a", webhookhttp.ErrClaimLost)
		s.releases("a")
		s.claims("c", webhookhttp.InProgress)
		s.commits("b", nil)
		s.commits("a", webhookhttp.ErrClaimLost)
		s.claims("c", webhookhttp.Done)
	}},
	{"who was slow, and alone, commits", true, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.advance(lease + time.Second)
		s.commits("a", nil)
		s.claims("b", webhookhttp.Done)
	}},
	{"who was slow commits what the next has left", true, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.advance(lease + time.Second)
		s.claims("b", webhookhttp.Owned)
		s.advance(lease + time.Second)
		s.commits("a", nil)
		s.commits("b", webhookhttp.ErrClaimLost)
		s.claims("c", webhookhttp.Done)
	}},
	{"what is done is remembered", true, func(s *storeTest) {
		s.claims("a", webhookhttp.Owned)
		s.commits("a", nil)
		s.advance(retention - time.Second)
		s.claims("b", webhookhttp.Done)
		s.advance(2 * time.Second)
		s.claims("b", webhookhttp.Owned)
	}},
}
