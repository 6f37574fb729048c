package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// spellings write a signature in another way. Those with bytes in their name
// change the signature itself.
var spellings = map[string]func(string) string{
	"unpadded":     func(s string) string { return strings.TrimRight(s, "=") },
	"over-padded":  func(s string) string { return s + "=" },
	"url-safe":     func(s string) string { return strings.NewReplacer("+", "-", "/", "_").Replace(s) },
	"upper-case":   strings.ToUpper,
	"lower-case":   strings.ToLower,
	"swap-case":    swapCase,
	"stray-bits":   strayBits,
	"junk-inside":  func(s string) string { return s[:8] + "!" + s[8:] },
	"junk-instead": func(s string) string { return s[:8] + "!" + s[9:] },
	"dash-inside":  func(s string) string { return s[:8] + "-" + s[8:] },
	"nul-inside":   func(s string) string { return s[:8] + "\x00" + s[8:] },
	"nul-after":    func(s string) string { return s + "\x00" },
	"data-after":   func(s string) string { return s + "AAAA" },
	"half":         func(s string) string { return s[:len(s)/2] },
	"first":        func(s string) string { return s[:1] },
	"all-but-last": func(s string) string { return s[:len(s)-1] },
	"one-more":     func(s string) string { return s + "0" },
	"twice":        func(s string) string { return s + s },
	"reversed":     reversed,
	"quoted":       func(s string) string { return `"` + s + `"` },
	"as-hex":       func(s string) string { return hex.EncodeToString(bytesOf(s)) },
	"again":        func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"as-base64":    func(s string) string { return base64.StdEncoding.EncodeToString(bytesOf(s)) },

	"bytes-first-bit":  onBytes(func(b []byte) []byte { b[0] ^= 0x80; return b }),
	"bytes-last-bit":   onBytes(func(b []byte) []byte { b[len(b)-1] ^= 1; return b }),
	"bytes-middle-bit": onBytes(func(b []byte) []byte { b[len(b)/2] ^= 0x10; return b }),
	"bytes-half-zero":  onBytes(func(b []byte) []byte { clear(b[len(b)/2:]); return b }),
	"bytes-zero":       onBytes(func(b []byte) []byte { clear(b); return b }),
	"bytes-short":      onBytes(func(b []byte) []byte { return b[:len(b)-1] }),
	"bytes-long":       onBytes(func(b []byte) []byte { return append(b, 0) }),
	"bytes-half":       onBytes(func(b []byte) []byte { return b[:len(b)/2] }),
	"bytes-reversed":   onBytes(func(b []byte) []byte { slices.Reverse(b); return b }),
	"bytes-malleated":  onBytes(malleate),
	"bytes-swapped":    onBytes(func(b []byte) []byte { return slices.Concat(b[len(b)/2:], b[:len(b)/2]) }),
}

func spell(name, text string) string {
	spelling, known := spellings[name]
	if !known {
		panic("no spelling " + name)
	}
	spelled := spelling(text)
	if spelled == text {
		panic(fmt.Sprintf("%s changes nothing in %s", name, text))
	}
	return spelled
}

// onBytes works on what the text is the base64 or hex of.
func onBytes(change func([]byte) []byte) func(string) string {
	return func(text string) string {
		changed := change(bytesOf(text))
		if isHex(text) {
			return hex.EncodeToString(changed)
		}
		return base64.StdEncoding.EncodeToString(changed)
	}
}

func isHex(text string) bool { return strings.Trim(text, "0123456789abcdef") == "" }

func bytesOf(text string) []byte {
	if isHex(text) {
		b, err := hex.DecodeString(text)
		must(err)
		return b
	}
	b, err := base64.StdEncoding.DecodeString(text)
	must(err)
	return b
}

// strayBits sets a bit that decoding throws away.
func strayBits(text string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	digits := strings.TrimRight(text, "=")
	last := len(digits) - 1
	return digits[:last] + string(alphabet[strings.IndexByte(alphabet, digits[last])|1]) + text[last+1:]
}

func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 32
		case 'A' <= r && r <= 'Z':
			return r + 32
		}
		return r
	}, text)
}

func reversed(text string) string {
	b := []byte(text)
	slices.Reverse(b)
	return string(b)
}
