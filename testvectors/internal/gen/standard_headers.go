package main

import "strings"

// standardVerify: the themes of verifying, over one plain request.
func standardVerify(b *builder) {
	plain := standardHeaders(b)
	standardSignatures(b, plain)
	standardLabels(b, plain)
	standardTimestamps(b, plain)
	standardRotation(b, plain)
	standardIDs(b, plain)
	standardBodies(b, plain)
	standardTampering(b, plain)
	standardEd25519(b, plain)
	standardVerifyKeys(b, plain)
}

func verifyRecipe(profile, prefix string) recipe {
	r := signRecipe(profile, prefix)
	r.Operation = "verify"
	return r
}

// standardHeaders: which fields there are.
func standardHeaders(b *builder) *entry {
	t := b.theme("standard", "verify", "headers", "Which header fields there are, how they are named, and how often.")
	r := verifyRecipe("standard", "webhook-")
	t.cites(swHeaders, swVerify)
	t.flagsAs("KnownAnswer")
	plain := t.valid("published", "The published answer of the reference libraries verifies.", r)

	t.flagsAs("HeaderName")
	t.cites(swHeaders, "rfc9110#5.1")
	t.valid("name-canonical", "Field names are case-insensitive: words in title case.", r.mutate(fields("Webhook-Id", "{id}", "Webhook-Timestamp", "{t}", "Webhook-Signature", "{0}")))
	t.valid("name-upper-case", "Field names are case-insensitive: upper case.", r.mutate(namedBy(strings.ToUpper)))
	t.valid("name-mixed-case", "Field names are case-insensitive: any mixture.", r.mutate(fields("webHOOK-ID", "{id}", "WebHook-TimeStamp", "{t}", "webhook-Signature", "{0}")))
	t.cites(swHeaders, "rfc9110#5.3")
	t.valid("order-reversed", "The order of fields of different names means nothing.", r.mutate(fields("webhook-signature", "{0}", "webhook-timestamp", "{t}", "webhook-id", "{id}")))
	t.valid("others-around", "Fields of other names around the three mean nothing.", r.mutate(first("content-type", "application/json"), also("user-agent", "sender/1.0"), also("webhook-event", "invoice.paid")))
	t.valid("svix-signature-beside", "A signature field of another scheme beside the three means nothing.", r.mutate(also("svix-signature", "v1,{0.sig|bytes-zero}")))

	t.flagsAs("MissingHeader")
	t.cites(swHeaders, swVerify)
	missing := func(slug, comment string, m mutation) {
		t.invalid(slug, "missing_header", comment, plain, m)
	}
	missing("no-id", "Without a message id nothing is authentic.", without("webhook-id"))
	missing("no-timestamp", "Without a timestamp nothing is fresh.", without("webhook-timestamp"))
	missing("no-signature", "Without a signature nothing is authentic.", without("webhook-signature"))
	missing("no-fields", "A request without any header field is refused.", fields())
	missing("signature-only", "A signature without id and timestamp is over something else.", fields("webhook-signature", "{0}"))
	missing("id-empty", "An empty message id is none.", fields("webhook-id", "", "webhook-timestamp", "{t}", "webhook-signature", "{0}"))
	missing("timestamp-empty", "An empty timestamp is none.", fields("webhook-id", "{id}", "webhook-timestamp", "", "webhook-signature", "{0}"))
	missing("signature-empty", "An empty signature field has no signature.", fields("webhook-id", "{id}", "webhook-timestamp", "{t}", "webhook-signature", ""))
	t.flagsAs("HeaderName")
	missing("name-underscores", "A name with underscores, as CGI makes them, is another name.", fields("webhook_id", "{id}", "webhook_timestamp", "{t}", "webhook_signature", "{0}"))
	missing("name-prefixed", "Names with an X in front are other names.", fields("x-webhook-id", "{id}", "x-webhook-timestamp", "{t}", "x-webhook-signature", "{0}"))
	missing("name-plural", "The plural of a name is another name.", renamed("webhook-signature", "webhook-signatures"))
	missing("name-http-prefix", "Names as CGI passes them on in the environment are other names.", fields("HTTP_WEBHOOK_ID", "{id}", "HTTP_WEBHOOK_TIMESTAMP", "{t}", "HTTP_WEBHOOK_SIGNATURE", "{0}"))
	missing("name-svix", "The fields of Svix are not those of Standard Webhooks.", fields("svix-id", "{id}", "svix-timestamp", "{t}", "svix-signature", "{0}"))
	missing("name-kelvin-sign", "The Kelvin sign is no letter k, though Unicode folds it to one.", renamed("webhook-id", "webhoo\u212a-id"))

	standardMissingSigned(t, r)
	standardDuplicates(t, plain)
	return plain
}

