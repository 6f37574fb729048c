// Package stripecompat signs and verifies requests the way Stripe does, with a
// timestamp and signatures in one header:
//
//	Stripe-Signature: t=1614265330,v1=<hex of HMAC-SHA256 of "t.body">
//
// The key is the whole text of the endpoint's secret, "whsec_" included. That
// is another key than Standard Webhooks makes of a text that looks the same,
// and so [Secret] is another type.
//
// A [Verifier] takes several secrets, those of live and test mode or of account
// and Connect (https://github.com/stripe/stripe-node/issues/396), and says
// which one matched. Its errors are those of package standardwebhooks, and
// [standardwebhooks.Code] gives their codes.
//
// Senders with other headers, labels or units, such as Mux, WorkOS, Paddle and
// Slack, are a [Format] each, given by [WithFormat]; everything else is the
// same for all.
//
// # For users of stripe-go
//
// [ConstructEvent], [ValidatePayload] and their neighbours, the values of their
// errors and [GenerateTestSignedPayload] have the names and shapes of
// github.com/stripe/stripe-go's package webhook:
//
//	import webhook "github.com/whsec/whsec/stripecompat"
//
// ConstructEvent returns an [Event] of this package, whose Created is a
// time.Time and whose object is in Data.Raw. To keep that of stripe-go, ask for
// it:
//
//	event, err := webhook.ConstructEventAs[stripe.Event](body, header, secret)
//
// What its functions refuse is still refused, but for this:
// an event is not refused for its API version or for being a thin one
// (https://github.com/stripe/stripe-go/issues/1495,
// https://github.com/stripe/stripe-go/issues/2159), and items of the header that
// are empty, broken or surrounded by blanks do not spoil the others
// (https://github.com/stripe/stripe-php/issues/1001).
//
// # Where it is stricter than stripe-go
//
//   - A timestamp in the future is refused beyond the tolerance, and beyond 5
//     minutes whatever the tolerance: stripe-go looks at the past only, so that
//     a signature made ahead of time, or in milliseconds, is good for years. The
//     value is [ErrTooOld], since there is no other.
//   - A header with two different timestamps is refused: stripe-go judges by the
//     last, other libraries by the first.
//   - A timestamp is plain digits, without a sign or leading zeros, and what was
//     signed is that text, not a number written anew. Without a timestamp the
//     header is [ErrInvalidHeader], also where the tolerance is ignored.
//   - An empty secret is [ErrEmptySecret], as in newer releases
//     (https://github.com/stripe/stripe-go/pull/2429): with it anyone can sign.
//     One with white space around it, which would be part of the key, is a
//     [standardwebhooks.KeyError]; so is a whsk_ or whpk_ key of Standard
//     Webhooks.
//   - A tolerance is between 1 second and 24 hours. Zero means the default in
//     [ConstructEventOptions] alone, and is refused elsewhere, as a negative one
//     is everywhere: where stripe-go takes zero for the default in one function
//     and for "nothing passes" in another, no value here changes its meaning or
//     switches the check off.
//   - The age is judged after the signature, so that [ErrTooOld] is said of
//     authentic requests only: a forged one is [ErrNoValidSignature] at any age.
//   - An event without an id is a [standardwebhooks.DecodeError], since
//     duplicates could not be told.
//   - [ComputeSignature] returns nil for what a Verifier would refuse, an empty
//     secret or a time before 1970.
package stripecompat
