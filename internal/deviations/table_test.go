package deviations

// A kind says which way a difference goes.
type kind int

const (
	stricter kind = iota // refused here, taken there
	looser               // taken here, refused there
	clearer              // refused by both, there by an error that is not the library's own
	kinds
)

// A difference explains findings of its kind and its vectors. The first that
// explains a finding counts.
type difference struct {
	kind              kind
	theirs, ours, why string
	vectors           []string // ids; a * stands for any text within a segment
}

// differences are in the order in which a document has them: keys, ids,
// timestamps, lists of signatures, bodies, errors.
var differences = []difference{
	{
		kind:   stricter,
		theirs: "takes an empty secret, or the prefix alone", ours: "`empty_secret`",
		why: "an environment variable that is not set would let anyone sign",
		vectors: []string{
			"standard/key/empty", "standard/key/prefix-*", "standard/*/key-empty*", "standard/verify/key-prefix-only",
			"standard/verify/key-junk-only", "standard/verify/key-padding-only",
			"svix/*/key-empty", "svix/verify/key-prefix-only", "stripe/*/key-empty",
		},
	},
	{
		kind:   stricter,
		theirs: "takes a secret of zero bytes only", ours: "`empty_secret`",
		why:     "HMAC pads with zeros, so that it is the empty secret again",
		vectors: []string{"standard/key/zeros-*", "standard/*/key-zero*"},
	},
	{
		kind:   stricter,
		theirs: "takes secrets of under 24 bytes", ours: "`weak_secret`; `InsecureParseSecret` reads them",
		why: "they can be searched for offline; the specification wants 24 to 64 bytes",
		vectors: []string{
			"standard/key/1-byte", "standard/key/3-bytes", "standard/key/8-bytes", "standard/key/16-bytes", "standard/key/20-bytes",
			"standard/key/23-bytes", "standard/key/changeme", "standard/sign/key-16-bytes", "standard/verify/key-one-byte", "standard/verify/key-short",
		},
	},
	{
		kind:   stricter,
		theirs: "takes a public or private key for a secret", ours: "`wrong_key_type`",
		why:     "everybody has the public key, and could sign",
		vectors: []string{"standard/sign/key-public*", "standard/verify/public-key-*", "standard/verify/key-private-*"},
	},
	{
		kind:   stricter,
		theirs: "takes a secret without the prefix for the key itself", ours: "the text is base64, with the prefix or without",
		why:     "a text has one meaning",
		vectors: []string{"standard/verify/key-plain-text"},
	},
	{
		kind:   stricter,
		theirs: "skips what is no base64 within a secret", ours: "`malformed_secret`",
		why: "what is left is another key than was meant",
		vectors: []string{
			"standard/key/name-in-front", "standard/key/nul-inside", "standard/key/percent-inside", "standard/key/plain-words",
			"standard/key/space-inside", "standard/key/space-behind-prefix", "standard/key/tab-inside", "standard/key/url-safe-once",
			"standard/key/version-in-front", "standard/key/data-behind-padding", "standard/verify/key-*-skipped",
		},
	},
	{
		kind:   stricter,
		theirs: "skips line breaks within a secret", ours: "`malformed_secret`",
		why:     "decoders of other languages refuse them: a secret has one text",
		vectors: []string{"standard/key/line-*-inside"},
	},
	{
		kind:   stricter,
		theirs: "reads a secret whose last character has bits that base64 leaves unused", ours: "`malformed_secret`",
		why:     "a secret has one spelling; this one was damaged on its way",
		vectors: []string{"standard/key/stray-bits"},
	},
	{
		kind:   stricter,
		theirs: "reads a secret with a character or padding too much or too little", ours: "`malformed_secret`",
		why:     "a secret has one spelling; this one was damaged on its way",
		vectors: []string{"standard/key/padding-*", "standard/key/one-digit-over", "standard/key/undefined"},
	},
	{
		kind:   looser,
		theirs: "refuses white space around a secret, or missing padding", ours: "read, and the key is the same",
		why:     "files end in a line end, and people paste with spaces; a secret cannot be taken for another that way",
		vectors: []string{"standard/key/space-behind", "standard/key/space-in-front", "standard/key/line-*-behind", "standard/key/unpadded"},
	},
	{
		kind:   clearer,
		theirs: "refuses or crashes at a secret that is none, with an error that is not its own", ours: "a code of its own",
		why:     "a receiver answers 401, not 500",
		vectors: []string{"standard/verify/key-*", "stripe/sign/key-empty"},
	},

	{
		kind:   stricter,
		theirs: "takes message ids with a full stop", ours: "`malformed_id`; `InsecureAllowDotInID` takes them",
		why:     "full stops separate what is signed: id, timestamp and payload could be cut elsewhere, into a message with a fresh timestamp",
		vectors: []string{"standard/*/id-dot*", "standard/verify/id-takes-*", "svix/*/id-dot", "svix/verify/id-takes-timestamp"},
	},
	{
		kind:   stricter,
		theirs: "takes control characters in a message id", ours: "`malformed_id`",
		why:     "a line end writes a header of its own, a zero byte ends a text early for some",
		vectors: []string{"standard/*/id-line-*", "standard/*/id-nul*", "standard/verify/id-tab", "standard/verify/id-escape-character"},
	},
	{
		kind:   stricter,
		theirs: "takes white space around a message id", ours: "`malformed_id`",
		why:     "HTTP trims it, so that the next program reads another id",
		vectors: []string{"standard/verify/id-space-*"},
	},
	{
		kind:   stricter,
		theirs: "signs for an empty id", ours: "`missing_header`",
		why:     "no verifier takes it",
		vectors: []string{"standard/sign/id-empty"},
	},
	{
		kind:   stricter,
		theirs: "signs without an id where it is empty", ours: "`missing_header`",
		why:     "id, timestamp and payload could be cut elsewhere",
		vectors: []string{"standard/verify/id-empty-recut"},
	},
	{
		kind:   looser,
		theirs: "refuses message ids outside of ASCII", ours: "taken as the bytes that they are",
		why:     "the specification does not forbid them, and they are signed",
		vectors: []string{"standard/verify/id-utf8", "standard/verify/id-latin-1", "standard/verify/id-fullwidth-stop"},
	},
	{
		kind:   stricter,
		theirs: "reads the first of two different ids or timestamps", ours: "`duplicate_header`",
		why:     "whoever reads the last acts on what was not verified",
		vectors: []string{"standard/verify/id-twice-*", "standard/verify/timestamp-twice-*", "svix/verify/svix-*-twice"},
	},
	{
		kind:   looser,
		theirs: "refuses an id or timestamp that is there twice and the same", ours: "taken once",
		why:     "it says the same",
		vectors: []string{"standard/verify/id-repeated", "standard/verify/timestamp-repeated"},
	},
	{
		kind:   looser,
		theirs: "refuses a header that is there twice and empty the first time", ours: "the empty one says nothing, and the other counts",
		why:     "there is one value, and all read the same; proxies that clear a header leave it empty",
		vectors: []string{"standard/verify/*-behind-empty"},
	},

	{
		kind:   stricter,
		theirs: "reads a timestamp up to where it is no number, and signs its text", ours: "`malformed_timestamp`",
		why:     "the beginning of a payload could be moved into the timestamp",
		vectors: []string{"standard/verify/timestamp-takes-*"},
	},
	{
		kind:   stricter,
		theirs: "takes timestamps whose age overflows or is no number", ours: "refused",
		why:     "such a message would never grow old",
		vectors: []string{"standard/verify/timestamp-int64-min", "stripe/verify/timestamp-nan", "stripe/verify/timestamp-word-for-nan"},
	},
	{
		kind:   stricter,
		theirs: "takes timestamps far beyond any clock", ours: "refused",
		why:     "such a message would never grow old",
		vectors: []string{"stripe/verify/timestamp-int64-max", "stripe/verify/timestamp-int64-over"},
	},
	{
		kind:   stricter,
		theirs: "takes a sign or zeros in front of a timestamp", ours: "`malformed_timestamp`",
		why:     "a timestamp has one spelling: the text that was received is what was signed",
		vectors: []string{"standard/verify/timestamp-leading-*", "svix/verify/timestamp-leading-*", "stripe/verify/timestamp-leading-*"},
	},
	{
		kind:   stricter,
		theirs: "takes white space around a timestamp", ours: "`malformed_timestamp`",
		why:     "a timestamp has one spelling: the text that was received is what was signed",
		vectors: []string{"standard/verify/timestamp-space-*", "stripe/verify/timestamp-space-in-front"},
	},
	{
		kind:   stricter,
		theirs: "takes a timestamp with a fraction, an exponent, underscores or text behind its digits", ours: "`malformed_timestamp`",
		why:     "one signature would have many timestamps",
		vectors: []string{"standard/verify/timestamp-*", "svix/verify/timestamp-*", "stripe/verify/timestamp-*-for-number"},
	},
	{
		kind:   stricter,
		theirs: "signs for times before 1970", ours: "`malformed_timestamp`",
		why:     "a timestamp counts the seconds since then, and a zero time is a mistake",
		vectors: []string{"standard/sign/timestamp-negative", "stripe/sign/timestamp-negative"},
	},
	{
		kind:   stricter,
		theirs: "takes timestamps in the future, however far", ours: "`timestamp_too_new` beyond five minutes",
		why:     "a signature made ahead of time, or in milliseconds, would be good for years",
		vectors: []string{"stripe/verify/*-ahead", "stripe/verify/milliseconds", "stripe/verify/nanoseconds"},
	},
	{
		kind:   stricter,
		theirs: "takes two different timestamps, and judges by one", ours: "`malformed_timestamp`",
		why:     "one could be signed and the other judged; libraries take different ones",
		vectors: []string{"stripe/verify/timestamp-twice-*"},
	},
	{
		kind:   stricter,
		theirs: "takes a tolerance below zero, which turns the check off", ours: "`invalid_tolerance`",
		why:     "no number switches the check off; what does says so in its name",
		vectors: []string{"stripe/verify/tolerance-minus-300", "stripe/verify/tolerance-*negative"},
	},
	{
		kind:   stricter,
		theirs: "takes zero for a tolerance", ours: "`invalid_tolerance` under a second",
		why:     "libraries read it as no time at all, or as no check at all",
		vectors: []string{"*/verify/tolerance-zero*"},
	},
	{
		kind:   stricter,
		theirs: "takes a tolerance of a year", ours: "`invalid_tolerance` over 24 hours",
		why:     "a request could be repeated for as long",
		vectors: []string{"*/verify/tolerance-year"},
	},

	{
		kind:   stricter,
		theirs: "takes a signature without the version `v1`", ours: "`malformed_signature` or `unsupported_scheme`",
		why:     "the version says how it was made, and the next one must not pass for it",
		vectors: []string{"standard/verify/bare", "standard/verify/comma-bare", "standard/verify/version-crossed"},
	},
	{
		kind:   stricter,
		theirs: "takes other spellings of a signature", ours: "no match",
		why: "a signature has one spelling, for whoever tells messages apart by it",
		vectors: []string{
			"standard/verify/data-behind-padding", "standard/verify/junk-inside", "standard/verify/hyphen-inside", "standard/verify/nul-*",
			"standard/verify/padding-too-much", "standard/verify/url-safe", "standard/verify/stray-bits", "standard/verify/unpadded",
			"stripe/verify/equals-behind", "stripe/verify/value-behind", "stripe/verify/timestamp-equals-behind",
		},
	},
	{
		kind:   stricter,
		theirs: "separates signatures by tabs and line feeds too", ours: "`malformed_signature`: spaces and commas separate",
		why:     "no proxy makes them of a list",
		vectors: []string{"standard/verify/separator-line-feed", "standard/verify/separator-tab"},
	},
	{
		kind:   looser,
		theirs: "does not see the right signature in a list that was split at its commas, or joined, on its way", ours: "one stream of tokens, in however many headers",
		why:     "gateways split headers at commas (https://github.com/svix/svix-webhooks/issues/880), and RFC 9110 lets proxies join and space them",
		vectors: []string{"standard/verify/separator-*", "standard/verify/signature-fields-*", "standard/verify/space-*", "standard/verify/comma-behind", "standard/verify/version-apart"},
	},
	{
		kind:   looser,
		theirs: "does not see the right signature behind an item that is odd", ours: "odd items are stepped over",
		why:     "other versions, and whatever else a sender adds, must not hide a signature",
		vectors: []string{"standard/verify/item-*", "standard/verify/list-*"},
	},
	{
		kind:   looser,
		theirs: "refuses blanks around items", ours: "blanks are stepped over",
		why:     "proxies add them where they join headers",
		vectors: []string{"stripe/verify/space-*", "stripe/verify/tab-behind-comma"},
	},
	{
		kind:   looser,
		theirs: "refuses a header with an item that is empty or broken", ours: "such items are stepped over",
		why:     "they must not hide the right signature (https://github.com/stripe/stripe-php/issues/1001)",
		vectors: []string{"stripe/verify/comma*", "stripe/verify/item-*"},
	},
	{
		kind:   looser,
		theirs: "refuses signatures in upper-case digits", ours: "taken",
		why:     "they are the same bytes",
		vectors: []string{"stripe/verify/upper-case"},
	},

	{
		kind:   stricter,
		theirs: "reads `svix-*` headers where `webhook-*` are expected", ours: "a Verifier reads the names that it was made for",
		why:     "`svixcompat` reads both",
		vectors: []string{"standard/verify/name-svix"},
	},
	{
		kind:   stricter,
		theirs: "mixes `svix-*` and `webhook-*` headers", ours: "one complete set counts",
		why:     "what one program reads from one set, the next reads from the other",
		vectors: []string{"svix/verify/mixed-*"},
	},
	{
		kind:   stricter,
		theirs: "takes one of two complete sets that differ in id or timestamp", ours: "`duplicate_header`",
		why:     "what one program reads from one set, the next reads from the other",
		vectors: []string{"svix/verify/both-*"},
	},
	{
		kind:   looser,
		theirs: "is put off by a stray `svix-*` header beside a complete set", ours: "the complete set is verified; of two that agree the signatures of both count",
		why:     "whoever adds a header must not be able to stop a message",
		vectors: []string{"svix/verify/stray-*", "svix/verify/empty-*", "svix/verify/both-*", "standard/verify/svix-signature-beside"},
	},
	{
		kind:   stricter,
		theirs: "folds header names beyond ASCII", ours: "ASCII alone",
		why:     "the Kelvin sign is no k to HTTP",
		vectors: []string{"standard/verify/name-kelvin-sign"},
	},

	{
		kind:   stricter,
		theirs: "decodes the body as text, so that different bytes have one signature", ours: "the bytes are verified",
		why:     "what was signed is bytes",
		vectors: []string{"*/verify/body-replacement-from-bad-byte", "*/verify/body-byte-order-mark-added"},
	},
	{
		kind:   looser,
		theirs: "decodes the body as text, and refuses, signs otherwise or crashes at what is none", ours: "any bytes are signed and verified",
		why: "what was signed is bytes",
		vectors: []string{
			"*/*/body-not-utf8", "standard/verify/body-gzip", "standard/verify/body-latin-1", "standard/verify/body-overlong",
			"standard/verify/body-surrogate", "standard/verify/body-utf-16", "stripe/verify/body-byte-order-mark",
		},
	},
	{
		kind:   looser,
		theirs: "parses the body after verifying, and throws what its parser throws", ours: "Verify does not parse; Decode says that the message was authentic",
		why:     "a message that is no JSON was signed all the same (https://github.com/standard-webhooks/standard-webhooks/issues/262)",
		vectors: []string{"*/verify/body-*", "standard/verify/id-before-digits"},
	},

	{
		kind:   clearer,
		theirs: "throws an error that is not its own at a missing header", ours: "`missing_header`",
		why: "a receiver answers 400, not 500",
		vectors: []string{
			"standard/verify/no-*", "standard/verify/id-*-absent", "standard/verify/name-*", "standard/verify/signature-only",
			"standard/verify/timestamp-zero-absent", "stripe/verify/no-field", "stripe/verify/name-*",
		},
	},
	{
		kind:   clearer,
		theirs: "throws an error that is not its own at a malformed timestamp", ours: "`malformed_timestamp`",
		why:     "a receiver answers 400, not 500",
		vectors: []string{"stripe/verify/timestamp-*", "stripe/verify/semicolon"},
	},
	{
		kind:   clearer,
		theirs: "takes an id with a full stop, and fails at the body that it makes", ours: "`malformed_id`",
		why:     "what is not authentic is not parsed",
		vectors: []string{"standard/verify/id-takes-*"},
	},
	{
		kind:   clearer,
		theirs: "throws an error that is not its own at a body that is not UTF-8", ours: "`signature_mismatch`",
		why:     "a receiver answers 401, not 500",
		vectors: []string{"*/verify/body-other-bad-byte", "*/verify/body-replacement-from-bad-byte"},
	},
	{
		kind:   clearer,
		theirs: "throws an error that is not its own at a malformed signature", ours: "stepped over, or refused with a code",
		why:     "a receiver answers 401, not 500, and the right signature may stand behind it",
		vectors: []string{"*/verify/*"},
	},
}

