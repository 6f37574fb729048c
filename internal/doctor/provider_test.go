package doctor_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/doctor"
)

const sharedKey = "4f1d8a7bc0e94c2fa1b3"

func macOf(h func() hash.Hash, key, content string) []byte {
	mac := hmac.New(h, []byte(key))
	mac.Write([]byte(content))
	return mac.Sum(nil)
}

func TestProviders(t *testing.T) {
	hex256 := func(content string) string { return hex.EncodeToString(macOf(sha256.New, sharedKey, content)) }
	ts, ms := fmt.Sprint(now-7), fmt.Sprint((now-7)*1000)
	url := "https://receiver.example/hooks"
	for _, c := range []struct {
		name   string
		header map[string]string
	}{
		{"GitHub", map[string]string{"X-Hub-Signature-256": "sha256=" + hex256(payload)}},
		{"Shopify", map[string]string{"X-Shopify-Hmac-Sha256": base64.StdEncoding.EncodeToString(macOf(sha256.New, sharedKey, payload))}},
		{"Slack", map[string]string{"X-Slack-Request-Timestamp": ts, "X-Slack-Signature": "v0=" + hex256("v0:"+ts+":"+payload)}},
		{"Zoom", map[string]string{"x-zm-request-timestamp": ts, "x-zm-signature": "v0=" + hex256("v0:"+ts+":"+payload)}},
		{"Paddle", map[string]string{"Paddle-Signature": "ts=" + ts + ";h1=" + hex256(ts+":"+payload)}},
		{"Mux", map[string]string{"Mux-Signature": "t=" + ts + ",v1=" + hex256(ts+"."+payload)}},
		{"WorkOS", map[string]string{"WorkOS-Signature": "t=" + ms + ", v1=" + hex256(ms+"."+payload)}},
		{"ElevenLabs", map[string]string{"ElevenLabs-Signature": "t=" + ts + ",v0=" + hex256(ts+"."+payload)}},
		{"BoldSign", map[string]string{"X-BoldSign-Signature": "t=" + ts + ", s0=" + hex256(ts+"."+payload)}},
		{"HubSpot", map[string]string{"X-HubSpot-Request-Timestamp": ms, "X-HubSpot-Signature-v3": base64.StdEncoding.EncodeToString(macOf(sha256.New, sharedKey, "POST"+url+payload+ms))}},
		{"Square", map[string]string{"x-square-hmacsha256-signature": base64.StdEncoding.EncodeToString(macOf(sha256.New, sharedKey, url+payload))}},
		{"Linear", map[string]string{"Linear-Signature": hex256(payload)}},
		{"Vercel", map[string]string{"x-vercel-signature": hex.EncodeToString(macOf(sha1.New, sharedKey, payload))}},
		{"Paystack", map[string]string{"x-paystack-signature": hex.EncodeToString(macOf(sha512.New, sharedKey, payload))}},
		{"Lemon Squeezy", map[string]string{"X-Signature": hex256(payload)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := http.Header{"Host": {"receiver.example"}}
			for name, value := range c.header {
				header.Set(name, value)
			}
			request := doctor.NewRequest(header, []byte(payload))
			request.Target = "/hooks"
			in := doctor.Input{
				Scheme:  doctor.Standard,
				Secrets: []doctor.Text{doctor.NewText("configured", sharedKey)},
				Request: request,
				Now:     time.Unix(now, 0),
			}
			report := doctor.Diagnose(t.Context(), in)
			assert.Equal(t, []string{"header.scheme"}, causeCodes(report), report.Summary)
			assert.True(t, report.Causes[0].Proof)
			assert.Equal(t, c.name, report.Provider)

			request.Body = append(request.Body, '\n')
			report = doctor.Diagnose(t.Context(), in)
			assert.ElementsMatch(t, []string{"header.scheme", "body.trailing_newline"}, causeCodes(report), report.Summary)

			in.Secrets = []doctor.Text{doctor.NewText("configured", sharedKey+" ")}
			report = doctor.Diagnose(t.Context(), in)
			assert.ElementsMatch(t, []string{"header.scheme", "secret.whitespace", "body.trailing_newline"}, causeCodes(report), report.Summary)

			in.Secrets = []doctor.Text{doctor.NewText("configured", "another secret")}
			report = doctor.Diagnose(t.Context(), in)
			assert.ElementsMatch(t, []string{"header.scheme", "unknown"}, causeCodes(report), report.Summary)
		})
	}
}

func TestProvidersThatAreNamedOnly(t *testing.T) {
	for name, header := range map[string]string{"Twilio": "X-Twilio-Signature", "SendGrid": "X-Twilio-Email-Event-Webhook-Signature", "PayPal": "Paypal-Transmission-Sig", "Discord": "X-Signature-Ed25519"} {
		in := newDelivery(doctor.Standard).bodies(payload, payload).input()
		in.Request = doctor.NewRequest(http.Header{header: {"c2lnbmF0dXJl"}}, []byte(payload))
		report := doctor.Diagnose(t.Context(), in)
		assert.Equal(t, []string{"header.scheme"}, causeCodes(report))
		assert.Equal(t, name, report.Provider)
	}
}
