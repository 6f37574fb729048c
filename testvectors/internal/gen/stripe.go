package main

import (
	"strings"
)

const (
	stripeText   = "whsec_Zm9yIHRlc3QgdmVjdG9ycyBvbmx5" // a text as Stripe's, and base64 for those that decode it
	stripeManual = "stripe#verify-manually"
	stripeReplay = "stripe#replay-attacks"
)

func stripeRecipe(operation string) recipe {
	return recipe{
		Profile: "stripe", Operation: operation, Now: sentAt, Tolerance: unset,
		Keys:      keyring{Group: []string{stripeText}},
		Timestamp: decimal(sentAt), Body: payload,
		Signatures: []signature{hmacOf(stripeText)},
		Fields:     []field{{"Stripe-Signature", "t={t},{0}"}},
	}
}

// stripe: one header of items.
func stripe(b *builder) {
	stripeKeys(b)
	stripeSign(b)
	plain := stripeHeader(b)
	stripeSignatures(b, plain)
	stripeTimestamps(b, plain)
	window(b, "stripe", plain.recipe, stripeReplay)
	stripeRotation(b, plain)
	stripeBodies(b, plain)
	stripeTampering(b, plain)
}

func stripeKeys(b *builder) {
	t := b.theme("stripe", "key", "key", "The text of an endpoint's secret, all of which is the key.")
	r := recipe{Profile: "stripe", Operation: "key", Now: sentAt, Tolerance: unset}
	t.cites(stripeManual)
	t.flagsAs("KeyForm")
	plain := t.valid("prefixed", "A secret with the prefix is a key, prefix and all.", r.mutate(ownKeys(stripeText)))
	t.valid("not-base64", "A secret behind the prefix need not be base64.", r.mutate(ownKeys("whsec_a-b_c!d")))
	t.valid("letters", "A secret as Stripe issues it is 32 letters and digits behind the prefix.", r.mutate(ownKeys("whsec_"+strings.Repeat("aB3dE6gH", 4))))
	t.flagsAs("EmptyKey")
	t.invalid("empty", "empty_secret", "An empty text is no secret of Stripe's: anyone signs with it.", plain, ownKeys("")).
		cites(stripeManual, "https://github.com/stripe/stripe-go/pull/2429")
	t.flagsAs("KeySurroundings")
	t.open("no-prefix", "A secret without the prefix is a text like any other.", plain, ownKeys("whatever"))
	t.open("line-feed-behind", "A line feed behind a secret of Stripe's is what a file ends with.", plain, ownKeys(stripeText+"\n"))
	t.open("space-in-front", "A space in front of a secret of Stripe's is what copying picks up.", plain, ownKeys(" "+stripeText))
	t.open("private-key", "A private key of Standard Webhooks is a text like any other, which somebody mistook.", plain, ownKeys(publishedPrivate))
	t.open("non-ascii", "A secret outside of ASCII is nothing that Stripe issues.", plain, ownKeys("whsec_\u00e9"))
	t.open("zero-byte", "A zero byte is to HMAC the same key as the empty text.", plain, ownKeys("\x00")).cites("rfc2104#2").flagsAs("EmptyKey")
}

func stripeSign(b *builder) {
	t := b.theme("stripe", "sign", "sign", "The header of a request under one secret or two.")
	r := stripeRecipe("sign")
	t.cites(stripeManual)
	t.flagsAs("KnownAnswer")
	plain := t.valid("plain", "A timestamp and a signature in hexadecimal.", r)
	t.flagsAs("KeyForm")
	t.valid("key-no-base64", "A secret that is not base64 signs as a text.", r.mutate(keys("whsec_a-b_c!d"), signed(hmacOf("whsec_a-b_c!d"))))
	t.flagsAs("BodyBytes")
	t.valid("body-line-feed", "A line feed at the end of the body is signed for Stripe.", r.mutate(body(payload+"\n")))
	t.valid("body-non-ascii", "Letters outside of ASCII are signed for Stripe as UTF-8.", r.mutate(body(`{"name":"Zoë 🙂"}`)))
	t.flagsAs("TimestampRange")
	t.valid("timestamp-2038", "A timestamp of Stripe over 31 bits is written as it is.", r.mutate(timestamp("2147483648")))
	t.flagsAs("Rotation")
	t.cites("stripe#roll-endpoint-secrets", stripeManual)
	t.valid("two-secrets", "Two secrets make two items under v1.", r.mutate(keys(stripeText, "whsec_old"), signed(hmacOf(stripeText), hmacOf("whsec_old")), list("t={t},{0},{1}")))
	t.flagsAs("EmptyKey")
	t.cites(stripeManual)
	t.invalid("key-empty", "empty_secret", "Nothing is signed for Stripe with an empty text.", plain, ownKeys(""))
	t.flagsAs("TimestampSpelling")
	t.open("timestamp-negative", "A time before 1970 has a sign, which Stripe never wrote.", plain, timestamp("-1"))
}

