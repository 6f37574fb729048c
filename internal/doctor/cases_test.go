package doctor_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/doctor"
	"github.com/whsec/whsec/internal/testcases"
)

func TestDiagnoseCases(t *testing.T) {
	for _, c := range testcases.DiagnoseCases() {
		t.Run(c.Name, func(t *testing.T) {
			requests, err := capture.Parse(c.Capture, capture.Options{})
			require.NoError(t, err)
			report := doctor.Diagnose(context.Background(), doctor.Input{
				Scheme:     c.Scheme,
				Secrets:    texts(c.Secrets),
				Candidates: texts(c.Candidates),
				Request:    requests[0],
				Now:        time.Unix(c.Now, 0),
			})
			assert.Equal(t, c.Verdict, string(report.Verdict))
			assert.ElementsMatch(t, c.Causes, causeCodes(report), "%+v", report)
			for _, note := range c.Notes {
				assert.True(t, slices.ContainsFunc(report.Notes, func(n doctor.Note) bool { return string(n.Code) == note }), note)
			}
			for _, cause := range report.Causes {
				if cause.Code == doctor.SecretOther {
					assert.Equal(t, "candidate0", cause.Secret)
				}
			}
		})
	}
}

func texts(secrets []testcases.Secret) []doctor.Text {
	var all []doctor.Text
	for _, s := range secrets {
		all = append(all, doctor.NewText(s.Name, s.Value))
	}
	return all
}

func causeCodes(r doctor.Report) []string {
	codes := []string{}
	for _, c := range r.Causes {
		codes = append(codes, string(c.Code))
	}
	return codes
}
