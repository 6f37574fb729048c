// Package strict reads texts of which one spelling alone is right.
package strict

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"strings"
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
// what 64 bytes take. A line break, which the decoder skips, would leave too
// few characters to fill into.
func Base64Into(into []byte, text string) bool {
	var source [88]byte
	var decoded [66]byte
	if len(text) > len(source) || len(text) != padded.EncodedLen(len(into)) {
		return false
	}
	n, err := padded.Decode(decoded[:], source[:copy(source[:], text)])
	return err == nil && n == len(into) && n == copy(into, decoded[:n])
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

// HexInto decodes hexadecimal digits of either case that fill into exactly, up
// to 64 digits. It allocates nothing.
func HexInto(into []byte, text string) bool {
	var source [64]byte
	if len(text) > len(source) || len(text) != hex.EncodedLen(len(into)) {
		return false
	}
	_, err := hex.Decode(into, source[:copy(source[:], text)])
	return err == nil
}

// whiteSpace is that of ASCII. Unicode knows more, and a text in which a
// non-breaking space stands was not copied from where it came from.
const whiteSpace = " \t\r\n\v\f"

// TrimSpace returns the text without the white space around it.
func TrimSpace(text string) string { return strings.Trim(text, whiteSpace) }

// Fields returns what white space separates.
func Fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(whiteSpace, r) })
}

// Word reports whether the text is letters, digits and hyphens of ASCII, as
// labels and the names of headers are.
func Word(text string) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	return text != "" && strings.Trim(text, allowed) == ""
}

// Seconds reads a Unix timestamp as the specification has it: decimal digits
// without sign or leading zero, within int64. So the text that was signed and
// the number that is judged are the same thing.
func Seconds(text string) (int64, bool) {
	const mostDigits = 19 // more than int64 holds, less than uint64 does
	if text == "" || len(text) > mostDigits || (text[0] == '0' && len(text) > 1) {
		return 0, false
	}
	var seconds uint64
	for i := range len(text) {
		digit := text[i] - '0'
		if digit > 9 {
			return 0, false
		}
		seconds = seconds*10 + uint64(digit)
	}
	return int64(seconds), seconds <= math.MaxInt64
}
