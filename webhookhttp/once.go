package webhookhttp

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Do handles a message once, for workers that have it from a queue or a table
// and not from a request. It claims scope and id, calls handle if they were
// free, and commits the claim if handle returns nil; after an error, or if
// handle does not return, it releases it. The context of handle ends with the
// lease, and has the claim for [ClaimFrom]. Work that takes longer than a lease
// is for [NewClaim].
//
//	state       error
//	Owned       nil: handled.
//	            ErrCommitFailed: handled, but not remembered.
//	            That of handle, with ErrReleaseFailed if the message is free
//	            only when the lease has run out.
//	InProgress  ErrInProgress: come back later, since whoever is at it may
//	            fail. Keep the message.
//	Done        nil: handled before, and not now.
//	0           ErrNoScope, ErrNoMessageID, ErrStoreFull, ErrStoreFailed: not
//	            handled.
//
// So whoever drops a message if the error is nil, and else keeps it, loses none.
//
// A Receiver whose messages are handled by such workers, and which has a guard
// too, remembers what it has taken in: give the workers another scope, or they
// find everything done.
func (g *ReplayGuard) Do(ctx context.Context, scope, id string, handle func(ctx context.Context) error) (State, error) {
	switch {
	case g == nil || g.store == nil:
		return 0, errNeverMade
	case handle == nil:
		return 0, ErrNoHandler
	case scope == "":
		return 0, ErrNoScope
	case id == "":
		return 0, ErrNoMessageID
	}
	var unsettled error
	state, err := g.do(ctx, scope, id, handle, func(err error) { unsettled = err })
	switch {
	case unsettled == nil:
		return state, err
	case err == nil:
		return state, unsettled
	default:
		return state, fmt.Errorf("%w (%w)", err, unsettled)
	}
}

var errNeverMade = errors.New("the replay guard was never made; use NewReplayGuard")

// do is Do, and tells of a claim that could not be settled, even when handle
// does not return. Nothing is recovered: a panic, or runtime.Goexit, goes on its
// way, so that the trace is the handler's.
func (g *ReplayGuard) do(ctx context.Context, scope, id string, handle func(context.Context) error, unsettled func(error)) (State, error) {
	begin := time.Now()
	claim := NewClaim(scope, id, g.lease, g.retention)
	if state, err := g.take(ctx, claim); state != Owned {
		return state, err
	}
	// The store's lease began after this one, so it ends after it.
	ctx, cancel := context.WithDeadline(context.WithValue(ctx, claimKey{}, &claim), begin.Add(claim.Lease))
	defer cancel()
	success := false
	defer func() {
		if err := g.settle(ctx, claim, success); err != nil {
			unsettled(err)
		}
	}()
	err := handle(ctx)
	success = err == nil
	return Owned, err
}

// take asks the store for the message. A claim without an answer may have been
// taken all the same, and would keep the message from every other attempt until
// the lease has run out, so it is released. That touches nobody else's, and its
// own failure adds nothing.
func (g *ReplayGuard) take(ctx context.Context, claim Claim) (State, error) {
	known := false
	defer func() {
		if !known {
			g.settle(ctx, claim, false)
		}
	}()
	asking, cancel := context.WithTimeout(ctx, g.timeout)
	defer cancel()
	state, err := g.store.Claim(asking, claim)
	switch {
	case errors.Is(err, ErrStoreFull):
		known = true
		return 0, err
	case err != nil:
		return 0, fmt.Errorf("%w: %w", ErrStoreFailed, err)
	case state == InProgress:
		known = true
		return state, ErrInProgress
	case state == Owned, state == Done:
		known = true
		return state, nil
	default:
		return 0, fmt.Errorf("%w: it answered with state %d", ErrStoreFailed, state)
	}
}

// settle calls the store with a context that outlives the one given.
func (g *ReplayGuard) settle(ctx context.Context, claim Claim, success bool) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), g.timeout)
	defer cancel()
	how, class := g.store.Release, ErrReleaseFailed
	if success {
		how, class = g.store.Commit, ErrCommitFailed
	}
	if err := how(ctx, claim); err != nil {
		return fmt.Errorf("%w: %w", class, err)
	}
	return nil
}
