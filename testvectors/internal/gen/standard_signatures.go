package main

import "strings"

// standardSignatures: the list and its items.
func standardSignatures(b *builder, plain *entry) {
	t := b.theme("standard", "verify", "signatures", "The list of signatures: its separators, its items, and how a signature is spelled.")
	r := plain.recipe
	bad := "v1,{0.sig|bytes-first-bit}"
	layout := func(slug, comment, value string) *entry { return t.valid(slug, comment, r.mutate(list(value))) }

	t.cites(swHeaders)
	t.flagsAs("SignatureList")
	pair := layout("list-right-first", "The first of two signatures is the right one.", "{0} "+bad)
	layout("list-right-last", "The last of two signatures is the right one.", bad+" {0}")
	layout("list-right-between", "The right signature is between two others.", bad+" {0} "+bad)
	layout("list-right-twice", "The right signature twice is a list like any other.", "{0} {0}")
	layout("list-20", "The right signature is the last of twenty.", strings.Repeat(bad+" ", 19)+"{0}")
	layout("list-wrong-length-first", "A short text under v1 does not match, and the next one does.", "v1,abcde {0}")
	layout("list-empty-signature-first", "An empty text under v1 does not match, and the next one does.", "v1, {0}")
	layout("list-junk-first", "A text that is not base64 does not match, and the next one does.", "v1,"+strings.Repeat("!", 44)+" {0}")

	t.flagsAs("UnknownVersion")
	t.cites(swHeaders, "standard-webhooks#design-goals")
	layout("version-2-first", "A signature of a later version is stepped over.", "v2,{0.sig|bytes-first-bit} {0}")
	layout("version-2-last", "A signature of a later version behind the right one changes nothing.", "{0} v2,{0.sig|bytes-first-bit}")
	layout("version-10-first", "A version of two digits is stepped over.", "v10,c2lnbmF0dXJl {0}")
	layout("version-1a-first", "An Ed25519 signature is stepped over by who has a secret only.", "v1a,"+strings.Repeat("A", 86)+"== {0}")
	layout("version-1b-first", "An unknown kind of version 1 is stepped over.", "v1b,c2lnbmF0dXJl {0}")

	standardSeparators(t, plain, pair)
	standardItems(t, plain)
	standardSpellings(t, plain)
}

// standardSeparators: the specification says a space. What HTTP makes of a list
// on its way is nobody's forgery.
func standardSeparators(t *theme, plain, pair *entry) {
	bad := "v1,{0.sig|bytes-first-bit}"
	t.cites(swHeaders, "rfc9110#5.3")
	t.flagsAs("ListSeparator")
	t.open("separator-two-spaces", "Two spaces between two signatures have an empty item between them.", pair, list(bad+"  {0}"))
	t.open("separator-tab", "A tab is white space to HTTP and no space.", pair, list(bad+"\t{0}"))
	t.open("separator-comma", "A comma is what joins fields of one name.", pair, list(bad+",{0}"))
	t.open("separator-comma-right-first", "A comma joins the right signature to the next one.", pair, list("{0},"+bad))
	t.open("separator-comma-space", "A comma and a space are what joins fields of one name, right signature last.", pair, list(bad+", {0}"))
	t.open("separator-comma-space-right-first", "A comma and a space are what joins fields of one name, right signature first.", pair, list("{0}, "+bad))
	t.open("separator-line-feed", "A line feed in a field is replaced by a space or refused.", pair, list(bad+"\n{0}")).cites(swHeaders, "rfc9110#5.5")
	t.open("space-in-front", "A space in front of the list is trimmed by HTTP.", plain, list(" {0}")).cites("rfc9110#5.5")
	t.open("space-behind", "A space behind the list is trimmed by HTTP.", plain, list("{0} ")).cites("rfc9110#5.5")
	t.open("comma-behind", "A comma behind a signature is left over from a list.", plain, list("{0},"))
	t.open("version-apart", "A space in place of the comma leaves version and signature as two items.", plain, list("v1 {0.sig}"))
	t.open("space-behind-comma", "A space behind the comma leaves an item without a signature and one without a version.", plain, list("v1, {0.sig}"))
	t.flagsAs("MalformedItem")
	t.cites(swHeaders)
	t.open("item-garbage-first", "An item without a comma in front of the right signature is no signature.", plain, list("garbage {0}"))
	t.open("item-garbage-last", "An item without a comma behind the right signature is no signature.", plain, list("{0} garbage"))
	t.open("item-version-first", "A version alone in front of the right signature is no signature.", plain, list("v1 {0}"))
	t.open("item-comma-first", "A comma alone in front of the right signature is no signature.", plain, list(", {0}"))
	t.open("item-third-part", "A signature with a second comma and more behind it is spelled oddly.", plain, list("{0},extra"))
	t.open("item-non-ascii-first", "An item outside of ASCII in front of the right signature is no signature.", plain, list("v1,\u00e9 {0}")).cites(swHeaders, "rfc9110#5.5")
	t.open("list-100", "The right signature is the last of a hundred.", pair, list(strings.Repeat(bad+" ", 99)+"{0}")).flagsAs("ManySignatures")
	t.open("list-1000", "The right signature is the last of a thousand.", pair, list(strings.Repeat(bad+" ", 999)+"{0}")).flagsAs("ManySignatures")
}

