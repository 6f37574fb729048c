package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"strings"
)

// standardEd25519: v1a.
func standardEd25519(b *builder, plain *entry) {
	t := b.theme("standard", "verify", "ed25519", "Ed25519 signatures under v1a: lists, confusion with v1, and signatures and keys that are none.")
	r := plain.recipe.mutate(keys(publishedPublic), signed(publishedPair.signs()))
	t.cites(swScheme, "rfc8032#5.1.7")
	t.flagsAs("KnownAnswer")
	asymmetric := t.valid("ed25519-published", "The published answer of the Svix server verifies under its public key.", r)
	t.flagsAs("Asymmetric")
	t.valid("ed25519-body-empty", "An Ed25519 signature of an empty body verifies.", r.mutate(body("")))
	t.valid("ed25519-body-8-kib", "An Ed25519 signature of a body over 4096 bytes, the most that AWS KMS signs, verifies.", r.mutate(body(strings.Repeat("a", 8<<10))))
	t.valid("ed25519-body-not-utf8", "An Ed25519 signature of a body that is not UTF-8 verifies.", r.mutate(body("\xff\xfe\x00")))

	ed25519Lists(t, plain, asymmetric)
	ed25519Confusion(t, plain, asymmetric)
	ed25519Signatures(t, asymmetric)
	ed25519Keys(t, asymmetric)
}

func ed25519Lists(t *theme, plain, asymmetric *entry) {
	r := asymmetric.recipe
	t.cites(swHeaders, swScheme)
	t.flagsAs("Asymmetric", "SignatureList")
	mixed := r.mutate(signed(publishedSecret.signs(), publishedPair.signs()), list("{0} {1}"))
	t.valid("ed25519-mixed-public-key", "Of a mixed list a receiver with the public key takes v1a.", mixed)
	t.valid("ed25519-mixed-secret", "Of a mixed list a receiver with the secret takes v1.", mixed.mutate(keys(published)))
	t.valid("ed25519-mixed-both", "Of a mixed list a receiver with both keys takes either.", mixed.mutate(keys(published, publishedPublic)))
	half := t.valid("ed25519-mixed-one-right", "Of a mixed list a receiver with both keys takes the one that is right.", mixed.mutate(keys(strangerSecret.text, publishedPublic)))
	t.valid("ed25519-wrong-first", "A wrong Ed25519 signature is followed by the right one.", r.mutate(list("v1a,{0.sig|bytes-first-bit} {0}")))
	t.valid("ed25519-short-first", "A short text under v1a is followed by the right signature.", r.mutate(list("v1a,abcde {0}")))
	rotated := t.valid("ed25519-rotation", "The last of two public keys of the receiver is the right one.", r.mutate(keys(oldPair.public, publishedPublic)))
	t.valid("ed25519-two-signatures", "Of two Ed25519 signatures a receiver with the old key takes its own.", r.mutate(keys(oldPair.public), signed(publishedPair.signs(), oldPair.signs()), list("{0} {1}")))
	wrong := func(slug, comment string, base *entry, m mutation) {
		t.invalid(slug, "signature_mismatch", comment, base, m)
	}
	t.flagsAs("Asymmetric", "WrongMAC")
	wrong("ed25519-mixed-none-right", "Of a mixed list with two wrong signatures a receiver with both keys takes none.", half, list("v1,{0.sig|bytes-last-bit} v1a,{1.sig|bytes-last-bit}"))
	wrong("ed25519-rotation-stranger", "A stranger's Ed25519 signature is refused under each of two keys.", rotated, signed(strangerPair.signs()))
	wrong("ed25519-mixed-strangers", "A stranger's two signatures are refused under both keys.", half, signed(olderSecret.signs(), strangerPair.signs()))
	t.flagsAs("ManySignatures")
	t.cites(swHeaders)
	t.open("ed25519-17th", "The right Ed25519 signature is the seventeenth: each costs the receiver more than a MAC.", asymmetric, list(manyWrong(16)+"{0}"))
	t.open("ed25519-65th", "The right Ed25519 signature is the sixty-fifth.", asymmetric, list(manyWrong(64)+"{0}"))
	var nine []string
	for _, name := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		nine = append(nine, pairNamed(name).public)
	}
	t.open("ed25519-nine-keys", "The right public key is the ninth.", asymmetric, keys(append(nine, publishedPublic)...))
}

