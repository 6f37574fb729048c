package webhookhttp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

func newGuard(tb testing.TB, store webhookhttp.Store, opts ...webhookhttp.GuardOption) *webhookhttp.ReplayGuard {
	tb.Helper()
	guard, err := webhookhttp.NewReplayGuard(store, webhookhttp.FixedScope("acme"), opts...)
	require.NoError(tb, err)
	return guard
}

func newGuarded(tb testing.TB, seen *watch, store webhookhttp.Store, opts ...webhookhttp.GuardOption) *webhookhttp.Receiver {
	tb.Helper()
	return newReceiver(tb, seen, webhookhttp.WithReplayGuard(newGuard(tb, store, opts...)))
}

// statuses answers one status after another, and counts the calls.
type statuses struct {
	answers []int
	calls   int
}

func (s *statuses) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	s.calls++
	w.WriteHeader(s.answers[min(s.calls, len(s.answers))-1])
}

func TestEachMessageIsHandledUntilItSucceeds(t *testing.T) {
	var seen watch
	store := newMemory(t, 10, &movable{})
	handler := &statuses{answers: []int{500, 302, 429, 404, 299}}
	guarded := newGuarded(t, &seen, store).Middleware(handler)
	for _, want := range []int{500, 302, 429, 404, 299} {
		assert.Equal(t, want, serve(guarded, request(t)).Code)
	}
	for range 3 {
		refusedWith(t, 200, serve(guarded, request(t)))
	}
	assert.Equal(t, 5, handler.calls)
	assert.Equal(t, []string{"replay_done", "replay_done", "replay_done"}, seen.codes())
	assert.Contains(t, seen.logged(), "level=INFO msg=webhook code=replay_done status=200")
	assert.Equal(t, 299, serve(guarded, request(t, webhooktest.WithID("msg_other"))).Code)
}

func TestAMessageInProgressIsNotAcknowledged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen watch
		begun, finish := make(chan struct{}), make(chan int)
		var calls atomic.Int32
		guarded := newGuarded(t, &seen, newMemory(t, 10, &movable{}), webhookhttp.WithLease(90*time.Second)).Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			calls.Add(1)
			begun <- struct{}{}
			w.WriteHeader(<-finish)
		}))
		answer := make(chan int)
		first := func() { answer <- serve(guarded, request(t)).Code }

		go first()
		<-begun
		w := serve(guarded, request(t))
		assert.Equal(t, "90", w.Header().Get("Retry-After"))
		refusedWith(t, 503, w)
		finish <- 500
		assert.Equal(t, 500, <-answer)

		// The duplicate was turned away and the first attempt failed: the next is
		// handled, and nothing was lost.
		go first()
		<-begun
		assert.Equal(t, 503, serve(guarded, request(t)).Code)
		finish <- 200
		assert.Equal(t, 200, <-answer)

		assert.Equal(t, 200, serve(guarded, request(t)).Code)
		assert.EqualValues(t, 2, calls.Load())
		assert.Equal(t, []string{"replay_in_progress", "replay_in_progress", "replay_done"}, seen.codes())
	})
}

func TestManyAtOnceHaveOneEffect(t *testing.T) {
	var seen watch
	var effects atomic.Int32
	server := httptest.NewServer(newGuarded(t, &seen, newMemory(t, 10, &movable{})).Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		effects.Add(1)
	})))
	defer server.Close()
	var group sync.WaitGroup
	var acknowledged atomic.Int32
	for range 32 {
		group.Go(func() {
			r := request(t)
			r.URL.Scheme, r.URL.Host, r.RequestURI = "http", server.Listener.Addr().String(), ""
			response, err := server.Client().Do(r)
			if !assert.NoError(t, err) {
				return
			}
			response.Body.Close()
			assert.Contains(t, []int{200, 503}, response.StatusCode)
			if response.StatusCode == 200 {
				acknowledged.Add(1)
			}
		})
	}
	group.Wait()
	assert.EqualValues(t, 1, effects.Load())
	assert.Positive(t, acknowledged.Load())
}

func TestHandlersThatDoNotReturn(t *testing.T) {
	endings := map[string]func(){
		"panic":   func() { panic("boom") },
		"abort":   func() { panic(http.ErrAbortHandler) },
		"go exit": func() { runtime.Goexit() },
	}
	for name, end := range endings {
		t.Run(name, func(t *testing.T) {
			var seen watch
			store := newMemory(t, 10, &movable{})
			calls := 0
			guarded := newGuarded(t, &seen, store).Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if calls++; calls == 1 {
					w.WriteHeader(200)
					io.WriteString(w, "all is well")
					end()
				}
			}))
			w := httptest.NewRecorder()
			done := make(chan any)
			go func() {
				defer func() { done <- recover() }()
				guarded.ServeHTTP(w, request(t))
			}()
			if trouble := <-done; name != "go exit" {
				assert.NotNil(t, trouble, "the panic goes on")
			}
			assert.Empty(t, w.Body.String(), "the success is not sent")
			assert.False(t, w.Flushed)
			assert.Zero(t, store.Len(), "the claim is released")
			assert.Equal(t, 200, serve(guarded, request(t)).Code)
			assert.Equal(t, 2, calls)
		})
	}
}

