// Package webhooktest makes signed requests for the tests of programs that
// receive webhooks, and spoils them in every way that such a program has to
// withstand.
//
//	verifier := webhooktest.NewVerifier(t, webhooktest.Secret(t, "current"))
//	signer := webhooktest.NewSigner(t, webhooktest.Secret(t, "current"))
//
//	r := webhooktest.NewRequest(t, signer, []byte(`{"type":"invoice.paid"}`))
//	handler.ServeHTTP(recorder, r)
//
// Requests are signed for [Now], a fixed time, and verifiers made here live at
// it; others take it for their clock. Keys are derived from their names, so that
// tests do the same whenever they run: they are no secrets, and have no place
// outside of tests.
//
// Anything with a SetHeaders method signs: the Signers of standardwebhooks,
// svixcompat and stripecompat.
package webhooktest
