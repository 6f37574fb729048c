package main

// standardRotation: several keys on either side.
func standardRotation(b *builder, plain *entry) {
	t := b.theme("standard", "verify", "rotation", "Several keys, so that secrets are replaced without an interruption.")
	r := plain.recipe
	new, old, older := publishedSecret, oldSecret, olderSecret
	by := func(layout string, receiver []string, signers ...signature) recipe {
		return r.mutate(keys(receiver...), signed(signers...), list(layout))
	}
	both := []string{new.text, old.text}

	t.cites(swHeaders)
	t.flagsAs("Rotation")
	t.valid("receiver-first-key", "The first of two keys of the receiver is the right one.", by("{0}", both, new.signs()))
	last := t.valid("receiver-last-key", "The last of two keys of the receiver is the right one.", by("{0}", both, old.signs()))
	third := t.valid("receiver-third-key", "The last of three keys of the receiver is the right one.", by("{0}", []string{new.text, old.text, older.text}, older.signs()))
	sender := t.valid("sender-two-keys-current", "A receiver with the current key takes a message signed with both.", by("{0} {1}", both[:1], new.signs(), old.signs()))
	t.valid("sender-two-keys-old", "A receiver with the old key takes a message signed with both.", by("{0} {1}", both[1:], new.signs(), old.signs()))
	t.valid("sender-two-keys-old-first", "A receiver with the current key takes a message signed with the old one first.", by("{1} {0}", both[:1], new.signs(), old.signs()))
	cross := t.valid("both-two-keys", "Receiver and sender have both keys.", by("{0} {1}", both, new.signs(), old.signs()))
	t.valid("both-two-keys-crossed", "Receiver and sender have both keys in another order.", by("{1} {0}", both, new.signs(), old.signs()))
	t.valid("overlap-last-last", "Receiver and sender share one key, the last on either side.", by("{0} {1}", []string{older.text, old.text}, new.signs(), old.signs()))
	t.valid("receiver-same-key-twice", "The same key twice is a list of two keys.", by("{0}", []string{new.text, new.text}, new.signs()))

	t.flagsAs("Rotation", "WrongMAC")
	wrong := func(slug, comment string, base *entry, m mutation) {
		t.invalid(slug, "signature_mismatch", comment, base, m)
	}
	wrong("receiver-without-old", "A message of the old key alone is refused once the receiver has dropped it.", last, keys(new.text, older.text))
	wrong("receiver-other-keys", "A message of the current key is refused by a receiver with others.", sender, keys(strangerSecret.text))
	wrong("sender-stranger", "A stranger's signature is refused under each of three keys.", third, signed(strangerSecret.signs()))
	wrong("sender-two-strangers", "Two strangers' signatures are refused under each of two keys.", cross, signed(strangerSecret.signs(), olderSecret.signs()))
	crossed := []signature{{Algorithm: "hmac-sha256", Key: new.key, Content: "msg_other.{t}.{body}"}, {Algorithm: "hmac-sha256", Key: old.key, Content: "{id}.{t}.other"}}
	wrong("sender-other-messages", "Two right keys over two other messages are refused.", cross, signed(crossed...))
	wrong("keys-joined", "Two keys in a row are not a key of their own.", cross, signed(hmacOf(new.key+old.key), hmacOf(old.key+new.key)))
	t.flagsAs("Rotation", "EmptyKey")
	t.invalid("receiver-empty-key-beside", "empty_secret", "An empty key beside another one lets anyone sign.",
		t.valid("list-empty-key-first", "A signature of the empty key in front of the right one is stepped over.",
			by("{0} {1}", []string{new.text, older.text}, hmacOf(""), older.signs())),
		ownKeys(new.text, "whsec_"))
	t.flagsAs("KeySurroundings")
	t.open("receiver-malformed-key-beside", "A malformed key beside a right one is refused by some and skipped by others.", last, ownKeys("whsec_%%%%", old.text))
}

func hmacOf(key string) signature { return signature{Algorithm: "hmac-sha256", Key: key} }

// hmacUnder is a MAC that passes itself off under a version.
func hmacUnder(version, key string) signature {
	s := hmacOf(key)
	s.Version = version
	return s
}
