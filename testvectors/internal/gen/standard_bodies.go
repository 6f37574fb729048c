package main

import "strings"

// standardBodies: bytes are signed, and every byte is.
func standardBodies(b *builder, plain *entry) {
	t := b.theme("standard", "verify", "body", "The body: bytes, all of them, and nothing that is made of them.")
	bodies(t, plain)
	bodiesUnreadable(t, plain)
	rewritten(t, plain)
}

func bodies(t *theme, plain *entry) {
	r := plain.recipe
	t.cites(swPayload, swScheme)
	t.flagsAs("BodyBytes")
	of := func(slug, comment, text string) *entry { return t.valid(slug, comment, r.mutate(body(text))) }
	of("body-empty", "An empty body is a body.", "")
	of("body-space", "A space is a body.", " ")
	of("body-line-feed", "A line feed at the end belongs to the body.", payload+"\n")
	of("body-no-json", "A body that is not JSON is a body.", "hello")
	of("body-broken-json", "A body that is almost JSON is a body.", `{"test": `)
	of("body-json-number", "A body that is a number is a body.", "42")
	of("body-json-null", "A body that is null is a body.", "null")
	of("body-not-a-number", "A body with a number that JSON does not have is a body.", `{"a": NaN}`)
	of("body-names-twice", "A body with a name twice is a body.", `{"a": 1, "a": 2}`)
	of("body-big-number", "A body with a number that no float holds is a body.", `{"id": 12345678901234567890}`)
	of("body-deep", "A body of 600 nested arrays is a body.", strings.Repeat("[", 600)+strings.Repeat("]", 600))
	of("body-form", "A body of form fields is a body.", "payload=%7B%22a%22%3A1%7D&x=1+2")
	of("body-xml", "A body of XML is a body.", "<?xml version=\"1.0\"?>\r\n<a/>\r\n")
	of("body-nul", "A zero byte in the body does not end it.", "a\x00b")
	of("body-only-nul", "A zero byte alone is a body.", "\x00")
	of("body-format", "Percent signs in the body are text.", `{"off": "100%s %d %n %%"}`)
	of("body-backslashes", "Backslashes in the body are text.", `{"path": "C:\\temp\\\u0041"}`)
	of("body-byte-order-mark", "A byte order mark at the start belongs to the body.", "\ufeff"+payload)
	of("body-replacement", "A replacement character that was sent is a character.", "{\"a\": \"\ufffd\"}")
	of("body-emoji", "Characters of four bytes are bytes.", `{"a": "🙂"}`)
	of("body-line-separator", "A line separator of Unicode is a character.", "{\"a\": \"\u2028\"}")
	of("body-stops", "Full stops in the body separate nothing.", "...")
	t.flagsAs("LargeBody")
	t.cites(swSize, swScheme)
	of("body-64-kib", "A body of 64 KiB is signed to its last byte.", strings.Repeat("a", 64<<10))
	of("body-256-kib", "A body of 256 KiB is signed to its last byte.", strings.Repeat("a", 256<<10))
	large := of("body-1-mib", "A body of a mebibyte is signed to its last byte.", strings.Repeat("a", 1<<20))
	t.invalid("body-1-mib-cut", "signature_mismatch", "A body of a mebibyte less its last byte is another body.", large, arrivesBody(strings.Repeat("a", 1<<20-1)))
	t.invalid("body-1-mib-over", "signature_mismatch", "A body of a mebibyte and a byte is another body.", large, arrivesBody(strings.Repeat("a", 1<<20+1)))
}

