package webhookhttp_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// A database stands for one with transactions: it has claims, and the balances
// of accounts. Each of its methods is one statement.
type database struct {
	mu     sync.Mutex
	now    func() time.Time
	tables tables
}

type tables struct {
	claims   map[[2]string]claimRow
	balances map[string]int
}

type claimRow struct {
	token   string
	done    bool
	expires time.Time
}

func newDatabase(now func() time.Time) *database {
	return &database{now: now, tables: tables{map[[2]string]claimRow{}, map[string]int{}}}
}

// A transaction sees its own changes, and no one else does before it commits.
type transaction struct {
	db     *database
	tables tables
}

// transact runs a function in a transaction, which is rolled back if it returns
// an error.
func (db *database) transact(run func(tx *transaction) error) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	tx := &transaction{db, tables{maps.Clone(db.tables.claims), maps.Clone(db.tables.balances)}}
	if err := run(tx); err != nil {
		return err
	}
	db.tables = tx.tables
	return nil
}

// credit is a handler's work.
func (tx *transaction) credit(account string, amount int) { tx.tables.balances[account] += amount }

// commit is the statement that remembers a message as done:
//
//	INSERT INTO claims VALUES (scope, id, token, true, now() + retention)
//	ON CONFLICT (scope, id) DO UPDATE SET token = excluded.token, done = true,
//	expires = excluded.expires
//	WHERE claims.expires <= now() OR claims.token = excluded.token
func (tx *transaction) commit(claim webhookhttp.Claim) error {
	key := [2]string{claim.Scope, claim.ID}
	row, ok := tx.tables.claims[key]
	if ok && tx.db.now().Before(row.expires) && row.token != claim.Token {
		return webhookhttp.ErrClaimLost
	}
	tx.tables.claims[key] = claimRow{claim.Token, true, tx.db.now().Add(claim.Retention)}
	return nil
}

// A sqlStore is a Store in the database.
type sqlStore struct{ db *database }

func (s sqlStore) Claim(_ context.Context, claim webhookhttp.Claim) (state webhookhttp.State, err error) {
	err = s.db.transact(func(tx *transaction) error {
		key := [2]string{claim.Scope, claim.ID}
		row, ok := tx.tables.claims[key]
		switch {
		case !ok, !s.db.now().Before(row.expires), row.token == claim.Token && !row.done:
			tx.tables.claims[key] = claimRow{claim.Token, false, s.db.now().Add(claim.Lease)}
			state = webhookhttp.Owned
		case row.done:
			state = webhookhttp.Done
		default:
			state = webhookhttp.InProgress
		}
		return nil
	})
	return state, err
}

func (s sqlStore) Commit(_ context.Context, claim webhookhttp.Claim) error {
	return s.db.transact(func(tx *transaction) error { return tx.commit(claim) })
}

func (s sqlStore) Release(_ context.Context, claim webhookhttp.Claim) error {
	return s.db.transact(func(tx *transaction) error {
		key := [2]string{claim.Scope, claim.ID}
		if row := tx.tables.claims[key]; row.token == claim.Token && !row.done {
			delete(tx.tables.claims, key)
		}
		return nil
	})
}

// The handler commits the claim in the transaction in which it does its work:
// either both happen or neither. Whether the process dies, the answer is lost
// or the lease runs out, the account is credited once.
func ExampleClaimFrom() {
	db := newDatabase(exampleNow)
	guard, err := webhookhttp.NewReplayGuard(sqlStore{db}, webhookhttp.FixedScope("bank"))
	if err != nil {
		panic(err)
	}
	receiver, err := webhookhttp.NewReceiver(exampleVerifier, webhookhttp.WithReplayGuard(guard), webhookhttp.WithLogger(exampleLogger))
	if err != nil {
		panic(err)
	}
	outage := errors.New("something else fails")
	handler := receiver.Handler(func(ctx context.Context, message standardwebhooks.Message) error {
		claim, ok := webhookhttp.ClaimFrom(ctx)
		if !ok {
			return errors.New("there is no guard")
		}
		err := db.transact(func(tx *transaction) error {
			tx.credit("savings", 100)
			return tx.commit(claim)
		})
		return errors.Join(err, outage) // the work is done, and yet this fails
	})

	exampleServe(handler, exampleRequest("msg_1", "/", `{}`))
	fmt.Println("balance", db.tables.balances["savings"])
	exampleServe(handler, exampleRequest("msg_1", "/", `{}`))
	fmt.Println("balance", db.tables.balances["savings"])
	// Output:
	// level=ERROR msg=webhook code=handler_failed status=500 error="handler failed: something else fails"
	// 500
	// balance 100
	// level=INFO msg=webhook code=replay_done status=200
	// 200
	// balance 100
}

func TestTheStoreOfTheExample(t *testing.T) {
	webhooktest.TestStore(t, func(testing.TB) (webhookhttp.Store, func(time.Duration)) {
		clock := &movable{}
		return sqlStore{newDatabase(clock.now)}, clock.advance
	})
}

// Somebody else took over before the transaction: it does not go through.
func TestWorkIsRolledBackWithALostClaim(t *testing.T) {
	var seen watch
	clock := &movable{}
	db := newDatabase(clock.now)
	var calls int
	handler := func() http.Handler {
		return newGuarded(t, &seen, sqlStore{db}).Handler(func(ctx context.Context, _ standardwebhooks.Message) error {
			claim, _ := webhookhttp.ClaimFrom(ctx)
			if calls++; calls == 1 {
				clock.advance(2 * claim.Lease)
				_, err := sqlStore{db}.Claim(ctx, webhookhttp.Claim{Scope: claim.Scope, ID: claim.ID, Token: "another", Lease: claim.Lease, Retention: claim.Retention})
				if err != nil {
					return err
				}
			}
			return db.transact(func(tx *transaction) error {
				tx.credit("savings", 100)
				return tx.commit(claim)
			})
		})
	}
	if got := serve(handler(), request(t)).Code; got != 500 || db.tables.balances["savings"] != 0 {
		t.Errorf("status %d, balance %d; want 500 and nothing credited", got, db.tables.balances["savings"])
	}
	if got := serve(handler(), request(t)).Code; got != 503 {
		t.Errorf("status %d; want 503 while the other holds the claim", got)
	}
	clock.advance(2 * time.Minute)
	if got := serve(handler(), request(t)).Code; got != 200 || db.tables.balances["savings"] != 100 {
		t.Errorf("status %d, balance %d; want 200 and credited once", got, db.tables.balances["savings"])
	}
}
