package webhookdoctor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/webhookdoctor"
)

func TestCandidate(t *testing.T) {
	right := "whsec_VGhpcyBrZXkgaXMgcHVibGljLCBmb3IgdGhlIGV4YW1wbGU="
	header := http.Header{
		"webhook-id":        {"msg_2Zq3bTn7Lw"},
		"webhook-timestamp": {"1767225593"},
		"webhook-signature": {"v1,OgRFxcSZm4MrkMaVQe+0ZeRiwblftOaeMccliD+HLaM="},
	}
	body := []byte(`{"type":"invoice.paid","data":{"id":"inv_81","amount":12.50}}`)
	at := time.Unix(1767225600, 0)
	diagnose := func(configured, candidate string) webhookdoctor.Report {
		in := webhookdoctor.Input{Payload: body, Header: header, At: at, Secrets: []webhookdoctor.Text{webhookdoctor.NewText("live", configured)}}
		if candidate != "" {
			in.Candidates = append(in.Candidates, webhookdoctor.NewText("old", candidate))
		}
		return webhookdoctor.Diagnose(t.Context(), in)
	}
	assert.True(t, diagnose(right, "").Valid)
	wrong := "whsec_" + strings.Repeat("QUJD", 8)
	report := diagnose(wrong, right)
	assert.False(t, report.Valid)
	require.Len(t, report.Causes, 1)
	assert.Equal(t, "secret.other", report.Causes[0].Code)
	assert.Equal(t, "old", report.Causes[0].Secret)
	assert.NotContains(t, fmt.Sprintf("%+v", report), right[6:])
	assert.NotContains(t, fmt.Sprintf("%+v", webhookdoctor.NewText("live", wrong)), "QUJD")
}

func TestExplain(t *testing.T) {
	text, ok := webhookdoctor.Explain("secret.other")
	assert.True(t, ok)
	assert.Contains(t, text, "endpoint")
}

// TestToleranceAndScheme: what a receiver is set to is what it is judged by.
func TestToleranceAndScheme(t *testing.T) {
	header := http.Header{
		"Webhook-Id":        {"msg_2Zq3bTn7Lw"},
		"Webhook-Timestamp": {"1767225593"},
		"Webhook-Signature": {"v1,OgRFxcSZm4MrkMaVQe+0ZeRiwblftOaeMccliD+HLaM="},
	}
	in := webhookdoctor.Input{
		Payload: []byte(`{"type":"invoice.paid","data":{"id":"inv_81","amount":12.50}}`), Header: header, At: time.Unix(1767226600, 0),
		Secrets: []webhookdoctor.Text{webhookdoctor.NewText("live", "whsec_VGhpcyBrZXkgaXMgcHVibGljLCBmb3IgdGhlIGV4YW1wbGU=")},
	}
	report := webhookdoctor.Diagnose(t.Context(), in)
	require.Len(t, report.Causes, 1)
	assert.Equal(t, "timestamp.stale", report.Causes[0].Code)
	in.Tolerance = time.Hour
	assert.True(t, webhookdoctor.Diagnose(t.Context(), in).Valid)
	in.Scheme = "stripe"
	report = webhookdoctor.Diagnose(t.Context(), in)
	assert.False(t, report.Valid)
	assert.NotEmpty(t, report.Causes)
}

func TestReportMarshals(t *testing.T) {
	report := webhookdoctor.Diagnose(t.Context(), webhookdoctor.Input{})
	text, err := json.Marshal(report)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "null")
}

// A server may use its buffer again at once, though the search of a large body
// was ended in the middle: the race detector watches.
func TestBufferIsTheCallersAgain(t *testing.T) {
	payload := []byte("[" + strings.Repeat(`{"b":"a/é","a":1},`, 8_000) + "0]")
	header := http.Header{
		"Webhook-Id":        {"msg_1"},
		"Webhook-Timestamp": {"1767225593"},
		"Webhook-Signature": {"v1,OgRFxcSZm4MrkMaVQe+0ZeRiwblftOaeMccliD+HLaM="},
	}
	secret := webhookdoctor.NewText("live", "whsec_"+strings.Repeat("QUJD", 8))
	for asked := int64(70); asked < 100; asked += 10 {
		ctx := &endsAfter{Context: t.Context()}
		ctx.left.Store(asked)
		received := bytes.Clone(payload)
		report := webhookdoctor.Diagnose(ctx, webhookdoctor.Input{
			Payload: received, Header: header, At: time.Unix(1767225600, 0), Secrets: []webhookdoctor.Text{secret},
		})
		assert.NotEmpty(t, report.NotTried)
		for i := range received {
			received[i] = 0 // clear is not watched
		}
	}
}

// endsAfter is a context that ends when it has been asked so often.
type endsAfter struct {
	context.Context
	left atomic.Int64
}

func (c *endsAfter) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
