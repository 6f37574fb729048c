package webhookhttp_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
)

// newWorker makes a guard for Do alone.
func newWorker(tb testing.TB, store webhookhttp.Store) *webhookhttp.ReplayGuard {
	tb.Helper()
	guard, err := webhookhttp.NewReplayGuard(store, nil)
	require.NoError(tb, err)
	return guard
}

func TestDoHandlesUntilItSucceeds(t *testing.T) {
	store := newMemory(t, 10, &movable{})
	guard := newWorker(t, store)
	failed := errors.New("the database is down")
	calls := 0
	do := func(answer error) (webhookhttp.State, error) {
		return guard.Do(t.Context(), "acme", "msg_1", func(context.Context) error {
			calls++
			return answer
		})
	}
	for range 2 {
		state, err := do(failed)
		assert.Equal(t, webhookhttp.Owned, state)
		assert.Equal(t, failed, err)
		assert.Zero(t, store.Len(), "the message is free again")
	}
	state, err := do(nil)
	assert.Equal(t, webhookhttp.Owned, state)
	assert.NoError(t, err)
	state, err = do(failed)
	assert.Equal(t, webhookhttp.Done, state)
	assert.NoError(t, err)
	assert.Equal(t, 3, calls)
	state, err = guard.Do(t.Context(), "another", "msg_1", func(context.Context) error { return nil })
	assert.Equal(t, webhookhttp.Owned, state, "another scope is another message")
	assert.NoError(t, err)
}

func TestDoOfAMessageInProgress(t *testing.T) {
	guard := newWorker(t, newMemory(t, 10, &movable{}))
	state, err := guard.Do(t.Context(), "acme", "msg_1", func(ctx context.Context) error {
		state, err := guard.Do(ctx, "acme", "msg_1", func(context.Context) error {
			t.Error("handled twice at once")
			return nil
		})
		assert.Equal(t, webhookhttp.InProgress, state)
		assert.Equal(t, webhookhttp.ErrInProgress, err, "whoever looks at the error alone keeps the message")
		return nil
	})
	assert.Equal(t, webhookhttp.Owned, state)
	assert.NoError(t, err)
}

func TestTheContextThatDoGives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		store := &scripted{state: webhookhttp.Owned}
		begin := time.Now()
		_, err := newWorker(t, store).Do(context.WithValue(t.Context(), key{}, "value"), "acme", "msg_1", func(ctx context.Context) error {
			claim, ok := webhookhttp.ClaimFrom(ctx)
			assert.True(t, ok)
			assert.Equal(t, store.claimed[0], claim)
			assert.Equal(t, webhookhttp.Claim{Scope: "acme", ID: "msg_1", Token: claim.Token, Lease: webhookhttp.DefaultLease, Retention: webhookhttp.DefaultRetention}, claim)
			assert.Equal(t, "value", ctx.Value(key{}))
			<-ctx.Done()
			assert.Equal(t, webhookhttp.DefaultLease, time.Since(begin))
			return nil
		})
		assert.NoError(t, err, "nil is a success, also when it comes late")
		assert.NoError(t, store.commitContext, "the commit outlives the lease")
		assert.Equal(t, store.claimed[0], store.committedClaim)
	})
}

func TestDoWithAStoreThatFails(t *testing.T) {
	down, failed := errors.New("connection refused"), errors.New("the database is down")
	cases := []struct {
		name   string
		store  *scripted
		answer error
		state  webhookhttp.State
		is     []error
		code   string
		called bool
	}{
		{"to claim", &scripted{claimErr: down, state: webhookhttp.Owned}, nil, 0, []error{webhookhttp.ErrStoreFailed, down}, "replay_store_failed", false},
		{"since it is full", &scripted{claimErr: webhookhttp.ErrStoreFull}, nil, 0, []error{webhookhttp.ErrStoreFull}, "replay_store_full", false},
		{"with a state of its own", &scripted{state: 7}, nil, 0, []error{webhookhttp.ErrStoreFailed}, "replay_store_failed", false},
		{"to commit", &scripted{state: webhookhttp.Owned, commitErr: down}, nil, webhookhttp.Owned, []error{webhookhttp.ErrCommitFailed, down}, "replay_commit_failed", true},
		{"to release", &scripted{state: webhookhttp.Owned, releaseErr: down}, failed, webhookhttp.Owned, []error{failed, webhookhttp.ErrReleaseFailed, down}, "replay_release_failed", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			called := false
			state, err := newWorker(t, c.store).Do(t.Context(), "acme", "msg_1", func(context.Context) error {
				called = true
				return c.answer
			})
			assert.Equal(t, c.state, state)
			for _, want := range c.is {
				assert.ErrorIs(t, err, want)
			}
			assert.Equal(t, c.code, standardwebhooks.Code(err))
			assert.Equal(t, c.called, called)
		})
	}
}

