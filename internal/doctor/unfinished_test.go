package doctor_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/doctor"
)

// Whoever can keep the search busy must not have it say what it does not know.
func TestUnfinished(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := newDelivery(doctor.Standard).bodies(compactOf, pretty)
	report := doctor.Diagnose(ctx, d.input())
	assert.Equal(t, "not finished: nothing that was tried matches, and not everything was tried", report.Summary)
	assert.Contains(t, report.Causes[0].Hint, "--timeout")
	assert.NotContains(t, report.Summary, "most likely")

	d.secret = "sk_live_51Habc0def9GhIjKlMn"
	report = doctor.Diagnose(ctx, d.input())
	assert.Equal(t, []string{"secret.wrong_kind"}, causeCodes(report))
	assert.True(t, strings.HasPrefix(report.Summary, "not finished: the configured secret is an API key"), report.Summary)
}

// What was found needs no more time, and what verifies no search.
func TestFinished(t *testing.T) {
	d := newDelivery(doctor.Standard).bodies(compactOf, pretty)
	assert.NotContains(t, d.found(t, doctor.BodyJSONCompact).Summary, "not finished")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report := doctor.Diagnose(ctx, d.bodies(payload, payload).input())
	assert.Equal(t, "the signature is valid", report.Summary)
	d = newDelivery(doctor.Standard).bodies("another", payload)
	d.key = []byte("nobody's")
	assert.True(t, strings.HasPrefix(d.found(t, doctor.Unknown).Summary, "nothing matches: most likely"))
}

// What is left out of every search makes the conclusion weaker.
func TestLeftOutForItsSize(t *testing.T) {
	d := newDelivery(doctor.Standard).bodies("another", strings.Repeat("a", 1<<20+1))
	report := d.found(t, doctor.Unknown)
	assert.NotEmpty(t, report.NotTried)
	assert.True(t, strings.HasPrefix(report.Summary, "nothing that was tried matches: "), report.Summary)
}

func TestManySignatures(t *testing.T) {
	for name, entry := range map[string]string{"signatures": "v1,%043d=", "words": "v1,%d"} {
		t.Run(name, func(t *testing.T) {
			d := newDelivery(doctor.Standard).bodies(compactOf, pretty)
			var header strings.Builder
			for i := range 10_000 {
				fmt.Fprintf(&header, entry+" ", i)
			}
			d.edit = func(h http.Header) { h.Set("Webhook-Signature", header.String()+h.Get("Webhook-Signature")) }
			report := d.found(t, doctor.Unknown)
			assert.Contains(t, report.Summary, "not finished")
			assert.Contains(t, report.NotTried[0], "of the header")

			d.edit = func(h http.Header) { h.Set("Webhook-Signature", h.Get("Webhook-Signature")+" "+header.String()) }
			d.found(t, doctor.BodyJSONCompact)
		})
	}
}

// endsAfter is a context that ends when it has been asked so often, however
// fast the machine is.
type endsAfter struct {
	context.Context
	left atomic.Int64
}

func newEndsAfter(ctx context.Context, left int64) *endsAfter {
	c := &endsAfter{Context: ctx}
	c.left.Store(left)
	return c
}

func (c *endsAfter) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// The context is asked in the innermost loops of every stage: nothing long goes
// on without it.
func TestStopsWithinAStage(t *testing.T) {
	const enough = 1 << 20
	long := "[" + strings.Repeat(`{"b":"a/é","a":1},`, 1500) + "0]"
	d := newDelivery(doctor.Standard).bodies("another", long)
	assert.Len(t, stopAnywhere(t, enough, d.input()).RuledOut, 9)
	d.secret = "whpk_gN6IX8Qdkm/sJ5zQCWsxWu1m4xtwfMjwJbQ6K0Na7f0="
	d.edit = func(h http.Header) {
		h.Set("Webhook-Signature", h.Get("Webhook-Signature")+" v1a,"+strings.Repeat("A", 86)+"==")
	}
	stopAnywhere(t, enough, d.input())
}

// stopAnywhere has the time end after ever more questions, and returns the report
// of the search that was not stopped.
func stopAnywhere(t *testing.T, enough int64, in doctor.Input) doctor.Report {
	t.Helper()
	whole := newEndsAfter(t.Context(), enough)
	finished := doctor.Diagnose(whole, in)
	stages := len(finished.RuledOut) + len(finished.NotTried)
	assert.Equal(t, 9, stages)
	asked := enough - whole.left.Load()
	assert.Greater(t, asked, int64(2000))
	for left := int64(1); left < asked; left *= 3 {
		report := doctor.Diagnose(newEndsAfter(t.Context(), left), in)
		assert.Equal(t, stages, len(report.RuledOut)+len(report.NotTried), "after %d", left)
		assert.Contains(t, report.Summary, "not finished")
	}
	return finished
}

// A context that ends while a variant of a large body is made does not wait for
// it.
func TestEndOfTimeWithALargeBody(t *testing.T) {
	body := "[" + strings.Repeat(`{"b":"a/é","a":1},`, 10_000) + "0]"
	for limit := 20 * time.Millisecond; limit < 300*time.Millisecond; limit += 40 * time.Millisecond {
		in := newDelivery(doctor.Standard).bodies("another", body).input()
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		report := doctor.Diagnose(ctx, in)
		cancel()
		assert.Contains(t, report.Summary, "not finished")
	}
}
