package main

import (
	"strconv"

	"github.com/whsec/whsec/testvectors"
)

// What decides. Sections are listed so that a misspelt one is noticed.
var documents = map[string]testvectors.Document{
	"standard-webhooks": {
		Title: "Standard Webhooks 1.0.0",
		URL:   "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#",
		Sections: []string{
			"design-goals", "payload-structure", "payload-size", "webhook-metadata", "signature-scheme",
			"additional-considerations", "webhook-headers-sending-metadata-to-consumers", "verifying-signatures",
		},
	},
	"svix": {
		Title:    "Svix: verifying manually",
		URL:      "https://docs.svix.com/receiving/verifying-payloads/how-manual#",
		Sections: []string{"verifying-signatures-manually", "constructing-the-signed-content", "determining-the-expected-signature", "verify-timestamp"},
	},
	"stripe": {
		Title:    "Stripe: receive events in a webhook endpoint",
		URL:      "https://docs.stripe.com/webhooks#",
		Sections: []string{"verify-manually", "replay-attacks", "roll-endpoint-secrets"},
	},
	"rfc2104": {Title: "RFC 2104: HMAC", URL: "https://www.rfc-editor.org/rfc/rfc2104#section-", Sections: []string{"2", "3"}},
	"rfc4648": {
		Title: "RFC 4648: base encodings", URL: "https://www.rfc-editor.org/rfc/rfc4648#section-",
		Sections: []string{"3.2", "3.3", "3.5", "4", "5"},
	},
	"rfc8032": {
		Title: "RFC 8032: EdDSA", URL: "https://www.rfc-editor.org/rfc/rfc8032#section-",
		Sections: []string{"5.1.3", "5.1.5", "5.1.6", "5.1.7"},
	},
	"rfc9110": {
		Title: "RFC 9110: HTTP semantics", URL: "https://www.rfc-editor.org/rfc/rfc9110#section-",
		Sections: []string{"5.1", "5.3", "5.5"},
	},
}

const (
	swScheme   = "standard-webhooks#signature-scheme"
	swHeaders  = "standard-webhooks#webhook-headers-sending-metadata-to-consumers"
	swVerify   = "standard-webhooks#verifying-signatures"
	swPayload  = "standard-webhooks#payload-structure"
	swMetadata = "standard-webhooks#webhook-metadata"
	swSize     = "standard-webhooks#payload-size"
	swMore     = "standard-webhooks#additional-considerations"
)

func writeDocuments(table map[string]testvectors.Document) []byte {
	w := &writer{}
	w.open('{')
	for _, name := range sortedKeys(table) {
		w.member(name, "")
		w.open('{')
		w.text("title", table[name].Title)
		w.text("url", table[name].URL)
		w.texts("sections", table[name].Sections)
		w.close('}')
	}
	w.close('}')
	w.WriteString("\n")
	return w.Bytes()
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
