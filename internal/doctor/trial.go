package doctor

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// A trial asks a prober whether one hypothesis, or a few of one kind, are right.
type trial func(*prober) *match

// sharedFrom is the length in bytes of a body from which the work is shared
// among the cores: the next trial is made while others run.
const sharedFrom = 8 << 10

// Each prober has a copy of the body in work, or several: there are few, and for
// a body above largeBody there is one.
const (
	largeBody  = 1 << 20
	maxProbers = 4
)

// first runs trials until one has a match, and returns that of the earliest.
// When the search is over it ends early, which is to be asked for behind it.
func (s *search) first(trials iter.Seq[trial]) *match {
	if s.over() {
		return nil // trials that were left may still be in the making, by what this would share with them
	}
	if len(s.body) > sharedFrom {
		return race(s.ctx, trials, s.probers)
	}
	for t := range trials {
		if s.over() {
			return nil
		}
		if m := t(s.probers[0]); m != nil {
			return m
		}
	}
	return nil
}

// newProbers makes one, or for a body that is neither small nor large one for
// each core.
func (s *search) newProbers() []*prober {
	n := 1
	if sharedFrom < len(s.body) && len(s.body) <= largeBody {
		n = min(runtime.GOMAXPROCS(0), maxProbers)
	}
	probers := make([]*prober, n)
	for i := range probers {
		probers[i] = newProber(s)
	}
	return probers
}

// A turn is a trial with its place in the order.
type turn struct {
	number int
	trial  trial
}

// race hands trials out in their order to all probers at once. When ctx ends or
// a match is known it does not wait for a trial that is half made: it can take
// most of a second. A panic on the way becomes that of the caller.
func race(ctx context.Context, trials iter.Seq[trial], probers []*prober) *match {
	turns, done := make(chan turn), make(chan struct{})
	defer close(done)
	var winner winner
	go winner.deal(trials, turns, done)
	var running sync.WaitGroup
	for _, p := range probers {
		running.Go(func() {
			defer winner.catch()
			for !winner.known() && ctx.Err() == nil {
				select {
				case t, ok := <-turns:
					if !ok {
						return
					}
					winner.offer(t.number, t.trial(p))
				case <-ctx.Done():
					return
				}
			}
		})
	}
	running.Wait()
	return winner.result()
}

// deal makes trials and hands them out.
func (w *winner) deal(trials iter.Seq[trial], turns chan<- turn, done <-chan struct{}) {
	defer close(turns)
	defer w.catch()
	number := 0
	for t := range trials {
		select {
		case turns <- turn{number, t}:
			number++
		case <-done:
			return
		}
	}
}

// A winner is the earliest match so far. What is handed out once there is one
// comes after it; what is still running may come before.
type winner struct {
	sync.Mutex
	number int
	match  *match
	fault  any // what a prober or the dealer panicked with
}

func (w *winner) known() bool {
	w.Lock()
	defer w.Unlock()
	return w.match != nil || w.fault != nil
}

// catch keeps a panic for the goroutine that waits, where it can be recovered.
func (w *winner) catch() {
	if fault := recover(); fault != nil {
		w.Lock()
		defer w.Unlock()
		w.fault = fault
	}
}

func (w *winner) result() *match {
	w.Lock()
	defer w.Unlock()
	if w.fault != nil {
		panic(w.fault)
	}
	return w.match
}

func (w *winner) offer(number int, m *match) {
	w.Lock()
	defer w.Unlock()
	if m != nil && (w.match == nil || number < w.number) {
		w.number, w.match = number, m
	}
}
