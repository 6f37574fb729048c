package main

import "strings"

func stripeSignatures(b *builder, plain *entry) {
	t := b.theme("stripe", "verify", "signatures", "Schemes, and how a signature in hexadecimal is spelled.")
	r := plain.recipe
	t.cites(stripeManual)
	t.flagsAs("SignatureList")
	wrong := "v1={0.sig|bytes-first-bit}"
	layout := func(slug, comment, value string) *entry { return t.valid(slug, comment, r.mutate(list(value))) }
	list2 := layout("list-right-last", "The last of two signatures under v1 is the right one.", "t={t},"+wrong+",{0}")
	layout("list-right-first", "The first of two signatures under v1 is the right one.", "t={t},{0},"+wrong)
	layout("list-timestamp-last", "Two signatures in front of the timestamp are items like any others.", wrong+",{0},t={t}")
	layout("list-20", "The right signature of Stripe's is the last of twenty.", "t={t},"+strings.Repeat(wrong+",", 19)+"{0}")
	layout("list-odd-first", "A signature of an odd number of digits does not match, and the next one does.", "t={t},v1=abc,{0}")
	layout("list-junk-first", "A signature that is not hexadecimal does not match, and the next one does.", "t={t},v1="+strings.Repeat("z", 64)+",{0}")

	t.flagsAs("Downgrade")
	no := func(slug, reason, comment, value string) *entry {
		return t.invalid(slug, reason, comment, plain, list("t={t},"+value))
	}
	no("v0-only", "unsupported_scheme", "The right MAC under v0 is a downgrade.", "v0={0.sig}")
	no("v2-only", "unsupported_scheme", "The right MAC of Stripe's under v2 is of a scheme to come.", "v2={0.sig}")
	no("v10-only", "unsupported_scheme", "The right MAC of Stripe's under v10 is not one under v1.", "v10={0.sig}")
	no("v01-only", "unsupported_scheme", "The right MAC of Stripe's under v01 is not one under v1.", "v01={0.sig}")
	no("version-upper-case", "malformed_signature", "The scheme is a small letter and a digit.", "V1={0.sig}")
	no("version-less", "malformed_signature", "The right MAC without a scheme has no name.", "{0.sig}")
	no("version-empty", "malformed_signature", "The right MAC under an empty name has none.", "={0.sig}")
	no("version-letter", "malformed_signature", "A scheme without a number is none.", "v={0.sig}")
	no("version-space", "malformed_signature", "A space between scheme and equals sign is part of a name.", "v1 ={0.sig}")
	no("version-prefixed", "malformed_signature", "A scheme with something in front is another name.", "xv1={0.sig}")
	no("v0-right-v1-wrong", "signature_mismatch", "The right MAC under v0 does not stand in for a wrong one under v1.", "v0={0.sig},"+wrong)

	t.flagsAs("SignatureSpelling")
	no("base64", "malformed_signature", "The right MAC in base64 is not hexadecimal.", "v1={0.sig|as-base64}")
	no("sha256-label", "malformed_signature", "The label of GitHub in front is part of the value.", "v1=sha256={0.sig}")
	no("equals-behind", "malformed_signature", "An equals sign behind the signature is part of the value.", "{0}=")
	no("value-behind", "malformed_signature", "A second value behind the signature is part of the value.", "{0}=x")
	no("digits-space-in-front", "malformed_signature", "A space in front of the digits is part of the value.", "v1= {0.sig}").cites(stripeManual)
	no("quoted", "malformed_signature", "Quotation marks around the digits are part of the value.", "v1={0.sig|quoted}")
	no("prefix-0x", "malformed_signature", "A prefix of a programming language is part of the value.", "v1=0x{0.sig}")
	no("nul-behind", "malformed_signature", "A zero byte behind a signature of Stripe's does not end it early.", "{0|nul-after}").cites(stripeManual, "rfc9110#5.5")
	t.open("upper-case", "Digits in upper case are the same bytes.", plain, list("t={t},v1={0.sig|upper-case}"))

	t.flagsAs("SignatureLength")
	no("all-but-last", "malformed_signature", "63 right digits are one short.", "v1={0.sig|all-but-last}")
	no("one-more", "malformed_signature", "65 digits are one over.", "v1={0.sig|one-more}")
	no("half", "malformed_signature", "32 right digits are half of a signature.", "v1={0.sig|half}")
	no("one-digit", "malformed_signature", "The first digit of the right signature is not the rest of it.", "v1={0.sig|first}")
	no("twice", "malformed_signature", "The right signature twice in a row is another text.", "v1={0.sig|twice}")

	t.flagsAs("WrongMAC")
	no("first-bit", "signature_mismatch", "The first bit of a MAC of Stripe's counts.", "v1={0.sig|bytes-first-bit}")
	no("last-bit", "signature_mismatch", "The last bit of a MAC of Stripe's counts.", "v1={0.sig|bytes-last-bit}")
	no("zeros", "signature_mismatch", "A MAC of zero digits is not the right one.", "v1={0.sig|bytes-zero}")
	no("second-half-zero", "signature_mismatch", "Half of a MAC of Stripe's is not enough.", "v1={0.sig|bytes-half-zero}")
	no("digits-reversed", "signature_mismatch", "The digits have their order.", "v1={0.sig|reversed}")
	t.invalid("list-all-wrong", "signature_mismatch", "Two wrong signatures under v1 are refused.", list2, list("t={t},"+wrong+",v1={0.sig|bytes-last-bit}"))
}

