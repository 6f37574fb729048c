package mutants

import (
	"encoding/hex"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

// toStripe makes it one of Stripe's scheme.
func (v *verifier) toStripe() {
	v.stripe = true
	v.split = func(value string) []string { return strings.Split(value, ",") }
	v.item = func(text string) (string, string, bool) { return strings.Cut(text, "=") }
	v.decode = func(text string) ([]byte, bool) {
		b, err := hex.DecodeString(text)
		return b, err == nil
	}
	v.key = func(text string) (key, bool) { return key{secret: []byte(text), text: text}, text != "" }
	v.id = func(string) (string, bool) { return "", true }
	v.contents = func(_, t string, body []byte) [][]byte { return [][]byte{append([]byte(t+"."), body...)} }
}

func (v *verifier) readStripe(fields []testvectors.Field) (id, time string, items []item, ok bool) {
	var times []string
	for _, i := range v.itemsOf(v.values(fields, "stripe-signature")) {
		if i.version == "t" {
			times = append(times, i.signature)
			continue
		}
		items = append(items, i)
	}
	time, ok = v.choose(times)
	return "", time, items, ok
}