// bodiesUnreadable: what a lossy decoder makes equal is not equal.
func bodiesUnreadable(t *theme, plain *entry) {
	r := plain.recipe
	t.flagsAs("BodyNotText")
	t.cites(swPayload, swScheme)
	of := func(slug, comment, text string) *entry { return t.valid(slug, comment, r.mutate(body(text))) }
	raw := of("body-not-utf8", "A body that is not UTF-8 verifies as the bytes that it is.", "{\"a\": \"\xff\"}")
	of("body-latin-1", "A body in Latin-1 is signed byte for byte.", "{\"a\": \"caf\xe9\"}")
	utf16 := of("body-utf-16", "A body in UTF-16 is signed byte for byte.", "\xff\xfe{\x00}\x00")
	of("body-surrogate", "A surrogate in a body is signed byte for byte.", "{\"a\": \"\xed\xa0\x80\"}")
	of("body-overlong", "An overlong slash in a body is signed byte for byte.", "{\"a\": \"\xc0\xaf\"}")
	of("body-gzip", "A compressed body is signed byte for byte.", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	t.invalid("body-replaced", "signature_mismatch", "A replacement character is not the byte that it replaces.", raw, arrivesBody("{\"a\": \"\ufffd\"}"))
	t.invalid("body-other-bad-byte", "signature_mismatch", "Two bytes that are both not UTF-8 are two bytes.", raw, arrivesBody("{\"a\": \"\xfe\"}"))
	t.invalid("body-bad-byte-dropped", "signature_mismatch", "A byte that is not UTF-8 is not nothing.", raw, arrivesBody(`{"a": ""}`))
	t.invalid("body-latin-1-recoded", "signature_mismatch", "A byte of Latin-1 is not its character in UTF-8.", t.b.entries["standard/verify/body-latin-1"], arrivesBody("{\"a\": \"caf\u00e9\"}"))
	t.invalid("body-utf-16-recoded", "signature_mismatch", "A body in UTF-16 is not the same text in UTF-8.", utf16, arrivesBody("{}"))
	sent := t.b.entries["standard/verify/body-replacement"]
	t.invalid("body-replacement-from-bad-byte", "signature_mismatch", "A byte that is not UTF-8 is not the replacement character that was signed.", sent, arrivesBody("{\"a\": \"\xff\"}"))
}

// rewritten: what frameworks, proxies and editors do to a body.
func rewritten(t *theme, plain *entry) {
	t.cites(swScheme)
	t.flagsAs("BodyRewritten")
	from := func(slug, comment string, base *entry, text string) {
		t.invalid(slug, "signature_mismatch", comment, base, arrivesBody(text))
	}
	p := t.file.Profile + "/verify/"
	get := func(slug string) *entry { return t.b.entries[p+slug] }
	from("body-line-feed-added", "A line feed at the end was not signed.", plain, payload+"\n")
	from("body-space-added", "A space at the end was not signed.", plain, payload+" ")
	from("body-space-in-front", "A space at the start was not signed.", plain, " "+payload)
	from("body-nul-added", "A zero byte at the end was not signed.", plain, payload+"\x00")
	from("body-byte-order-mark-added", "A byte order mark at the start was not signed.", plain, "\ufeff"+payload)
	from("body-compact", "The same JSON without its space is another body.", plain, `{"test":2432232314}`)
	from("body-indented", "The same JSON over three lines is another body.", plain, "{\n  \"test\": 2432232314\n}")
	from("body-emptied", "A body that somebody read before is empty, and another one.", plain, "")
	from("body-cut", "A body less its last byte is another body.", plain, payload[:len(payload)-1])
	from("body-cut-in-front", "A body less its first byte is another body.", plain, payload[1:])
	from("body-as-json-text", "A body as a text of JSON is another body.", plain, `"{\"test\": 2432232314}"`)
	from("body-as-base64", "A body in base64 is another body.", plain, encode(payload))
	from("body-object-text", "What JavaScript makes of an object is another body.", plain, "[object Object]")
	from("body-one-digit", "A body with one digit changed is another body.", plain, `{"test": 2432232315}`)
	from("body-one-bit", "A body with one letter in upper case is another body.", plain, `{"Test": 2432232314}`)
	if t.file.Profile != "standard" {
		return
	}
	from("body-line-feed-removed", "A line feed at the end that was signed is missed.", get("body-line-feed"), payload)
	from("body-line-end-changed", "Line ends of two bytes are not line ends of one.", get("body-xml"), "<?xml version=\"1.0\"?>\n<a/>\n")
	from("body-byte-order-mark-removed", "A byte order mark that was signed is missed.", get("body-byte-order-mark"), payload)
	from("body-cut-at-nul", "What follows a zero byte is missed.", get("body-nul"), "a")
	from("body-name-once", "The first of two equal names is missed.", get("body-names-twice"), `{"a": 2}`)
	from("body-big-number-rounded", "A number that a float has rounded is another one.", get("body-big-number"), `{"id": 12345678901234567000}`)
	from("body-emoji-escaped", "A character in two escapes is another body.", get("body-emoji"), `{"a": "\ud83d\ude42"}`)
	from("body-null-for-empty", "An empty body is not null.", get("body-empty"), "null")
	from("body-object-for-empty", "An empty body is not an empty object.", get("body-empty"), "{}")
	keys := t.valid("body-names-unsorted", "The order of names belongs to the body.", plain.recipe.mutate(body(`{"b":1,"a":"<é/>"}`)))
	from("body-names-sorted", "The same names in another order are another body.", keys, `{"a":"<é/>","b":1}`)
	from("body-escaped-unicode", "A letter as an escape is another body.", keys, `{"b":1,"a":"<\u00e9/>"}`)
	from("body-escaped-slash", "A slash with a backslash is another body.", keys, `{"b":1,"a":"<é\/>"}`)
	from("body-escaped-html", "Angle brackets as escapes are another body.", keys, `{"b":1,"a":"\u003cé/\u003e"}`)
	from("body-decomposed", "A letter and its accent apart are another body.", keys, "{\"b\":1,\"a\":\"<e\u0301/>\"}")
	form := get("body-form")
	from("body-form-decoded", "Form fields that were decoded are another body.", form, `{"a":1}`)
	from("body-form-recoded", "Form fields that were encoded anew are another body.", form, "payload=%7B%22a%22%3A1%7D&x=1%202")
}