func TestAPanicGetsTheSenderNoAnswer(t *testing.T) {
	var seen watch
	server := httptest.NewServer(newGuarded(t, &seen, newMemory(t, 10, &movable{})).Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(200)
		panic(http.ErrAbortHandler)
	})))
	defer server.Close()
	_, answer := dial(t, server, rawHead(t, "Content-Length: 23\r\n")+payload)
	_, err := answer.ReadByte()
	assert.Equal(t, io.EOF, err)
}

// A process that died left its claim.
func TestAClaimThatWasLeftRunsOut(t *testing.T) {
	var seen watch
	clock := &movable{}
	store := newMemory(t, 10, clock)
	_, err := store.Claim(t.Context(), webhookhttp.Claim{Scope: "acme", ID: webhooktest.DefaultID, Token: "of the dead", Lease: time.Minute, Retention: time.Hour})
	require.NoError(t, err)
	handler := &statuses{answers: []int{200}}
	guarded := newGuarded(t, &seen, store).Middleware(handler)
	assert.Equal(t, 503, serve(guarded, request(t)).Code)
	clock.advance(time.Minute)
	assert.Equal(t, 200, serve(guarded, request(t)).Code)
	assert.Equal(t, 1, handler.calls)
}

func TestIdsAreKeptAsLongAsSendersTry(t *testing.T) {
	var seen watch
	clock := &movable{}
	verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{webhooktest.Secret(t, "current")}, standardwebhooks.WithClock(clock.now))
	require.NoError(t, err)
	receiver, err := webhookhttp.NewReceiver(verifier, append(seen.options(), webhookhttp.WithReplayGuard(newGuard(t, newMemory(t, 10, clock))))...)
	require.NoError(t, err)
	handler := &statuses{answers: []int{200}}
	attempt := func() *http.Request { return request(t, webhooktest.WithTime(clock.now())) }
	for _, hours := range []time.Duration{0, 72, 24} {
		clock.advance(hours*time.Hour - min(hours, 1)*time.Second)
		assert.Equal(t, 200, serve(receiver.Middleware(handler), attempt()).Code)
		assert.Equal(t, 1, handler.calls)
	}
	clock.advance(2 * time.Second)
	assert.Equal(t, 200, serve(receiver.Middleware(handler), attempt()).Code)
	assert.Equal(t, 2, handler.calls)
}

func TestOnlyAuthenticMessagesAreRemembered(t *testing.T) {
	var seen watch
	store := newMemory(t, 10, &movable{})
	guarded := newGuarded(t, &seen, store).Middleware(never(t))
	other := webhooktest.NewSigner(t, webhooktest.Secret(t, "other"))
	for _, kind := range webhooktest.Kinds(t, signerOf(t)) {
		if !kind.Accepted() {
			assert.Contains(t, []int{400, 401}, serve(guarded, request(t, webhooktest.Spoiled(kind), webhooktest.WithOtherKey(other))).Code)
		}
	}
	assert.Zero(t, store.Len())
}

func TestTenantsDoNotShareIDs(t *testing.T) {
	var seen watch
	guard, err := webhookhttp.NewReplayGuard(newMemory(t, 10, &movable{}), func(r *http.Request, _ standardwebhooks.Message) (string, error) {
		return r.PathValue("tenant"), nil
	})
	require.NoError(t, err)
	handler := &statuses{answers: []int{201}}
	mux := http.NewServeMux()
	mux.Handle("/hooks/{tenant}", newReceiver(t, &seen, webhookhttp.WithReplayGuard(guard)).Middleware(handler))
	for _, want := range []int{201, 200} {
		assert.Equal(t, want, serve(mux, request(t, webhooktest.WithTarget("/hooks/a"))).Code)
		assert.Equal(t, want, serve(mux, request(t, webhooktest.WithTarget("/hooks/b"))).Code)
	}
	assert.Equal(t, 2, handler.calls)
}

