package doctor_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/doctor"
)

// TestSameReportEachTime: what is missing is named in the order of the scheme,
// and of several platforms it is always the same one.
func TestSameReportEachTime(t *testing.T) {
	header := http.Header{"Webhook-Signature": {"v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc="}, "X-Vercel-Id": {"a"}, "Cf-Worker": {"b"}}
	var first []byte
	for range 50 {
		report := doctor.Diagnose(context.Background(), doctor.Input{
			Scheme:  doctor.Standard,
			Secrets: []doctor.Text{doctor.NewText("configured", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")},
			Request: doctor.NewRequest(header, []byte("{}")),
			Now:     time.Unix(now, 0),
		})
		text, err := json.Marshal(report)
		require.NoError(t, err)
		if first == nil {
			first = text
		}
		require.JSONEq(t, string(first), string(text))
	}
	require.Contains(t, string(first), "webhook-id and webhook-timestamp")
}
