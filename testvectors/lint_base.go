package testvectors

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// lintRequires checks the capabilities that show in a vector itself.
func (l *linter) lintRequires(c Case) {
	at := -1
	for _, capability := range c.Requires {
		next := slices.Index(Capabilities, capability)
		l.check(next >= 0, c.ID, "no capability %q", capability)
		l.check(next > at, c.ID, "capabilities are in the order of the table")
		at = next
	}
	verify := c.Operation == OperationVerify
	several := len(c.Keys) > 1
	shown := map[string]bool{
		"bytes-body":       !utf8.Valid(c.Body),
		"repeated-header":  verify && repeatsName(c.Headers),
		"key-list":         verify && several,
		"signing-key-list": c.Operation == OperationSign && several,
		"tolerance":        verify && c.Tolerance != nil && *c.Tolerance != 300,
		"bytes-header":     verify && slices.ContainsFunc(c.Headers, beyondASCII),
	}
	for capability, needed := range shown {
		l.check(slices.Contains(c.Requires, capability) == needed, c.ID, "%s is required: %t, written: %t", capability, needed, !needed)
	}
}

func repeatsName(fields []Field) bool {
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

func beyondASCII(f Field) bool {
	return slices.ContainsFunc(f.Value, func(b byte) bool { return b >= utf8.RuneSelf })
}

// touches says which parts of a vector a change is allowed to touch.
var touches = map[string][]string{
	"id":                 {"headers", "message id"},
	"timestamp":          {"headers", "message timestamp"},
	"body":               {"headers", "body"},
	"signatures":         {"headers"},
	"headers":            {"headers"},
	"received-id":        {"headers"},
	"received-timestamp": {"headers"},
	"received-body":      {"body"},
	"cut":                {"headers", "body"},
	"keys":               {"keys"},
	"clock":              {"clock"},
	"tolerance":          {"tolerance"},
}

// lintBase checks that a vector is a valid one with the change that it names.
func (l *linter) lintBase(c Case) {
	base, found := l.ids[c.Base]
	if !found {
		l.fail(c.ID, "no vector %q to be made of", c.Base)
		return
	}
	l.check(base.Result == Valid, c.ID, "the base %s is not valid", base.ID)
	l.check(base.Profile == c.Profile && base.Operation == c.Operation, c.ID, "the base %s is of something else", base.ID)
	l.check(slices.Contains(Changes, c.Change), c.ID, "no change %q", c.Change)
	parts := differingParts(base, c)
	l.check(len(parts) > 0, c.ID, "nothing differs from the base %s", base.ID)
	for _, part := range parts {
		l.check(slices.Contains(touches[c.Change], part), c.ID, "the change %s does not touch the %s, which differs from the base %s", c.Change, part, base.ID)
	}
}

func differingParts(a, b Case) []string {
	var parts []string
	differ := func(part string, same bool) {
		if !same {
			parts = append(parts, part)
		}
	}
	differ("clock", a.Now == b.Now)
	differ("tolerance", equalTolerance(a.Tolerance, b.Tolerance))
	differ("keys", slices.Equal(a.Keys, b.Keys))
	differ("headers", slices.EqualFunc(a.Headers, b.Headers, sameField))
	differ("message id", a.MessageID == b.MessageID)
	differ("message timestamp", a.Timestamp == b.Timestamp)
	differ("body", bytes.Equal(a.Body, b.Body))
	return parts
}

func sameField(a, b Field) bool { return a.Name == b.Name && bytes.Equal(a.Value, b.Value) }