func TestScopesAndIDsThatAreNot(t *testing.T) {
	failed := errors.New("no such thing")
	scope := func(s string, err error) webhookhttp.ScopeFunc {
		return func(*http.Request, standardwebhooks.Message) (string, error) { return s, err }
	}
	id := func(s string, err error) webhookhttp.GuardOption {
		return webhookhttp.WithMessageIDFunc(func(standardwebhooks.Message) (string, error) { return s, err })
	}
	cases := []struct {
		name   string
		scope  webhookhttp.ScopeFunc
		id     webhookhttp.GuardOption
		status int
		code   string
	}{
		{"empty scope", webhookhttp.FixedScope(""), nil, 500, "replay_no_scope"},
		{"scope with an error", scope("acme", failed), nil, 500, "replay_no_scope"},
		{"scope with a status", scope("", &webhookhttp.StatusError{Status: 404, Err: failed}), nil, 404, "replay_no_scope"},
		{"empty id", scope("acme", nil), id("", nil), 500, "replay_no_id"},
		{"id with an error", scope("acme", nil), id("id", failed), 500, "replay_no_id"},
		{"id with a success", scope("acme", nil), id("", &webhookhttp.StatusError{Status: 200, Err: failed}), 500, "replay_no_id"},
		{"no such field", scope("acme", nil), webhookhttp.WithMessageIDFunc(webhookhttp.JSONField("id")), 500, "replay_no_id"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var seen watch
			store := newMemory(t, 10, &movable{})
			guard, err := webhookhttp.NewReplayGuard(store, c.scope, c.id)
			require.NoError(t, err)
			refusedWith(t, c.status, serve(newReceiver(t, &seen, webhookhttp.WithReplayGuard(guard)).Middleware(never(t)), request(t)))
			assert.Equal(t, []string{c.code}, seen.codes())
			assert.Zero(t, store.Len())
		})
	}
}

func TestJSONField(t *testing.T) {
	cases := []struct{ payload, want, problem string }{
		{`{"id":"evt_1","object":"event"}`, "evt_1", ""},
		{`{"ID":"evt_1"}`, "", "no string"},
		{`{"data":{"id":"evt_1"}}`, "", "no string"},
		{`{"id":7}`, "", "no string"},
		{`{"id":null}`, "", ""},
		{`["id"]`, "", "no JSON object"},
		{`id`, "", "no JSON object"},
	}
	for _, c := range cases {
		id, err := webhookhttp.JSONField("id")(standardwebhooks.Message{Payload: []byte(c.payload)})
		assert.Equal(t, c.want, id, c.payload)
		if c.problem == "" {
			assert.NoError(t, err, c.payload)
		} else {
			assert.ErrorContains(t, err, c.problem, c.payload)
		}
	}
}

// A scripted store answers as it is told, and notes what it was asked.
type scripted struct {
	state                           webhookhttp.State
	claimErr, commitErr, releaseErr error
	hang, panics                    bool
	claimed                         []webhookhttp.Claim
	log                             *[]string
	commitContext, releaseContext   error
	commitDeadline, releaseDeadline bool
	committedClaim, releasedClaim   webhookhttp.Claim
}

func (s *scripted) Claim(ctx context.Context, claim webhookhttp.Claim) (webhookhttp.State, error) {
	s.claimed = append(s.claimed, claim)
	if s.panics {
		panic("boom")
	}
	if s.hang {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	return s.state, s.claimErr
}

func (s *scripted) Commit(ctx context.Context, claim webhookhttp.Claim) error {
	s.note("commit")
	s.committedClaim, s.commitContext = claim, ctx.Err()
	_, s.commitDeadline = ctx.Deadline()
	return s.commitErr
}

func (s *scripted) Release(ctx context.Context, claim webhookhttp.Claim) error {
	s.note("release")
	s.releasedClaim, s.releaseContext = claim, ctx.Err()
	_, s.releaseDeadline = ctx.Deadline()
	return s.releaseErr
}

func (s *scripted) note(what string) {
	if s.log != nil {
		*s.log = append(*s.log, what)
	}
}

func TestStoresThatDoNotAnswer(t *testing.T) {
	down := errors.New("connection refused")
	cases := []struct {
		name  string
		store *scripted
		code  string
	}{
		{"down", &scripted{claimErr: down}, "replay_store_failed"},
		{"down, and says owned", &scripted{claimErr: down, state: webhookhttp.Owned}, "replay_store_failed"},
		{"down, and says done", &scripted{claimErr: down, state: webhookhttp.Done}, "replay_store_failed"},
		{"full", &scripted{claimErr: webhookhttp.ErrStoreFull}, "replay_store_full"},
		{"no state", &scripted{}, "replay_store_failed"},
		{"a state of its own", &scripted{state: 7}, "replay_store_failed"},
		{"hangs", &scripted{hang: true}, "replay_store_failed"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var seen watch
				begin := time.Now()
				refusedWith(t, 503, serve(newGuarded(t, &seen, c.store).Middleware(never(t)), request(t)))
				assert.Equal(t, []string{c.code}, seen.codes())
				assert.LessOrEqual(t, time.Since(begin), webhookhttp.DefaultStoreTimeout)
			})
		})
	}
}

