package doctor

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// shortEscapes are those of RFC 8259, section 7.
var shortEscapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// decodeUnit reads one character of a string literal, written as itself or as
// an escape. The character is -1 if it is none.
func decodeUnit(in []byte) (c rune, n int, escaped bool) {
	if in[0] != '\\' {
		c, n = utf8.DecodeRune(in)
		if c == utf8.RuneError && n <= 1 {
			return -1, 1, false
		}
		return c, n, false
	}
	if len(in) < 2 {
		return -1, len(in), true
	}
	if in[1] != 'u' {
		if c, ok := shortEscapes[in[1]]; ok {
			return c, 2, true
		}
		return -1, 2, true
	}
	return decodeHex(in)
}

func decodeHex(in []byte) (c rune, n int, escaped bool) {
	first, ok := hexUnit(in)
	if !ok {
		return -1, 2, true
	}
	if !utf16.IsSurrogate(first) {
		return first, 6, true
	}
	if second, ok := hexUnit(in[6:]); ok {
		if c := utf16.DecodeRune(first, second); c != utf8.RuneError {
			return c, 12, true
		}
	}
	return -1, 6, true
}

func hexUnit(in []byte) (rune, bool) {
	if len(in) < 6 || in[0] != '\\' || in[1] != 'u' {
		return 0, false
	}
	var c rune
	for _, digit := range in[2:6] {
		value := strings.IndexByte(lowerDigits, digit|0x20)
		if value < 0 || digit < '0' {
			return 0, false
		}
		c = c<<4 | rune(value)
	}
	return c, true
}

// unquote returns what a string literal means. Lone surrogates become U+FFFD.
func unquote(literal []byte) []byte {
	in := literal[1:max(1, len(literal)-1)]
	if bytes.IndexByte(in, '\\') < 0 {
		return in
	}
	var out []byte
	for len(in) > 0 {
		c, n, _ := decodeUnit(in)
		switch {
		case c >= 0:
			out = utf8.AppendRune(out, c)
		case n == 1:
			out = append(out, in[0])
		default:
			out = utf8.AppendRune(out, utf8.RuneError)
		}
		in = in[n:]
	}
	return out
}