func stripeRotation(b *builder, plain *entry) {
	t := b.theme("stripe", "verify", "rotation", "Several secrets, while one is rolled.")
	r := plain.recipe
	t.cites("stripe#roll-endpoint-secrets")
	t.flagsAs("Rotation")
	both := r.mutate(signed(hmacOf(stripeText), hmacOf("whsec_old")), list("t={t},{0},{1}"))
	current := t.valid("sender-two-secrets-current", "A receiver with the new secret takes a message signed with both.", both)
	t.valid("sender-two-secrets-old", "A receiver with the old secret takes a message signed with both.", both.mutate(keys("whsec_old")))
	last := t.valid("receiver-last-secret", "The last of two secrets of the receiver is the right one.", r.mutate(keys("whsec_new", stripeText)))
	t.flagsAs("Rotation", "WrongMAC")
	t.invalid("receiver-other-secret", "signature_mismatch", "A message signed with both secrets is refused by a receiver with a third.", current, keys("whsec_stranger"))
	t.invalid("receiver-other-secrets", "signature_mismatch", "A message of a secret that both have dropped is refused.", last, keys("whsec_new", "whsec_newer"))
	t.invalid("sender-stranger", "signature_mismatch", "A stranger's signature of Stripe's scheme is refused.", current, signed(hmacOf("whsec_stranger"), hmacOf("whsec_else")))
}

func stripeTimestamps(b *builder, plain *entry) {
	t := b.theme("stripe", "verify", "timestamp", "How the timestamp of Stripe's header is written.")
	t.lead = "Stripe"
	timestampGrammarStripe(t, plain)
	t.flagsAs("TimestampRange")
	t.cites(stripeReplay)
	t.valid("timestamp-2038", "A timestamp over 31 bits is an integer.", plain.recipe.mutate(clock(2147483648), timestamp("2147483648"))).needs("fixed-clock")
	far := func(slug, reason, comment, text string) { t.invalid(slug, reason, comment, plain, timestamp(text)) }
	far("timestamp-int64-min", "malformed_timestamp", "The smallest number of 64 bits is far in the past, whatever subtraction makes of it.", "-9223372036854775808")
	far("timestamp-zero", "timestamp_too_old", "The first second of 1970 is far in the past.", "0")
	far("timestamp-minus-one", "malformed_timestamp", "The second before 1970 is far in the past, if it is one.", "-1")
	t.flagsAs("Recut", "TimestampGrammar")
	t.cites(stripeManual)
	n := decimal(sentAt)
	note := t.valid("body-text-in-front", "A body that begins with a word and a full stop is a body.", plain.recipe.mutate(body(`note.{"admin": true}`)))
	t.invalid("timestamp-takes-body", "malformed_timestamp", "A timestamp that ends where a full stop of the body was is no integer.", note, cut("", n+".note", `{"admin": true}`))
	digits := t.valid("body-digits-in-front", "A body that begins with digits and a full stop is a body.", plain.recipe.mutate(body(`5.{"admin": true}`)))
	t.invalid("timestamp-takes-fraction", "malformed_timestamp", "A timestamp with a fraction out of the body is no integer.", digits, cut("", n+".5", `{"admin": true}`))
}

