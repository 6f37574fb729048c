package main

// svix: the same scheme under two sets of names.
func svix(b *builder) {
	svixSign(b)
	r := verifyRecipe("svix", "svix-")
	t := b.theme("svix", "verify", "sets", "The names of Svix, the names without the brand, and both at once.")
	t.cites("svix#verifying-signatures-manually")
	t.flagsAs("KnownAnswer")
	plain := t.valid("published", "The published answer verifies under the names of Svix.", r)
	t.flagsAs("SvixNames")
	t.valid("names-canonical", "Field names of Svix in title case are the same names.", r.mutate(fields("Svix-Id", "{id}", "Svix-Timestamp", "{t}", "Svix-Signature", "{0}"))).cites("svix#verifying-signatures-manually", "rfc9110#5.1")
	t.valid("names-upper-case", "Field names of Svix in upper case are the same names.", r.mutate(fields("SVIX-ID", "{id}", "SVIX-TIMESTAMP", "{t}", "SVIX-SIGNATURE", "{0}"))).cites("svix#verifying-signatures-manually", "rfc9110#5.1")
	unbranded := t.valid("unbranded", "A message without the brand has webhook names.", r.mutate(fields("webhook-id", "{id}", "webhook-timestamp", "{t}", "webhook-signature", "{0}"))).cites(swHeaders)
	both := t.valid("both-sets", "Both sets, saying the same, verify.", r.mutate(fields("svix-id", "{id}", "svix-timestamp", "{t}", "svix-signature", "{0}", "webhook-id", "{id}", "webhook-timestamp", "{t}", "webhook-signature", "{0}")))
	t.valid("rotation-list", "The last of two signatures under the names of Svix is the right one.", r.mutate(list("v1,{0.sig|bytes-first-bit} {0}"))).flagsAs("SignatureList")
	t.valid("version-unknown-first", "A later version under the names of Svix is stepped over.", r.mutate(list("v2,{0.sig|bytes-first-bit} {0}"))).flagsAs("UnknownVersion")

	svixMissing(t, plain, unbranded, both)
	svixMixtures(t, plain, unbranded, both)
	svixForgeries(t, plain)
	svixWindow(b, r)
	times := b.theme("svix", "verify", "timestamp", "How a timestamp is written under the names of Svix.")
	timestampGrammarSvix(times, plain)
}

func svixMissing(t *theme, plain, unbranded, both *entry) {
	t.flagsAs("MissingHeader")
	t.cites("svix#verifying-signatures-manually")
	missing := func(slug, comment string, base *entry, m mutation) {
		t.invalid(slug, "missing_header", comment, base, m)
	}
	missing("no-id", "Without svix-id nothing is authentic.", plain, without("svix-id"))
	missing("no-timestamp", "Without svix-timestamp nothing is fresh.", plain, without("svix-timestamp"))
	missing("no-signature", "Without svix-signature nothing is authentic.", plain, without("svix-signature"))
	missing("unbranded-no-id", "Without webhook-id nothing is authentic.", unbranded, without("webhook-id"))
	missing("unbranded-no-timestamp", "Without webhook-timestamp nothing is fresh.", unbranded, without("webhook-timestamp"))
	missing("unbranded-no-signature", "Without webhook-signature nothing is authentic.", unbranded, without("webhook-signature"))
	missing("no-fields", "A request to a Svix receiver without any field is refused.", plain, fields())
	missing("no-signature-in-either", "Two sets without a signature in either are not one with.", both, fields("svix-id", "{id}", "svix-timestamp", "{t}", "webhook-id", "{id}", "webhook-timestamp", "{t}"))
}

