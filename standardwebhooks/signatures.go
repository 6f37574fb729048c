package standardwebhooks

import (
	"slices"
	"strings"
)

// The versions of signatures, as they label them in the header.
const (
	SchemeV1  = "v1"  // HMAC-SHA256
	SchemeV1a = "v1a" // Ed25519
)

// The lengths of signatures in base64.
const (
	lengthV1  = 44
	lengthV1a = 88
)

// schemes says for which versions there is a key.
type schemes struct{ v1, v1a bool }

// A candidate is a label and what follows it, of a length that it can have.
type candidate struct{ scheme, text string }

// A scanner reads all values of the signature header as one stream of tokens,
// separated by spaces and commas in runs. So it reads the same whether the
// list arrived whole, one signature a line, split at its commas (as AWS API
// Gateway does, https://github.com/svix/svix-webhooks/issues/880), or folded
// into one line by a proxy (RFC 9110, section 5.3). A scanner is a value: a
// copy goes on from the same place.
type scanner struct {
	values []string // not yet begun
	rest   string   // of the value begun
}

// token returns the next token, or false at the end.
func (s *scanner) token() (string, bool) {
	for {
		start := 0
		for start < len(s.rest) && isSeparator(s.rest[start]) {
			start++
		}
		if start < len(s.rest) {
			return s.cut(start), true
		}
		if len(s.values) == 0 {
			return "", false
		}
		s.rest, s.values = s.values[0], s.values[1:]
	}
}

func (s *scanner) cut(start int) string {
	token := s.rest[start:]
	token = token[:tokenLength(token)]
	s.rest = s.rest[start+len(token):]
	return token
}

// tokenLength looks for the end of a token in as many characters as one that
// matters can have, and goes on one by one behind that: so the time it takes
// grows with the length of the header, however the tokens in it are cut.
func tokenLength(text string) int {
	near := text[:min(len(text), lengthV1a+1)]
	if end := strings.IndexByte(near, ','); end >= 0 {
		near = near[:end]
	}
	if end := strings.IndexByte(near, ' '); end >= 0 {
		near = near[:end]
	}
	length := len(near)
	for length > lengthV1a && length < len(text) && !isSeparator(text[length]) {
		length++
	}
	return length
}

func isSeparator(c byte) bool { return c == ' ' || c == ',' }

// candidates gives the candidates of the schemes with a key, in order. It is a
// value: a copy begins where the original stands.
type candidates struct {
	scanner
	keys  schemes
	first candidate // found already and not yet given, so that it is found once
}

// begin begins with the candidates in the values. It returns false if there is
// none.
func (c *candidates) begin(values []string, keys schemes) (ok bool) {
	c.values, c.keys = values, keys
	c.first, ok = c.find()
	return ok
}

// next returns the next candidate, or false at the end.
func (c *candidates) next() (candidate, bool) {
	if first := c.first; first.scheme != "" {
		c.first = candidate{}
		return first, true
	}
	return c.find()
}

// find looks for a label and a signature behind it. A label that no signature
// follows is stepped over, and what does follow it may be a label in turn.
func (c *candidates) find() (candidate, bool) {
	for {
		label, ok := c.token()
		if !ok {
			return candidate{}, false
		}
		length := c.keys.length(label)
		if length == 0 {
			continue
		}
		behind := c.scanner
		if text, ok := behind.token(); ok && len(text) == length {
			c.scanner = behind
			return candidate{label, text}, true
		}
	}
}

// length returns how long signatures of this label are, and 0 if there is no
// key for it.
func (k schemes) length(label string) int {
	switch {
	case k.v1 && label == SchemeV1:
		return lengthV1
	case k.v1a && label == SchemeV1a:
		return lengthV1a
	default:
		return 0
	}
}

// noCandidate says why there is none: the versions are others, or there is
// nothing that looks like a signature.
//
// A header has room for a hundred thousand labels, and it was not verified: no
// more than a few are gathered.
func noCandidate(values []string, keys schemes) error {
	const most = 8
	var versions []string
	s := scanner{values: values}
	label, ok := s.token()
	for ok && len(versions) < most {
		var following string
		following, ok = s.token()
		if ok && isVersion(label) && keys.length(label) == 0 && !slices.Contains(versions, label) {
			versions = append(versions, label)
		}
		label = following
	}
	if len(versions) == 0 {
		return ErrMalformedSignature
	}
	return &SchemeError{Versions: versions}
}

// isVersion reports whether a token is "v", digits, and at most one small
// letter.
func isVersion(token string) bool {
	if len(token) < 2 || token[0] != 'v' {
		return false
	}
	digits := token[1:]
	if last := digits[len(digits)-1]; 'a' <= last && last <= 'z' {
		digits = digits[:len(digits)-1]
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return digits != ""
}
