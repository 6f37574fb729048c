// Package fields looks up HTTP header fields whose names may be spelled in any
// case.
package fields

import (
	"net/http"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/strict"
)

// Values returns the values of the field whose canonical name is given. If
// the header has no such key, keys in any other spelling count: hand-made maps
// (AWS Lambda's, HTTP/2 dumps) hold lower-case names, which http.Header.Get
// does not find.
func Values(header http.Header, canonical string) []string {
	if values, ok := header[canonical]; ok {
		return values
	}
	return respelled(header, canonical)
}

func respelled(header http.Header, canonical string) []string {
	var names []string
	for name := range header {
		if isSpelling(name, canonical) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var values []string
	for _, name := range names {
		values = append(values, header[name]...)
	}
	return values
}

// HasValue reports whether one of the values is not empty. This and [Single]
// are split so that the usual single value is looked at inline.
func HasValue(values []string) bool {
	return len(values) > 0 && values[0] != "" || hasLaterValue(values)
}

func hasLaterValue(values []string) bool {
	return slices.ContainsFunc(values, func(value string) bool { return value != "" })
}

// Single returns the one distinct value among those that are not empty, and ""
// if there is none. It returns false when two differ.
func Single(values []string) (value string, ok bool) {
	if len(values) == 1 {
		return values[0], true
	}
	return singleOfMany(values)
}

func singleOfMany(values []string) (value string, ok bool) {
	for _, v := range values {
		switch {
		case v == "" || v == value:
		case value == "":
			value = v
		default:
			return value, false
		}
	}
	return value, true
}

// Set sets a field under its canonical name, and removes what the header has
// under other spellings of it: both would be sent, and a receiver that finds
// two values has to refuse them.
func Set(header http.Header, canonical, value string) {
	Delete(header, canonical)
	header[canonical] = []string{value}
}

// Delete removes a field under all spellings of its name.
func Delete(header http.Header, canonical string) {
	for name := range header {
		if isSpelling(name, canonical) {
			delete(header, name)
		}
	}
}

func isSpelling(name, canonical string) bool {
	return len(name) == len(canonical) && http.CanonicalHeaderKey(name) == canonical
}

// Signatures names the fields that look like those of a signature scheme, in
// lower case and in order, but for the one excepted: for saying what is there
// when something is missing. Names that could do harm in a log are left out: a
// hand-made map may have any.
func Signatures(header http.Header, except string) []string {
	const most, longest = 4, 64
	var names []string
	for name := range header {
		name = strings.ToLower(name)
		if strings.Contains(name, "signature") && name != except && len(name) <= longest && strict.Word(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[:min(len(names), most)]
}