// standardItems: there is no signature at all, however it looks.
func standardItems(t *theme, plain *entry) {
	t.flagsAs("MalformedItem")
	t.cites(swHeaders, swScheme)
	none := func(slug, comment, value string) {
		t.invalid(slug, "malformed_signature", comment, plain, list(value))
	}
	none("none-garbage", "A word is no signature.", "garbage")
	none("none-version", "A version without a comma is no signature.", "v1")
	none("none-version-comma", "A version and a comma without a signature are no signature.", "v1,")
	none("none-versions", "Versions without signatures are no signatures.", "v1, v1, v1,")
	none("none-comma", "A comma is no signature.", ",")
	none("none-spaces", "A list of spaces is empty.", "   ")
	none("none-non-ascii", "44 letters outside of ASCII are no signature.", "v1,"+strings.Repeat("\u00e9", 44))
	t.invalid("none-non-ascii-bytes", "signature_mismatch", "44 bytes outside of ASCII are no signature, though their number is right.", plain, list("v1,"+strings.Repeat("\u00e9", 22)))
	t.invalid("separator-semicolon", "malformed_signature", "A semicolon separates nothing here.", plain, list("v1,{0.sig|bytes-first-bit};{0}"))
	none("none-json", "A signature in a JSON array is no list of signatures.", `["{0}"]`)
	t.flagsAs("WrongVersion")
	none("bare", "The right MAC without a version says nothing of its algorithm.", "{0.sig}")
	none("comma-bare", "The right MAC behind a comma has an empty version.", ",{0.sig}")
	none("equals-sign", "An equals sign does not separate version and signature.", "v1={0.sig}")
	none("colon", "A colon does not separate version and signature.", "v1:{0.sig}")
	none("sha256-label", "The label that GitHub uses is no version.", "sha256={0.sig|as-hex}")
	none("quoted", "Quotation marks are no part of a signature.", "{0|quoted}")
	t.flagsAs("SignatureLength")
	none("half", "The first half of the right signature is no signature.", "v1,{0.sig|half}")
	none("one-character", "The first character of the right signature is no signature.", "v1,{0.sig|first}")
}

