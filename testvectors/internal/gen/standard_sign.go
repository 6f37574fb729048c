package main

import "strings"

// standardSign: making the headers of a message.
func standardSign(b *builder) {
	t := b.theme("standard", "sign", "sign", "The headers of a message under one key or several.")
	plainRecipe := signRecipe("standard", "webhook-")
	t.cites(swScheme, swHeaders)
	t.flagsAs("KnownAnswer")
	plain := t.valid("published", "The published answer of the reference libraries.", plainRecipe)
	t.valid("published-rust", "The published answer of the reference library for Rust.", plainRecipe.mutate(
		keys("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"), signed(signature{Algorithm: "hmac-sha256", Key: decodeKey("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")}),
		id("msg_27UH4WbU6Z5A5EzD8u03UvzRbpk"), timestamp("1649367553"), clock(1649367553), body(`{"email":"test@example.com","username":"test_user"}`)))
	t.valid("published-openai", "The published answer of OpenAI, with a secret of 32 bytes.", plainRecipe.mutate(
		keys("whsec_RdvaYFYUXuIFuEbvZHwMfYFhUf7aMYjYcmM24+Aj40c="), signed(signature{Algorithm: "hmac-sha256", Key: decodeKey("whsec_RdvaYFYUXuIFuEbvZHwMfYFhUf7aMYjYcmM24+Aj40c=")}),
		id("wh_685c059ae39c8190af8c71ed1022a24d"), timestamp("1750861210"), clock(1750861210),
		body(`{"id": "evt_685c059ae3a481909bdc86819b066fb6", "object": "event", "created_at": 1750861210, "type": "response.completed", "data": {"id": "resp_123"}}`)))
	asymmetric := t.valid("published-ed25519", "The published answer of the Svix server under an Ed25519 key.", plainRecipe.mutate(
		keys(publishedPrivate), signed(publishedPair.signs())))

	t.flagsAs("KeySize")
	t.valid("key-64-bytes", "A key of 64 bytes fills a block and is not hashed.", plainRecipe.mutate(keys(secretNamed("64", 64).text), signed(secretNamed("64", 64).signs())))
	t.valid("key-25-bytes", "A key of 25 bytes, padded twice, is decoded whole.", plainRecipe.mutate(keys(secretNamed("25", 25).text), signed(secretNamed("25", 25).signs())))

	standardSignBodies(t, plainRecipe)

	t.cites(swScheme, swHeaders)
	t.flagsAs("TimestampRange")
	t.valid("timestamp-zero", "The first second of 1970 is a timestamp of one digit.", plainRecipe.mutate(timestamp("0")))
	t.valid("timestamp-2038", "A timestamp over 31 bits is written as it is.", plainRecipe.mutate(timestamp("2147483648")))
	t.valid("timestamp-2106", "A timestamp over 32 bits is written as it is.", plainRecipe.mutate(timestamp("4294967296")))
	t.valid("timestamp-9999", "The last second of the year 9999 has twelve digits.", plainRecipe.mutate(timestamp("253402300799")))
	t.open("timestamp-negative", "A time before 1970 has a sign.", plain, timestamp("-1"))

	t.flagsAs("MessageID")
	t.cites(swMetadata, swScheme)
	t.valid("id-one-character", "A message id of one character is signed as it is.", plainRecipe.mutate(id("1")))
	t.valid("id-uuid", "A message id with hyphens is signed as it is.", plainRecipe.mutate(id("6b1f5a3e-0a52-4c1e-9d0f-6a3d2f1c9b7e")))
	t.valid("id-percent", "A message id with a percent sign is no format and no escape.", plainRecipe.mutate(id("msg_%2e%s%n")))
	t.flagsAs("DotInID")
	t.cites(swScheme)
	t.invalid("id-dot", "malformed_id", "A message id with a full stop lets the signature be cut in another place.", plain, id("msg.1"))
	t.invalid("id-dot-last", "malformed_id", "A message id that ends in a full stop is not signed.", plain, id("msg_1."))
	t.flagsAs("MissingHeader")
	t.invalid("id-empty", "malformed_id", "A message without an id is not signed.", plain, id("")).cites(swMetadata, swHeaders)
	t.flagsAs("ControlCharacter")
	t.cites(swHeaders, "rfc9110#5.5")
	t.invalid("id-line-end", "malformed_id", "A message id with a line end writes a header of its own.", plain, id("msg_1\r\nwebhook-id: msg_2"))
	t.invalid("id-nul", "malformed_id", "A message id with a zero byte ends early in half of the world.", plain, id("msg_1\x00"))

	standardSignKeys(t, plain, asymmetric)
}

func signRecipe(profile, prefix string) recipe {
	return recipe{
		Profile: profile, Operation: "sign", Now: sentAt, Tolerance: unset,
		Keys: keyring{Group: []string{published}},
		ID:   messageID, Timestamp: decimal(sentAt), Body: payload,
		Signatures: []signature{publishedSecret.signs()},
		Fields:     []field{{prefix + "id", "{id}"}, {prefix + "timestamp", "{t}"}, {prefix + "signature", "{0}"}},
	}
}

