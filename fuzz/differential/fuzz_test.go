package differential

import (
	"testing"
)

func FuzzReference(f *testing.F) { fuzzPeer(f, referencePeer) }
func FuzzSvix(f *testing.F)      { fuzzPeer(f, svixPeer) }
func FuzzStripe(f *testing.F)    { fuzzPeer(f, stripePeer) }
func FuzzOpenAI(f *testing.F)    { fuzzPeer(f, openaiPeer) }

func fuzzPeer(f *testing.F, p peer) {
	for _, seed := range p.seeds(f) {
		f.Add(seed.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, ok := p.exchangeOf(data)
		if !ok {
			return
		}
		ours, code := oursAccepts(e)
		theirs := p.accepts(t, e)
		if ours == theirs {
			return
		}
		if problem := p.unexplained(t, e, theirs); problem != "" {
			t.Fatalf("ours: %t %q, theirs: %t: %s\n%q", ours, code, theirs, problem, e.Headers)
		}
	})
}