// svixMixtures: nothing is written about two sets that are not the same.
func svixMixtures(t *theme, plain, unbranded, both *entry) {
	t.flagsAs("SvixSets")
	t.cites("svix#verifying-signatures-manually", swHeaders)
	all := func(values ...string) mutation {
		names := []string{"svix-id", "svix-timestamp", "svix-signature", "webhook-id", "webhook-timestamp", "webhook-signature"}
		var pairs []string
		for i, value := range values {
			if value != "-" {
				pairs = append(pairs, names[i], value)
			}
		}
		return fields(pairs...)
	}
	wrong := "v1,{0.sig|bytes-last-bit}"
	t.open("mixed-svix-id", "The id under the name of Svix, the rest without the brand.", plain, all("{id}", "-", "-", "-", "{t}", "{0}"))
	t.open("mixed-webhook-id", "The id without the brand, the rest under the names of Svix.", plain, all("-", "{t}", "{0}", "{id}", "-", "-"))
	t.open("mixed-svix-signature", "The signature under the name of Svix, the rest without the brand.", plain, all("-", "-", "{0}", "{id}", "{t}", "-"))
	t.open("stray-svix-id", "A svix-id that is another one beside a complete set without the brand.", unbranded, all("msg_other", "-", "-", "{id}", "{t}", "{0}"))
	t.open("stray-svix-signature", "A svix-signature that is wrong beside a complete set without the brand.", unbranded, all("-", "-", wrong, "{id}", "{t}", "{0}"))
	t.open("stray-webhook-id", "A webhook-id that is another one beside a complete set of Svix.", plain, all("{id}", "{t}", "{0}", "msg_other", "-", "-"))
	t.open("empty-svix-set", "An empty set of Svix beside a complete one without the brand.", unbranded, all("", "", "", "{id}", "{t}", "{0}"))
	t.open("empty-webhook-set", "An empty set without the brand beside a complete one of Svix.", plain, all("{id}", "{t}", "{0}", "", "", ""))
	t.open("both-webhook-signature-wrong", "Both sets, the signature without the brand being wrong.", both, all("{id}", "{t}", "{0}", "{id}", "{t}", wrong))
	t.open("both-svix-signature-wrong", "Both sets, the signature of Svix being wrong.", both, all("{id}", "{t}", wrong, "{id}", "{t}", "{0}"))
	t.open("both-webhook-id-other", "Both sets, the id without the brand being another one.", both, all("{id}", "{t}", "{0}", "msg_other", "{t}", "{0}"))
	t.open("both-svix-id-other", "Both sets, the id of Svix being another one.", both, all("msg_other", "{t}", "{0}", "{id}", "{t}", "{0}"))
	t.open("both-webhook-timestamp-other", "Both sets, the timestamp without the brand being another one.", both, all("{id}", "{t}", "{0}", "{id}", decimal(sentAt+1), "{0}"))
	t.open("both-svix-timestamp-other", "Both sets, the timestamp of Svix being another one.", both, all("{id}", decimal(sentAt+1), "{0}", "{id}", "{t}", "{0}"))

	t.flagsAs("WrongMAC", "SvixSets")
	t.invalid("both-signatures-wrong", "signature_mismatch", "Both sets with no right signature in either are refused.", both, all("{id}", "{t}", wrong, "{id}", "{t}", "v1,{0.sig|bytes-first-bit}"))
	t.invalid("mixed-signatures-wrong", "missing_header", "A mixed set with a wrong signature is refused, whatever is read.", both, all("{id}", "-", "-", "-", "{t}", wrong))
	t.invalid("both-ids-other", "signature_mismatch", "Both sets with another id in both are refused.", both, all("msg_other", "{t}", "{0}", "msg_other", "{t}", "{0}"))
	t.invalid("both-timestamps-other", "signature_mismatch", "Both sets with another timestamp in both are refused.", both, all("{id}", decimal(sentAt+1), "{0}", "{id}", decimal(sentAt+1), "{0}"))
	t.invalid("swapped-ids", "duplicate_header", "Two sets of two other ids are refused, whichever is read.", both, all("msg_a", "{t}", "{0}", "msg_b", "{t}", "{0}"))
	t.flagsAs("DuplicateHeader")
	t.cites("svix#verifying-signatures-manually", "rfc9110#5.3")
	t.invalid("svix-id-twice", "duplicate_header", "A second svix-id that is not the signed one is refused.", plain, also("svix-id", "msg_other"))
	t.invalid("svix-timestamp-twice", "duplicate_header", "A second svix-timestamp that is not the signed one is refused.", plain, also("svix-timestamp", decimal(sentAt+1)))
}

