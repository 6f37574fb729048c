package webhookhttp

import (
	"context"
	"crypto/rand"
	"errors"
	"time"
)

// A Claim is the right to handle a message, until its lease runs out.
type Claim struct {
	// Scope and ID together are what a message is known by. Neither is empty.
	Scope, ID string
	// Token is random and tells this claim from all others on the same message,
	// earlier or later. A handler that was too slow cannot settle the claim of
	// whoever came after it.
	Token string
	// Lease is how long the claim lasts if it is not settled.
	Lease time.Duration
	// Retention is how long a committed message is remembered.
	Retention time.Duration
}

func newClaim(scope, id string, lease, retention time.Duration) Claim {
	return Claim{Scope: scope, ID: id, Token: rand.Text(), Lease: lease, Retention: retention}
}

// A State is what a [Store] knows of a message that is claimed. The zero State
// is none, and makes the guard answer 503.
type State int

const (
	// Owned: the message was free, and is the claimer's now.
	Owned State = iota + 1
	// InProgress: somebody else holds a claim whose lease has not run out.
	InProgress
	// Done: the message was handled.
	Done
)

// String returns the state in words.
func (s State) String() string {
	switch s {
	case Owned:
		return "owned"
	case InProgress:
		return "in progress"
	case Done:
		return "done"
	default:
		return "unknown"
	}
}

// ErrClaimLost: somebody else has claimed the message, after the lease of the
// claim that was to be settled had run out.
var ErrClaimLost = errors.New("claim lost")

// A Store remembers claims. Each method is atomic: of any number of calls at
// once for a free message, one gets it. A Store is safe for concurrent use. An
// error from it is answered with 503; one that wraps [ErrStoreFull] says why.
//
// In Redis, a message is one key made of scope and id, and its value the token,
// or "done:" and the token:
//
//	Claim    SET key token NX PX lease. If it was not set, GET: the token is
//	         Owned (the reply to an earlier try was lost), "done:…" is Done,
//	         nothing means to begin again, and anything else is InProgress.
//	Commit   in a script: if GET is nil or the token, SET key done:token PX
//	         retention; if it is done:token, nothing; else ErrClaimLost.
//	Release  in a script: if GET is the token, DEL.
//
// The server must not evict keys (maxmemory-policy noeviction) and must not
// lose them when it restarts: a message that is forgotten is handled again.
//
// In SQL, a message is a row (scope, id, token, done, expires) with the primary
// key (scope, id), and now() is the database's clock:
//
//	Claim    INSERT … VALUES (scope, id, token, false, now() + lease)
//	         ON CONFLICT (scope, id) DO UPDATE SET token = excluded.token,
//	         done = false, expires = excluded.expires
//	         WHERE claims.expires <= now()
//	         One row changed is Owned. If none was, SELECT: done is Done, a row
//	         with the token is Owned, any other InProgress.
//	Commit   UPDATE … SET done = true, expires = now() + retention
//	         WHERE scope, id and token are those of the claim.
//	         No row changed is ErrClaimLost.
//	Release  DELETE … WHERE scope, id and token are those of the claim AND NOT done
//
// A handler whose work is in the same database runs the statement of Commit in
// its own transaction, with the claim it gets from [ClaimFrom], and rolls back
// if no row changed: then the work and the memory of it happen together or not
// at all. The guard calls Commit all the same, which finds the work done.
type Store interface {
	// Claim takes the message if it is free. It is, if nobody has claimed it,
	// or if the last claim was released, or its lease or retention is over. To
	// claim again with the same token gives Owned again.
	Claim(ctx context.Context, claim Claim) (State, error)
	// Commit remembers a message as done, for the retention. It returns
	// [ErrClaimLost] if the message is somebody else's by now. If it is
	// nobody's, since the lease has run out, it commits: the work was done. To
	// commit twice is no error.
	Commit(ctx context.Context, claim Claim) error
	// Release makes the message free at once. It does nothing to a message that
	// is done, or somebody else's, or nobody's.
	Release(ctx context.Context, claim Claim) error
}
