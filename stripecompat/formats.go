package stripecompat

import "time"

// HeaderSignature is the name of Stripe's header, in Go's canonical form.
const HeaderSignature = "Stripe-Signature"

// SchemeV1 is the label of Stripe's signatures.
const SchemeV1 = "v1"

// Stripe returns the format that is used unless another is given:
//
//	Stripe-Signature: t=1614265330,v1=<hex of "t.body">
//
// See https://docs.stripe.com/webhooks/signature.
func Stripe() Format { return stripeUnder(HeaderSignature) }

// Mux returns Stripe's format in a Mux-Signature header. See
// https://www.mux.com/docs/core/verify-webhook-signatures.
func Mux() Format { return stripeUnder("Mux-Signature") }

// Calendly returns Stripe's format in a Calendly-Webhook-Signature header. See
// https://developer.calendly.com/api-docs/overview/webhooks/webhook-signatures.
func Calendly() Format { return stripeUnder("Calendly-Webhook-Signature") }

// WorkOS returns Stripe's format in a WorkOS-Signature header, with the
// timestamp in milliseconds (https://github.com/workos/workos-ruby/issues/138)
// and a tolerance of 3 minutes, as WorkOS's own libraries have it.
func WorkOS() Format {
	format := stripeUnder("WorkOS-Signature")
	format.Unit = time.Millisecond
	format.Tolerance = 3 * time.Minute
	return format
}

// ElevenLabs returns Stripe's format in an ElevenLabs-Signature header, with
// signatures labelled v0 and a tolerance of half an hour into the past, as
// ElevenLabs's own libraries have it.
func ElevenLabs() Format {
	format := stripeUnder("ElevenLabs-Signature")
	format.Labels = []string{"v0"}
	format.Tolerance = 30 * time.Minute
	return format
}

// BoldSign returns the format of BoldSign:
//
//	X-BoldSign-Signature: t=1614265330, s0=<hex of "t.body">, s1=<the same>
//
// The second signature is that of the old key while keys are changed. See
// https://developers.boldsign.com/webhooks/verify-webhook-events.
func BoldSign() Format {
	format := stripeUnder("X-BoldSign-Signature")
	format.Labels = []string{"s0", "s1"}
	return format
}

// Paddle returns the format of Paddle Billing:
//
//	Paddle-Signature: ts=1614265330;h1=<hex of "ts:body">
//
// See https://developer.paddle.com/webhooks/signature-verification.
func Paddle() Format {
	return Format{
		Header:         "Paddle-Signature",
		Separator:      ';',
		Labels:         []string{"h1"},
		TimestampLabel: "ts",
		Unit:           time.Second,
		Between:        ":",
	}
}

// Slack returns the format of Slack:
//
//	X-Slack-Request-Timestamp: 1614265330
//	X-Slack-Signature: v0=<hex of "v0:timestamp:body">
//
// See https://docs.slack.dev/authentication/verifying-requests-from-slack.
func Slack() Format {
	return Format{
		Header:          "X-Slack-Signature",
		Separator:       ',',
		Labels:          []string{"v0"},
		TimestampHeader: "X-Slack-Request-Timestamp",
		Unit:            time.Second,
		Before:          "v0:",
		Between:         ":",
	}
}

func stripeUnder(header string) Format {
	return Format{
		Header:         header,
		Separator:      ',',
		Labels:         []string{SchemeV1},
		TimestampLabel: "t",
		Unit:           time.Second,
		Between:        ".",
	}
}
