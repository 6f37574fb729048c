package webhookhttp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// What a [ReplayGuard] takes if no option says otherwise.
const (
	// DefaultLease is longer than senders wait for an answer, which the
	// specification has at 15 to 30 s.
	DefaultLease = time.Minute
	// DefaultRetention is longer than senders go on trying, each time with a
	// fresh timestamp: to forget ids when the tolerance has passed would be to
	// handle late attempts twice.
	DefaultRetention = 96 * time.Hour
	// DefaultStoreTimeout is how long a store may take for one answer.
	DefaultStoreTimeout = 5 * time.Second
)

// A ScopeFunc returns the scope of a message: within it, an id means one
// message. Two tenants may well use one id for two messages, and so may two
// senders.
//
// Take it from what the Verifier was chosen by, such as the tenant in the path,
// and not from anything else in the request: whoever can choose the scope can
// have a message handled again. An error, or an empty scope, refuses the
// request with 500, or with the status of a [StatusError].
type ScopeFunc func(r *http.Request, message standardwebhooks.Message) (string, error)

// FixedScope is the scope of a Receiver whose messages all come from one
// sender, on one account: its name.
func FixedScope(name string) ScopeFunc {
	return func(*http.Request, standardwebhooks.Message) (string, error) { return name, nil }
}

// A ReplayGuard has every message handled at least once, and not again when it
// is known to have been handled. Give it to a Receiver with [WithReplayGuard],
// and in workers use [ReplayGuard.Do].
//
// For a message that was verified, it claims scope and id in its [Store]:
//
//	owned        the handler is called. A status under 300 commits the claim,
//	             any other status or a panic releases it.
//	in progress  503 with Retry-After: the attempt that is being handled may
//	             still fail, so that the sender has to come back.
//	done         200, without calling the handler.
//	no answer    503: the store is down, full, or too slow.
//
// If the process dies, the lease runs out and the next attempt is handled. The
// handler's context ends with the lease, since from then on somebody else may
// be at the same message: pass it on to whatever has effects. A handler that
// returns after its context has ended, and has written neither a status nor a
// body, has given up: that is no success, but released and answered with 503.
// To have succeeded then, it has to write so.
//
// The response is held back until the handler has returned and the claim is
// settled. Only then may the sender learn of success, or it would not come back
// after a crash in between; and only then of failure, or its next attempt might
// find the claim still there. To hold a response back means that Flush does
// nothing and Hijack is not supported; deadlines can be set with
// [http.ResponseController].
//
// If the handler succeeded and the commit fails, the answer is that of the
// handler: the message was handled, and to say otherwise would have it handled
// a second time for certain. The report is "replay_commit_failed". To rule out
// even that, commit in the handler's transaction, with [ClaimFrom].
//
// Commit and release are done with a context that outlives the request's, since
// a sender that has hung up is when they matter.
type ReplayGuard struct {
	store     Store
	scope     ScopeFunc
	id        func(standardwebhooks.Message) (string, error)
	lease     time.Duration
	retention time.Duration
	timeout   time.Duration
}

// NewReplayGuard makes a guard. The store may not be nil, and the scope only if
// the guard is for [ReplayGuard.Do] alone, which is given it each time.
func NewReplayGuard(store Store, scope ScopeFunc, opts ...GuardOption) (*ReplayGuard, error) {
	if store == nil {
		return nil, errors.New("webhookhttp: a replay guard takes a store")
	}
	g := &ReplayGuard{
		store:     store,
		scope:     scope,
		id:        messageID,
		lease:     DefaultLease,
		retention: DefaultRetention,
		timeout:   DefaultStoreTimeout,
	}
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt(g); err != nil {
			return nil, fmt.Errorf("webhookhttp: %w", err)
		}
	}
	return g, nil
}

// A GuardOption changes how a [ReplayGuard] is made.
type GuardOption func(*ReplayGuard) error

// WithLease sets how long a message stays claimed when the process dies, from
// 1 s to 1 h: longer than the handler takes, and shorter than the sender tries.
func WithLease(d time.Duration) GuardOption {
	return within(d, time.Second, time.Hour, "lease", func(g *ReplayGuard) { g.lease = d })
}

// WithRetention sets how long handled messages are remembered, from 10 min to
// 400 days: longer than the sender tries, and than the Verifier's window is
// wide.
func WithRetention(d time.Duration) GuardOption {
	return within(d, 10*time.Minute, 400*24*time.Hour, "retention", func(g *ReplayGuard) { g.retention = d })
}

// WithStoreTimeout sets how long the store may take for one answer, from 1 ms
// to 1 min: then the context that it was given ends.
func WithStoreTimeout(d time.Duration) GuardOption {
	return within(d, time.Millisecond, time.Minute, "store timeout", func(g *ReplayGuard) { g.timeout = d })
}

func within(d, least, most time.Duration, what string, set func(*ReplayGuard)) GuardOption {
	return func(g *ReplayGuard) error {
		if d < least || d > most {
			return fmt.Errorf("a %s of %v: want %v to %v", what, d, least, most)
		}
		set(g)
		return nil
	}
}

// WithMessageIDFunc sets where the id of a message is taken from: the ID of the
// Message unless set. Schemes that sign no id in a header, such as Stripe's,
// have it in the body, which at this point is authentic; for them there is
// [JSONField].
//
// An error, or an empty id, refuses the request with 500, or with the status of
// a [StatusError]: a message without an id could not be told from the next.
func WithMessageIDFunc(id func(message standardwebhooks.Message) (string, error)) GuardOption {
	return func(g *ReplayGuard) error {
		if id == nil {
			return errors.New("the function for message ids is nil")
		}
		g.id = id
		return nil
	}
}

func messageID(message standardwebhooks.Message) (string, error) { return message.ID, nil }

// JSONField returns a function that takes the id from a top-level field of the
// payload, which has to be a string: "id" for Stripe's events. The name has to
// match exactly.
func JSONField(name string) func(message standardwebhooks.Message) (string, error) {
	return func(message standardwebhooks.Message) (string, error) {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(message.Payload, &fields); err != nil {
			return "", errors.New("the payload is no JSON object")
		}
		var id string
		if err := json.Unmarshal(fields[name], &id); err != nil {
			return "", fmt.Errorf("the payload has no string %q", name)
		}
		return id, nil
	}
}
