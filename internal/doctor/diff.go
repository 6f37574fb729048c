package doctor

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Diff shows where two bodies part. What is invisible is written out.
type Diff struct {
	// Offset is the number of bytes that are the same in both.
	Offset int `json:"offset"`
	// Signed and Received are what follows, and a little of what is before.
	Signed   string `json:"signed"`
	Received string `json:"received"`
	// SignedLength and ReceivedLength are those of the whole bodies.
	SignedLength   int `json:"signed_length"`
	ReceivedLength int `json:"received_length"`
}

// context is how many bytes are shown before and behind the place.
const (
	contextBefore = 16
	contextBehind = 32
)

// diff returns nil for bodies that are the same.
func diff(signed, received []byte) *Diff {
	if bytes.Equal(signed, received) {
		return nil
	}
	n := 0
	for n < len(signed) && n < len(received) && signed[n] == received[n] {
		n++
	}
	start := max(0, n-contextBefore)
	for start > 0 && start < len(signed) && !utf8.RuneStart(signed[start]) {
		start--
	}
	return &Diff{
		Offset:         n,
		Signed:         excerpt(signed, start, n+contextBehind),
		Received:       excerpt(received, start, n+contextBehind),
		SignedLength:   len(signed),
		ReceivedLength: len(received),
	}
}

// excerpt quotes a part of a body as Go quotes strings, so that line ends,
// marks and bytes that are no text can be seen.
func excerpt(body []byte, start, end int) string {
	start, end = min(start, len(body)), min(end, len(body))
	for end < len(body) && !utf8.RuneStart(body[end]) {
		end++
	}
	text := strconv.Quote(string(body[start:end]))
	text = strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`)
	if start > 0 {
		text = "…" + text
	}
	if end < len(body) {
		text += "…"
	}
	return text
}

// A Comparison says how the body that a program had differs from the one that
// was captured.
type Comparison struct {
	Body
	Same bool  `json:"same"`
	Diff *Diff `json:"diff,omitempty"`
	// Verifies says that the program's is the one that was signed.
	Verifies bool `json:"verifies,omitempty"`
	// Causes is what was done to the body in the program.
	Causes []Cause `json:"causes,omitempty"`
}