func standardSignBodies(t *theme, r recipe) {
	t.cites(swPayload, swScheme)
	t.flagsAs("BodyBytes")
	t.valid("body-empty", "A message without a body is signed: id, timestamp and two full stops.", r.mutate(body("")))
	t.valid("body-no-json", "A body that is not JSON is signed as it is.", r.mutate(body("hello")))
	t.valid("body-line-feed", "A line feed at the end of the body is signed.", r.mutate(body(payload+"\n")))
	t.valid("body-dots", "Full stops in the body are signed as they are.", r.mutate(body("1.2.3")))
	t.valid("body-percent", "A percent sign in the body is no format.", r.mutate(body(`{"off":"100%s %d %%"}`)))
	t.valid("body-not-utf8", "A body that is not UTF-8 is signed byte for byte.", r.mutate(body("\xff\xfe{\"a\":\"\x80\"}")))
	t.valid("body-byte-order-mark", "A byte order mark at the start of the body is signed.", r.mutate(body("\ufeff"+payload)))
	t.valid("body-non-ascii", "Letters outside of ASCII are signed as UTF-8.", r.mutate(body(`{"name":"Zoë 🙂"}`)))
	t.valid("body-nul", "A zero byte in the body is signed, and what follows it.", r.mutate(body("a\x00b")))
	t.cites(swSize, swScheme)
	t.flagsAs("LargeBody")
	t.valid("body-256-kib-less-1", "The published answer of the Svix library for .NET just under its buffer.", r.mutate(body(strings.Repeat("a", 256<<10-1))))
	t.valid("body-256-kib", "The published answer of the Svix library for .NET at its buffer.", r.mutate(body(strings.Repeat("a", 256<<10))))
	t.valid("body-1-mib", "The published answer of the Svix library for .NET over a mebibyte.", r.mutate(body(strings.Repeat("a", 1<<20))))
}

func standardSignKeys(t *theme, plain, asymmetric *entry) {
	two := func(first, second string, by ...signature) recipe {
		return plain.recipe.mutate(keys(first, second), signed(by...), list("{0} {1}"))
	}
	t.flagsAs("Rotation")
	t.cites(swHeaders)
	t.valid("two-secrets", "Two secrets make two signatures, separated by a space.",
		two(published, oldSecret.text, publishedSecret.signs(), oldSecret.signs()))
	t.valid("secret-and-private-key", "A secret and an Ed25519 key make a signature each.",
		two(published, publishedPrivate, publishedSecret.signs(), publishedPair.signs()))
	t.valid("two-private-keys", "Two Ed25519 keys make a signature each.",
		two(publishedPrivate, oldPair.private, publishedPair.signs(), oldPair.signs()))
	t.flagsAs("KeySurroundings")
	t.open("private-key-seed", "A private key of the seed alone is taken by some.", asymmetric, ownKeys("whsk_"+encode(publishedPair.seed))).
		cites(swScheme, "rfc8032#5.1.5").needs("ed25519")

	t.cites(swScheme)
	t.flagsAs("EmptyKey")
	t.invalid("key-empty", "empty_secret", "Nothing is signed with the prefix alone.", plain, ownKeys("whsec_"))
	t.invalid("key-zeros", "empty_secret", "Nothing is signed with zero bytes.", plain, ownKeys(secretOf(strings.Repeat("\x00", 32)).text))
	t.flagsAs("KeySize")
	t.invalid("key-16-bytes", "weak_secret", "Nothing is signed with a key under the minimum.", plain, ownKeys(secretNamed("16", 16).text))
	t.flagsAs("KeyConfusion")
	t.invalid("key-public", "wrong_key_type", "A public key signs nothing: everybody has it.", plain, ownKeys(publishedPublic))
	t.invalid("key-public-of-pair", "wrong_key_type", "A public key signs nothing in place of its private key either.", asymmetric, ownKeys(publishedPublic))
	t.flagsAs("KeyHalves")
	t.cites(swScheme, "rfc8032#5.1.6")
	halves := publishedPair.seed + oldPair.point
	t.invalid("private-key-of-two-pairs", "malformed_secret", "Signing under a public half that is not its own gives the private key away.", asymmetric, ownKeys("whsk_"+encode(halves)))
	t.invalid("private-key-truncated", "malformed_secret", "A private key of 63 bytes is no key.", asymmetric, ownKeys("whsk_"+encode((publishedPair.seed + publishedPair.point)[:63])))
	t.invalid("private-key-over", "malformed_secret", "A private key of 65 bytes is no key.", asymmetric, ownKeys("whsk_"+encode(publishedPair.seed+publishedPair.point+"\x00")))
	t.invalid("private-key-zero-half", "malformed_secret", "A private key whose public half is zero is no pair.", asymmetric, ownKeys("whsk_"+encode(publishedPair.seed+strings.Repeat("\x00", 32))))
	t.invalid("private-key-empty", "empty_secret", "The prefix of a private key alone is no key.", asymmetric, ownKeys("whsk_"))
}
