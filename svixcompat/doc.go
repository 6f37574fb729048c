// Package svixcompat is the scheme of package standardwebhooks under the header
// names of Svix: svix-id, svix-timestamp and svix-signature. It reads
// webhook-id, webhook-timestamp and webhook-signature too, which Svix sends
// where its customers do not want its name.
//
// One complete set of three counts, svix-* before webhook-*, and sets are never
// mixed. If both are complete they have to agree in id and timestamp.
//
// New programs use [NewVerifier] and [NewSigner], which are the ones of package
// standardwebhooks with these names. [Webhook] has the shape of
// github.com/svix/svix-webhooks/go: for those who use it, changing the import
// path is the migration:
//
//	import svix "github.com/whsec/whsec/svixcompat"
//
// # Where it is stricter than svix
//
//   - A secret of under 24 bytes is refused, and so is the empty one or one of
//     zero bytes only: with the empty one anyone can sign
//     (https://github.com/svix/svix-webhooks/pull/2347). For short secrets that
//     cannot be replaced, give what [standardwebhooks.InsecureParseSecret]
//     returns to [NewVerifier].
//   - A secret with a line break or stray bits in its base64 is refused: Go's
//     decoder reads those, other languages' do not, and a secret has one text.
//     A private or public key where a secret is wanted is refused.
//   - A message id with a full stop is refused. It separates id, timestamp and
//     payload in what is signed: an id that may hold it lets one signature stand
//     for messages cut in another place, with another timestamp.
//     [standardwebhooks.InsecureAllowDotInID] is there for [NewVerifier].
//   - A timestamp is plain digits, without a sign or leading zeros: what was
//     signed is the text in the header, not a number written anew.
//   - Two different ids or timestamps in the headers are refused, where svix
//     takes the first: the next program might take the last.
//   - The timestamp is judged after the signature, to the clock's full
//     precision on both sides. So a request is only called too old or too new
//     if it is authentic.
//   - Signing refuses what verifying would, an id with a full stop or a time
//     before 1970.
//
// It is less strict in one: a list of signatures reads the same when a gateway
// split it at its commas or gave every signature a header line of its own
// (https://github.com/svix/svix-webhooks/issues/880).
package svixcompat
