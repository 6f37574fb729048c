package capture

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/testcases"
)

func TestParseEveryDiagnoseCase(t *testing.T) {
	for _, c := range testcases.DiagnoseCases() {
		t.Run(c.Name, func(t *testing.T) {
			requests, err := Parse(c.Capture, Options{})
			require.NoError(t, err)
			require.Len(t, requests, 1)
			r := requests[0]
			assert.Equal(t, kindOfShape(t, c.Shape), r.Kind)
			assert.Equal(t, "POST", r.Method)
			assert.Len(t, r.Header, wantFields(r, c))
			assert.Equal(t, c.Name == "body.empty/a", len(r.Body) == 0)
			assert.True(t, bytes.HasSuffix(c.Capture, r.Body) || !isPlain(c.Shape))
		})
	}
}

// The cases that are authentic prove the bytes: a MAC over them matches.
func TestBodiesOfAuthenticCasesAreWhatWasSigned(t *testing.T) {
	shapes := map[string]bool{}
	for _, c := range testcases.DiagnoseCases() {
		if !strings.HasPrefix(c.Name, "ok") {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			requests, err := Parse(c.Capture, Options{})
			require.NoError(t, err)
			assert.True(t, authentic(t, requests[0], c.Secrets))
		})
		shapes[c.Shape] = true
	}
	assert.Len(t, shapes, 7)
}

func authentic(t *testing.T, r *Request, secrets []testcases.Secret) bool {
	for _, s := range secrets {
		key, content, signature := []byte(s.Value), "", ""
		if stripe := r.Get("Stripe-Signature"); stripe != "" {
			content = strings.TrimPrefix(strings.Split(stripe, ",")[0], "t=") + "."
			signature = stripe
		} else {
			prefix := "Webhook"
			if r.Get("Svix-Id") != "" {
				prefix = "Svix"
			}
			var err error
			key, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(s.Value, "whsec_"))
			require.NoError(t, err)
			content = r.Get(prefix+"-Id") + "." + r.Get(prefix+"-Timestamp") + "."
			signature = r.Get(prefix + "-Signature")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(content))
		mac.Write(r.Body)
		sum := mac.Sum(nil)
		if strings.Contains(signature, hex.EncodeToString(sum)) || strings.Contains(signature, base64.StdEncoding.EncodeToString(sum)) {
			return true
		}
	}
	return false
}

func isPlain(shape string) bool {
	return shape == "crlf" || shape == "lf" || shape == "http2" || shape == "verbose"
}

// wantFields counts what the cases are made with: four fields of any request,
// and those of the scheme that signed.
func wantFields(r *Request, c testcases.Diagnose) int {
	switch {
	case c.Name == "header.missing/b":
		return 4 + 2
	case r.Get("Stripe-Signature") != "":
		return 4 + 1
	case c.Name == "header.split/a":
		return 4 + 4
	}
	return 4 + 3
}

func kindOfShape(t *testing.T, shape string) Kind {
	switch shape {
	case "crlf", "lf", "http2", "chunked", "verbose":
		return KindHTTP
	case "lambda", "har":
		return Kind(shape)
	}
	require.Fail(t, "unknown shape", shape)
	return ""
}
