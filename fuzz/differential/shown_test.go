package differential

import (
	"testing"

	"github.com/whsec/whsec/fuzz/internal/exchange"
)

// TestDifferencesAreShown: every difference has vectors for each library that
// has it, in each of which one side accepts and the other refuses, and which it
// explains by itself: with it alone mended, both accept.
func TestDifferencesAreShown(t *testing.T) {
	shown := 0
	for name, p := range peers {
		seeds := p.seeds(t)
		for _, d := range differences {
			for _, id := range d.peers[name] {
				shown++
				if !p.isShown(t, d, seeds, id) {
					t.Errorf("%s: for %s, %s does not show it", d.name, name, id)
				}
			}
		}
	}
	for _, d := range differences {
		for name, ids := range d.peers {
			if _, ok := peers[name]; !ok || len(ids) == 0 {
				t.Errorf("%s: for %s, nothing shows it", d.name, name)
			}
			shown -= len(ids)
		}
	}
	if shown != 0 {
		t.Errorf("%d vectors were not looked at", -shown)
	}
}

// isShown looks at all seeds of a vector: a key has two.
func (p peer) isShown(t *testing.T, d difference, seeds []exchange.Seed, id string) bool {
	for _, seed := range seeds {
		e, ok := p.exchangeOf(seed.Data)
		if seed.ID != id || !ok {
			continue
		}
		ours, _ := oursAccepts(e)
		theirs := p.accepts(t, e)
		mended, ok := d.mend(p, e)
		if ours == theirs || theirs != d.theirs || !ok {
			continue
		}
		ours, _ = oursAccepts(mended)
		if theirs = p.accepts(t, mended); ours && theirs {
			return true
		}
	}
	return false
}
