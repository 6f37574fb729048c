// Package standardcompat has the names and the shape of the reference Go
// library of Standard Webhooks, over the Verifier and Signer of package
// [standardwebhooks]. Changing the import path is the migration:
//
//	import standardwebhooks "github.com/whsec/whsec/standardcompat"
//
// where it was github.com/standard-webhooks/standard-webhooks/libraries/go.
// New code is better off with package standardwebhooks itself: it says what
// was verified, knows several keys, Ed25519, and other clocks.
//
// # Errors
//
// An error of [Webhook.Verify] matches, with errors.Is, the variable of this
// package that the reference library would have returned, and the finer class
// of package standardwebhooks too; standardwebhooks.Code gives its code. Texts
// differ.
//
// # Where this package is stricter
//
// Each of these is accepted by v0.0.1 of the reference library and refused
// here, because it lets in what the sender did not send, or lets two programs
// read one request in two ways.
//
//   - Secrets of under 24 bytes, which the specification forbids: they can be
//     searched for offline. For a sender that issues them, there is
//     standardwebhooks.InsecureParseSecret, for that package's Verifier.
//   - Empty secrets, and secrets of zero bytes only, which are the same to
//     HMAC. An environment variable that is not set must not let everyone in.
//   - The zero Webhook and a nil one, which verify and sign nothing. In the
//     reference library the zero one has the empty key.
//   - Secrets with a line break inside, or with trailing bits that base64
//     leaves unused: a secret has one spelling, and what is spelled otherwise
//     was damaged on its way.
//   - Message ids with a full stop, in Verify and in Sign. The specification
//     forbids them: what is signed is id, timestamp and payload joined by full
//     stops, so that they could be cut apart elsewhere, into a message with a
//     fresh timestamp. Control characters and white space around an id too.
//   - Timestamps with a sign or leading zeros. The reference library reads the
//     number and authenticates another spelling of it than was received.
//   - Two id or timestamp headers that differ. The reference library takes the
//     first; whoever reads the last acts on what was not verified.
//   - Times before 1970 in Sign, the zero time among them: the timestamp
//     header counts the seconds since then.
//
// # Where this package differs otherwise
//
//   - The signature is checked before the age, so that [ErrMessageTooOld] and
//     [ErrMessageTooNew] speak of authentic messages only. A forged message
//     that is also old gives [ErrNoMatchingSignature].
//   - [NewWebhookRaw] copies the key: changing the slice later changes nothing.
//
// It also reads what proxies and people make of a request or a secret on its
// way, none of which weakens the check:
//
//   - White space around a secret, and missing padding.
//   - Signatures in several headers, or in a list that was split or joined at
//     its commas.
//   - Header names in any case, as in maps made by hand.
package standardcompat
