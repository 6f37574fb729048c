// Package strict reads texts of which one spelling alone is right.
package strict

import (
	"encoding/base64"
	"strconv"
)

var (
	padded   = base64.StdEncoding.Strict()
	unpadded = base64.RawStdEncoding.Strict()
)

// Base64 decodes canonical standard base64, padded rightly or not at all:
// no other alphabet, no stray trailing bits, nothing in between.
func Base64(text string) ([]byte, bool) {
	encoding := unpadded
	if len(text)%4 == 0 {
		encoding = padded
	}
	if hasLineBreak(text) {
		return nil, false
	}
	decoded, err := encoding.DecodeString(text)
	return decoded, err == nil
}

// Base64Into decodes canonical, padded standard base64 that fills into
// exactly. It allocates nothing for texts of up to 88 characters, which is
// what 64 bytes take.
func Base64Into(into []byte, text string) bool {
	var source [88]byte
	var decoded [66]byte
	if len(text) > len(source) || len(text) != padded.EncodedLen(len(into)) || hasLineBreak(text) {
		return false
	}
	n, err := padded.Decode(decoded[:], source[:copy(source[:], text)])
	return err == nil && n == copy(into, decoded[:n])
}

// hasLineBreak finds what Go's decoder skips, in strict mode too.
func hasLineBreak(text string) bool {
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' {
			return true
		}
	}
	return false
}

// Seconds reads a Unix timestamp as the specification has it: decimal digits
// without sign or leading zero, within int64. So the text that was signed and
// the number that is judged are the same thing.
func Seconds(text string) (int64, bool) {
	if text == "" || text[0] < '0' || text[0] > '9' || (text[0] == '0' && text != "0") {
		return 0, false
	}
	// ParseInt in base 10 takes digits alone once a sign is ruled out:
	// underscores and radix prefixes are for base 0.
	seconds, err := strconv.ParseInt(text, 10, 64)
	return seconds, err == nil
}