// manyWrong is a list of different wrong signatures.
func manyWrong(n int) string {
	var wrong strings.Builder
	for i := range n {
		signature := strings.Repeat("\x00", 32) + string(rune('A'+i%26)) + string(rune('a'+i/26)) + strings.Repeat("\x00", 30)
		wrong.WriteString("v1a," + encode(signature) + " ")
	}
	return wrong.String()
}

// ed25519Confusion: a key or a signature of one kind is taken for the other.
func ed25519Confusion(t *theme, plain, asymmetric *entry) {
	t.flagsAs("KeyConfusion")
	t.cites(swScheme, swMore)
	with := func(slug, reason, comment, key, label string) {
		t.invalid(slug, reason, comment, asymmetric, signed(hmacUnder(label, key)))
	}
	with("public-key-as-secret", "unsupported_scheme", "A MAC keyed with the bytes of the public key is what anyone makes.", publishedPair.point, "v1")
	with("public-key-as-secret-v1a", "malformed_signature", "A MAC keyed with the bytes of the public key is no Ed25519 signature under v1a either.", publishedPair.point, "v1a")
	with("public-key-text-as-secret", "unsupported_scheme", "A MAC keyed with the text of the public key is what anyone makes.", publishedPublic, "v1")
	with("public-key-base64-as-secret", "unsupported_scheme", "A MAC keyed with the base64 of the public key is what anyone makes.", strings.TrimPrefix(publishedPublic, "whpk_"), "v1")
	with("public-key-skipping-as-secret", "unsupported_scheme", "A MAC keyed with what a lenient decoder makes of whpk_ and base64 is what anyone makes.", decodeSkipping(publishedPublic), "v1")
	with("public-key-empty-mac", "unsupported_scheme", "A MAC of the empty key is refused by a receiver with a public key.", "", "v1")
	t.invalid("private-key-as-secret", "wrong_key_type", "A private key is no key to verify with.", plain, ownKeys(publishedPrivate))
	t.invalid("private-key-to-verify", "wrong_key_type", "A private key does not belong to a receiver, though its public half is in it.", asymmetric, ownKeys(publishedPrivate))

	t.cites(swScheme, swHeaders)
	t.flagsAs("WrongVersion", "KeyConfusion")
	t.invalid("ed25519-under-v1", "unsupported_scheme", "An Ed25519 signature under v1 is no MAC.", asymmetric, list("v1,{0.sig}"))
	t.invalid("ed25519-under-v2", "unsupported_scheme", "An Ed25519 signature under v2 is of a scheme to come.", asymmetric, list("v2,{0.sig}"))
	t.invalid("ed25519-bare", "malformed_signature", "An Ed25519 signature without a version says nothing of its algorithm.", asymmetric, list("{0.sig}"))
	t.invalid("ed25519-upper-case-version", "malformed_signature", "The letter of v1a is a small one.", asymmetric, list("v1A,{0.sig}"))
	t.invalid("v1-only-for-public-key", "unsupported_scheme", "A receiver with a public key has no key for v1.", asymmetric, signed(publishedSecret.signs()))
	t.invalid("v1a-only-for-secret", "unsupported_scheme", "A receiver with a secret has no key for v1a.", plain, signed(publishedPair.signs()))
}

