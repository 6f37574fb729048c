package stripecompat

import (
	"time"

	"github.com/whsec/whsec/internal/window"
)

// DefaultTolerance is how far a timestamp may lie from now, in the past and in
// the future, unless a format or an option says otherwise.
const DefaultTolerance = window.Default

// A VerifierOption changes how a [Verifier] is made.
type VerifierOption interface{ applyToVerifier(*verifierConfig) }

// A SignerOption changes how a [Signer] is made.
type SignerOption interface{ applyToSigner(*Format) }

// An Option is good for a [Verifier] and for a [Signer].
type Option interface {
	VerifierOption
	SignerOption
}

// WithFormat sets what the header looks like and what is signed: [Stripe]
// unless set.
func WithFormat(format Format) Option { return formatOption{format} }

// WithTolerance sets how far a timestamp may lie from now on either side, from
// 1 s to 24 h. Outside of that NewVerifier returns
// [standardwebhooks.ErrInvalidTolerance]: there is no value that switches the
// check off.
func WithTolerance(d time.Duration) VerifierOption {
	return verifierOption(func(c *verifierConfig) { c.past, c.future = &d, &d })
}

// WithPastTolerance sets how long ago a request may have been signed.
func WithPastTolerance(d time.Duration) VerifierOption {
	return verifierOption(func(c *verifierConfig) { c.past = &d })
}

// WithFutureTolerance sets how far the sender's clock may run ahead.
func WithFutureTolerance(d time.Duration) VerifierOption {
	return verifierOption(func(c *verifierConfig) { c.future = &d })
}

// WithClock sets what [Verifier.Verify] takes for now: time.Now unless set.
// A nil clock is ignored.
func WithClock(now func() time.Time) VerifierOption {
	return verifierOption(func(c *verifierConfig) {
		if now != nil {
			c.now = now
		}
	})
}

// InsecureIgnoreTimestamp accepts authentic requests of any age: whoever
// records one can send it again, for ever. To judge a stored request, use
// [Verifier.VerifyAt] instead.
func InsecureIgnoreTimestamp() VerifierOption {
	return verifierOption(func(c *verifierConfig) { c.anyAge = true })
}

// A verifierConfig is what options say, in whatever order: tolerances win over
// that of the format.
type verifierConfig struct {
	format       Format
	past, future *time.Duration // nil unless an option says so
	now          func() time.Time
	anyAge       bool
}

func (c *verifierConfig) window() window.Window {
	w := c.format.window()
	if c.past != nil {
		w.Past = *c.past
	}
	if c.future != nil {
		w.Future = *c.future
	}
	return w
}

type verifierOption func(*verifierConfig)

func (o verifierOption) applyToVerifier(c *verifierConfig) { o(c) }

type formatOption struct{ format Format }

func (o formatOption) applyToVerifier(c *verifierConfig) { c.format = o.format }
func (o formatOption) applyToSigner(f *Format)           { *f = o.format }