func stripeHeader(b *builder) *entry {
	t := b.theme("stripe", "verify", "header", "The items of the header: their order, their separators, and those that mean nothing.")
	r := stripeRecipe("verify")
	t.cites(stripeManual)
	t.flagsAs("KnownAnswer")
	plain := t.valid("plain", "A timestamp and a signature verify.", r)
	example := "t=1533204620,{0},v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef"
	t.valid("with-v0", "A signature of Stripe's test mode under v0 is discarded.", r.mutate(clock(1533204620), timestamp("1533204620"), list(example)))

	t.flagsAs("StripeItems")
	layout := func(slug, comment, value string) *entry { return t.valid(slug, comment, r.mutate(list(value))) }
	layout("order-reversed", "A signature in front of the timestamp is an item like any other.", "{0},t={t}")
	layout("unknown-first", "An item of another name in front is discarded.", "x=1,t={t},{0}")
	layout("unknown-between", "An item of another name between is discarded.", "t={t},foo=bar,{0}")
	layout("unknown-last", "An item of another name behind is discarded.", "t={t},{0},v2=abc")
	layout("timestamp-named-alike", "A name that begins with t is not t.", "ts=1,t={t},{0},timestamp=2")
	layout("version-10-first", "A name that begins with v1 is not v1.", "t={t},v10={0.sig|bytes-first-bit},{0}")
	t.valid("name-upper-case", "The name of the field is case-insensitive: upper case.", r.mutate(renamed("Stripe-Signature", "STRIPE-SIGNATURE"))).cites("rfc9110#5.1").flagsAs("HeaderName")
	t.valid("name-lower-case", "The name of the field is case-insensitive: lower case.", r.mutate(renamed("Stripe-Signature", "stripe-signature"))).cites("rfc9110#5.1").flagsAs("HeaderName")

	stripeMissing(t, plain)
	t.flagsAs("ListSeparator")
	t.cites(stripeManual, "rfc9110#5.3")
	open := func(slug, comment, value string) { t.open(slug, comment, plain, list(value)) }
	open("space-behind-comma", "A space behind the comma is what joining adds.", "t={t}, {0}")
	open("tab-behind-comma", "A tab behind the comma is white space to HTTP.", "t={t},\t{0}")
	open("space-in-front", "A space in front of the header is trimmed by HTTP.", " t={t},{0}")
	open("space-behind", "A space behind the header is trimmed by HTTP.", "t={t},{0} ")
	open("comma-behind", "A comma behind the items leaves an empty one.", "t={t},{0},")
	open("comma-in-front", "A comma in front of the items leaves an empty one.", ",t={t},{0}")
	open("commas", "Two commas leave an empty item between them.", "t={t},,{0}")
	open("item-no-value", "An item without an equals sign has no value to discard.", "t={t},foo,{0}")
	open("item-version-only", "A v1 without a value in front of the right one has nothing to compare.", "t={t},v1,{0}")
	open("item-version-empty", "A v1 with an empty value in front of the right one has nothing to compare.", "t={t},v1=,{0}")
	open("item-equals-twice", "An item of another name with two equals signs is discarded or refused.", "t={t},x=a=b,{0}")
	open("item-non-ascii", "A v1 outside of ASCII in front of the right one is compared or refused.", "t={t},v1=\u00e9,{0}")
	t.flagsAs("RepeatedHeader")
	t.open("header-twice-same", "The same header twice says the same.", plain, list("t={t},{0}", "t={t},{0}"))
	t.open("header-split", "The items in a field each are what a gateway makes of commas.", plain, list("t={t}", "{0}")).
		cites("rfc9110#5.3", "https://github.com/stripe/stripe-php/issues/1001")
	t.open("header-behind-empty", "An empty field in front of the right one adds no items.", plain, list("", "t={t},{0}"))
	t.open("header-twice-right-last", "A wrong header in front of the right one.", plain, list("t={t},v1={0.sig|bytes-last-bit}", "t={t},{0}"))
	return plain
}