// standardSpellings: one MAC has one spelling.
func standardSpellings(t *theme, plain *entry) {
	t.cites(swScheme, "rfc4648#3.3")
	t.flagsAs("SignatureSpelling")
	wrong := func(slug, reason, comment, value string) *entry {
		return t.invalid(slug, reason, comment, plain, list("v1,"+value))
	}
	wrong("padding-too-much", "malformed_signature", "A second padding character is in excess.", "{0.sig|over-padded}")
	wrong("url-safe", "signature_mismatch", "The URL-safe alphabet is another encoding.", "{0.sig|url-safe}").cites(swScheme, "rfc4648#5")
	wrong("junk-inside", "malformed_signature", "A sign outside of the alphabet between the others is not skipped.", "{0.sig|junk-inside}")
	wrong("hyphen-inside", "malformed_signature", "A hyphen between the others is not skipped.", "{0.sig|dash-inside}")
	wrong("nul-inside", "malformed_signature", "A zero byte between the others is not skipped.", "{0.sig|nul-inside}").cites(swScheme, "rfc9110#5.5")
	wrong("nul-behind", "malformed_signature", "A zero byte behind the signature does not end it early.", "{0.sig|nul-after}").cites(swScheme, "rfc9110#5.5")
	wrong("data-behind-padding", "malformed_signature", "What follows the padding is not skipped.", "{0.sig|data-after}")
	wrong("junk-instead", "signature_mismatch", "A sign outside of the alphabet in place of one of 44 is no digit.", "{0.sig|junk-instead}")
	wrong("hexadecimal", "malformed_signature", "The right MAC in hexadecimal is not base64.", "{0.sig|as-hex}").cites(swScheme)
	wrong("base64-twice", "malformed_signature", "The right MAC in base64 twice decodes to something else.", "{0.sig|again}").cites(swScheme)
	wrong("upper-case", "signature_mismatch", "Base64 is case-sensitive: upper case spells another MAC.", "{0.sig|upper-case}").cites(swScheme, "rfc4648#4")
	wrong("lower-case", "signature_mismatch", "Base64 is case-sensitive: lower case spells another MAC.", "{0.sig|lower-case}").cites(swScheme, "rfc4648#4")
	wrong("swapped-case", "signature_mismatch", "Base64 is case-sensitive: each letter in the other case spells another MAC.", "{0.sig|swap-case}").cites(swScheme, "rfc4648#4")
	t.open("unpadded", "The right MAC without its padding is not what a sender writes.", plain, list("v1,{0.sig|unpadded}")).cites(swScheme, "rfc4648#3.2")
	t.open("stray-bits", "Bits behind the last byte that are not zero spell the same MAC in another way.", plain, list("v1,{0.sig|stray-bits}")).cites(swScheme, "rfc4648#3.5")

	t.cites(swVerify, swScheme)
	t.flagsAs("WrongMAC")
	wrong("first-bit", "signature_mismatch", "The first bit of the MAC counts.", "{0.sig|bytes-first-bit}")
	wrong("middle-bit", "signature_mismatch", "A bit in the middle of the MAC counts.", "{0.sig|bytes-middle-bit}")
	wrong("last-bit", "signature_mismatch", "The last bit of the MAC counts.", "{0.sig|bytes-last-bit}")
	wrong("zeros", "signature_mismatch", "A MAC of zero bytes is not the right one.", "{0.sig|bytes-zero}")
	wrong("second-half-zero", "signature_mismatch", "Half of the MAC is not enough.", "{0.sig|bytes-half-zero}")
	wrong("halves-swapped", "signature_mismatch", "The halves of the MAC have their order.", "{0.sig|bytes-swapped}")
	wrong("bytes-reversed", "signature_mismatch", "The bytes of the MAC have their order.", "{0.sig|bytes-reversed}")
	t.flagsAs("SignatureLength")
	wrong("31-bytes", "signature_mismatch", "31 right bytes in base64 of 44 characters are one short.", "{0.sig|bytes-short}")
	wrong("16-bytes", "malformed_signature", "16 right bytes are half of a MAC.", "{0.sig|bytes-half}")
	wrong("33-bytes", "signature_mismatch", "The right MAC and one byte more are 44 characters without padding.", "{0.sig|bytes-long}")
}
