package doctor

import (
	"slices"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/standardwebhooks"
)

// hints say what to do, in a sentence. doc/doctor.md says more.
var hints = map[Code]string{
	TimestampStale:        "to judge a capture by its own date use --at-capture; " + inProduction,
	TimestampFuture:       "keep the receiver's clock with NTP; a container or virtual machine that slept is behind",
	TimestampMilliseconds: "the sender has to send and sign whole seconds: Math.floor(Date.now() / 1000)",
	TimestampISO8601:      "the sender has to send and sign seconds since 1970 in plain digits",
	SecretOther:           "find out which endpoint and environment this request is meant for: either its secret belongs into the configuration, or the sender calls the wrong address",
	SecretWhitespace:      "write the secret without a line end (printf %s, not echo), or trim it when reading",
	SecretQuoted:          "take the quotes out of the configuration: docker's --env-file keeps them",
	SecretLabel:           "configure the secret from whsec_ on, and one at a time",
	SecretRaw:             "the sender has to decode what is behind whsec_ from base64; until it does, nothing but its own way verifies",
	SecretRawUnprefixed:   "the sender has to use the secret as the scheme does: decoded from base64 behind whsec_, or for Stripe the whole text",
	SecretDecoded:         "your secret may be right: whoever signs has to use it as the scheme does, for Stripe the text as it stands, else what is behind whsec_ decoded once",
	SecretBase64URL:       "configure the secret in the standard alphabet: + for - and / for _",
	SecretHex:             "have both sides use whsec_ and the base64 of the bytes",
	SecretSHA256:          "the sender has to sign with the secret, not with a hash of it",
	SecretEmpty:           "set the secret, and refuse to start without it",
	SecretWeak:            "have a longer secret issued: whsec keygen makes one",
	SecretMalformed:       "copy the secret again, from its first character to its last; whsec inspect says what a text is",
	SecretWrongKind:       "configure the signing secret of the webhook endpoint: whsec doctor --explain providers says where it is",
	SecretPlaceholder:     "set the variable or file that the secret comes from before the program reads it",
	HeaderMissing:         "let the headers of the signature pass the proxy, and look them up in any spelling",
	HeaderScheme:          "verify by the scheme that the headers are of",
	HeaderDuplicate:       "find out who adds the second header: a proxy that appends where it should set",
	HeaderID:              "have the sender use ids without full stops",
	BodyBase64:            "verify what the body is when decoded from base64; where an event says isBase64Encoded: false of it, whoever made the event set that wrongly, or encoded twice",
	BodyJSONString:        "serialise once: verify what the string holds",
	BodyGzip:              "verify the body on the side of the compression on which the sender signed",
	BodyBOM:               "write UTF-8 without a byte order mark",
	BodyForm:              "verify the raw form, percent-encoding and all, or have the sender send JSON",
	BodyCharset:           "hash bytes, not characters; where there is but a string, encode it in UTF-8",
	BodyEmpty:             "the sender has to sign the bytes that it sends; such a signature vouches for no body, so accept none of these",
	BodyTruncated:         "raise the limit of whoever read the body, and answer 413 above it instead of cutting",
	BodyTrailingNewline:   "do not trim or complete the body: verify the bytes as they came",
	BodyCRLF:              "treat the body as bytes: no text mode, no editor, -text in .gitattributes for fixtures",
	SignatureEncoding:     "the sender has to write the signature as the scheme does: v1, and base64; for Stripe v1= and hexadecimal",
	SignatureTemplate:     "the sender has to sign what the scheme signs",
	SignatureAlgorithm:    "the sender has to use HMAC with SHA-256",
	SignatureSenderMisuse: "the sender has to call h.Write(content), then h.Sum(nil)",
	Unknown:               "try the other secrets there are with --candidate-file: whsec doctor --explain providers says where they are",
}

const inProduction = "in production verify when the request arrives, and keep the clock with NTP"

const rawBodyHint = "verify the raw body, before anything parses it: whsec doctor --explain platforms has how; " + fromTheWire

// fromTheWire is for whoever knows that nothing between has changed the body.
const fromTheWire = "if this is what came over the wire, the sender has to sign the very bytes that it sends"

// hintFor is what to do about a finding.
func (p *patient) hintFor(f finding) string {
	switch {
	case f.code == SecretWrongKind:
		if hint := p.wrongKindHint(f); hint != "" {
			return hint
		}
	case f.code == TimestampStale && p.Request.Date.IsZero():
		return "to judge a capture that has no date use --ignore-age, or --now with a time; " + inProduction
	case f.code == BodyEmpty && len(p.body) == 0:
		return "read the body once, and verify before anything else reads it"
	case f.code == Unknown && p.stopped:
		return "give it more time: --timeout 5m"
	}
	return hintFor(f.code, p.Platform, p.Request)
}

// wrongKindHint is about a key of the other kind, symmetric or asymmetric.
func (p *patient) wrongKindHint(f finding) string {
	i := slices.IndexFunc(p.Secrets, func(t Text) bool { return t.Name == f.secret })
	if i < 0 || !ofCore(p.scheme) {
		return ""
	}
	if f.message == keyFile {
		return "make one of the scheme of it: whsec key import --help"
	}
	if f.message == signedWithPublic {
		return "have the sender sign with a secret, which begins with whsec_, or with its private key as v1a"
	}
	text := p.Secrets[i].text()
	if private, err := standardwebhooks.ParsePrivateKey(text); err == nil {
		return "its public half is " + private.Public().String() + "; put that in a file, then --secret-file PATH"
	}
	keys := configuredKeys(text)
	if len(keys) == 0 {
		return ""
	}
	if _, public := keys[0].(standardwebhooks.PublicKey); public {
		return "v1 is verified with the secret that the sender gave you, which begins with whsec_"
	}
	return "v1a is verified with the public key of the sender, which begins with whpk_: put it in a file, then --secret-file PATH"
}

// hintFor is what to do about a code: for a body that was changed, in the words
// of the platform, where that is known.
func hintFor(code Code, platform string, r *capture.Request) string {
	if platform == "" {
		platform = recognisePlatform(r)
	}
	hint, ok := hints[code]
	if recipe, known := Recipe(platform); known && (!ok || code == BodyJSONString) {
		return "verify the raw body, before anything parses it. " + recipe + " Or, " + fromTheWire
	}
	if !ok {
		return rawBodyHint
	}
	return hint
}
