package main

import "strings"

// standardTampering: everything is right but what is signed, or with what.
func standardTampering(b *builder, plain *entry) {
	t := b.theme("standard", "verify", "tampering", "A signature over something else, with something else, or for somebody else.")
	n := decimal(sentAt)
	t.cites(swScheme)
	t.flagsAs("WrongContent")
	over := func(slug, comment, content string) {
		t.invalid(slug, "signature_mismatch", comment, plain, signedAs(content))
	}
	over("content-body", "A signature over the body alone leaves id and timestamp open.", "{body}")
	over("content-timestamp-body", "A signature over timestamp and body, as of Stripe, leaves the id open.", "{t}.{body}")
	over("content-id-body", "A signature over id and body leaves the timestamp open.", "{id}.{body}")
	over("content-id-timestamp", "A signature over id and timestamp leaves the body open.", "{id}.{t}")
	over("content-id-timestamp-stop", "A signature over id and timestamp as of an empty body leaves the body open.", "{id}.{t}.")
	over("content-empty", "A signature over nothing leaves everything open.", "{nothing}")
	over("content-order", "A signature over timestamp, id and body is over another text.", "{t}.{id}.{body}")
	over("content-body-first", "A signature over body, timestamp and id is over another text.", "{body}.{t}.{id}")
	over("content-no-stops", "A signature over the three without full stops is cut wherever one likes.", "{id}{t}{body}")
	over("content-colons", "A signature over the three with colons is over another text.", "{id}:{t}:{body}")
	over("content-spaces", "A signature over the three with spaces is over another text.", "{id} {t} {body}")
	over("content-version-in-front", "A signature over the version and the three is over another text.", "v1.{id}.{t}.{body}")
	over("content-slack", "A signature as Slack makes it is over another text.", "v0:{t}:{body}")
	over("content-line-feed-behind", "A signature over the three and a line feed is over another text.", "{id}.{t}.{body}\n")
	over("content-milliseconds", "A signature over the time in milliseconds is over another text.", "{id}.{t}000.{body}")
	over("content-fraction", "A signature over the time as a float is over another text.", "{id}.{t}.0.{body}")
	over("content-body-base64", "A signature over the body in base64 is over another text.", "{id}.{t}."+encode(payload))
	over("content-other-id", "A signature over another id is of another message.", "msg_other.{t}.{body}")
	over("content-other-timestamp", "A signature over an older timestamp is of another attempt.", "{id}."+decimal(sentAt-86400)+".{body}")
	over("content-other-body", "A signature over another body is of another message.", "{id}.{t}.hello")

	t.flagsAs("Tampering")
	t.cites(swScheme, swVerify)
	t.invalid("timestamp-refreshed", "signature_mismatch", "The timestamp is signed: a fresh one under an old signature is refused.",
		t.valid("timestamp-299", "A message of 299 seconds ago is the base of what follows.", plain.recipe.mutate(age(299))), arrivesTimestamp(n))
	t.invalid("timestamp-next-second", "signature_mismatch", "The timestamp is signed: the next second is another one.", plain, arrivesTimestamp(decimal(sentAt+1)))
	t.invalid("parts-shifted", "malformed_id", "The last digit of the id is not the first one of the timestamp.", plain, cut(messageID+".1", n[1:], payload))
	t.invalid("parts-moved", "signature_mismatch", "A character that moves from the body to the id is missed where it was.", plain, cut(messageID+"{", n, payload[1:]))

	standardWrongKeys(t, plain)
	standardWrongAlgorithms(t, plain)
}

// standardWrongKeys: the right content and a key that is not the secret.
func standardWrongKeys(t *theme, plain *entry) {
	rest := strings.TrimPrefix(published, "whsec_")
	t.cites(swScheme)
	with := func(slug, comment, key string) {
		t.invalid(slug, "signature_mismatch", comment, plain, signed(hmacOf(key)))
	}
	t.flagsAs("WrongMAC")
	with("key-stranger", "A signature of somebody else's secret is refused.", strangerSecret.key)
	with("key-empty", "A signature of the empty key is what anyone makes.", "")
	with("key-zeros", "A signature of zero bytes is what anyone makes.", strings.Repeat("\x00", 32))
	with("key-truncated", "A signature of all but the last byte of the secret is of another key.", publishedSecret.key[:23])
	with("key-longer", "A signature of the secret and another byte is of another key.", publishedSecret.key+"\x01")
	t.flagsAs("KeyForm")
	with("key-text", "A signature of the secret as a text, not decoded, is of another key.", rest)
	with("key-text-prefixed", "A signature of the secret as a text with its prefix, as of Stripe, is of another key.", published)
	with("key-hexadecimal", "A signature of the secret in hexadecimal is of another key.", spell("as-hex", rest))
	with("key-hashed", "A signature of the hash of the secret is of another key.", hashed(publishedSecret.key))
	with("key-decoded-prefix", "A signature of the secret decoded with its prefix is of another key.", decodeSkipping(published))
}

// standardWrongAlgorithms: the right content and key.
func standardWrongAlgorithms(t *theme, plain *entry) {
	t.flagsAs("WrongAlgorithm")
	t.cites(swScheme)
	by := func(slug, reason, comment, algorithm string) {
		t.invalid(slug, reason, comment, plain, signed(signature{Algorithm: algorithm, Key: publishedSecret.key}))
	}
	by("algorithm-sha1", "malformed_signature", "A MAC of SHA-1 is of another algorithm.", "hmac-sha1")
	by("algorithm-sha384", "malformed_signature", "A MAC of SHA-384 is of another algorithm.", "hmac-sha384")
	by("algorithm-sha512", "malformed_signature", "A MAC of SHA-512 is of another algorithm.", "hmac-sha512")
	by("algorithm-sha512-cut", "signature_mismatch", "The first half of a MAC of SHA-512 has the right length only.", "hmac-sha512-256")
	by("algorithm-hash-of-key-first", "signature_mismatch", "A hash of key and content is no MAC: it is extended at will.", "sha256-key-first")
	by("algorithm-hash", "signature_mismatch", "A hash of the content is what anyone makes.", "sha256")
}
