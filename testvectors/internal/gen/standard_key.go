package main

import "strings"

// standardKeys: reading the text of a secret.
func standardKeys(b *builder) {
	t := b.theme("standard", "key", "key", "The text of a symmetric secret: whsec_ and base64 of 24 to 64 bytes.")
	r := recipe{Profile: "standard", Operation: "key", Now: sentAt, Tolerance: unset}
	text := func(s string) recipe { return r.mutate(ownKeys(s)) }

	t.cites(swScheme)
	t.flagsAs("KeySize")
	plain := t.valid("published", "The secret that the reference libraries publish, 24 bytes, is a key.", text(published)).flagsAs("KnownAnswer")
	b25 := t.valid("25-bytes", "A secret of 25 bytes ends in two padding characters.", text(secretNamed("25", 25).text))
	t.valid("26-bytes", "A secret of 26 bytes ends in one padding character.", text(secretNamed("26", 26).text))
	t.valid("32-bytes", "A secret of 32 bytes, the size of the hash, is a key.", text(secretNamed("32", 32).text))
	t.valid("63-bytes", "A secret of 63 bytes is a key.", text(secretNamed("63", 63).text))
	b64 := t.valid("64-bytes", "A secret of 64 bytes, the most that the specification names, is a key.", text(secretNamed("64", 64).text))
	t.flagsAs("KeySpelling")
	symbols := t.valid("plus-and-slash", "A secret of nothing but plus and slash is base64 like any other.", text("whsec_"+strings.Repeat("+/", 16)))
	t.valid("hexadecimal-digits", "A secret that looks hexadecimal is base64 of 48 bytes.", text("whsec_"+strings.Repeat("0123456789abcdef", 4)))
	t.valid("zero-first", "A secret whose first byte is zero is a key.", text(secretOf("\x00"+secretNamed("32", 32).key[1:]).text))
	t.valid("prefix-inside", "A secret whose base64 begins with the letters whsec is a key.", text("whsec_whsec"+strings.Repeat("A1b2", 6)+"cde"))

	t.flagsAs("EmptyKey")
	t.cites(swScheme, "rfc2104#3")
	t.invalid("empty", "empty_secret", "An empty text, as of a variable that is not set, is no secret.", plain, ownKeys(""))
	t.invalid("prefix-only", "empty_secret", "The prefix alone is no secret: anyone signs with an empty key.", plain, ownKeys("whsec_"))
	t.invalid("prefix-and-space", "empty_secret", "A prefix and a space decode to an empty key where white space is skipped.", plain, ownKeys("whsec_ "))
	t.invalid("prefix-and-line-feed", "empty_secret", "A prefix and a line feed decode to an empty key where line breaks are skipped.", plain, ownKeys("whsec_\n"))
	t.invalid("white-space-only", "empty_secret", "White space alone is no secret.", plain, ownKeys(" \t"))
	t.invalid("padding-only", "malformed_secret", "Padding alone decodes to an empty key where padding is skipped.", plain, ownKeys("whsec_===="))
	t.invalid("junk-only", "malformed_secret", "Junk alone decodes to an empty key where junk is skipped.", plain, ownKeys("whsec_%%%%"))
	t.cites(swScheme, "rfc2104#2")
	t.invalid("zeros-24", "empty_secret", "24 zero bytes are to HMAC the same key as the empty one.", plain, ownKeys(secretOf(strings.Repeat("\x00", 24)).text))
	t.invalid("zeros-32", "empty_secret", "32 zero bytes are to HMAC the same key as the empty one.", plain, ownKeys(secretOf(strings.Repeat("\x00", 32)).text))
	t.invalid("zeros-64", "empty_secret", "64 zero bytes, a whole block, are to HMAC the same key as the empty one.", plain, ownKeys(secretOf(strings.Repeat("\x00", 64)).text))

	t.cites(swScheme)
	t.flagsAs("KeySize")
	t.invalid("1-byte", "weak_secret", "A key of one byte is found by 256 attempts.", plain, ownKeys("whsec_TQ=="))
	t.invalid("3-bytes", "weak_secret", "The word null is base64 of three bytes.", plain, ownKeys("whsec_null"))
	t.invalid("8-bytes", "weak_secret", "A key of 64 bits is under the minimum of 192.", plain, ownKeys(secretNamed("8", 8).text))
	t.invalid("16-bytes", "weak_secret", "A key of 128 bits is under the minimum of 192.", plain, ownKeys(secretNamed("16", 16).text))
	t.invalid("20-bytes", "weak_secret", "A key of 160 bits is under the minimum of 192.", plain, ownKeys(secretNamed("20", 20).text))
	t.invalid("23-bytes", "weak_secret", "A key of 23 bytes is one byte short.", plain, ownKeys(secretNamed("23", 23).text))
	t.invalid("changeme", "weak_secret", "A placeholder of eight letters is base64 of six bytes.", plain, ownKeys("changeme"))
	t.open("65-bytes", "A key of 65 bytes is over the maximum and is hashed before use.", b64, ownKeys(secretOf(secretNamed("75", 64).key+secretNamed("tail", 1).key).text))
	t.open("75-bytes", "A key of 75 bytes, the most that the Svix server takes, is over the maximum.", b64, ownKeys(secretOf(secretNamed("75", 64).key+secretNamed("tail", 11).key).text))
	t.open("128-bytes", "A key of 128 bytes is twice the maximum.", b64, ownKeys(secretOf(secretNamed("75", 64).key+secretNamed("tail", 64).key).text))

	standardKeySpellings(t, plain, b25, symbols)
}

