package oracle

import (
	"bytes"
	"encoding/hex"
	"strings"
)

// verifyStripe is section 4 as its paragraph on Stripe changes it.
func verifyStripe(r Request, keys []key) string {
	values := headerValues(r.Headers, "stripe-signature")
	if len(values) == 0 {
		return missingHeader
	}
	items := splitItems(values)
	timestamps := itemsLabelled(items, "t")
	if len(timestamps) == 0 || !allEqual(timestamps) {
		return malformedTimestamp
	}
	t, ok := parseTimestamp(timestamps[0])
	if !ok {
		return malformedTimestamp
	}
	signatures, code := findStripeSignatures(items)
	if code != "" {
		return code
	}
	if !anyStripeMatches(signatures, keys, stripeContent(timestamps[0], r.Body)) {
		return signatureMismatch
	}
	return checkWindow(r.Now, t, r.Past, r.Future)
}

// An item is label=value.
type item struct{ label, value string }

// splitItems leaves out the items without a value.
func splitItems(values []string) []item {
	var items []item
	for _, text := range strings.Split(strings.Join(values, ","), ",") {
		label, value, _ := strings.Cut(strings.Trim(text, " \t"), "=")
		if value != "" {
			items = append(items, item{label, value})
		}
	}
	return items
}

func itemsLabelled(items []item, label string) []string {
	var values []string
	for _, i := range items {
		if i.label == label {
			values = append(values, i.value)
		}
	}
	return values
}

func findStripeSignatures(items []item) ([][]byte, string) {
	var signatures [][]byte
	for _, value := range itemsLabelled(items, "v1") {
		// The decoder reads either case and nothing but digits.
		signature, err := hex.DecodeString(value)
		if err == nil && len(value) == 64 {
			signatures = append(signatures, signature)
		}
	}
	if len(signatures) > 0 {
		return signatures, ""
	}
	for _, i := range items {
		digits, ok := strings.CutPrefix(i.label, "v")
		if ok && allDigits(digits) && i.label != "v1" {
			return nil, unsupportedScheme
		}
	}
	return nil, malformedSignature
}

func anyStripeMatches(signatures [][]byte, keys []key, content []byte) bool {
	for _, signature := range signatures {
		for _, k := range keys {
			if bytes.Equal(hmacSHA256(k.secret, content), signature) {
				return true
			}
		}
	}
	return false
}

func stripeContent(timestamp string, body []byte) []byte {
	return []byte(timestamp + "." + string(body))
}
