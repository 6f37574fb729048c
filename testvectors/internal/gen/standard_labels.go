package main

// standardLabels: the version says which algorithm it is, and nothing else
// does.
func standardLabels(b *builder, plain *entry) {
	t := b.theme("standard", "verify", "versions", "The right MAC under a version that is not v1.")
	t.cites(swScheme, swHeaders)
	t.flagsAs("WrongVersion")
	under := func(slug, reason, comment, version string) {
		t.invalid(slug, reason, comment, plain, list(version+",{0.sig}"))
	}
	under("version-0", "unsupported_scheme", "The right MAC under v0 is a signature of another scheme.", "v0")
	under("version-2", "unsupported_scheme", "The right MAC under v2 is a signature of a scheme to come.", "v2")
	under("version-10", "unsupported_scheme", "The right MAC under v10 is not one under v1.", "v10")
	under("version-11", "unsupported_scheme", "The right MAC under v11 is not one under v1.", "v11")
	under("version-1a", "unsupported_scheme", "The right MAC under v1a is no Ed25519 signature.", "v1a")
	under("version-1b", "unsupported_scheme", "The right MAC under v1b is not one under v1.", "v1b")
	under("version-01", "unsupported_scheme", "The right MAC under v01 is not one under v1.", "v01")
	under("version-upper-case", "malformed_signature", "Versions are case-sensitive.", "V1")
	under("version-empty", "malformed_signature", "A version without a number is none.", "v")
	under("version-number", "malformed_signature", "A number without the letter is no version.", "1")
	under("version-word", "malformed_signature", "The name of the algorithm is no version.", "hmac-sha256")
	under("version-prefixed", "malformed_signature", "A version with something in front is another text.", "xv1")
	under("version-dotted", "malformed_signature", "A version with a dot is another text.", "v1.0")
	under("version-1aa", "malformed_signature", "A version with two letters is another text.", "v1aa")
	under("version-1-upper-a", "malformed_signature", "A version with a letter in upper case is another text.", "v1A")
	under("version-nul", "malformed_signature", "A zero byte behind the version is part of it.", "v1\x00")
	under("version-joiner", "malformed_signature", "A zero-width joiner in front of the version is part of it.", "\u200dv1")
	under("version-fullwidth", "malformed_signature", "A fullwidth digit is not the digit of ASCII.", "v\uff11")
	t.invalid("version-2-beside-wrong", "signature_mismatch", "The right MAC under v2 does not stand in for a wrong one under v1.", plain, list("v1,{0.sig|bytes-last-bit} v2,{0.sig}"))
	t.invalid("version-2-and-1a", "unsupported_scheme", "Two versions without a key are none with one.", plain, list("v2,{0.sig} v1a,{0.sig}{0.sig}"))
	t.invalid("version-crossed", "signature_mismatch", "The version of one item is not that of the next.", plain, list("v1,{0.sig|bytes-last-bit} {0.sig}"))
}
