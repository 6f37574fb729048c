package main

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/whsec/whsec/testvectors"
)

// requires works out what an implementation must be capable of, in the order of
// [testvectors.Capabilities].
func (e *entry) requires() []string {
	needed := map[string]bool{}
	for _, capability := range e.extra {
		needed[capability] = true
	}
	r := e.recipe
	needed["ed25519"] = needed["ed25519"] || e.needsEd25519()
	needed["bytes-body"] = !utf8.Valid(r.body())
	if r.Operation == testvectors.OperationVerify {
		needed["raw-header"] = slices.ContainsFunc(e.vector.Headers, isRaw)
		needed["bytes-header"] = slices.ContainsFunc(e.vector.Headers, isBytes)
		needed["repeated-header"] = repeats(e.vector.Headers)
		needed["key-list"] = len(r.Keys.used()) > 1
		needed["tolerance"] = r.Tolerance != unset && r.Tolerance != 300
		needed["fixed-clock"] = needed["fixed-clock"] || r.onTheEdge()
	}
	if r.Operation == testvectors.OperationSign {
		needed["signing-key-list"] = len(r.Keys.used()) > 1
	}
	var list []string
	for _, capability := range testvectors.Capabilities {
		if needed[capability] {
			list = append(list, capability)
		}
	}
	return list
}

// needsEd25519: a key of that kind is used as such. Where it is taken for
// something else, that is what everybody is to be asked.
func (e *entry) needsEd25519() bool {
	confused := slices.Contains(e.vector.Flags, "KeyConfusion")
	return !confused && slices.ContainsFunc(e.recipe.Keys.used(), func(key string) bool {
		return strings.HasPrefix(key, "whpk_") || strings.HasPrefix(key, "whsk_")
	})
}

// isRaw: no HTTP parser passes the value on as it is (RFC 9110, 5.5).
func isRaw(f testvectors.Field) bool {
	value := string(f.Value)
	return strings.Trim(value, " \t") != value || strings.ContainsFunc(value, func(c rune) bool {
		return c < 0x20 && c != '\t' || c == 0x7f
	})
}

func isBytes(f testvectors.Field) bool {
	return slices.ContainsFunc(f.Value, func(c byte) bool { return c >= utf8.RuneSelf })
}

func repeats(fields []testvectors.Field) bool {
	seen := map[string]bool{}
	for _, f := range fields {
		name := strings.ToLower(f.Name)
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

// onTheEdge: a second or two decide.
func (r recipe) onTheEdge() bool {
	window := r.Tolerance
	if window == unset {
		window = 300
	}
	t, err := strconv.ParseInt(r.Timestamp, 10, 64)
	if err != nil {
		return false
	}
	distance := max(t-r.Now, r.Now-t)
	return t != r.Now && max(distance-window, window-distance) <= 2
}