// standardKeySpellings: RFC 4648 says what base64 is, and that what is outside
// of its alphabet is to be refused.
func standardKeySpellings(t *theme, plain, b25, symbols *entry) {
	t.flagsAs("KeySpelling")
	t.cites(swScheme, "rfc4648#3.3")
	rest := strings.TrimPrefix(published, "whsec_")
	respelt := func(slug, comment, text string) {
		t.invalid(slug, "malformed_secret", comment, plain, ownKeys(text))
	}
	t.invalid("url-safe-alphabet", "malformed_secret", "The URL-safe alphabet is another encoding, and skipping its signs makes another key.",
		symbols, ownKeys("whsec_"+strings.Repeat("-_", 16))).cites(swScheme, "rfc4648#5")
	respelt("url-safe-once", "One sign of the URL-safe alphabet is enough to make another key where it is skipped.", "whsec_MfKQ9r8GKYqrTwjUPD8I-PZIo2LaLaSw")
	respelt("space-behind-prefix", "A space behind the prefix is no base64.", "whsec_ "+rest)
	respelt("space-inside", "A space inside is no base64.", "whsec_"+rest[:16]+" "+rest[16:])
	respelt("tab-inside", "A tab inside is no base64.", "whsec_"+rest[:16]+"\t"+rest[16:])
	respelt("line-feed-inside", "A line feed inside, as of a wrapped file, is no base64 here.", "whsec_"+rest[:16]+"\n"+rest[16:])
	respelt("line-end-inside", "Carriage return and line feed inside are no base64 here.", "whsec_"+rest[:16]+"\r\n"+rest[16:])
	respelt("nul-inside", "A zero byte inside is no base64.", "whsec_"+rest[:16]+"\x00"+rest[16:])
	respelt("percent-inside", "A percent sign inside is no base64.", "whsec_"+rest[:16]+"%"+rest[17:])
	respelt("non-ascii-inside", "A letter outside of ASCII is no base64.", "whsec_"+rest[:16]+"\u00e9"+rest[17:])
	respelt("padding-inside", "Padding in the middle is no base64.", "whsec_"+rest[:14]+"=="+rest[16:])
	respelt("data-behind-padding", "What follows the padding is a second encoding, or an attempt at one.", secretNamed("25", 25).text+"QUJD")
	respelt("padding-too-much", "Padding behind whole groups is in excess.", published+"=")
	respelt("padding-three", "Three padding characters are in excess.", secretNamed("25", 25).text+"=")
	t.invalid("padding-half", "malformed_secret", "One padding character where two belong is neither padded nor unpadded.",
		b25, ownKeys(strings.TrimSuffix(b25.recipe.Keys.Own[0], "="))).cites(swScheme, "rfc4648#3.2")
	respelt("one-digit-over", "A digit over a whole group encodes six bits of nothing.", published+"A")

	t.cites(swScheme)
	respelt("prefix-twice", "A prefix twice leaves an underscore in the base64.", "whsec_"+published)
	respelt("prefix-upper-case", "The prefix in upper case is not the prefix.", strings.Replace(published, "whsec", "WHSEC", 1))
	respelt("prefix-misspelt", "A misspelt prefix is not the prefix.", strings.Replace(published, "whsec", "hwsec", 1))
	respelt("prefix-hyphen", "A prefix with a hyphen is not the prefix.", strings.Replace(published, "_", "-", 1))
	respelt("version-in-front", "A version in front, as Supabase shows it, is no part of a secret.", "v1,"+published)
	respelt("quoted", "Quotation marks, as of a file read as text, are no part of a secret.", `"`+published+`"`)
	respelt("quoted-single", "Single quotation marks are no part of a secret.", "'"+published+"'")
	respelt("name-in-front", "A name and an equals sign, as of an environment file, are no part of a secret.", "WEBHOOK_SECRET="+published)
	respelt("placeholder", "A placeholder that nobody filled in is no secret.", "${WEBHOOK_SECRET}")
	respelt("undefined", "The word undefined is nine letters, a number that no base64 has.", "undefined")
	respelt("plain-words", "Words with hyphens are no base64.", "my-webhook-secret-of-some-length")

	t.flagsAs("KeySurroundings")
	t.open("no-prefix", "Base64 without the prefix is taken by most libraries.", plain, ownKeys(rest))
	t.open("unpadded", "Base64 of 25 bytes without its padding is taken by half of the libraries.", b25,
		ownKeys(strings.TrimRight(b25.recipe.Keys.Own[0], "="))).cites(swScheme, "rfc4648#3.2")
	t.open("stray-bits", "Bits behind the last byte that are not zero spell the same key in another way.", b25,
		ownKeys("whsec_"+spell("stray-bits", strings.TrimPrefix(b25.recipe.Keys.Own[0], "whsec_")))).cites(swScheme, "rfc4648#3.5")
	t.open("line-feed-behind", "A line feed behind the secret is what a file ends with.", plain, ownKeys(published+"\n"))
	t.open("line-end-behind", "Carriage return and line feed behind the secret are what a file ends with on Windows.", plain, ownKeys(published+"\r\n"))
	t.open("space-behind", "A space behind the secret is what copying picks up.", plain, ownKeys(published+" "))
	t.open("space-in-front", "A space in front of the secret is what copying picks up.", plain, ownKeys(" "+published))
	t.open("byte-order-mark", "A byte order mark in front of the secret is what some editors write.", plain, ownKeys("\ufeff"+published))
}
