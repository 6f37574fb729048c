package main

import "github.com/whsec/whsec/testvectors"

// flags teach: what vectors have in common, and what getting them wrong costs.
var flags = map[string]testvectors.Flag{
	"KnownAnswer": flag("compatibility", "Requests and keys that implementations publish.",
		"Nothing works."),

	"KeySize": flag("forgery", "Secrets at, under and over the sizes that the specification names: 24 to 64 bytes.",
		"A short secret is found by trying: with one byte, 256 attempts forge any message.", links("rfc2104#section-3")...),
	"EmptyKey": flag("forgery", "Texts that come to no key, or to zero bytes, which to HMAC are the same key.",
		"Anyone signs any message. A variable that is not set is enough.",
		"https://github.com/svix/svix-webhooks/pull/2347", "https://github.com/stripe/stripe-go/pull/2429"),
	"KeySpelling": flag("forgery", "Texts of secrets that are not base64, or not of that prefix, and what skipping makes of them.",
		"Decoders that skip what they do not know make another key, shorter and sometimes guessable, and every message is refused.",
		links("rfc4648#section-3.3")...),
	"KeySurroundings": flag("open", "Secrets that are whole, in a text that is not quite one.",
		"Some users cannot start; no message is accepted that is not authentic.", "https://github.com/standard-webhooks/standard-webhooks/issues/265"),
	"KeyForm": flag("compatibility", "Which bytes the key is: decoded for Standard Webhooks and Svix, the whole text for Stripe.",
		"Every message is refused. Verifiers that try several forms accept what was signed with a weaker one."),
	"KeyConfusion": flag("forgery", "A key of one kind where the other belongs: public keys as secrets, private keys as public ones.",
		"Public keys are public: a verifier that takes one for a secret lets anyone sign.", "https://github.com/standard-webhooks/standard-webhooks/issues/124"),
	"KeyHalves": flag("forgery", "Private keys whose halves do not belong together, or are not whole.",
		"Signing one message under two public halves gives the private key away.", links("rfc8032#section-5.1.6")...),
	"PublicKey": flag("forgery", "Texts that are no public key: other sizes, other encodings, no point of the curve.",
		"Libraries differ in what they make of it: a crash, or a key that nobody has.", links("rfc8032#section-5.1.3")...),
	"SmallOrder": flag("forgery", "Public keys of small order, which no key pair has, and a signature that fits most messages under them.",
		"Anyone signs, without a key: 32 zero bytes as public key are enough.", links("rfc8032#section-5.1.5")...),

	"HeaderName": flag("compatibility", "How fields are named: without regard to case, and otherwise exactly.",
		"Honest messages are refused behind proxies that change case, or others are read that nobody signed.", links("rfc9110#section-5.1")...),
	"MissingHeader": flag("forgery", "Requests without an id, a timestamp or a signature.",
		"What is missing is not authenticated. Verifiers that fill the gap sign something shorter."),
	"DuplicateHeader": flag("forgery", "Two fields of one name that differ, one of which was signed.",
		"The next reader takes the other one: an id or time that nobody signed.", links("rfc9110#section-5.3")...),
	"RepeatedHeader": flag("open", "Fields of one name that say the same, or lists in several fields.",
		"Messages are refused behind gateways that split fields.",
		"https://github.com/svix/svix-webhooks/issues/880", "https://github.com/stripe/stripe-php/issues/1001"),
	"ControlCharacter": flag("forgery", "Control characters that HTTP forbids in a field, in values that were handed over otherwise.",
		"Line ends write fields of their own; zero bytes end a text early for one reader and not for another.", links("rfc9110#section-5.5")...),

	"MessageID": flag("compatibility", "Message ids that are unusual and allowed.", "Honest messages are refused."),
	"DotInID": flag("replay", "Message ids with a full stop, which separates the parts of what is signed.",
		"One signature stands for several messages: see Recut."),
	"OddID": flag("open", "Message ids of which neither specification nor HTTP says that they are allowed.", "Nothing, but libraries differ."),
	"Recut": flag("replay", "What was signed, cut into id, timestamp and body in other places.",
		"A recorded message gets a fresh timestamp or another body without a new signature."),

	"TimestampGrammar": flag("malleability", "Timestamps that are no integer in decimal digits.",
		"Lenient parsers read a number where another text was signed: parts of the body move into the timestamp."),
	"TimestampSpelling": flag("open", "Integers with a sign, leading zeros or white space.",
		"One message has several spellings; nothing is gained by it."),
	"TimestampRange": flag("replay", "Timestamps at the limits of machine words.",
		"Subtraction that wraps makes any age fresh, or crashes before a signature is checked."),
	"Window": flag("replay", "Timestamps inside and outside of the tolerance, to the second.",
		"A recorded message is good for ever."),
	"Milliseconds": flag("replay", "Times in other units.", "A time far ahead is good for a replay until then."),
	"Tolerance":    flag("replay", "Tolerances other than 300 seconds.", "The tolerance that was chosen is not the one that holds."),
	"NoTolerance": flag("replay", "Tolerances of nothing and less.",
		"A check that was to be strict is switched off.", "https://github.com/svix/svix-webhooks/pull/2548"),
	"DuplicateTimestamp": flag("replay", "Stripe headers with two timestamps.",
		"One is signed and the other judged: nothing expires."),

	"SignatureList": flag("compatibility", "Lists of several signatures, one of which is right.",
		"Rotating a secret interrupts deliveries."),
	"ListSeparator": flag("open", "Lists separated by what HTTP, proxies and people put in place of a space or a comma.",
		"Messages are refused behind gateways.", links("rfc9110#section-5.3")...),
	"MalformedItem": flag("crash", "Items that are no signature.",
		"Uncaught errors: a status of 500 in place of 401, without a signature, for anyone."),
	"ManySignatures": flag("open", "Lists that are longer than any sender makes.",
		"Without a limit every item costs time; with one, something is refused."),
	"UnknownVersion": flag("compatibility", "Signatures of versions to come beside the right one.",
		"The scheme cannot be extended."),
	"WrongVersion": flag("forgery", "Right signatures under a version that is not theirs, or under none.",
		"What was signed for one algorithm is accepted for another."),
	"Downgrade": flag("forgery", "Right signatures under schemes of Stripe's that are to be ignored.",
		"A weaker scheme stands in for a stronger one."),
	"SignatureSpelling": flag("malleability", "Right signatures in another spelling.",
		"One signature has many texts; whoever keeps signatures to tell replays does not.", links("rfc4648#section-3.3")...),
	"SignatureLength": flag("forgery", "Signatures that are cut or extended.",
		"Comparing as far as the shorter text goes accepts one character.",
		"https://rustsec.org/advisories/RUSTSEC-2024-0010.html"),
	"WrongMAC": flag("forgery", "Signatures that are wrong in a bit or more, or of another key.", "Forgeries are accepted."),
	"WrongContent": flag("forgery", "Signatures over other content: parts that are left out, in another order, or otherwise joined.",
		"What is not signed is whatever an attacker likes."),
	"WrongAlgorithm": flag("forgery", "Signatures of other algorithms with the right key over the right content.",
		"Weaker algorithms stand in for the right one."),
	"Malleated": flag("malleability", "Ed25519 signatures that satisfy an equation and not RFC 8032.",
		"One message has several signatures.", links("rfc8032#section-5.1.7")...),
	"Asymmetric": flag("compatibility", "Ed25519 signatures under v1a.",
		"Receivers without the secret cannot verify.", "https://github.com/standard-webhooks/standard-webhooks/issues/124"),
	"Rotation": flag("compatibility", "Several keys on one side or both.", "Replacing a secret interrupts deliveries."),

	"BodyBytes": flag("compatibility", "Bodies that are not plain JSON.",
		"Honest messages are refused, or crash the receiver after they were verified.", "https://github.com/standard-webhooks/standard-webhooks/issues/262"),
	"BodyNotText": flag("forgery", "Bodies that are not UTF-8, and what lossy decoders make of them.",
		"Different bodies are taken for the same one."),
	"BodyNotJSON": flag("open", "Bodies that Stripe never sends.", "Nothing, but libraries differ."),
	"BodyRewritten": flag("forgery", "Bodies as frameworks, proxies and editors rewrite them.",
		"A verifier that forgives one change forgives others. Receivers have to verify before anything is parsed."),
	"LargeBody": flag("compatibility", "Bodies of 64 KiB and more.", "Buffers that end too early authenticate a part."),
	"Tampering": flag("forgery", "Requests in which one part was changed after it was signed.", "Forgeries are accepted."),

	"SvixNames":   flag("compatibility", "The names of Svix, and the names without the brand.", "Honest messages are refused."),
	"SvixSets":    flag("open", "Fields of both sets of names at once.", "Libraries read one set, the other, or a mixture.", "https://github.com/svix/svix-webhooks/issues/757"),
	"StripeItems": flag("compatibility", "Items of Stripe's header that are to be discarded.", "Stripe cannot extend its header."),
}

func flag(kind, description, effect string, links ...string) testvectors.Flag {
	return testvectors.Flag{Kind: kind, Description: description, Effect: effect, Links: links}
}

func links(sections ...string) []string {
	var urls []string
	for _, section := range sections {
		urls = append(urls, "https://www.rfc-editor.org/rfc/"+section)
	}
	return urls
}

func writeFlags(table map[string]testvectors.Flag) []byte {
	w := &writer{}
	w.open('{')
	for _, name := range sortedKeys(table) {
		flag := table[name]
		w.member(name, "")
		w.open('{')
		w.text("kind", flag.Kind)
		w.text("description", flag.Description)
		w.text("effect", flag.Effect)
		if flag.Links == nil {
			flag.Links = []string{}
		}
		w.texts("links", flag.Links)
		w.close('}')
	}
	w.close('}')
	w.WriteByte('\n')
	return w.Bytes()
}
