package doctor

import "github.com/whsec/whsec/standardwebhooks"

// A Code names what was found. Codes are part of the compatibility promise.
type Code string

// What the doctor finds.
const (
	TimestampStale        Code = "timestamp.stale"
	TimestampFuture       Code = "timestamp.future"
	TimestampMilliseconds Code = "timestamp.milliseconds"
	TimestampISO8601      Code = "timestamp.iso8601"

	SecretOther         Code = "secret.other"
	SecretWhitespace    Code = "secret.whitespace"
	SecretQuoted        Code = "secret.quoted"
	SecretLabel         Code = "secret.label"
	SecretRaw           Code = "secret.raw"
	SecretRawUnprefixed Code = "secret.raw_unprefixed"
	SecretDecoded       Code = "secret.decoded"
	SecretBase64URL     Code = "secret.base64url"
	SecretHex           Code = "secret.hex"
	SecretSHA256        Code = "secret.sha256"
	SecretEmpty         Code = "secret.empty"
	SecretWeak          Code = "secret.weak"
	SecretMalformed     Code = "secret.malformed"
	SecretWrongKind     Code = "secret.wrong_kind"
	SecretPlaceholder   Code = "secret.placeholder"

	HeaderMissing   Code = "header.missing"
	HeaderSplit     Code = "header.split"
	HeaderScheme    Code = "header.scheme"
	HeaderDuplicate Code = "header.duplicate"
	HeaderID        Code = "header.id"

	BodyJSONCompact     Code = "body.json_compact"
	BodyJSONIndent      Code = "body.json_indent"
	BodyJSONSpaced      Code = "body.json_spaced"
	BodyJSONSorted      Code = "body.json_sorted"
	BodyCRLF            Code = "body.crlf"
	BodyTrailingNewline Code = "body.trailing_newline"
	BodyBase64          Code = "body.base64"
	BodyJSONString      Code = "body.json_string"
	BodyGzip            Code = "body.gzip"
	BodyBOM             Code = "body.bom"
	BodyForm            Code = "body.form"
	BodyEscapedSlash    Code = "body.escaped_slash"
	BodyEscapedHTML     Code = "body.escaped_html"
	BodyEscapedUnicode  Code = "body.escaped_unicode"
	BodyCharset         Code = "body.charset"
	BodyEmpty           Code = "body.empty"
	BodyTruncated       Code = "body.truncated"

	SignatureEncoding     Code = "signature.encoding"
	SignatureTemplate     Code = "signature.template"
	SignatureAlgorithm    Code = "signature.algorithm"
	SignatureSenderMisuse Code = "signature.sender_misuse"

	Unknown Code = "unknown"
)

// Codes returns every code, in the order in which doc/doctor.md treats them.
func Codes() []Code {
	return []Code{
		TimestampStale, TimestampFuture, TimestampMilliseconds, TimestampISO8601,
		SecretOther, SecretWhitespace, SecretQuoted, SecretLabel, SecretRaw, SecretRawUnprefixed, SecretDecoded,
		SecretBase64URL, SecretHex, SecretSHA256, SecretEmpty, SecretWeak, SecretMalformed, SecretWrongKind, SecretPlaceholder,
		HeaderMissing, HeaderSplit, HeaderScheme, HeaderDuplicate, HeaderID,
		BodyJSONCompact, BodyJSONIndent, BodyJSONSpaced, BodyJSONSorted, BodyCRLF, BodyTrailingNewline,
		BodyBase64, BodyJSONString, BodyGzip, BodyBOM, BodyForm,
		BodyEscapedSlash, BodyEscapedHTML, BodyEscapedUnicode, BodyCharset, BodyEmpty, BodyTruncated,
		SignatureEncoding, SignatureTemplate, SignatureAlgorithm, SignatureSenderMisuse,
		Unknown,
	}
}

// reasonOf is the code of an error of verification, by the names of the SDK.
func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	if code := standardwebhooks.Code(err); code != "" {
		return code
	}
	return "signature_mismatch"
}