// A claim of which nothing is known may have been taken: it is released, and the
// next attempt need not wait for the lease to run out.
func TestClaimsWithoutAnAnswerAreReleased(t *testing.T) {
	down := errors.New("connection refused")
	for name, c := range map[string]struct {
		store   *scripted
		release bool
	}{
		"an error":        {&scripted{claimErr: down}, true},
		"no state":        {&scripted{}, true},
		"a state unknown": {&scripted{state: 7}, true},
		"a panic":         {&scripted{panics: true}, true},
		"full":            {&scripted{claimErr: webhookhttp.ErrStoreFull}, false},
		"in progress":     {&scripted{state: webhookhttp.InProgress}, false},
		"done":            {&scripted{state: webhookhttp.Done}, false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			func() {
				defer func() { assert.Equal(t, c.store.panics, recover() != nil) }()
				newWorker(t, c.store).Do(ctx, "acme", "msg_1", func(context.Context) error {
					t.Error("the handler was called")
					return nil
				})
			}()
			if !c.release {
				assert.Zero(t, c.store.releasedClaim)
				return
			}
			assert.Equal(t, c.store.claimed[0], c.store.releasedClaim)
			assert.NoError(t, c.store.releaseContext, "whoever called may be gone")
			assert.True(t, c.store.releaseDeadline)
		})
	}
}

func TestDoThatDoesNotReturn(t *testing.T) {
	for name, end := range map[string]func(){"panic": func() { panic("boom") }, "go exit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			store := newMemory(t, 10, &movable{})
			done := make(chan any)
			go func() {
				defer func() { done <- recover() }()
				newWorker(t, store).Do(t.Context(), "acme", "msg_1", func(context.Context) error {
					end()
					return nil
				})
			}()
			if trouble := <-done; name == "panic" {
				assert.Equal(t, "boom", trouble, "the panic goes on")
			}
			assert.Zero(t, store.Len(), "the claim is released")
		})
	}
}

func TestDoChecksWhatItIsGiven(t *testing.T) {
	store := newMemory(t, 10, &movable{})
	guard := newWorker(t, store)
	handle := func(context.Context) error {
		t.Error("the handler was called")
		return nil
	}
	check := func(want string, guard *webhookhttp.ReplayGuard, scope, id string, handle func(context.Context) error) {
		t.Helper()
		state, err := guard.Do(t.Context(), scope, id, handle)
		assert.ErrorContains(t, err, want)
		assert.Zero(t, state)
	}
	check("NewReplayGuard", nil, "acme", "msg_1", handle)
	check("NewReplayGuard", &webhookhttp.ReplayGuard{}, "acme", "msg_1", handle)
	check("no handler", guard, "acme", "msg_1", nil)
	check("no scope", guard, "", "msg_1", handle)
	check("no id", guard, "acme", "", handle)
	assert.Zero(t, store.Len())
}

func TestNewClaimsHaveTokensOfTheirOwn(t *testing.T) {
	first := webhookhttp.NewClaim("acme", "msg_1", time.Minute, time.Hour)
	second := webhookhttp.NewClaim("acme", "msg_1", time.Minute, time.Hour)
	assert.NotEqual(t, first.Token, second.Token)
	assert.GreaterOrEqual(t, len(first.Token), 26)
	first.Token, second.Token = "", ""
	assert.Equal(t, webhookhttp.Claim{Scope: "acme", ID: "msg_1", Lease: time.Minute, Retention: time.Hour}, first)
	assert.Equal(t, first, second)
}
