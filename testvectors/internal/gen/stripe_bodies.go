package main

import "strings"

func stripeBodies(b *builder, plain *entry) {
	t := b.theme("stripe", "verify", "body", "The body of a request of Stripe's: the bytes as they were received.")
	t.lead = "Stripe"
	r := plain.recipe
	t.cites(stripeManual)
	t.flagsAs("BodyBytes")
	of := func(slug, comment, text string) *entry { return t.valid(slug, comment, r.mutate(body(text))) }
	indented := of("body-indented-json", "Indented JSON is signed as it is.", "{\n  \"id\": \"evt_1\",\n  \"object\": \"event\"\n}")
	of("body-line-feed", "A line feed at the end belongs to the body.", payload+"\n")
	of("body-non-ascii", "Letters outside of ASCII are bytes.", `{"name": "Zoë 🙂"}`)
	of("body-stops", "Full stops in the body separate nothing.", `{"a": "1.2.3"}`)
	of("body-64-kib", "A body of 64 KiB is signed to its last byte.", strings.Repeat("1", 64<<10)).flagsAs("LargeBody")
	replacement := of("body-replacement", "A replacement character that was sent is a character.", "{\"a\": \"\ufffd\"}")

	t.flagsAs("BodyNotText")
	t.invalid("body-replacement-from-bad-byte", "signature_mismatch", "A byte that is not UTF-8 is not the replacement character that was signed.", replacement, arrivesBody("{\"a\": \"\xff\"}"))
	rewritten(t, plain)
	t.invalid("body-indented-compact", "signature_mismatch", "Indented JSON without its spaces is another body.", indented, arrivesBody(`{"id":"evt_1","object":"event"}`))
	t.invalid("body-line-ends", "signature_mismatch", "Line ends of two bytes are not line ends of one.", indented, arrivesBody(strings.ReplaceAll(indented.recipe.Body, "\n", "\r\n")))

	t.flagsAs("BodyNotJSON")
	open := func(slug, comment, text string) { t.open(slug, comment, plain, body(text)) }
	open("body-empty", "An empty body is nothing that Stripe sends.", "")
	open("body-no-json", "A body that is not JSON is nothing that Stripe sends.", "hello")
	open("body-byte-order-mark", "A byte order mark at the start is nothing that Stripe sends.", "\ufeff"+payload)
	open("body-not-utf8", "A body that is not UTF-8 is nothing that Stripe sends.", "{\"a\": \"\xff\"}")
}

func stripeTampering(b *builder, plain *entry) {
	t := b.theme("stripe", "verify", "tampering", "A signature of Stripe's over something else, or with something else.")
	t.lead = "Stripe"
	t.cites(stripeManual)
	t.flagsAs("WrongContent")
	over := func(slug, comment, content string) {
		t.invalid(slug, "signature_mismatch", comment, plain, signedAs(content))
	}
	over("content-body", "A signature over the body alone leaves the timestamp open.", "{body}")
	over("content-no-stop", "A signature over timestamp and body without the full stop is cut wherever one likes.", "{t}{body}")
	over("content-body-first", "A signature over body and timestamp is over another text.", "{body}.{t}")
	over("content-line-feed-behind", "A signature over the content and a line feed is over another text.", "{t}.{body}\n")
	over("content-timestamp", "A signature over the timestamp alone leaves the body open.", "{t}.")
	over("content-item", "A signature over the item of the timestamp is over another text.", "t={t}.{body}")
	over("content-other-timestamp", "A signature over an older timestamp is of another attempt.", decimal(sentAt-86400)+".{body}")
	over("content-nan", "A signature over NaN and the body fits no timestamp.", "NaN.{body}")
	over("content-zero", "A signature over zero and the body fits no other timestamp.", "0.{body}")
	over("content-null", "A signature over null and the body fits no timestamp.", "null.{body}")
	t.flagsAs("Tampering")
	t.invalid("timestamp-other", "signature_mismatch", "The timestamp is signed: the next second is another one.", plain, arrivesTimestamp(decimal(sentAt+1)))

	t.flagsAs("KeyForm")
	with := func(slug, comment, key string) {
		t.invalid(slug, "signature_mismatch", comment, plain, signed(hmacOf(key)))
	}
	with("key-without-prefix", "A signature of the secret without its prefix is of another key.", strings.TrimPrefix(stripeText, "whsec_"))
	with("key-decoded", "A signature of the secret decoded, as of Standard Webhooks, is of another key.", decodeKey(stripeText))
	with("key-decoded-with-prefix", "A signature of the secret decoded with its prefix is of another key.", decodeSkipping(stripeText))
	with("key-line-feed", "A signature of the secret and a line feed is of another key.", stripeText+"\n")
	with("key-hashed", "A signature of the hash of the secret is of another key.", hashed(stripeText))
	with("key-upper-case", "A signature of the secret in upper case is of another key.", strings.ToUpper(stripeText))
	t.flagsAs("WrongMAC")
	with("key-stranger", "A signature of another endpoint's secret is refused.", "whsec_stranger")
	with("key-empty-signed", "A signature of the empty key is what anyone makes.", "")
	t.flagsAs("WrongAlgorithm")
	by := func(slug, reason, comment, algorithm string) {
		t.invalid(slug, reason, comment, plain, signed(signature{Algorithm: algorithm, Key: stripeText}))
	}
	by("algorithm-sha1", "malformed_signature", "A MAC of SHA-1 is of another algorithm.", "hmac-sha1")
	by("algorithm-sha512", "malformed_signature", "A MAC of SHA-512 is of another algorithm.", "hmac-sha512")
	by("algorithm-sha512-cut", "signature_mismatch", "The first half of a MAC of SHA-512 has the right length only.", "hmac-sha512-256")
	by("algorithm-hash", "signature_mismatch", "A hash of the content is what anyone makes.", "sha256")

	t.flagsAs("EmptyKey")
	base := t.valid("list-with-empty-key", "A signature of the empty key beside the right one is stepped over.", plain.recipe.mutate(signed(hmacOf(""), hmacOf(stripeText)), list("t={t},{0},{1}")))
	t.invalid("key-empty", "empty_secret", "A request signed with the empty key is refused where no secret is set.", base, ownKeys("")).
		cites(stripeManual, "https://github.com/stripe/stripe-go/pull/2429")
}
