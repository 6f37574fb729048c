package oracle

// The names that section 4 gives to what can be wrong.
const (
	noKeys          = "no_keys"
	tooManyKeys     = "too_many_keys"
	wrongKeyType    = "wrong_key_type"
	emptySecret     = "empty_secret"
	weakSecret      = "weak_secret"
	malformedSecret = "malformed_secret"

	invalidTolerance = "invalid_tolerance"

	missingHeader      = "missing_header"
	duplicateHeader    = "duplicate_header"
	malformedID        = "malformed_id"
	malformedTimestamp = "malformed_timestamp"
	malformedSignature = "malformed_signature"
	unsupportedScheme  = "unsupported_scheme"
	signatureMismatch  = "signature_mismatch"
	timestampTooOld    = "timestamp_too_old"
	timestampTooNew    = "timestamp_too_new"
)
