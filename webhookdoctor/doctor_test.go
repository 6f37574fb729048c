package webhookdoctor_test

import (
	"fmt"
	"net/http"
	"strings"
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
	assert.Equal(t, "valid", string(webhookdoctor.Diagnose(t.Context(), body, header, at, webhookdoctor.Secret("live", right)).Verdict))
	wrong := webhookdoctor.Secret("live", "whsec_"+strings.Repeat("QUJD", 8))
	report := webhookdoctor.Diagnose(t.Context(), body, header, at, wrong, webhookdoctor.Candidate("old", right))
	require.Len(t, report.Causes, 1)
	assert.Equal(t, webhookdoctor.Code("secret.other"), report.Causes[0].Code)
	assert.Equal(t, "old", report.Causes[0].Secret)
	assert.NotContains(t, fmt.Sprintf("%+v", report), right[6:])
	assert.NotContains(t, fmt.Sprintf("%+v", wrong), "QUJD")
}

func TestExplain(t *testing.T) {
	text, ok := webhookdoctor.Explain("secret.other")
	assert.True(t, ok)
	assert.Contains(t, text, "endpoint")
}