func stripeMissing(t *theme, plain *entry) {
	t.flagsAs("MissingHeader")
	t.cites(stripeManual)
	no := func(slug, reason, comment string, m mutation) { t.invalid(slug, reason, comment, plain, m) }
	no("no-field", "missing_header", "Without the header nothing is authentic.", fields())
	no("field-empty", "missing_header", "An empty header has no signature.", fields("Stripe-Signature", ""))
	no("name-webhook", "missing_header", "The header of another scheme is another header.", renamed("Stripe-Signature", "webhook-signature"))
	no("name-prefixed", "missing_header", "The header with an X in front is another header.", renamed("Stripe-Signature", "X-Stripe-Signature"))
	no("no-timestamp", "malformed_timestamp", "Without an item t nothing is fresh.", list("{0}"))
	no("no-signature", "malformed_signature", "Without a signature nothing from Stripe is authentic.", list("t={t}"))
	no("garbage", "malformed_timestamp", "A word has no items.", list("garbage"))
	no("commas-only", "malformed_timestamp", "Commas have no items.", list(",,,"))
	no("timestamp-no-equals", "malformed_timestamp", "A t without an equals sign has no value.", list("t,{0}"))
	no("timestamp-empty", "malformed_timestamp", "A t with an empty value is no timestamp.", list("t=,{0}"))
	no("timestamp-upper-case", "malformed_timestamp", "The name of the timestamp is a small letter.", list("T={t},{0}"))
	no("semicolon", "malformed_timestamp", "A semicolon separates no items.", list("t={t};{0}"))
	no("colon", "malformed_timestamp", "A colon separates no name from its value.", list("t:{t},v1:{0.sig}"))
	t.flagsAs("MalformedItem")
	no("signature-no-equals", "malformed_signature", "A v1 without an equals sign has no value.", list("t={t},v1"))
	no("signature-empty", "malformed_signature", "A v1 with an empty value is no signature.", list("t={t},v1="))
	no("signature-non-ascii", "malformed_signature", "64 letters outside of ASCII are no signature.", list("t={t},v1="+strings.Repeat("\u00e9", 64)))
	no("signature-non-ascii-bytes", "malformed_signature", "64 bytes outside of ASCII are no signature.", list("t={t},v1="+strings.Repeat("\u00e9", 32)))

	t.flagsAs("DuplicateTimestamp")
	then := decimal(sentAt - 86400)
	recorded := hmacOf(stripeText)
	recorded.Content = then + ".{body}"
	old := t.valid("list-with-recorded", "A signature over an older timestamp beside the right one is stepped over.",
		plain.recipe.mutate(signed(hmacOf(stripeText), recorded), list("t={t},{0},{1}")))
	t.invalid("timestamp-fresh-behind-signed", "malformed_timestamp", "A fresh t behind the signed one of long ago makes nothing fresh.", old, list("t="+then+",t={t},{1}"))
	t.invalid("timestamp-fresh-before-signed", "malformed_timestamp", "A fresh t in front of the signed one of long ago makes nothing fresh.", old, list("t={t},t="+then+",{1}"))
	t.invalid("timestamp-twice-neither-signed", "malformed_timestamp", "Two timestamps of which neither was signed are no better than one.", plain, list("t="+decimal(sentAt+1)+",t="+decimal(sentAt+2)+",{0}"))
	t.open("timestamp-twice-signed-first", "A second t behind the signed one is read by half of the libraries.", plain, list("t={t},t="+decimal(sentAt-1)+",{0}"))
	t.open("timestamp-twice-signed-last", "A second t in front of the signed one is read by half of the libraries.", plain, list("t="+decimal(sentAt-1)+",t={t},{0}"))
	t.open("timestamp-twice-in-fields", "A second t in a field of its own is read by some of the libraries.", plain, list("t={t},{0}", "t="+decimal(sentAt-1)))
	t.open("timestamp-twice-behind-space", "A second t behind a space is an item of another name to some of the libraries.", plain, list("t={t},{0}, t="+decimal(sentAt-1)))
	t.open("timestamp-twice-same", "The same t twice says the same.", plain, list("t={t},t={t},{0}"))
}
