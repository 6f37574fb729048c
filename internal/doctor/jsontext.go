package doctor

import (
	"bytes"
	"encoding/json"
)

// A document is a body that is one JSON value, with the white space around it.
// It is never parsed into values: numbers and strings would not come back as
// they were. What changes is what stands between the tokens.
type document struct {
	before, value, after []byte
}

const jsonSpace = " \t\r\n"

// readDocument returns the document that a body is. The validity check also
// bounds how deep it is nested, at 10,000.
func readDocument(body []byte) (document, bool) {
	trimmed := bytes.TrimLeft(body, jsonSpace)
	before := body[:len(body)-len(trimmed)]
	value := bytes.TrimRight(trimmed, jsonSpace)
	if len(value) == 0 || (value[0] != '{' && value[0] != '[') || !json.Valid(value) {
		return document{}, false
	}
	return document{before, value, trimmed[len(value):]}, true
}

// nextToken returns the bounds of the token at or after pos, or false behind
// the last.
func nextToken(text []byte, pos int) (start, end int, ok bool) {
	for pos < len(text) && isJSONSpace(text[pos]) {
		pos++
	}
	if pos == len(text) {
		return pos, pos, false
	}
	switch text[pos] {
	case '{', '}', '[', ']', ',', ':':
		return pos, pos + 1, true
	case '"':
		return pos, stringEnd(text, pos), true
	}
	end = pos + 1
	for end < len(text) && !endsLiteral(text[end]) {
		end++
	}
	return pos, end, true
}

func isJSONSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func endsLiteral(c byte) bool {
	return isJSONSpace(c) || c == ',' || c == '}' || c == ']' || c == ':'
}

// stringEnd returns the position behind the string literal that starts at pos.
func stringEnd(text []byte, pos int) int {
	for i := pos + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}
