package runner_test

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"github.com/whsec/whsec/internal/conformance/runner"
	"github.com/whsec/whsec/testvectors"
)

// then is when the requests of the suite are received.
const then = 1_700_000_000

var (
	secret  = "whsec_" + base64.StdEncoding.EncodeToString([]byte("a secret of thirty-two bytes, ok"))
	other   = "whsec_" + base64.StdEncoding.EncodeToString([]byte("another one, just as long as it."))
	private = ed25519.NewKeyFromSeed([]byte("a seed for tests, which is known"))
	public  = "whpk_" + base64.StdEncoding.EncodeToString(private.Public().(ed25519.PublicKey))
	privKey = "whsk_" + base64.StdEncoding.EncodeToString(private)
)

const body = `{"test":true}`

// mac is a signature, made without the code under test.
func mac(key, content string) string {
	decoded, err := base64.StdEncoding.DecodeString(key[len("whsec_"):])
	if err != nil {
		panic(err)
	}
	h := hmac.New(sha256.New, decoded)
	h.Write([]byte(content))
	return "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))
}

func content(sent int64) string { return "msg_1." + strconv.FormatInt(sent, 10) + "." + body }

func fields(pairs ...string) []testvectors.Field {
	var fields []testvectors.Field
	for i := 0; i < len(pairs); i += 2 {
		fields = append(fields, testvectors.Field{Name: pairs[i], Value: []byte(pairs[i+1])})
	}
	return fields
}

// request is a case of verify.
func request(slug string, result testvectors.Result, reason string, sent int64, signature string) runner.Case {
	c := runner.Case{Profile: "standard", Operation: "verify", Now: then, Keys: []string{secret}}
	c.ID, c.Comment, c.Result, c.Reason = "standard/verify/"+slug, "It shows "+slug+".", result, reason
	c.Headers = fields("webhook-id", "msg_1", "webhook-timestamp", strconv.FormatInt(sent, 10), "webhook-signature", signature)
	c.Body = []byte(body)
	return c
}

// suite has a case of every sort.
func suite() []runner.Case {
	good := mac(secret, content(then))
	cases := []runner.Case{
		request("fresh", testvectors.Valid, "", then, good),
		request("two", testvectors.Valid, "", then, "v1,AAAA "+good),
		request("forged", testvectors.Invalid, "signature_mismatch", then, mac(other, content(then))),
		request("stale", testvectors.Invalid, "timestamp_too_old", then-3600, mac(secret, content(then-3600))),
		request("future", testvectors.Invalid, "timestamp_too_new", then+3600, mac(secret, content(then+3600))),
		request("cut", testvectors.Invalid, "malformed_signature", then, good[:len(good)-4]),
		request("open", testvectors.Unspecified, "", then, good+","),
		request("ed25519", testvectors.Valid, "", then, "v1a,"+base64.StdEncoding.EncodeToString(ed25519.Sign(private, []byte(content(then))))),
		request("edge", testvectors.Valid, "", then-300, mac(secret, content(then-300))),
		request("window", testvectors.Invalid, "timestamp_too_old", then-60, mac(secret, content(then-60))),
		request("no-headers", testvectors.Invalid, "missing_header", then, good),
	}
	for i := range cases {
		switch c := &cases[i]; c.ID {
		case "standard/verify/ed25519":
			c.Keys, c.Requires = []string{public}, []string{"ed25519"}
		case "standard/verify/edge":
			c.Requires = []string{"fixed-clock"}
		case "standard/verify/window":
			c.Tolerance = new(int64(10))
		case "standard/verify/no-headers":
			c.Headers = nil
		}
	}
	return append(cases, signing(), key("good", testvectors.Valid, secret), key("empty", testvectors.Invalid, "whsec_"))
}

func signing() runner.Case {
	c := runner.Case{Profile: "standard", Operation: "sign", Keys: []string{secret, privKey}}
	c.ID, c.Comment, c.Result = "standard/sign/two-keys", "It signs with both.", testvectors.Valid
	c.MessageID, c.Timestamp, c.Body = "msg_1", then, []byte(body)
	c.Expected = fields("webhook-id", "msg_1", "webhook-timestamp", strconv.Itoa(then), "webhook-signature",
		mac(secret, content(then))+" v1a,"+base64.StdEncoding.EncodeToString(ed25519.Sign(private, []byte(content(then)))))
	return c
}

func key(slug string, result testvectors.Result, text string) runner.Case {
	c := runner.Case{Profile: "standard", Operation: "key", Keys: []string{text}}
	c.ID, c.Comment, c.Result = "standard/key/"+slug, "It shows "+slug+".", result
	return c
}