func svixForgeries(t *theme, plain *entry) {
	t.cites("svix#determining-the-expected-signature")
	wrong := func(slug, reason, comment string, m mutation) {
		t.invalid(slug, reason, comment, plain, m)
	}
	t.flagsAs("Tampering")
	wrong("body-other", "signature_mismatch", "A signature of Svix over another body is refused.", arrivesBody(payload+" "))
	wrong("id-other", "signature_mismatch", "A signature of Svix over another id is refused.", arrivesID("msg_other"))
	wrong("timestamp-other", "signature_mismatch", "A signature of Svix over another timestamp is refused.", arrivesTimestamp(decimal(sentAt+1)))
	wrong("key-stranger", "signature_mismatch", "A signature of another endpoint's secret is refused.", signed(strangerSecret.signs()))
	t.flagsAs("WrongVersion")
	wrong("version-2", "unsupported_scheme", "The right MAC of Svix under v2 is of a scheme to come.", list("v2,{0.sig}"))
	wrong("bare", "malformed_signature", "The right MAC of Svix without a version is refused.", list("{0.sig}"))
	wrong("half", "malformed_signature", "The first half of the right signature of Svix is refused.", list("v1,{0.sig|half}"))
	wrong("first-character", "malformed_signature", "The first character of the right signature of Svix is refused.", list("v1,{0.sig|first}"))
	t.b.entries["svix/verify/half"].cites("svix#determining-the-expected-signature", "https://github.com/svix/svix-webhooks/pull/1190").flagsAs("SignatureLength")
	t.b.entries["svix/verify/first-character"].cites("svix#determining-the-expected-signature", "https://github.com/svix/svix-webhooks/pull/1190").flagsAs("SignatureLength")
	t.flagsAs("EmptyKey")
	t.cites("svix#determining-the-expected-signature", "https://github.com/svix/svix-webhooks/pull/2347")
	base := t.valid("list-with-empty-key", "A signature of the empty key beside the right one is stepped over.", plain.recipe.mutate(signed(hmacOf(""), publishedSecret.signs()), list("{0} {1}")))
	t.invalid("key-empty", "empty_secret", "A request to a Svix receiver without a secret is refused.", base, ownKeys(""))
	t.invalid("key-prefix-only", "empty_secret", "A request to a Svix receiver with a prefix for a secret is refused.", base, ownKeys("whsec_"))
	t.flagsAs("DotInID", "Recut")
	t.cites("svix#constructing-the-signed-content", swScheme)
	then := decimal(sentAt - 200)
	recut := t.valid("body-timestamp-in-front", "A body of a Svix message that begins with a number and a full stop is a body.", plain.recipe.mutate(timestamp(then), body(decimal(sentAt)+".{}")))
	t.invalid("id-takes-timestamp", "malformed_id", "A fresh svix-timestamp is cut out of a body, the old one moving into svix-id.", recut, cut(messageID+"."+then, decimal(sentAt), "{}"))
}