// ed25519Signatures: signatures that are none.
func ed25519Signatures(t *theme, asymmetric *entry) {
	t.flagsAs("Asymmetric", "WrongMAC")
	t.cites(swScheme, "rfc8032#5.1.7")
	spelled := func(slug, reason, comment, value string) *entry {
		return t.invalid(slug, reason, comment, asymmetric, list("v1a,"+value))
	}
	spelled("ed25519-first-bit", "signature_mismatch", "A bit of R counts.", "{0.sig|bytes-first-bit}")
	spelled("ed25519-middle-bit", "signature_mismatch", "The lowest byte of S counts.", "{0.sig|bytes-middle-bit}")
	spelled("ed25519-last-bit", "signature_mismatch", "The highest byte of S counts.", "{0.sig|bytes-last-bit}")
	spelled("ed25519-s-zero", "signature_mismatch", "R alone is not enough.", "{0.sig|bytes-half-zero}")
	spelled("ed25519-zeros", "signature_mismatch", "64 zero bytes are no signature.", "{0.sig|bytes-zero}")
	spelled("ed25519-halves-swapped", "signature_mismatch", "R comes before S.", "{0.sig|bytes-swapped}")
	by := func(slug, comment string, s signature) {
		t.invalid(slug, "signature_mismatch", comment, asymmetric, signed(s))
	}
	by("ed25519-stranger", "A signature of somebody else's key is refused.", strangerPair.signs())
	by("ed25519-other-body", "An Ed25519 signature over another body is of another message.", signature{Algorithm: "ed25519", Key: publishedPair.seed, Content: "{id}.{t}.other"})
	by("ed25519-other-timestamp", "An Ed25519 signature over an older timestamp is of another attempt.", signature{Algorithm: "ed25519", Key: publishedPair.seed, Content: "{id}.1614265000.{body}"})
	by("ed25519-body-alone", "An Ed25519 signature over the body alone leaves id and timestamp open.", signature{Algorithm: "ed25519", Key: publishedPair.seed, Content: "{body}"})
	t.flagsAs("WrongAlgorithm")
	by("ed25519-prehashed", "Ed25519ph is another algorithm.", signature{Algorithm: "ed25519ph", Key: publishedPair.seed})
	by("ed25519-over-hash", "An Ed25519 signature over the hash of the content is over another text.", signature{Algorithm: "ed25519-sha512", Key: publishedPair.seed})

	t.flagsAs("Malleated")
	spelled("ed25519-s-plus-l", "signature_mismatch", "S with the order of the group added is a second signature of one message.", "{0.sig|bytes-malleated}")
	by("ed25519-r-not-canonical", "R in an encoding that RFC 8032 does not decode is refused.", signature{Algorithm: "ed25519-noncanonical-r", Key: publishedPair.seed})
	t.open("ed25519-r-small-order", "An R of small order is nothing that an honest sender makes, and satisfies the equation.", asymmetric,
		signed(signature{Algorithm: "ed25519-identity-r", Key: publishedPair.seed}))

	t.flagsAs("SignatureLength")
	t.cites(swScheme, "rfc8032#5.1.6")
	spelled("ed25519-63-bytes", "malformed_signature", "All but the last byte of the right signature are no signature.", "{0.sig|bytes-short}")
	spelled("ed25519-65-bytes", "signature_mismatch", "The right signature and one byte more are 88 characters too.", "{0.sig|bytes-long}")
	spelled("ed25519-half", "malformed_signature", "R alone is half of a signature.", "{0.sig|bytes-half}")
	spelled("ed25519-empty", "malformed_signature", "An empty text under v1a is no signature.", "")
	t.flagsAs("SignatureSpelling")
	t.cites(swScheme, "rfc4648#3.3")
	spelled("ed25519-url-safe", "signature_mismatch", "An Ed25519 signature in the URL-safe alphabet is another encoding.", "{0.sig|url-safe}")
	spelled("ed25519-hexadecimal", "malformed_signature", "An Ed25519 signature in hexadecimal is not base64.", "{0.sig|as-hex}")
	spelled("ed25519-junk-inside", "malformed_signature", "A sign outside of the alphabet in an Ed25519 signature is not skipped.", "{0.sig|junk-inside}")
	t.open("ed25519-unpadded", "An Ed25519 signature without its padding is not what a sender writes.", asymmetric, list("v1a,{0.sig|unpadded}")).cites(swScheme, "rfc4648#3.2")
	t.open("ed25519-stray-bits", "Bits behind the last byte spell the same Ed25519 signature in another way.", asymmetric, list("v1a,{0.sig|stray-bits}")).cites(swScheme, "rfc4648#3.5")
}