// A remark is a difference that no vector can show: a test in internal/peers
// does, or in the package that has the shape of the library.
type remark struct {
	library           string // name and ecosystem
	theirs, ours, why string
	shown             string // package and test
}

var remarks = []remark{
	{"standard-webhooks (Go)", "the zero Webhook has the empty key", "`no_keys`", "what was never made refuses", "internal/peers.TestStandardDiffers"},
	{"standard-webhooks (Go)", "judges the age before the signature", "after it", "only what is authentic is called too old or too new", "internal/peers.TestStandardDiffers"},
	{"standard-webhooks (Go)", "NewWebhookRaw keeps the slice it was given", "copies it", "a key does not change behind a verifier's back", "internal/peers.TestStandardDiffers"},
	{"standard-webhooks (Go)", "errors are its variables", "`errors.Is` finds the variable of the same name in `standardcompat`, and the finer class", "existing checks go on working", "standardcompat.TestVerifyRefuses"},
	{"svix (Go)", "judges the age before the signature", "after it", "only what is authentic is called too old or too new", "internal/peers.TestSvixDiffers"},
	{"svix (Go)", "NewWebhookRaw keeps the slice it was given", "copies it", "a key does not change behind a verifier's back", "internal/peers.TestSvixDiffers"},
	{"svix (Go)", "the zero Webhook has the empty key", "`no_keys`", "what was never made refuses", "internal/peers.TestSvixDiffers"},
	{"stripe (Go)", "judges the age before the signature", "after it", "only what is authentic is called too old", "internal/peers.TestStripeDiffers"},
	{"stripe (Go)", "takes a secret with white space around it, or a key of Standard Webhooks", "a KeyError", "the white space would be part of the key", "internal/peers.TestStripeStricter"},
	{"stripe (Go)", "takes a header without a timestamp where the tolerance is ignored", "`ErrInvalidHeader`", "what was signed has one", "internal/peers.TestStripeDiffers"},
	{"stripe (Go)", "ComputeSignature signs under an empty secret", "returns nil", "anyone could", "internal/peers.TestStripeDiffers"},
	{"stripe (Go)", "refuses an event of another API version, and thin events", "taken", "the signature is right; `ConstructEventAs` gives whatever type is asked for (https://github.com/stripe/stripe-go/issues/1495)", "internal/peers.TestStripeEventsDiffer"},
	{"stripe (Go)", "takes an event without an id", "a DecodeError", "duplicates could not be told", "internal/peers.TestStripeEventsDiffer"},
}
