// Package stripecompat signs and verifies requests the way Stripe does, with a
// timestamp and signatures in one header:
//
//	Stripe-Signature: t=1614265330,v1=8cd880…
package stripecompat
