package doctor

import (
	"bytes"
	"encoding/binary"
	"iter"
	"unicode/utf16"
	"unicode/utf8"
)

// charsets yields a body as a program sees it that takes it for characters of
// another encoding than UTF-8, on either side.
func charsets(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		for f := range hashedElsewise(body) {
			if !yield(f) {
				return
			}
		}
		for f := range receivedElsewise(body) {
			if !yield(f) {
				return
			}
		}
	}
}

// hashedElsewise has what the signer hashed if the received body is in UTF-8.
func hashedElsewise(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		if !utf8.Valid(body) {
			return
		}
		if !isASCII(body) {
			for _, n := range narrowings {
				if !yield(form{body: n.encode(body), how: n.how}) {
					return
				}
			}
		}
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			encode := func(text []byte) []byte { return toUTF16(text, order) }
			mark := order.AppendUint16(nil, 0xfeff)
			wide, how := encode(body), "the signer hashed it in UTF-16, "+endian(order)
			if !yield(form{body: wide, how: how, around: encode}) ||
				!yield(form{body: wide, how: how}) ||
				!yield(form{body: append(mark, wide...), how: how + " with a byte order mark"}) ||
				!yield(form{body: wide, how: how + " with a byte order mark", around: marked(encode, mark)}) {
				return
			}
		}
	}
}

// marked puts a byte order mark in front of what is encoded as a whole.
func marked(encode func([]byte) []byte, mark []byte) func([]byte) []byte {
	return func(text []byte) []byte { return append(bytes.Clone(mark), encode(text)...) }
}

func endian(order binary.AppendByteOrder) string {
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		return "little-endian"
	}
	return "big-endian"
}

// A narrowing maps characters to bytes, most of them to one each.
type narrowing struct {
	how    string
	encode func(body []byte) []byte
}

const (
	hashedASCII  = `the signer hashed ASCII, with "?" for what is not`
	droppedASCII = "the signer hashed ASCII, and left out what is not"
	hashedLatin  = "the signer hashed it in Latin-1"
)

var narrowings = []narrowing{
	{hashedASCII, replacing(0x80, func(rune) int { return 1 })},
	{hashedLatin, replacing(0x100, func(rune) int { return 1 })},
	{hashedASCII, replacing(0x80, utf16.RuneLen)},
	{hashedASCII, replacing(0x80, utf8.RuneLen)},
	{droppedASCII, replacing(0x80, func(rune) int { return 0 })},
	{hashedLatin, replacing(0x100, utf16.RuneLen)},
	{hashedLatin, replacing(0x100, func(rune) int { return 0 })},
	{"the signer hashed the low byte of every character, as Node does for latin1 and binary", lowBytes},
	{"the signer hashed it in Windows-1252", toWindows1252},
	{"the signer took the UTF-8 for Latin-1 and encoded it once more", latinToUTF8},
	{"the signer took the UTF-8 for Windows-1252 and encoded it once more", windows1252ToUTF8},
}

// replacing writes characters under a limit as one byte, and others as so many
// question marks.
func replacing(limit rune, marks func(rune) int) func([]byte) []byte {
	return func(body []byte) []byte {
		out := make([]byte, 0, len(body))
		for _, c := range string(body) {
			if c < limit {
				out = append(out, byte(c))
				continue
			}
			out = append(out, "????"[:marks(c)]...)
		}
		return out
	}
}

// receivedElsewise has what the signer hashed if it was UTF-8 and the received
// body is not.
func receivedElsewise(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			if text, ok := fromUTF16(body, order); ok && !yield(form{body: text, how: "it arrived in UTF-16, " + endian(order) + ", and was signed in UTF-8", opened: true}) {
				return
			}
		}
		if isASCII(body) {
			return
		}
		if !utf8.Valid(body) {
			_ = yield(form{body: latinToUTF8(body), how: "it arrived in Latin-1, and was signed in UTF-8", opened: true}) &&
				yield(form{body: windows1252ToUTF8(body), how: "it arrived in Windows-1252, and was signed in UTF-8", opened: true})
			return
		}
		_ = yield(form{body: lowBytes(body), how: "it was taken for Latin-1 and encoded to UTF-8 once more on its way", opened: true}) &&
			yield(form{body: toWindows1252(body), how: "it was taken for Windows-1252 and encoded to UTF-8 once more on its way", opened: true})
	}
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func toUTF16(text []byte, order binary.AppendByteOrder) []byte {
	out := make([]byte, 0, 2*len(text))
	var units [2]uint16
	for len(text) > 0 {
		c, n := utf8.DecodeRune(text)
		text = text[n:]
		for _, unit := range utf16.AppendRune(units[:0], c) {
			out = order.AppendUint16(out, unit)
		}
	}
	return out
}

// fromUTF16 returns the text in UTF-8, if the body is likely UTF-16: of even
// length, with a byte order mark or a zero byte in the first character.
func fromUTF16(body []byte, order binary.AppendByteOrder) ([]byte, bool) {
	if len(body) < 2 || len(body)%2 != 0 {
		return nil, false
	}
	read := order.(binary.ByteOrder).Uint16
	if first := read(body); first == 0xfeff {
		body = body[2:]
	} else if first == 0 || first > 0x7f {
		return nil, false
	}
	var out []byte
	for i := 0; i+1 < len(body); i += 2 {
		c := rune(read(body[i:]))
		if utf16.IsSurrogate(c) && i+3 < len(body) {
			if pair := utf16.DecodeRune(c, rune(read(body[i+2:]))); pair != utf8.RuneError {
				c = pair
				i += 2
			}
		}
		out = utf8.AppendRune(out, c)
	}
	return out, true
}

func lowBytes(text []byte) []byte {
	out := make([]byte, 0, len(text))
	var units [2]uint16
	for _, c := range string(text) {
		for _, unit := range utf16.AppendRune(units[:0], c) {
			out = append(out, byte(unit))
		}
	}
	return out
}

func latinToUTF8(body []byte) []byte {
	out := make([]byte, 0, len(body)+len(body)/4)
	for _, c := range body {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// windows1252 has what bytes 0x80 to 0x9f mean, as the WHATWG's encoding
// standard has it.
var windows1252 = [32]rune{
	0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d, 0x8f,
	0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
}

func windows1252ToUTF8(body []byte) []byte {
	out := make([]byte, 0, len(body)+len(body)/4)
	for _, c := range body {
		if c >= 0x80 && c < 0xa0 {
			out = utf8.AppendRune(out, windows1252[c-0x80])
			continue
		}
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

func toWindows1252(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, c := range string(text) {
		out = append(out, windowsByte(c))
	}
	return out
}

func windowsByte(c rune) byte {
	for i, special := range windows1252 {
		if special == c {
			return byte(0x80 + i)
		}
	}
	if c > 0xff {
		return '?'
	}
	return byte(c)
}