// timestampGrammarStripe keeps what splits Stripe's own libraries.
func timestampGrammarStripe(t *theme, plain *entry) {
	n := decimal(sentAt)
	t.cites(stripeManual)
	t.flagsAs("TimestampGrammar")
	no := func(slug, comment string, m mutation) {
		t.invalid("timestamp-"+slug, "malformed_timestamp", comment, plain, m)
	}
	for _, c := range []struct{ slug, what, text string }{
		{"fraction", "A fraction of a second", n + ".5"},
		{"fraction-zero", "A fraction of zero", n + ".0"},
		{"exponent", "An exponent", "1.614265330e9"},
		{"letters-behind", "Letters behind the digits", n + "abc"},
		{"underscores", "An underscore between digits", "1_614_265_330"},
		{"hexadecimal", "A hexadecimal number", "0x6037bcb2"},
		{"arabic-digits", "A number in Arabic digits", arabic(n)},
	} {
		no(c.slug, c.what+" makes no integer, signed as it is written.", timestamp(c.text))
		no(c.slug+"-for-number", c.what+" makes no integer, the number being signed.", arrivesTimestamp(c.text))
	}
	no("octal-for-number", "Digits that are the time in octal are long past in decimal, the number being signed.", arrivesTimestamp("014015736262"))
	no("negative", "A number with a minus is far in the past, if it is one.", timestamp("-"+n))
	no("nan", "Not a number is no number, and no window holds it.", timestamp("NaN"))
	no("undefined", "The word undefined is no integer.", timestamp("undefined"))
	no("equals-behind", "A second value behind the timestamp is part of it, the number being signed.", arrivesTimestamp(n+"=x"))
	nan := t.valid("timestamp-with-nan-beside", "A signature over NaN beside the right one is stepped over.", plain.recipe.mutate(
		signed(signature{Algorithm: "hmac-sha256", Key: stripeText, Content: "NaN.{body}"}, hmacOf(stripeText)), list("t={t},{0},{1}")))
	t.invalid("timestamp-word-for-nan", "malformed_timestamp", "A word is not a number, and a signature over NaN does not make it one.", nan, arrivesTimestamp("soon"))
	t.flagsAs("TimestampSpelling")
	open := func(slug, comment string, m mutation) { t.open("timestamp-"+slug, comment, plain, m) }
	open("leading-plus", "A plus in front of the digits is an integer to some, signed as it is written.", timestamp("+"+n))
	open("leading-plus-for-number", "A plus in front of the digits is an integer to some, the number being signed.", arrivesTimestamp("+"+n))
	open("leading-zero", "A zero in front of the digits is an integer to some, signed as it is written.", timestamp("0"+n))
	open("leading-zero-for-number", "A zero in front of the digits is an integer to some, the number being signed.", arrivesTimestamp("0"+n))
	open("space-in-front", "A space in front of the digits is trimmed by some, the number being signed.", arrivesTimestamp(" "+n))
	open("int64-max", "The largest number of 64 bits is far ahead.", timestamp("9223372036854775807"))
	open("int64-over", "One more than the largest number of 64 bits is far ahead.", timestamp("9223372036854775808"))
}
