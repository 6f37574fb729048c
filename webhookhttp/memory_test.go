package webhookhttp_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// A movable clock starts at webhooktest.Now.
type movable struct{ past time.Duration }

func (m *movable) now() time.Time          { return webhooktest.Now().Add(m.past) }
func (m *movable) advance(d time.Duration) { m.past += d }

func newMemory(tb testing.TB, capacity int, clock *movable) *webhookhttp.MemoryStore {
	tb.Helper()
	store, err := webhookhttp.NewMemoryStore(capacity, webhookhttp.WithClock(clock.now))
	require.NoError(tb, err)
	return store
}

func TestMemoryStore(t *testing.T) {
	webhooktest.TestStore(t, func(tb testing.TB) (webhookhttp.Store, func(time.Duration)) {
		clock := &movable{}
		return newMemory(tb, 100, clock), clock.advance
	})
}

func claim(id int, lease time.Duration) webhookhttp.Claim {
	return webhookhttp.Claim{Scope: "s", ID: fmt.Sprint(id), Token: "token", Lease: lease, Retention: time.Hour}
}

func TestAFullStoreForgetsNothing(t *testing.T) {
	clock := &movable{}
	store := newMemory(t, 3, clock)
	for id := range 3 {
		state, err := store.Claim(t.Context(), claim(id, time.Duration(id+1)*time.Minute))
		require.NoError(t, err)
		require.Equal(t, webhookhttp.Owned, state)
	}
	require.NoError(t, store.Commit(t.Context(), claim(1, time.Minute)))
	for range 5 {
		state, err := store.Claim(t.Context(), claim(3, time.Minute))
		assert.ErrorIs(t, err, webhookhttp.ErrStoreFull)
		assert.Zero(t, state)
		assert.ErrorIs(t, store.Commit(t.Context(), claim(3, time.Minute)), webhookhttp.ErrStoreFull)
	}
	assert.Equal(t, 3, store.Len())

	clock.advance(time.Minute)
	state, err := store.Claim(t.Context(), claim(3, time.Minute))
	assert.NoError(t, err)
	assert.Equal(t, webhookhttp.Owned, state, "the first lease has run out")
	_, err = store.Claim(t.Context(), claim(4, time.Minute))
	assert.ErrorIs(t, err, webhookhttp.ErrStoreFull)

	clock.advance(time.Hour)
	assert.Zero(t, store.Len())
}

func TestWhatIsDoneDoesNotHideWhatRunsOut(t *testing.T) {
	clock := &movable{}
	store := newMemory(t, 2, clock)
	for id, lease := range []time.Duration{time.Minute, 2 * time.Minute} {
		_, err := store.Claim(t.Context(), claim(id, lease))
		require.NoError(t, err)
	}
	require.NoError(t, store.Commit(t.Context(), claim(0, time.Minute)))
	clock.advance(3 * time.Minute)
	state, err := store.Claim(t.Context(), claim(2, time.Minute))
	assert.NoError(t, err)
	assert.Equal(t, webhookhttp.Owned, state)
}

func TestMemoryStaysFlat(t *testing.T) {
	clock := &movable{}
	store := newMemory(t, 1000, clock)
	for id := range 20_000 {
		_, err := store.Claim(t.Context(), claim(id, time.Minute))
		require.NoError(t, err)
		switch id % 3 {
		case 0:
			require.NoError(t, store.Commit(t.Context(), claim(id, time.Minute)))
		case 1:
			require.NoError(t, store.Release(t.Context(), claim(id, time.Minute)))
		}
		clock.advance(5 * time.Second)
	}
	assert.LessOrEqual(t, store.Len(), 1000)
	clock.advance(time.Hour)
	assert.Zero(t, store.Len())
}

func TestMemoryStoreRefusesWhatIsNoClaim(t *testing.T) {
	_, err := webhookhttp.NewMemoryStore(0)
	assert.ErrorContains(t, err, "at least 1")
	store := newMemory(t, 10, &movable{})
	whole := claim(1, time.Minute)
	for name, spoil := range map[string]func(*webhookhttp.Claim){
		"scope":     func(c *webhookhttp.Claim) { c.Scope = "" },
		"id":        func(c *webhookhttp.Claim) { c.ID = "" },
		"token":     func(c *webhookhttp.Claim) { c.Token = "" },
		"lease":     func(c *webhookhttp.Claim) { c.Lease = 0 },
		"retention": func(c *webhookhttp.Claim) { c.Retention = 0 },
	} {
		c := whole
		spoil(&c)
		state, err := store.Claim(t.Context(), c)
		assert.Error(t, err, name)
		assert.Zero(t, state)
		assert.Error(t, store.Commit(t.Context(), c), name)
		assert.Error(t, store.Release(t.Context(), c), name)
	}
	assert.Zero(t, store.Len())
}

func TestTheZeroMemoryStoreIsFull(t *testing.T) {
	var store webhookhttp.MemoryStore
	_, err := store.Claim(context.Background(), claim(1, time.Minute))
	assert.ErrorIs(t, err, webhookhttp.ErrStoreFull)
	assert.ErrorIs(t, store.Commit(context.Background(), claim(1, time.Minute)), webhookhttp.ErrStoreFull)
	assert.NoError(t, store.Release(context.Background(), claim(1, time.Minute)))
	assert.Zero(t, store.Len())
}
