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

// NewClaim returns a claim with a token of its own, for those who call a [Store]
// themselves and not through a [ReplayGuard]: workers that renew their lease, by
// claiming again with the same claim, for as long as they are at a message.
func NewClaim(scope, id string, lease, retention time.Duration) Claim {
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
// once for a free message, one gets it. A Store is safe for concurrent use. A
// method returns when its context ends: whoever called it waits for it, so that
// [WithStoreTimeout] is no shorter than the store takes to notice.
//
// An error of Claim, whether it wraps [ErrStoreFull] or is any other, is
// answered with 503, and the handler is not called. One of Commit or Release
// comes after the handler, is reported, and does not change the answer.
//
// A message is free, which is to say nobody's, if it was never claimed, if it
// was released, or if its lease or retention is over.
//
// In Redis, a message is one key made of scope and id, with the length of the
// scope in front so that no two messages have one key, and its value is the
// token, or "done:" and the token. Each method is a script, of which nothing
// else runs in between:
//
//	Claim    GET. Nothing or the token: SET key token PX lease, and Owned.
//	         "done:…" is Done, anything else InProgress.
//	Commit   GET. Nothing or the token: SET key done:token PX retention.
//	         done:token is no error, anything else ErrClaimLost.
//	Release  GET. The token: DEL.
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
//	         OR (claims.token = excluded.token AND NOT claims.done)
//	         One row changed is Owned. If none was, SELECT: done is Done, and
//	         everything else, no row included, InProgress.
//	Commit   INSERT … VALUES (scope, id, token, true, now() + retention)
//	         ON CONFLICT (scope, id) DO UPDATE SET token = excluded.token,
//	         done = true, expires = excluded.expires
//	         WHERE claims.expires <= now() OR claims.token = excluded.token
//	         No row changed is ErrClaimLost.
//	Release  DELETE … WHERE scope, id and token are those of the claim
//	         AND NOT done
//	Purge    DELETE … WHERE expires <= now(), now and then, with an index on
//	         expires. It is for room alone: such rows are free as they are.
//
// A handler whose work is in the same database runs the statement of Commit in
// its own transaction, with the claim it gets from [ClaimFrom], and rolls back
// if no row changed: then the work and the memory of it happen together or not
// at all. The guard calls Commit all the same, which finds the work done.
type Store interface {
	// Claim takes the message if it is free. To claim again with the token of
	// the claim that holds it renews the lease, which then ends claim.Lease from
	// now, and gives Owned again: so a worker keeps what it is still at, and
	// nothing is lost with the answer to an earlier call. Once the message is
	// done, that gives Done; and if it is somebody else's by now, InProgress.
	Claim(ctx context.Context, claim Claim) (State, error)
	// Commit remembers a message as done, for the retention. It returns
	// [ErrClaimLost] if the message is somebody else's by now, done or not. If
	// it is nobody's, since the lease has run out or the claim was released, it
	// commits: the work was done. To commit twice is no error.
	Commit(ctx context.Context, claim Claim) error
	// Release makes the message free at once. It does nothing to a message that
	// is done, or somebody else's, or nobody's, and that is no error.
	Release(ctx context.Context, claim Claim) error
}
