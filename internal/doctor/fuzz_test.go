package doctor_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"encoding/json"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/doctor"
	"github.com/whsec/whsec/internal/testcases"
)

// Whatever is in a capture and in a secret, the doctor answers, blames
// something or nothing, and does not show the secret.
func FuzzDiagnose(f *testing.F) {
	for _, c := range testcases.DiagnoseCases() {
		f.Add(c.Capture, c.Secrets[0].Value, c.Scheme)
	}
	f.Fuzz(func(t *testing.T, data []byte, secret, scheme string) {
		requests, err := capture.Parse(data, capture.Options{})
		if err != nil {
			requests = []*capture.Request{doctor.NewRequest(nil, data)}
		}
		switch scheme {
		case doctor.Standard, doctor.Svix, doctor.Stripe:
		default:
			scheme = ""
		}
		for _, r := range requests {
			report := doctor.Diagnose(t.Context(), doctor.Input{
				Scheme:  scheme,
				Secrets: []doctor.Text{doctor.NewText("configured", secret)},
				Request: r,
				Now:     time.Unix(now, 0),
			})
			require.Equal(t, report.Verdict == doctor.Valid, len(report.Causes) == 0)
			out, err := json.Marshal(report)
			require.NoError(t, err)
			if len(strings.TrimSpace(secret)) > 20 && !strings.Contains(string(data), secret) {
				require.NotContains(t, string(out), secret)
			}
		}
	})
}
