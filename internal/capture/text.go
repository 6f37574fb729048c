package capture

import (
	"encoding/hex"
	"unicode/utf16"
	"unicode/utf8"
)

// text returns what a string spells. Other scalars are returned as they stand:
// headers have numbers in them.
func (v value) text() (string, bool) {
	if v.is('"') {
		b, _ := unquote(v.raw())
		return string(b), true
	}
	if v.off == v.end || v.is('{') || v.is('[') || v.isNull() {
		return "", false
	}
	return string(v.raw()), true
}

var simpleEscapes = map[byte]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unquote decodes a valid JSON string. Other than encoding/json it keeps bytes
// that are not UTF-8: if a logger has written them raw, they are the sender's.
// Half of a surrogate pair stands for no byte at all; it becomes U+FFFD, and
// lossy says so.
func unquote(quoted []byte) (text []byte, lossy bool) {
	in := quoted[1 : len(quoted)-1]
	text = make([]byte, 0, len(in))
	for i := 0; i < len(in); {
		if in[i] != '\\' {
			text = append(text, in[i])
			i++
			continue
		}
		if in[i+1] != 'u' {
			text = append(text, unescape(in[i+1]))
			i += 2
			continue
		}
		r, n := readUnicode(in[i:])
		lossy = lossy || n == 6 && utf16.IsSurrogate(rune(hex4(in[i+2:])))
		text = utf8.AppendRune(text, r)
		i += n
	}
	return text, lossy
}

func unescape(c byte) byte {
	if e, ok := simpleEscapes[c]; ok {
		return e
	}
	return c
}

// readUnicode reads one \uXXXX, or the two of a surrogate pair, and returns how
// long it is.
func readUnicode(in []byte) (rune, int) {
	r := hex4(in[2:])
	if utf16.IsSurrogate(r) && len(in) >= 12 && in[6] == '\\' && in[7] == 'u' {
		if pair := utf16.DecodeRune(r, hex4(in[8:])); pair != utf8.RuneError {
			return pair, 12
		}
	}
	if utf16.IsSurrogate(r) {
		return utf8.RuneError, 6
	}
	return r, 6
}

// hex4 reads four hex digits, or returns U+FFFD.
func hex4(in []byte) rune {
	var b [2]byte
	if len(in) < 4 {
		return utf8.RuneError
	}
	if _, err := hex.Decode(b[:], in[:4]); err != nil {
		return utf8.RuneError
	}
	return rune(b[0])<<8 | rune(b[1])
}