// standardMissingSigned: what a lenient verifier makes of a field that is not
// there is signed as it makes it. The base has the field; without it the
// signature is right for a verifier that fills the gap, and for no other.
func standardMissingSigned(t *theme, r recipe) {
	t.flagsAs("MissingHeader", "WrongContent")
	t.cites(swHeaders, swScheme)
	gap := func(name, what, slug, comment string, m mutation) {
		base := t.valid(slug+"-present", comment+" is signed like any other while it is there.", r.mutate(m))
		t.invalid(slug+"-absent", "missing_header", comment+" is not what a missing "+what+" is to be taken for.", base, without(name))
	}
	gap("webhook-id", "id", "id-undefined", "The message id undefined", id("undefined"))
	gap("webhook-id", "id", "id-null", "The message id null", id("null"))
	gap("webhook-id", "id", "id-none", "The message id None", id("None"))
	base := t.valid("timestamp-zero-present", "A timestamp of zero is fresh in the first second of 1970.", r.mutate(timestamp("0"), clock(0))).needs("fixed-clock")
	t.invalid("timestamp-zero-absent", "missing_header", "A missing timestamp is not zero, whatever the clock says.", base, without("webhook-timestamp")).needs("fixed-clock")
	base = t.valid("id-digits", "A message id of digits, equal to the timestamp, is an id.", r.mutate(id(decimal(sentAt))))
	t.invalid("id-empty-recut", "missing_header", "Without an id, timestamp and body are not what is signed, or a longer body comes of it.", base,
		cut("", decimal(sentAt), decimal(sentAt)+"."+payload))
}

// standardDuplicates: RFC 9110 lets a recipient join fields of one name without
// changing what the message means, and what is joined was not signed.
func standardDuplicates(t *theme, plain *entry) {
	t.flagsAs("DuplicateHeader")
	t.cites(swHeaders, "rfc9110#5.3")
	twice := func(slug, comment string, m mutation) { t.invalid(slug, "duplicate_header", comment, plain, m) }
	twice("id-twice-right-first", "A second message id that is not the signed one is refused, right one first.", also("webhook-id", "msg_other"))
	twice("id-twice-right-last", "A second message id that is not the signed one is refused, right one last.", first("webhook-id", "msg_other"))
	twice("id-twice-other-case", "Two names that differ in case are one name, and two ids are too many.", also("Webhook-Id", "msg_other"))
	twice("id-three-times", "The signed message id between two others is refused.", fields("webhook-id", "msg_a", "webhook-id", "{id}", "webhook-id", "msg_b", "webhook-timestamp", "{t}", "webhook-signature", "{0}"))
	twice("timestamp-twice-right-first", "A second timestamp that is not the signed one is refused, right one first.", also("webhook-timestamp", decimal(sentAt+1)))
	twice("timestamp-twice-right-last", "A second timestamp that is not the signed one is refused, right one last.", first("webhook-timestamp", decimal(sentAt+1)))
	twice("timestamp-twice-leading-zero", "A second timestamp of equal value and other spelling is another text.", also("webhook-timestamp", "0"+decimal(sentAt)))
	t.invalid("id-joined", "signature_mismatch", "Two message ids joined by a comma are an id that nobody signed.", plain, arrivesID(messageID+", "+messageID))
	t.invalid("timestamp-joined", "malformed_timestamp", "Two timestamps joined by a comma are no integer.", plain, arrivesTimestamp(decimal(sentAt)+", "+decimal(sentAt)))
	t.flagsAs("RepeatedHeader")
	t.open("id-repeated", "The same message id twice is unauthenticated nowhere.", plain, also("webhook-id", "{id}"))
	t.open("timestamp-repeated", "The same timestamp twice is unauthenticated nowhere.", plain, also("webhook-timestamp", "{t}"))
	t.open("id-behind-empty", "An empty message id in front of the signed one is no second one.", plain, first("webhook-id", ""))
	t.open("timestamp-behind-empty", "An empty timestamp in front of the signed one is no second one.", plain, first("webhook-timestamp", ""))
	t.open("signature-behind-empty", "An empty field in front of the signature adds nothing to the list.", plain, list("", "{0}"))
	t.open("signature-repeated", "The same signature in two fields is a list of two.", plain, list("{0}", "{0}"))
	t.open("signature-fields-right-last", "A field for each signature, the right one last, as some gateways split lists.", plain, list("v1,{0.sig|bytes-last-bit}", "{0}"))
	t.open("signature-fields-right-first", "A field for each signature, the right one first, as some gateways split lists.", plain, list("{0}", "v1,{0.sig|bytes-last-bit}"))
	t.open("signature-fields-cut-at-comma", "A field for each side of the comma, as an adapter for Lambda makes them.", plain, list("v1", "{0.sig}")).
		cites("rfc9110#5.3", "https://github.com/svix/svix-webhooks/issues/880")
	t.invalid("signature-fields-all-wrong", "signature_mismatch", "Two signature fields with no right signature in either are refused.", plain, list("v1,{0.sig|bytes-last-bit}", "v1,{0.sig|bytes-first-bit}"))
}