func TestAFullMemoryStoreGives503(t *testing.T) {
	var seen watch
	handler := &statuses{answers: []int{200}}
	guarded := newGuarded(t, &seen, newMemory(t, 1, &movable{})).Middleware(handler)
	assert.Equal(t, 200, serve(guarded, request(t, webhooktest.WithID("msg_1"))).Code)
	assert.Equal(t, 503, serve(guarded, request(t, webhooktest.WithID("msg_2"))).Code)
	assert.Equal(t, 200, serve(guarded, request(t, webhooktest.WithID("msg_1"))).Code)
	assert.Equal(t, 1, handler.calls)
	assert.Equal(t, []string{"replay_store_full", "replay_done"}, seen.codes())
}

// The handler's context ends with the lease, and what it does later does not
// count against whoever took over.
func TestAHandlerThatOutlivesItsLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen watch
		store, err := webhookhttp.NewMemoryStore(10)
		require.NoError(t, err)
		var calls atomic.Int32
		finish, slow := make(chan struct{}), make(chan int)
		begin := time.Now()
		guarded := newGuarded(t, &seen, store).Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if calls.Add(1) == 1 {
				<-r.Context().Done()
				assert.Equal(t, webhookhttp.DefaultLease, time.Since(begin))
				assert.ErrorIs(t, r.Context().Err(), context.DeadlineExceeded)
				<-finish
				w.WriteHeader(http.StatusOK)
			}
		}))
		go func() { slow <- serve(guarded, request(t)).Code }()
		time.Sleep(webhookhttp.DefaultLease)
		synctest.Wait()
		assert.Equal(t, 200, serve(guarded, request(t)).Code, "the lease has run out: handled again")
		close(finish)
		assert.Equal(t, 200, <-slow)
		assert.EqualValues(t, 2, calls.Load())
		assert.Equal(t, []string{"replay_commit_failed"}, seen.codes())
		assert.ErrorIs(t, seen.reports[0].Err, webhookhttp.ErrClaimLost)
	})
}

func TestGuardOptionsAreChecked(t *testing.T) {
	store, scope := newMemory(t, 1, &movable{}), webhookhttp.FixedScope("acme")
	_, err := webhookhttp.NewReplayGuard(nil, scope)
	assert.ErrorContains(t, err, "takes a store")
	forWorkers, err := webhookhttp.NewReplayGuard(store, nil)
	require.NoError(t, err)
	_, err = webhookhttp.NewReceiver(verifierOf(t), webhookhttp.WithReplayGuard(forWorkers))
	assert.ErrorContains(t, err, "no scope for requests")
	for name, option := range map[string]webhookhttp.GuardOption{
		"a lease of 0s":             webhookhttp.WithLease(0),
		"a lease of 2h0m0s":         webhookhttp.WithLease(2 * time.Hour),
		"a retention of 5m0s":       webhookhttp.WithRetention(5 * time.Minute),
		"a retention of 9600h0m1s":  webhookhttp.WithRetention(400*24*time.Hour + time.Second),
		"a store timeout of 0s":     webhookhttp.WithStoreTimeout(0),
		"a store timeout of 1h0m0s": webhookhttp.WithStoreTimeout(time.Hour),
		"is nil":                    webhookhttp.WithMessageIDFunc(nil),
	} {
		_, err = webhookhttp.NewReplayGuard(store, scope, option)
		assert.ErrorContains(t, err, name)
	}
	_, err = webhookhttp.NewReplayGuard(store, scope, nil, webhookhttp.WithLease(time.Second), webhookhttp.WithRetention(10*time.Minute), webhookhttp.WithStoreTimeout(time.Millisecond))
	assert.NoError(t, err, "the least")
	_, err = webhookhttp.NewReplayGuard(store, scope, webhookhttp.WithLease(time.Hour), webhookhttp.WithRetention(400*24*time.Hour), webhookhttp.WithStoreTimeout(time.Minute))
	assert.NoError(t, err, "the most")
}

func TestStatesHaveNames(t *testing.T) {
	assert.Equal(t, "owned in progress done unknown", strings.Join([]string{webhookhttp.Owned.String(), webhookhttp.InProgress.String(), webhookhttp.Done.String(), webhookhttp.State(0).String()}, " "))
}
