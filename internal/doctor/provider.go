package doctor

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"net/http"
	"strings"

	"github.com/whsec/whsec/internal/fields"
)

// A provider has a scheme that is none of ours: it is recognised by its
// headers, named, and its requests are judged where the scheme is public and
// simple.
type provider struct {
	name      string
	header    string // of the signature
	also      string // another header, where the name of the first is a common one
	timestamp string // the name of a header, or of an item as "t="
	content   string // a template; "" where it is not judged here
	hash      func() hash.Hash
	keys      func(text string) [][]byte // nil for the text itself
	millis    bool                       // the timestamp counts milliseconds
}

// providers are ordered so that what has a name of its own comes before what
// is known by a common one.
var providers = []provider{
	{name: "GitHub", header: "X-Hub-Signature-256", content: "{body}"},
	{name: "Shopify", header: "X-Shopify-Hmac-Sha256", content: "{body}"},
	{name: "Slack", header: "X-Slack-Signature", timestamp: "X-Slack-Request-Timestamp", content: "v0:{ts}:{body}"},
	{name: "Zoom", header: "X-Zm-Signature", timestamp: "X-Zm-Request-Timestamp", content: "v0:{ts}:{body}"},
	{name: "Paddle", header: "Paddle-Signature", timestamp: "ts=", content: "{ts}:{body}"},
	{name: "Mux", header: "Mux-Signature", timestamp: "t=", content: "{ts}.{body}"},
	{name: "Calendly", header: "Calendly-Webhook-Signature", timestamp: "t=", content: "{ts}.{body}"},
	{name: "WorkOS", header: "WorkOS-Signature", timestamp: "t=", content: "{ts}.{body}", millis: true},
	{name: "ElevenLabs", header: "ElevenLabs-Signature", timestamp: "t=", content: "{ts}.{body}"},
	{name: "BoldSign", header: "X-BoldSign-Signature", timestamp: "t=", content: "{ts}.{body}"},
	{name: "Dixa", header: "X-Dixa-Signature", timestamp: "t=", content: "{ts}.{body}", millis: true},
	{name: "Webflow", header: "X-Webflow-Signature", timestamp: "X-Webflow-Timestamp", content: "{ts}:{body}", millis: true},
	{name: "HubSpot", header: "X-HubSpot-Signature-v3", timestamp: "X-HubSpot-Request-Timestamp", content: "{method}{url}{body}{ts}", millis: true},
	{name: "HubSpot", header: "X-HubSpot-Signature"},
	{name: "Square", header: "X-Square-HmacSha256-Signature", content: "{url}{body}"},
	{name: "Linear", header: "Linear-Signature", content: "{body}"},
	{name: "Vercel", header: "X-Vercel-Signature", content: "{body}", hash: sha1.New},
	{name: "Airtable", header: "X-Airtable-Content-MAC", content: "{body}", keys: decodeLenient},
	{name: "WooCommerce", header: "X-WC-Webhook-Signature", content: "{body}"},
	{name: "Hookdeck", header: "X-Hookdeck-Signature", content: "{body}"},
	{name: "Typeform", header: "Typeform-Signature", content: "{body}"},
	{name: "Sentry", header: "Sentry-Hook-Signature", content: "{body}"},
	{name: "Razorpay", header: "X-Razorpay-Signature", content: "{body}"},
	{name: "Paystack", header: "X-Paystack-Signature", content: "{body}", hash: sha512.New},
	{name: "Dropbox", header: "X-Dropbox-Signature", content: "{body}"},
	{name: "DocuSign", header: "X-DocuSign-Signature-1", content: "{body}"},
	{name: "Asana", header: "X-Hook-Signature", content: "{body}"},
	{name: "Twilio", header: "X-Twilio-Signature"},
	{name: "Discord", header: "X-Signature-Ed25519"},
	{name: "SendGrid", header: "X-Twilio-Email-Event-Webhook-Signature"},
	{name: "PayPal", header: "PayPal-Transmission-Sig"},
	{name: "GitLab", header: "X-Gitlab-Token"},
	{name: "GitHub (SHA-1)", header: "X-Hub-Signature", content: "{body}", hash: sha1.New},
	{name: "Mercado Pago", header: "X-Signature", also: "X-Request-Id"},
	{name: "Lemon Squeezy", header: "X-Signature", content: "{body}"},
	{name: "a sender with a scheme of its own", header: "X-Webhook-Signature", content: "{body}"},
}

// recogniseProvider returns the provider that the headers are of, or nil.
func recogniseProvider(header http.Header) *provider {
	for i := range providers {
		p := &providers[i]
		if hasField(header, p.header) && (p.also == "" || hasField(header, p.also)) {
			return p
		}
	}
	return nil
}

func hasField(header http.Header, name string) bool {
	return fields.HasValue(fields.Values(header, http.CanonicalHeaderKey(name)))
}

// providerOf returns the provider whose name a scheme is, or nil for ours.
func providerOf(scheme string) *provider {
	for i := range providers {
		if providers[i].scheme() == scheme {
			return &providers[i]
		}
	}
	return nil
}

// scheme is a name within a diagnosis, apart from those of ours.
func (p *provider) scheme() string { return p.name + " " + p.header }

// judged reports whether requests of the provider can be judged here.
func (p *provider) judged() bool { return p.content != "" }

func (p *provider) newHash() func() hash.Hash {
	if p == nil || p.hash == nil {
		return sha256.New
	}
	return p.hash
}

// read reads the headers of a provider.
func (p *provider) read(r *reading, header http.Header) {
	values := fields.Values(header, http.CanonicalHeaderKey(p.header))
	r.readEntries(values, func(_, _ string) bool { return true })
	r.frames = framesOf(nil, p.timestamps(header, values))
}

func (p *provider) timestamps(header http.Header, values []string) []string {
	label, isItem := strings.CutSuffix(p.timestamp, "=")
	if !isItem {
		return distinct(fields.Values(header, http.CanonicalHeaderKey(p.timestamp)))
	}
	var times []string
	for _, value := range values {
		for item := range strings.FieldsFuncSeq(value, isEntrySeparator) {
			if t, ok := strings.CutPrefix(item, label+"="); ok {
				times = append(times, t)
			}
		}
	}
	return distinct(times)
}

// ofCore reports whether a scheme is Standard Webhooks or Svix: it has an id,
// and its secrets are decoded. Those of all others are used as they stand.
func ofCore(scheme string) bool { return scheme == Standard || scheme == Svix }
