package doctor

import (
	"context"
	"iter"
)

// aheadFrom is the length in bytes of a body from which the next variant is
// made on another core while the last one is hashed.
const aheadFrom = 8 << 10

// ahead yields what variants does, and has the next one made meanwhile. When
// the loop over it ends early, so does the making, and when ctx ends, then
// without waiting for one that is half made: it can take most of a second.
func ahead(ctx context.Context, variants iter.Seq[variant]) iter.Seq[variant] {
	return func(yield func(variant) bool) {
		made, done := make(chan variant), make(chan struct{})
		defer close(done)
		go func() {
			defer close(made)
			for v := range variants {
				select {
				case made <- v:
				case <-done:
					return
				}
			}
		}()
		for {
			select {
			case v, ok := <-made:
				if !ok || !yield(v) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}
