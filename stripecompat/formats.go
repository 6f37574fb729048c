package stripecompat

import "time"

// HeaderSignature is the name of Stripe's header, in Go's canonical form.
const HeaderSignature = "Stripe-Signature"

// SchemeV1 is the label of Stripe's signatures.
const SchemeV1 = "v1"

// Stripe returns the format that is used unless another is given.
func Stripe() Format {
	return Format{
		Header:         HeaderSignature,
		Separator:      ',',
		Labels:         []string{SchemeV1},
		TimestampLabel: "t",
		Unit:           time.Second,
		Between:        ".",
	}
}
