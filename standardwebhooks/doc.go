// Package standardwebhooks signs and verifies webhooks by the Standard
// Webhooks specification 1.0.0: message id, timestamp and payload, signed with
// HMAC-SHA256 (scheme v1) or Ed25519 (v1a), in three headers.
//
// Most receivers want [ParseVerifyingKeys], [NewVerifier] and
// [Verifier.Verify], or the middleware of package webhookhttp around them:
//
//	keys, err := standardwebhooks.ParseVerifyingKeys(os.Getenv("WEBHOOK_SECRET"))
//	verifier, err := standardwebhooks.NewVerifier(keys)
//	message, err := verifier.Verify(body, request.Header)
//
// Most senders want [NewSigner] and [Signer.SetHeaders], or the transport of
// package webhookhttp.
//
// # Verifying
//
// Verify the bytes of the body as they were received, before anything parses
// them: another spelling of the same JSON has another signature. Verify
// returns a [Message] with the id, timestamp and payload that were
// authenticated; nobody needs to read the headers a second time. It never
// looks into the body. To get at a type of yours, use [Decode], which verifies
// first.
//
// Delivery is at least once. The message id is the same at every attempt:
// keep the ids of messages you have acted on, for as long as the sender goes
// on trying, and act on each once.
//
// A signature holds for ever; the timestamp is what makes a recorded request
// useless after a while. Messages of more than five minutes ago or ahead are
// refused unless [WithTolerance] or its siblings say otherwise. To verify a
// request that was stored, use [Verifier.VerifyAt] with the time when it was
// received.
//
// # Keys
//
//	whsec_  symmetric secret, base64 of 24 to 64 bytes     signs and verifies  v1
//	whsk_   private key, base64 of seed and public key     signs               v1a
//	whpk_   public key, base64 of 32 bytes                 verifies            v1a
//
// A private key may also be held elsewhere: see [RemoteKey].
//
// Keys do not show themselves in logs, errors or dumps, and are not
// marshalled. Their Text methods give them out.
//
// # Rotating keys
//
// A Signer and a Verifier take a list of keys, the current one first, of
// either scheme; as a text, they are separated by white space. To rotate: let receivers verify under the new key beside the
// old one; let the sender sign with both; and when [Message.KeyIndex] says that
// nothing but the new one matches, drop the old one on both sides.
//
// # Errors
//
// Each way to be refused is an error value such as [ErrSignatureMismatch] for
// [errors.Is], often within a type that has the details, such as
// [TimestampError]. All match [ErrInvalid]. [Code] gives a short stable name
// for logs and metrics. No error holds a key or an expected signature, but do
// not answer a sender with it all the same: 401 is all a forger needs to know.
//
// # What is refused
//
// Libraries for this scheme disagree about many inputs, and some let
// forgeries through. This one refuses what the specification does not allow
// or leaves dangerous: empty secrets and secrets of zeros, secrets of under 24
// bytes, public keys used as secrets, Ed25519 keys of small order, message ids
// with a full stop, timestamps with signs, fractions or leading zeros, two
// different ids or timestamps, base64 that is not canonical. It accepts lists
// of signatures however they arrive: in one header, a header each, split or
// folded at commas.
//
// What weakens this has a name that begins with Insecure.
package standardwebhooks
