package doctor

import (
	"context"
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
)

// raced runs trials on several probers, of which each waits for the next one.
func raced(trials ...trial) *match {
	var all iter.Seq[trial] = func(yield func(trial) bool) {
		for _, t := range trials {
			if !yield(t) {
				return
			}
		}
	}
	s := (&patient{}).newSearch(context.Background())
	return race(s.ctx, all, []*prober{newProber(s), newProber(s)})
}

func nothing(*prober) *match { return nil }

// The earliest match wins, also if a later one was there before.
func TestEarliestMatch(t *testing.T) {
	first, second := &match{}, &match{findings: []finding{{}}}
	later := make(chan bool)
	early := func(*prober) *match { <-later; return first }
	late := func(*prober) *match { close(later); return second }
	assert.Same(t, first, raced(nothing, early, late, nothing))
	assert.Nil(t, raced(nothing, nothing))
	assert.Nil(t, raced())
}

// A panic is that of the caller, who can recover it.
func TestPanicsCanBeRecovered(t *testing.T) {
	fault := func(*prober) *match { panic("a fault") }
	assert.PanicsWithValue(t, "a fault", func() { raced(nothing, fault, nothing) })
	s := (&patient{}).newSearch(context.Background())
	assert.PanicsWithValue(t, "made badly", func() {
		race(s.ctx, func(func(trial) bool) { panic("made badly") }, s.probers)
	})
}

// When the time is up no trial is made any more: what was left in the making
// shares the budget.
func TestNothingBeginsAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := (&patient{body: make([]byte, 2*sharedFrom)}).newSearch(ctx)
	assert.Nil(t, s.first(func(func(trial) bool) { t.Error("a trial is made") }))
}
