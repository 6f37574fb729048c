package doctor

// A Report is what the doctor has to say about one request. It holds no secret
// and no signature that would verify.
type Report struct {
	// Verdict says whether the request verifies as configured.
	Verdict Verdict `json:"verdict"`
	// Reason is the code of the error of that verification; "" if it is valid.
	Reason string `json:"reason"`
	// Summary is the whole report in one sentence.
	Summary string `json:"summary"`
	// Scheme is the scheme by which the request was judged.
	Scheme string `json:"scheme"`
	// Provider names the sender's product where the headers show it.
	Provider string `json:"provider,omitempty"`
	// Causes is exactly what has to be mended for this request to verify here.
	Causes []Cause `json:"causes"`
	// Notes is what is worth saying besides.
	Notes []Note `json:"notes"`
	// Body describes the body that was judged, to be compared with what the
	// receiving program has.
	Body Body `json:"body"`
	// Secrets says which texts were tried, by fingerprint.
	Secrets []TriedText `json:"secrets"`
	// Diff shows where the signed body and the received one part.
	Diff *Diff `json:"diff,omitempty"`
	// AppBody compares the body with the one that the program had.
	AppBody *Comparison `json:"app_body,omitempty"`
	// Signed is the timestamp of the message in seconds since 1970, if it has
	// one that can be read.
	Signed *int64 `json:"signed,omitempty"`
	// RuledOut has what was tried and does not explain the mismatch.
	RuledOut []string `json:"ruled_out,omitempty"`
	// NotTried has what was left out, for lack of time or for size.
	NotTried []string `json:"not_tried,omitempty"`
	// Mend says what has to change for verification to succeed, as flags of
	// the command.
	Mend *Mend `json:"mend,omitempty"`
}

// A Verdict is valid or invalid.
type Verdict string

// The verdicts.
const (
	Valid   Verdict = "valid"
	Invalid Verdict = "invalid"
)

// A Cause is one thing to mend.
type Cause struct {
	Code Code `json:"code"`
	// Message says what was found, in a sentence.
	Message string `json:"message"`
	// Hint says what to do.
	Hint string `json:"hint,omitempty"`
	// Proof says that a signature matched with this mended. Without it the
	// cause was found by looking, or by elimination.
	Proof bool `json:"proof"`
	// Secret names the text in question, for the codes of secrets.
	Secret string `json:"secret,omitempty"`
}

// A Note is something worth saying.
type Note struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// A Body is described by what a program can log.
type Body struct {
	Length int    `json:"length"`
	SHA256 string `json:"sha256"` // in hex
}

// A TriedText is a key of a configured secret or of a candidate.
type TriedText struct {
	Name string `json:"name"`
	// Role is configured or candidate.
	Role string `json:"role"`
	// Key is the place of the key in a text that holds Keys of them, from 1; both
	// are 0 for a text that is one key.
	Key  int `json:"key,omitempty"`
	Keys int `json:"keys,omitempty"`
	// Of says what Length and Fingerprint are of: [OfKey], as the scheme reads
	// it, or [OfText] where the scheme takes the text for no key.
	Of     string `json:"of"`
	Length int    `json:"length"` // in bytes
	// Fingerprint is the first 32 bits of the SHA-256 in hex: enough to tell two
	// secrets apart, too little to find one. It is "" under 24 bytes, where it
	// would confirm a guess.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Matched says that a signature was made with it.
	Matched bool `json:"matched"`
}

// What a [TriedText] describes.
const (
	OfKey  = "key"
	OfText = "text"
)

// A Mend is what would make the request verify here.
type Mend struct {
	Scheme string `json:"scheme,omitempty"` // other than the configured one
	Secret string `json:"secret,omitempty"` // a candidate, by name
	At     *int64 `json:"at,omitempty"`     // judged at that time
}
