// Package differential holds fuzz targets that put ours beside released
// libraries: what one accepts the other has to accept, unless it is one of the
// differences that are known, each of which has vectors that show it.
//
//	FuzzReference  github.com/standard-webhooks/standard-webhooks/libraries/go
//	FuzzSvix       github.com/svix/svix-webhooks/go
//	FuzzStripe     github.com/stripe/stripe-go/webhook
//	FuzzOpenAI     github.com/openai/openai-go/webhooks
//
// A difference is not a condition that excuses: it says what to mend. With all
// that is known of a request mended, and signed again where that changes what
// is signed, both sides have to accept it; so nothing else can hide behind it.
//
// The libraries judge by time.Now. They run in a bubble of testing/synctest,
// where the clock is what the data says, so that no result depends on the
// moment.
//
// It is a module of its own, so that the libraries do not get into go.mod of
// the project.
package differential