// ed25519Keys: texts that are no public key, and points that no key pair has.
func ed25519Keys(t *theme, asymmetric *entry) {
	t.flagsAs("PublicKey")
	t.cites(swScheme, "rfc8032#5.1.3")
	no := func(slug, reason, comment, text string) {
		t.invalid(slug, reason, comment, asymmetric, ownKeys(text))
	}
	point := publishedPair.point
	no("public-key-31-bytes", "malformed_secret", "A public key of 31 bytes is none.", "whpk_"+encode(point[:31]))
	no("public-key-33-bytes", "malformed_secret", "A public key of 33 bytes is none.", "whpk_"+encode(point+"\x00"))
	no("public-key-with-seed", "malformed_secret", "A private key under the prefix of a public one is none.", "whpk_"+encode(publishedPair.seed+point))
	no("public-key-empty", "empty_secret", "The prefix of a public key alone is none.", "whpk_")
	no("public-key-der", "malformed_secret", "A public key in DER is none.", "whpk_"+encode("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"+point))
	no("public-key-hexadecimal", "malformed_secret", "A public key in hexadecimal is 48 bytes of base64, and none.", "whpk_"+hex.EncodeToString([]byte(point)))
	no("public-key-space-inside", "malformed_secret", "A space in a public key is no base64.", publishedPublic[:20]+" "+publishedPublic[20:])
	no("public-key-upper-case-prefix", "malformed_secret", "The prefix of a public key in upper case is not the prefix.", strings.Replace(publishedPublic, "whpk", "WHPK", 1))
	no("public-key-not-on-curve", "malformed_secret", "A y for which there is no x is no point.", "whpk_"+encode("\x02"+strings.Repeat("\x00", 31)))
	t.cites(swScheme, "rfc8032#5.1.5")
	short := pairEndingInZero()
	whole := t.valid("ed25519-key-ends-in-zero", "A public key whose last byte is zero is a key like any other.",
		asymmetric.recipe.mutate(keys(short.public), signed(short.signs())))
	t.invalid("public-key-zero-missing", "malformed_secret", "A public key of 31 bytes is not filled up with zero.", whole, ownKeys("whpk_"+encode(short.point[:31])))

	t.flagsAs("SmallOrder")
	t.cites(swScheme, "rfc8032#5.1.5")
	points := []struct{ slug, comment, point string }{
		{"1", "Under the neutral point as public key one signature fits every message.", "0100000000000000000000000000000000000000000000000000000000000000"},
		{"2", "Under a public key of order 2 one signature fits every second message.", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"},
		{"4", "Under 32 zero bytes as public key one signature fits every fourth message.", "0000000000000000000000000000000000000000000000000000000000000000"},
		{"4-negative", "Under the other public key of order 4 one signature fits every fourth message.", "0000000000000000000000000000000000000000000000000000000000000080"},
		{"8", "Under a public key of order 8 one signature fits every eighth message.", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"},
		{"8-other", "Under another public key of order 8 one signature fits every eighth message.", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"},
		{"1-not-canonical", "The neutral point with p added to its y is an encoding that RFC 8032 does not decode.", hex.EncodeToString(encodedIdentityPlusP())},
		{"4-not-canonical", "A y of p, which is zero, is an encoding that RFC 8032 does not decode.", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"},
	}
	anyone := string(encodedIdentity()) + strings.Repeat("\x00", 32)
	for _, o := range points {
		bytes, err := hex.DecodeString(o.point)
		must(err)
		forged := forgeable(bytes, anyone)
		base := t.valid("ed25519-message-"+o.slug, "A message that fits a forgery for a public key of small order is a message: number "+o.slug+".",
			asymmetric.recipe.mutate(id(forged), list("{0} v1a,"+encode(anyone))))
		t.invalid("public-key-order-"+o.slug, "malformed_secret", o.comment, base, ownKeys("whpk_"+encode(string(bytes))))
	}
}

// forgeable finds a message id with which the signature that anyone makes
// satisfies the equation under a public key of small order.
func forgeable(public []byte, signature string) string {
	for i := range 1000 {
		id := "msg_" + decimal(int64(i))
		if ed25519.Verify(public, []byte(id+"."+decimal(sentAt)+"."+payload), []byte(signature)) {
			return id
		}
	}
	panic("no message")
}
