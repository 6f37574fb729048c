package main

import "strings"

// standardVerifyKeys: requests that are right under what a lenient parser makes
// of a text that is no key. Parsing it is one mistake, accepting the other.
func standardVerifyKeys(b *builder, plain *entry) {
	t := b.theme("standard", "verify", "keys", "Requests signed with what a lenient parser makes of a text that is no secret.")
	r := plain.recipe
	t.cites(swScheme)
	order := 1
	under := func(slug, reason, comment, text, key string) {
		layout := []string{"{0} {1}", "{1} {0}"}[order%2]
		order++
		base := t.valid("signed-"+slug, "The right signature beside one of what a lenient parser reads verifies: "+slug+".", r.mutate(signed(hmacOf(key), publishedSecret.signs()), list(layout)))
		t.invalid("key-"+slug, reason, comment, base, ownKeys(text))
	}
	t.flagsAs("EmptyKey")
	under("empty-text", "empty_secret", "A request signed with the empty key is refused where no secret is set.", "", "")
	under("prefix-only", "empty_secret", "A request signed with the empty key is refused where only the prefix is set.", "whsec_", "")
	under("junk-only", "malformed_secret", "A request signed with the empty key is refused where the secret is junk.", "whsec_%%%%", "")
	under("padding-only", "malformed_secret", "A request signed with the empty key is refused where the secret is padding.", "whsec_====", "")
	under("zero-bytes", "empty_secret", "A request signed with the empty key is refused where the secret is zero bytes.", secretOf(strings.Repeat("\x00", 32)).text, "")
	t.flagsAs("KeySize")
	under("one-byte", "weak_secret", "A request signed with a key of one byte is anyone's.", "whsec_TQ==", "M")
	under("short", "weak_secret", "A request signed with a key of 23 bytes is under the minimum.", secretNamed("23", 23).text, secretNamed("23", 23).key)
	t.flagsAs("KeySpelling")
	t.cites(swScheme, "rfc4648#3.3")
	urlSafe := "aB-d_" + strings.Repeat("Ef3h", 9) + "xyz"
	under("url-safe-skipped", "malformed_secret", "A request signed with what is left of a URL-safe secret is of another key.", "whsec_"+urlSafe, decodeSkipping(urlSafe))
	quoted := `"` + published + `"`
	under("quoted-skipped", "malformed_secret", "A request signed with what is left of a quoted secret is of another key.", quoted, decodeSkipping(quoted))
	version := "v1," + published
	under("version-skipped", "malformed_secret", "A request signed with what is left of v1 and a secret is of another key.", version, decodeSkipping(version))
	twice := "whsec_" + published
	under("prefix-twice-skipped", "malformed_secret", "A request signed with what is left of two prefixes and a secret is of another key.", twice, decodeSkipping("whsec"+strings.TrimPrefix(published, "whsec_")))
	upper := strings.Replace(published, "whsec", "WHSEC", 1)
	under("prefix-upper-case-skipped", "malformed_secret", "A request signed with what is left of an upper-case prefix and a secret is of another key.", upper, decodeSkipping(upper))
	under("plain-text", "malformed_secret", "A request signed with a secret of words as a text is of another scheme.", "my-webhook-secret-of-some-length", "my-webhook-secret-of-some-length")
	t.flagsAs("KeyConfusion")
	t.cites(swScheme)
	under("private-seed", "wrong_key_type", "A request signed with the seed of a private key as a secret is of no scheme.", publishedPrivate, publishedPair.seed)
	under("private-skipped", "wrong_key_type", "A request signed with what a lenient decoder makes of whsk_ and base64 is of no scheme.", publishedPrivate, decodeSkipping(publishedPrivate))
}
