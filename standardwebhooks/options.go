package standardwebhooks

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/internal/window"
)

// DefaultTolerance is how far a timestamp may lie from now, in the past and in
// the future, unless an option says otherwise.
const DefaultTolerance = window.Default

// A VerifierOption changes how a [Verifier] is made.
type VerifierOption interface{ applyToVerifier(*Verifier) error }

// A SignerOption changes how a [Signer] is made.
type SignerOption interface{ applyToSigner(*Signer) error }

// An Option is good for a [Verifier] and for a [Signer].
type Option interface {
	VerifierOption
	SignerOption
}

// WithTolerance sets how far a timestamp may lie from now on either side, from
// 1 s to 24 h. Outside of that NewVerifier returns [ErrInvalidTolerance]: there
// is no value that switches the check off.
func WithTolerance(d time.Duration) VerifierOption {
	return verifierOption(func(v *Verifier) error { v.window = window.Window{Past: d, Future: d}; return nil })
}

// WithPastTolerance sets how long ago a message may have been sent.
func WithPastTolerance(d time.Duration) VerifierOption {
	return verifierOption(func(v *Verifier) error { v.window.Past = d; return nil })
}

// WithFutureTolerance sets how far the sender's clock may run ahead.
func WithFutureTolerance(d time.Duration) VerifierOption {
	return verifierOption(func(v *Verifier) error { v.window.Future = d; return nil })
}

// WithClock sets what [Verifier.Verify] takes for now: time.Now unless set.
// A nil clock is ignored.
func WithClock(now func() time.Time) VerifierOption {
	return verifierOption(func(v *Verifier) error {
		if now != nil {
			v.now = now
		}
		return nil
	})
}

// InsecureIgnoreTimestamp accepts authentic messages of any age: whoever
// records one can send it again, for ever. To judge a stored request, use
// [Verifier.VerifyAt] instead.
func InsecureIgnoreTimestamp() VerifierOption {
	return verifierOption(func(v *Verifier) error { v.anyAge = true; return nil })
}

// WithHeaderPrefix sets what header names begin with: "webhook" unless set,
// for webhook-id, webhook-timestamp and webhook-signature.
//
// A Signer writes the names of the first prefix. A Verifier reads one set of
// three headers, never a mixture: that of the first prefix of which all three
// are there. If several sets are complete they have to agree in id and
// timestamp, else the error is [ErrDuplicateHeader]; their signatures all
// count.
func WithHeaderPrefix(prefix string, more ...string) Option {
	sets, err := headerSetsOf(append([]string{prefix}, more...))
	return option{
		verifier: func(v *Verifier) error { v.headers = sets; return err },
		signer:   func(s *Signer) error { s.headers = sets; return err },
	}
}

// InsecureAllowDotInID accepts and signs message ids with a full stop, for
// senders that ignore the specification. Whoever can choose how the id of a
// message ends or its payload begins can then cut an authentic message into
// one with another id, timestamp and payload.
func InsecureAllowDotInID() Option {
	return option{
		verifier: func(v *Verifier) error { v.dotInID = true; return nil },
		signer:   func(s *Signer) error { s.dotInID = true; return nil },
	}
}

type verifierOption func(*Verifier) error

func (o verifierOption) applyToVerifier(v *Verifier) error { return o(v) }

type option struct {
	verifier func(*Verifier) error
	signer   func(*Signer) error
}

func (o option) applyToVerifier(v *Verifier) error { return o.verifier(v) }
func (o option) applyToSigner(s *Signer) error     { return o.signer(s) }

func headerSetsOf(prefixes []string) ([]headerSet, error) {
	sets := make([]headerSet, len(prefixes))
	for i, prefix := range prefixes {
		set := newHeaderSet(prefix)
		if !strict.Word(prefix) || slices.Contains(sets[:i], set) {
			return nil, fmt.Errorf("%w: %s: want distinct ones of letters, digits and hyphens", ErrInvalidHeaderPrefix, quote(prefix))
		}
		sets[i] = set
	}
	return sets, nil
}

func newHeaderSet(prefix string) headerSet {
	name := func(suffix string) string { return http.CanonicalHeaderKey(prefix + suffix) }
	return headerSet{id: name("-id"), timestamp: name("-timestamp"), signature: name("-signature")}
}
