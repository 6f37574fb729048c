// Package oracle is a deliberately slow reference, for tests and for the runner
// of the vectors: it says of a request, a key or a message what sections 3 and
// 4 of doc/design.md say, in the order in which they say it. It is never to be used for accepting
// anything: it compares in whatever time it takes and holds on to secrets.
//
// It is written from the design alone and shares no helper, table or regular
// expression with the SDK, so that a mistake has to be made twice to be missed.
package oracle

import "time"

// DefaultTolerance is the window on either side of now unless one is chosen.
const DefaultTolerance = 300 * time.Second

// A Request is everything a verdict depends on.
type Request struct {
	Profile string      // "standard", "svix" or "stripe"
	Keys    []string    // as text; of stripe the whole text is the key
	Headers [][2]string // in order, names as sent
	Body    []byte
	Now     time.Time // judged at its full precision

	// How old and how far ahead a timestamp may be. Zero is no default.
	Past, Future time.Duration
}

// Verify returns "" for a valid request, or else the code of the first thing
// that is wrong: with the keys, the tolerance, then the request.
func Verify(r Request) string {
	keys, code := parseKeys(r.Profile, "verify", r.Keys)
	if code != "" {
		return code
	}
	if !goodTolerance(r.Past) || !goodTolerance(r.Future) {
		return invalidTolerance
	}
	if r.Profile == "stripe" {
		return verifyStripe(r, keys)
	}
	return verifyStandard(r, keys)
}

// verifyStandard goes through the six steps of section 4, for svix too: the
// two differ in the names of their headers only.
func verifyStandard(r Request, keys []key) string {
	id, timestamp, signatures, code := readHeaders(r)
	if code != "" {
		return code
	}
	if !goodID(id) {
		return malformedID
	}
	t, ok := parseTimestamp(timestamp)
	if !ok {
		return malformedTimestamp
	}
	candidates, code := findCandidates(splitTokens(signatures), keys)
	if code != "" {
		return code
	}
	if !anyMatches(candidates, keys, signedContent(id, timestamp, r.Body)) {
		return signatureMismatch
	}
	return checkWindow(r.Now, t, r.Past, r.Future)
}
