package testvectors_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

// A verifier of the simplest kind, in place of yours.
func verify(keys []string, headers []testvectors.Field, body []byte, _ int64) bool {
	field := func(name string) string {
		at := slices.IndexFunc(headers, func(f testvectors.Field) bool { return f.Name == name })
		return string(headers[at].Value)
	}
	id, timestamp := field("webhook-id"), field("webhook-timestamp")
	return !strings.Contains(id, ".") && slices.ContainsFunc(keys, func(key string) bool {
		secret, _ := base64.StdEncoding.DecodeString(key[len("whsec_"):])
		mac := hmac.New(sha256.New, secret)
		fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
		item := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		return slices.Contains(strings.Split(field("webhook-signature"), " "), item)
	})
}

func ExampleLoad() {
	suite, err := testvectors.Load() // github.com/whsec/whsec/testvectors
	if err != nil {
		panic(err)
	}
	for c := range suite.All() {
		if c.Path != "standard/verify-tampering.json" || len(c.Requires) > 0 || c.Result == testvectors.Unspecified {
			continue
		}
		if accepted := verify(c.Keys, c.Headers, c.Body, c.Now); accepted != (c.Result == testvectors.Valid) {
			panic(c.ID + ": " + c.Comment)
		}
	}
	fmt.Println("every vector agrees")
	// Output: every vector agrees
}
