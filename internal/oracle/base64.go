package oracle

import "strings"

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// decodeBase64 takes what section 3 allows and nothing else: the standard
// alphabet, padded rightly or not at all, the bits left over zero. It is
// written out because Go's decoder skips line breaks, in strict mode also.
func decodeBase64(text string) ([]byte, bool) {
	digits := strings.TrimRight(text, "=")
	if !goodPadding(len(digits), len(text)-len(digits)) {
		return nil, false
	}
	var bits []byte // one a byte, the highest of each digit first
	for i := 0; i < len(digits); i++ {
		value := strings.IndexByte(base64Alphabet, digits[i])
		if value < 0 {
			return nil, false
		}
		for shift := 5; shift >= 0; shift-- {
			bits = append(bits, byte(value>>shift)&1)
		}
	}
	decoded := []byte{}
	for len(bits) >= 8 {
		var b byte
		for _, bit := range bits[:8] {
			b = b<<1 | bit
		}
		decoded = append(decoded, b)
		bits = bits[8:]
	}
	return decoded, allZero(bits)
}

// goodPadding: a group of four digits is three bytes, and a last group of two
// or three is one or two bytes. No byte ends after one digit.
func goodPadding(digits, padding int) bool {
	switch digits % 4 {
	case 0:
		return padding == 0
	case 2:
		return padding == 0 || padding == 2
	case 3:
		return padding == 0 || padding == 1
	}
	return false
}
