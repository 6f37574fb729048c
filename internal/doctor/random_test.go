package doctor_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/doctor"
)

// A change is made to a body by the standard library, not by the package
// under test.
type change struct {
	code doctor.Code
	make func(string) string
}

func jsonChange(code doctor.Code, edit func(*bytes.Buffer, []byte) error) change {
	return change{code, func(body string) string {
		var out bytes.Buffer
		if err := edit(&out, []byte(body)); err != nil {
			return body
		}
		return out.String()
	}}
}

var changes = []change{
	{doctor.BodyCRLF, func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
	{doctor.BodyTrailingNewline, func(s string) string { return s + "\n" }},
	{doctor.BodyTrailingNewline, strings.TrimSpace},
	jsonChange(doctor.BodyEscapedHTML, func(out *bytes.Buffer, b []byte) error { json.HTMLEscape(out, b); return nil }),
	{doctor.BodyEscapedSlash, func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, `\/`, "/"), "/", `\/`) }},
	jsonChange(doctor.BodyJSONCompact, json.Compact),
	jsonChange(doctor.BodyJSONIndent, func(out *bytes.Buffer, b []byte) error { return json.Indent(out, b, "", "  ") }),
	jsonChange(doctor.BodyJSONIndent, func(out *bytes.Buffer, b []byte) error { return json.Indent(out, b, "", "\t") }),
	{doctor.BodyBOM, func(s string) string { return "\xef\xbb\xbf" + s }},
	{doctor.BodyJSONString, mustJSON},
	{doctor.BodyCharset, func(s string) string { return wide(s, false, false) }},
}

// order is how narrow a code is, where several would do.
var order = []doctor.Code{doctor.BodyCRLF, doctor.BodyTrailingNewline, doctor.BodyEscapedSlash, doctor.BodyEscapedHTML}

// Whatever JSON is changed on its way, the change is named, from either side.
func TestRandomChanges(t *testing.T) {
	skipWhereSlow(t)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 1200 {
		body := randomJSON(random, 0)
		if !strings.ContainsAny(body[:1], "{[") {
			continue
		}
		if i%2 == 0 {
			var out bytes.Buffer
			if json.Compact(&out, []byte(body)) == nil {
				body = out.String()
			}
		}
		c := changes[random.IntN(len(changes))]
		changed := c.make(body)
		if changed == body || strings.ToValidUTF8(body, "") != body {
			continue
		}
		d := newDelivery([]string{doctor.Standard, doctor.Stripe}[i%2])
		expect(t, d.bodies(changed, body), c.code)
		if c.code == doctor.BodyJSONCompact || c.code == doctor.BodyJSONIndent {
			continue // the way back is another layout, or none
		}
		if c.code == doctor.BodyEscapedSlash && strings.Contains(body, `\/`) {
			continue // which ones had been escaped is lost
		}
		expect(t, d.bodies(body, changed), c.code)
	}
}

// expect allows for a narrower name of the same change.
func expect(t *testing.T, d delivery, code doctor.Code) {
	t.Helper()
	report := doctor.Diagnose(t.Context(), d.input())
	if assert.Len(t, report.Causes, 1, "%s: signed %q, received %q: %s", code, d.signed, d.received, report.Summary) {
		got := report.Causes[0].Code
		if got != code && !strings.HasPrefix(string(got), "body.json") {
			assert.Contains(t, order, got, "%s: signed %q, received %q", code, d.signed, d.received)
		}
		assert.True(t, report.Causes[0].Proof)
	}
}
