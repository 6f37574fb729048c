package doctor

import "iter"

// aheadFrom is the length in bytes of a body from which the next variant is
// made on another core while the last one is hashed.
const aheadFrom = 32 << 10

// ahead yields what variants does, and has the next one made meanwhile. When
// the loop over it ends early, so does the making.
func ahead(variants iter.Seq[variant]) iter.Seq[variant] {
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
		for v := range made {
			if !yield(v) {
				return
			}
		}
	}
}