func svixSign(b *builder) {
	t := b.theme("svix", "sign", "sign", "The headers of a message under the names of Svix.")
	r := signRecipe("svix", "svix-")
	t.cites("svix#verifying-signatures-manually", "svix#determining-the-expected-signature")
	t.flagsAs("KnownAnswer")
	plain := t.valid("published", "The published answer under the names of Svix.", r)
	t.valid("published-ed25519", "The published answer under an Ed25519 key and the names of Svix.", r.mutate(keys(publishedPrivate), signed(publishedPair.signs())))
	t.flagsAs("Rotation")
	t.valid("two-secrets", "Two secrets make two signatures under the name of Svix.", r.mutate(keys(published, oldSecret.text), signed(publishedSecret.signs(), oldSecret.signs()), list("{0} {1}")))
	t.flagsAs("BodyBytes")
	t.valid("body-empty", "A message of Svix without a body is signed.", r.mutate(body("")))
	t.valid("body-not-utf8", "A body of Svix that is not UTF-8 is signed byte for byte.", r.mutate(body("\xff\xfe")))
	t.flagsAs("DotInID")
	t.cites("svix#constructing-the-signed-content", swScheme)
	t.invalid("id-dot", "malformed_id", "A svix-id with a full stop lets the signature be cut in another place.", plain, id("msg.1"))
	t.flagsAs("EmptyKey")
	t.cites("svix#determining-the-expected-signature")
	t.invalid("key-empty", "empty_secret", "Nothing is signed for Svix with the prefix alone.", plain, ownKeys("whsec_"))
}

// timestampGrammarSvix keeps what splits Svix's own libraries.
func timestampGrammarSvix(t *theme, plain *entry) {
	n := decimal(sentAt)
	t.cites("svix#verifying-signatures-manually", swHeaders)
	t.flagsAs("TimestampGrammar")
	no := func(slug, comment string, m mutation) {
		t.invalid("timestamp-"+slug, "malformed_timestamp", comment, plain, m)
	}
	no("fraction", "A svix-timestamp with a fraction is no integer, the number being signed.", arrivesTimestamp(n+".0"))
	no("letters-behind", "A svix-timestamp with letters is no integer, the number being signed.", arrivesTimestamp(n+"abc"))
	no("underscores", "A svix-timestamp with underscores is no integer, signed as it is written.", timestamp("1_614_265_330"))
	no("negative", "A svix-timestamp with a minus is far in the past, if it is one.", timestamp("-"+n))
	no("octal", "A svix-timestamp that is the time in octal is long past in decimal.", timestamp("014015736262"))
	t.flagsAs("TimestampSpelling")
	t.open("timestamp-leading-plus", "A svix-timestamp with a plus is an integer to some, signed as it is written.", plain, timestamp("+"+n))
	t.open("timestamp-leading-plus-for-number", "A svix-timestamp with a plus is an integer to some, the number being signed.", plain, arrivesTimestamp("+"+n))
}

// svixWindow is the edges alone: that the window holds under these names too.
func svixWindow(b *builder, r recipe) {
	t := b.theme("svix", "verify", "window", "How far a svix-timestamp may lie from the clock.")
	t.lead = "Svix"
	t.cites("svix#verify-timestamp")
	t.flagsAs("Window")
	r = r.mutate(tolerance(300))
	oldest := t.valid("300-old", "A message of 300 seconds ago is within 300 seconds.", r.mutate(age(300)))
	newest := t.valid("300-ahead", "A message of 300 seconds ahead is within 300 seconds.", r.mutate(age(-300)))
	t.invalid("301-old", "timestamp_too_old", "A message of 301 seconds ago is not within 300 seconds.", oldest, age(301))
	t.invalid("301-ahead", "timestamp_too_new", "A message of 301 seconds ahead is not within 300 seconds.", newest, age(-301))
	t.invalid("year-old", "timestamp_too_old", "A message of a year ago is a replay.", oldest, age(31536000))
	t.invalid("milliseconds", "timestamp_too_new", "Milliseconds are a time far ahead.", newest, age(-r.Now*999)).flagsAs("Milliseconds")
	t.flagsAs("NoTolerance")
	t.invalid("tolerance-zero-300-old", "invalid_tolerance", "A tolerance of nothing is not the default, and is no off switch.", oldest, tolerance(0))
	t.invalid("tolerance-negative", "invalid_tolerance", "A tolerance of less than nothing takes nothing, and is no off switch.", oldest, tolerance(-1))
}
