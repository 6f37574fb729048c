package testvectors

// The profiles: which scheme a file is about.
const (
	ProfileStandard = "standard" // Standard Webhooks: webhook-* headers
	ProfileSvix     = "svix"     // the same scheme under svix-* headers
	ProfileStripe   = "stripe"   // Stripe-Signature
)

// The operations: what an implementation is asked to do.
const (
	OperationVerify = "verify" // say whether a request is to be trusted
	OperationSign   = "sign"   // make the headers of a message
	OperationKey    = "key"    // read a key
)

// A Result is what has to come of a vector.
type Result string

const (
	// Valid: accept the request or the key, or sign the message.
	Valid Result = "valid"
	// Invalid: refuse. A crash is not a refusal.
	Invalid Result = "invalid"
	// Unspecified: the specification leaves it open. What an implementation
	// does is worth recording and is never a failure.
	Unspecified Result = "unspecified"
)

// A Suite is all vectors and what is needed to understand them.
type Suite struct {
	Files     []File              // by path
	Flags     map[string]Flag     // the table behind [Vector.Flags]
	Documents map[string]Document // the table behind [Vector.Spec]
	Retired   []string            // ids of the past, which never come back
}

// A File is the vectors of one theme of one operation of one profile.
type File struct {
	Path        string // within the suite, such as standard/verify-timestamp.json
	Profile     string
	Operation   string
	Theme       string
	Description string
	Groups      []Group
}

// A Group is vectors that share the receiver's clock, tolerance and keys. These
// are always well-formed: whatever is wrong, is wrong in the vector.
type Group struct {
	// Now is the clock of the verifier, in Unix seconds.
	Now int64
	// Tolerance is how many seconds a timestamp may be away from Now, on
	// either side; nil is the default of the implementation.
	Tolerance *int64
	// Keys are the keys of whoever verifies or signs, the current one first,
	// as text. It is empty where every vector brings its own.
	Keys    []string
	Vectors []Vector
}

// A Vector is one question and its answer.
type Vector struct {
	// ID names the vector for ever: profile/operation/slug.
	ID string
	// Comment says in one sentence what the vector shows.
	Comment string
	// Flags name entries of [Suite.Flags].
	Flags []string
	// Spec is where the answer comes from: document#section with a document
	// of [Suite.Documents], or the address of a public issue.
	Spec []string
	// Requires names what an implementation must be capable of to be asked.
	Requires []string

	// Base is the id of the valid vector that an invalid one was made of, by
	// the change that Change names.
	Base   string
	Change string

	// Keys replaces the keys of the group where it is not nil: where a
	// malformed key is what is tested.
	Keys []string

	// Headers are the fields of the request in order (verify).
	Headers []Field
	// MessageID and Timestamp are of the message to sign (sign). Stripe has
	// no id.
	MessageID string
	Timestamp int64
	// Body is the payload (verify, sign).
	Body []byte
	// Expected are the fields of the signed message (sign, valid).
	Expected []Field

	Result Result
	// Reason is why a vector is invalid: one of [Reasons]. It is informative:
	// the order of checks is nobody's business.
	Reason string
}

// A Field is a header field. The value is bytes: not every value is text.
type Field struct {
	Name  string
	Value []byte
}

// A Flag explains a class of vectors.
type Flag struct {
	Kind        string   `json:"kind"`        // one of [FlagKinds]
	Description string   `json:"description"` // what these vectors have in common
	Effect      string   `json:"effect"`      // what getting them wrong costs
	Links       []string `json:"links"`
}

// A Document is something that decides.
type Document struct {
	Title string `json:"title"`
	URL   string `json:"url"` // what follows the # of a reference is appended
	// Sections are what may follow the #.
	Sections []string `json:"sections"`
}

// Reasons are the values of [Vector.Reason].
var Reasons = []string{
	"missing_header", "duplicate_header", "malformed_id", "malformed_timestamp",
	"malformed_signature", "unsupported_scheme", "signature_mismatch",
	"timestamp_too_old", "timestamp_too_new", "invalid_tolerance",
	"empty_secret", "weak_secret", "malformed_secret", "wrong_key_type",
}

// Changes are the values of [Vector.Change]: what of a valid vector is another.
var Changes = []string{
	"id", "timestamp", "body", // of the message, and signed as it is
	"signatures",                                         // who signs what, and how
	"headers",                                            // how it is laid out
	"received-id", "received-timestamp", "received-body", // changed after it was signed
	"cut",                        // the same text, id, timestamp and body cut in other places
	"keys", "clock", "tolerance", // of the receiver
}

// Capabilities are the values of [Vector.Requires].
var Capabilities = []string{
	"ed25519",          // v1a keys and signatures
	"bytes-body",       // a body that is not UTF-8
	"raw-header",       // a header value that no HTTP parser passes on as it is
	"bytes-header",     // a header value outside of ASCII
	"repeated-header",  // two fields of one name
	"key-list",         // several keys to verify with
	"signing-key-list", // several keys to sign with
	"tolerance",        // a tolerance other than 300 seconds
	"fixed-clock",      // a clock that stands still to the second
}

// FlagKinds are the values of [Flag.Kind].
var FlagKinds = []string{
	"forgery",       // getting it wrong accepts what nobody signed
	"replay",        // getting it wrong accepts what was recorded
	"malleability",  // getting it wrong gives one message several spellings
	"crash",         // known to crash implementations
	"compatibility", // getting it wrong refuses honest senders
	"open",          // the specification is silent
}
