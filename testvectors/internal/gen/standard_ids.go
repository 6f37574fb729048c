package main

import "strings"

// standardIDs: what a message id may be, and that it is signed.
func standardIDs(b *builder, plain *entry) {
	t := b.theme("standard", "verify", "id", "The message id: free text without a full stop, authenticated like the body.")
	r := plain.recipe
	t.cites(swMetadata, swScheme)
	t.flagsAs("MessageID")
	named := func(slug, comment, text string) *entry { return t.valid(slug, comment, r.mutate(id(text))) }
	named("id-one-character", "A message id of one character is an id.", "1")
	named("id-uuid", "A message id with hyphens is an id.", "6b1f5a3e-0a52-4c1e-9d0f-6a3d2f1c9b7e")
	named("id-timestamp", "A message id that looks like a timestamp is an id.", decimal(sentAt-1))
	named("id-comma", "A comma in a message id separates nothing.", "evt_1,2")
	named("id-colon-slash", "Colons and slashes in a message id are text.", "urn:evt/2021/02")
	named("id-percent-escape", "An escaped full stop in a message id is three characters.", "msg%2e1")
	named("id-format", "A percent sign in a message id is no format.", "msg_%s%d")
	named("id-quotes", "Quotation marks and a backslash in a message id are text.", `msg_"a"\b`)
	named("id-equals", "Padding in a message id is text.", "bXNnXzE=")
	named("id-plus", "A plus in a message id is no space.", "msg+1")
	named("id-tilde", "Signs of ASCII in a message id are text.", "msg_~!#$&'()*;<>?@[]^`|")
	named("id-256", "A message id of 256 characters is an id.", strings.Repeat("0123456789abcdef", 16))

	t.flagsAs("DotInID")
	t.cites(swScheme)
	dot := func(slug, comment, text string) {
		t.invalid(slug, "malformed_id", comment, plain, id(text))
	}
	dot("id-dot", "A full stop in a message id makes the signed content ambiguous.", "msg.1")
	dot("id-dot-first", "A full stop at the start of a message id makes the signed content ambiguous.", ".msg_1")
	dot("id-dot-last", "A full stop at the end of a message id makes the signed content ambiguous.", "msg_1.")
	dot("id-dot-only", "A full stop alone is no message id.", ".")
	dot("id-dot-version", "A message id that ends like a file name makes the signed content ambiguous.", "msg_1.json")
	standardRecuts(t, r)

	t.flagsAs("Tampering")
	t.cites(swScheme, swVerify)
	other := func(slug, comment, text string) {
		t.invalid(slug, "signature_mismatch", comment, plain, arrivesID(text))
	}
	other("id-other", "The message id is signed: another one is refused.", "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W")
	other("id-upper-case", "The message id is signed as it is written: letters in upper case are others.", strings.ToUpper(messageID))
	other("id-truncated", "The message id is signed whole.", messageID[:len(messageID)-1])
	other("id-longer", "The message id is signed to its end.", messageID+"0")
	lower := named("id-escape-lower", "An escape in a message id is text, as it is written.", "msg%2F1")
	t.invalid("id-escape-decoded", "signature_mismatch", "An escape in a message id is not decoded.", lower, arrivesID("msg/1"))
	plus := t.b.entries["standard/verify/id-plus"]
	t.invalid("id-plus-decoded", "signature_mismatch", "A plus in a message id is not decoded.", plus, arrivesID("msg 1"))

	t.flagsAs("ControlCharacter")
	t.cites(swHeaders, "rfc9110#5.5")
	t.invalid("id-line-end", "malformed_id", "A line end in a message id is a second field to the next reader.", plain, id("msg_1\r\nwebhook-id: msg_2"))
	t.invalid("id-line-feed", "malformed_id", "A line feed in a message id is a line end to the next reader.", plain, id("msg_1\nmsg_2"))
	t.invalid("id-nul", "malformed_id", "A zero byte in a message id is its end to the next reader.", plain, id("msg_1\x00msg_2"))
	t.invalid("id-nul-behind", "malformed_id", "A zero byte behind the signed message id does not end it early.", plain, arrivesID(messageID+"\x00x"))
	t.open("id-tab", "A tab in a message id is allowed by HTTP.", plain, id("msg\t1"))
	t.open("id-escape-character", "A control character in a message id is safe to refuse.", plain, id("msg\x1b[31m"))
	t.flagsAs("OddID")
	t.open("id-space", "A space in a message id is allowed by HTTP.", plain, id("msg 1"))
	t.open("id-space-in-front", "A space in front of a message id is trimmed by HTTP.", plain, id(" msg_1"))
	t.open("id-space-only", "A message id of a space is empty once HTTP has trimmed it.", plain, id(" "))
	t.open("id-utf8", "Letters outside of ASCII in a message id are opaque to HTTP.", plain, id("msg_\u00e9"))
	t.open("id-latin-1", "A byte outside of ASCII and UTF-8 in a message id is opaque to HTTP.", plain, id("msg_\xe9"))
	t.open("id-fullwidth-stop", "A fullwidth full stop is another sign.", plain, id("msg\uff0e1"))
	t.open("id-8-kib", "A message id of 8 KiB is over what most servers take of a header.", plain, id(strings.Repeat("0123456789abcdef", 512)))
}

// standardRecuts: one signature, another message. What is signed is the same
// text, cut where the body had full stops.
func standardRecuts(t *theme, r recipe) {
	t.flagsAs("Recut", "DotInID")
	t.cites(swScheme)
	then, now := decimal(sentAt-200), decimal(sentAt)
	recut := t.valid("body-timestamp-in-front", "A body that begins with ten digits and a full stop is a body.", r.mutate(timestamp(then), body(now+`.{"admin": true}`)))
	t.invalid("id-takes-timestamp", "malformed_id", "A fresh timestamp is cut out of a body, the old one moving into the id.", recut, cut(messageID+"."+then, now, `{"admin": true}`))
	twice := t.valid("body-two-stops", "A body of two numbers and full stops is a body.", r.mutate(timestamp(then), body("7."+now+".x")))
	t.invalid("id-takes-timestamp-and-body", "malformed_id", "A fresh timestamp is cut out of the middle of a body.", twice, cut(messageID+"."+then+".7", now, "x"))
	digits := t.valid("id-before-digits", "A message id in front of a body that is a number is an id.", r.mutate(id("7"), timestamp(then), body(now+".")))
	t.invalid("id-takes-timestamp-body-empty", "malformed_id", "A fresh timestamp is cut out of a body, of which nothing is left.", digits, cut("7."+then, now, ""))
}
