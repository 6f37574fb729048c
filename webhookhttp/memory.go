package webhookhttp

import (
	"container/heap"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"
)

// A MemoryStore is a [Store] in the memory of one process, for tests and for
// services that run once and may handle a message again after a restart. Make
// it with [NewMemoryStore]; the zero MemoryStore is always full.
type MemoryStore struct {
	capacity int
	now      func() time.Time

	mu       sync.Mutex
	messages map[messageHash]*remembered
	expiries expiryHeap
}

// A messageHash stands for scope and id, so that an entry takes the same room
// however long these are.
type messageHash [sha256.Size]byte

type remembered struct {
	hash    messageHash
	token   string
	done    bool
	expires time.Time
	index   int // in the heap
}

// NewMemoryStore makes a store that remembers up to capacity messages, at about
// 250 bytes each, claimed or done. When there is no room, it returns
// [ErrStoreFull] and forgets nothing: whoever could make it forget could have
// messages handled twice. It takes messages a second times retention, so a
// thousand an hour for [DefaultRetention] are 96,000.
func NewMemoryStore(capacity int, opts ...MemoryStoreOption) (*MemoryStore, error) {
	if capacity < 1 {
		return nil, fmt.Errorf("webhookhttp: a store for %d messages: want at least 1", capacity)
	}
	s := &MemoryStore{capacity: capacity, now: time.Now, messages: map[messageHash]*remembered{}}
	for _, opt := range opts {
		if opt != nil {
			opt.applyToMemoryStore(s)
		}
	}
	return s, nil
}

// A MemoryStoreOption changes how a [MemoryStore] is made.
type MemoryStoreOption interface{ applyToMemoryStore(*MemoryStore) }

func (now clockOption) applyToMemoryStore(s *MemoryStore) {
	if now != nil {
		s.now = now
	}
}

// Claim implements [Store].
func (s *MemoryStore) Claim(_ context.Context, claim Claim) (State, error) {
	if err := checkClaim(claim); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.forget()
	known := s.messages[hashOf(claim)]
	switch {
	case known == nil:
		if err := s.remember(claim, false, now.Add(claim.Lease)); err != nil {
			return 0, err
		}
		return Owned, nil
	case known.done:
		return Done, nil
	case known.token != claim.Token:
		return InProgress, nil
	default:
		s.expire(known, now.Add(claim.Lease))
		return Owned, nil
	}
}

// Commit implements [Store].
func (s *MemoryStore) Commit(_ context.Context, claim Claim) error {
	if err := checkClaim(claim); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.forget()
	known := s.messages[hashOf(claim)]
	switch {
	case known == nil:
		return s.remember(claim, true, now.Add(claim.Retention))
	case known.token != claim.Token:
		return ErrClaimLost
	case !known.done:
		known.done = true
		s.expire(known, now.Add(claim.Retention))
	}
	return nil
}

// Release implements [Store].
func (s *MemoryStore) Release(_ context.Context, claim Claim) error {
	if err := checkClaim(claim); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	known := s.messages[hashOf(claim)]
	if known != nil && known.token == claim.Token && !known.done {
		heap.Remove(&s.expiries, known.index)
		delete(s.messages, known.hash)
	}
	return nil
}

// Len returns how many messages are remembered, for metrics.
func (s *MemoryStore) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	return len(s.messages)
}

// forget drops what has expired, and nothing else, and returns the time.
func (s *MemoryStore) forget() time.Time {
	if s.now == nil {
		return time.Time{}
	}
	now := s.now()
	for len(s.expiries) > 0 && !now.Before(s.expiries[0].expires) {
		expired := heap.Pop(&s.expiries).(*remembered)
		delete(s.messages, expired.hash)
	}
	return now
}

func (s *MemoryStore) remember(claim Claim, done bool, expires time.Time) error {
	if len(s.messages) >= s.capacity {
		return fmt.Errorf("%w: it holds %d messages", ErrStoreFull, len(s.messages))
	}
	m := &remembered{hash: hashOf(claim), token: claim.Token, done: done, expires: expires}
	s.messages[m.hash] = m
	heap.Push(&s.expiries, m)
	return nil
}

func (s *MemoryStore) expire(m *remembered, expires time.Time) {
	m.expires = expires
	heap.Fix(&s.expiries, m.index)
}

func checkClaim(claim Claim) error {
	switch {
	case claim.Scope == "" || claim.ID == "" || claim.Token == "":
		return errors.New("a claim has a scope, an id and a token")
	case claim.Lease <= 0 || claim.Retention <= 0:
		return errors.New("a claim has a lease and a retention")
	default:
		return nil
	}
}

// hashOf keeps scope and id apart by the length of the scope.
func hashOf(claim Claim) messageHash {
	input := make([]byte, 0, 128)
	input = binary.BigEndian.AppendUint64(input, uint64(len(claim.Scope)))
	input = append(input, claim.Scope...)
	input = append(input, claim.ID...)
	return sha256.Sum256(input)
}

// An expiryHeap has what expires first in front.
type expiryHeap []*remembered

func (h expiryHeap) Len() int           { return len(h) }
func (h expiryHeap) Less(i, j int) bool { return h[i].expires.Before(h[j].expires) }

func (h expiryHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *expiryHeap) Push(x any) {
	m := x.(*remembered)
	m.index = len(*h)
	*h = append(*h, m)
}

func (h *expiryHeap) Pop() any {
	last := (*h)[len(*h)-1]
	(*h)[len(*h)-1] = nil
	*h = (*h)[:len(*h)-1]
	return last
}
