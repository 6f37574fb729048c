package doctor_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/testcases"
)

// The causes that do not lie in the body.

var timeCauses = []generatedCause{
	{"timestamp.stale", func(g *generated) bool {
		g.timestamp = fmt.Sprint(generatedNow - oneOf[int64](g.Rand, 301, 400, 3600, 86400*90))
		g.cause("timestamp.stale")
		return true
	}},
	{"timestamp.future", func(g *generated) bool {
		g.timestamp = fmt.Sprint(generatedNow + oneOf[int64](g.Rand, 301, 400, 3600, 86400))
		g.cause("timestamp.future")
		return true
	}},
	{"timestamp.milliseconds", func(g *generated) bool {
		g.timestamp = fmt.Sprint((generatedNow-20)*1000 + g.Int64N(1000))
		g.cause("timestamp.milliseconds")
		return true
	}},
	{"timestamp.iso8601", func(g *generated) bool {
		layout := oneOf(g.Rand, time.RFC3339, "2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05.000000-07:00", "2006-01-02 15:04:05")
		g.timestamp = time.Unix(generatedNow-30, 0).UTC().Format(layout)
		g.cause("timestamp.iso8601")
		return true
	}},
}

var keyCauses = []generatedCause{
	{"secret.other", otherSecret},
	{"secret.whitespace", func(g *generated) bool {
		if g.scheme != "stripe" {
			return g.configure("secret.whitespace", func(text string) string {
				return oneOf(g.Rand, "\u00a0"+text, text+"\u200b", "\ufeff"+text, text[:12]+"\n"+text[12:])
			})
		}
		return g.configure("secret.whitespace", func(text string) string {
			return oneOf(g.Rand, text+"\n", text+" ", text+"\t", text+"\r", text+"\r\n", " "+text, "\n"+text+"\n", "\ufeff"+text)
		})
	}},
	{"secret.quoted", func(g *generated) bool {
		return g.configure("secret.quoted", func(text string) string {
			return oneOf(g.Rand, `"`+text+`"`, `'`+text+`'`, "`"+text+"`", "“"+text+"”")
		})
	}},
	{"secret.label", func(g *generated) bool {
		return g.configure("secret.label", func(text string) string { return g.label() + "," + text })
	}},
	{"secret.raw", keyed("secret.raw", "standard", func(g *generated, text string) []byte { return []byte(text) })},
	{"secret.raw_unprefixed", keyed("secret.raw_unprefixed", "", func(g *generated, text string) []byte { return []byte(bareSecret(text)) })},
	{"secret.decoded", keyed("secret.decoded", "stripe", func(g *generated, text string) []byte { return decoded(bareSecret(text)) })},
	{"secret.base64url", base64URLSecret},
	{"secret.hex", hexSecret},
	{"secret.sha256 raw", keyed("secret.sha256", "", func(g *generated, text string) []byte { return sha256Of(text) })},
	{"secret.sha256 hex", keyed("secret.sha256", "", func(g *generated, text string) []byte { return []byte(hex.EncodeToString(sum256(text))) })},
	{"secret.sha256 unprefixed", keyed("secret.sha256", "", func(g *generated, text string) []byte { return sha256Of(bareSecret(text)) })},
	{"secret.empty", keyed("secret.empty", "", func(*generated, string) []byte { return nil })},
}

// guessedKeyCauses are seen in the text, not proven.
var guessedKeyCauses = []generatedCause{
	{"secret.wrong_kind", func(g *generated) bool {
		if g.private != nil {
			return false
		}
		_, public := newPrivateKey(g.Rand)
		tail := randomLetters(g.Rand, 24)
		g.secrets[0].Value = oneOf(g.Rand, "sk_test_51"+tail, "sk_live_51"+tail, "pk_live_51"+tail, "pk_test_51"+tail, "rk_live_51"+tail, public)
		g.secrets = g.secrets[:1]
		g.guess("secret.wrong_kind")
		return true
	}},
	{"secret.wrong_kind v1a", func(g *generated) bool {
		if g.private == nil {
			return false
		}
		if g.IntN(2) == 0 {
			g.secrets[0].Value = "whsk_" + base64.StdEncoding.EncodeToString(g.private)
			g.cause("secret.wrong_kind")
			return true
		}
		_, g.secrets[0].Value = newSecret(g.Rand, "standard")
		g.secrets = g.secrets[:1]
		g.guess("secret.wrong_kind")
		return true
	}},
	{"secret.placeholder", func(g *generated) bool {
		g.secrets[0].Value = oneOf(g.Rand, "undefined", "null", "None", "${WEBHOOK_SECRET}", "$WEBHOOK_SECRET", "{{ secrets.WEBHOOK }}", "process.env.WEBHOOK_SECRET",
			"env(WEBHOOK_SECRET)", "<your-webhook-secret>", "whsec_...", "whsec_your_secret_here", "your-webhook-secret", "changeme", "%WEBHOOK_SECRET%", "whsec_xxxxxxxxxxxxxxxxxxxxxxxx")
		g.secrets = g.secrets[:1] // beside a secret it would be a note
		g.guess("secret.placeholder")
		return true
	}},
	{"secret.empty configured", func(g *generated) bool {
		g.secrets[0].Value = oneOf(g.Rand, "", "whsec_", " ")
		g.secrets = g.secrets[:1]
		g.guess("secret.empty")
		return true
	}},
}

func otherSecret(g *generated) bool {
	right := g.secrets[0].Value
	if g.private != nil {
		_, g.secrets[0].Value = newPrivateKey(g.Rand)
	} else {
		_, g.secrets[0].Value = newSecret(g.Rand, g.scheme)
	}
	g.named = fmt.Sprintf("candidate%d", len(g.candidates))
	g.candidates = append(g.candidates, testcases.Secret{Name: g.named, Value: right})
	g.cause("secret.other")
	return true
}

// configure changes the text that the receiver has.
func (g *generated) configure(code string, change func(string) string) bool {
	g.secrets[0].Value = change(g.secrets[0].Value)
	g.cause(code)
	return true
}

// keyed has the signer make another key of the text.
func keyed(code, only string, derive func(g *generated, text string) []byte) func(*generated) bool {
	return func(g *generated) bool {
		switch {
		case g.private != nil, only == "stripe" && g.headers != "stripe", only == "standard" && g.headers == "stripe":
			return false
		}
		text := g.secrets[0].Value
		g.key = derive(g, text)
		if g.key == nil && code != "secret.empty" {
			return false
		}
		g.cause(code)
		// Without a prefix the text is the same with it and without.
		if !strings.HasPrefix(text, "whsec_") && code == "secret.raw_unprefixed" {
			g.causes[len(g.causes)-1] = "secret.raw"
		}
		return true
	}
}

func bareSecret(text string) string { return strings.TrimPrefix(text, "whsec_") }

func decoded(text string) []byte {
	key, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil
	}
	return key
}

// sha256Of has no hash of a text that HMAC hashes itself: those are one key.
func sha256Of(text string) []byte {
	if len(text) > sha256.BlockSize {
		return nil
	}
	return sum256(text)
}

func sum256(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

func base64URLSecret(g *generated) bool {
	if g.private != nil {
		return false
	}
	g.key = someBytes(g.Rand, oneOf(g.Rand, 24, 32, 64))
	text := oneOf(g.Rand, base64.URLEncoding, base64.RawURLEncoding).EncodeToString(g.key)
	g.secrets[0].Value = "whsec_" + text
	if g.stripe() {
		g.same = append(g.same, [2]string{"secret.base64url", "secret.decoded"}) // its alphabet, or that it was decoded
	}
	g.cause("secret.base64url")
	return strings.ContainsAny(text, "-_")
}

func hexSecret(g *generated) bool {
	if g.private != nil {
		return false
	}
	g.key = someBytes(g.Rand, oneOf(g.Rand, 24, 32, 64))
	g.secrets[0].Value = oneOf(g.Rand, "whsec_", "whsec_", "") + hex.EncodeToString(g.key)
	g.cause("secret.hex")
	return true
}

var headerCauses = []generatedCause{
	{"header.missing one", func(g *generated) bool {
		gone := g.IntN(3)
		if g.stripe() {
			gone = 0
		}
		g.edit = func(fields [][2]string) [][2]string { return append(fields[:gone:gone], fields[gone+1:]...) }
		g.guess("header.missing")
		return true
	}},
	{"header.missing all", func(g *generated) bool {
		g.edit = func([][2]string) [][2]string { return nil }
		g.guess("header.missing")
		return true
	}},
	{"header.missing t", func(g *generated) bool {
		if !g.stripe() {
			return false
		}
		g.edit = func(fields [][2]string) [][2]string {
			_, fields[0][1], _ = strings.Cut(fields[0][1], ",")
			return fields
		}
		g.guess("header.missing")
		return true
	}},
	{"header.split", func(g *generated) bool {
		g.split, g.valid = true, true
		g.notes = append(g.notes, "header.split")
		return true
	}},
	{"header.scheme", func(g *generated) bool {
		g.headers = oneOf(g.Rand, "standard", "svix", "stripe")
		if g.private != nil && g.stripe() || g.headers == g.scheme || g.scheme == "svix" && g.headers == "standard" {
			return false
		}
		if g.private == nil && (g.scheme == "stripe") != (g.headers == "stripe") {
			g.key, g.secrets[0].Value = newSecret(g.Rand, g.headers)
		}
		g.encode = base64.StdEncoding.EncodeToString
		if g.stripe() {
			g.encode = hex.EncodeToString
		}
		g.cause("header.scheme")
		return true
	}},
}

var signatureCauses = []generatedCause{
	{"signature.encoding", func(g *generated) bool {
		g.encode = hex.EncodeToString
		if g.stripe() {
			g.encode = oneOf(g.Rand, base64.StdEncoding, base64.StdEncoding, base64.RawURLEncoding).EncodeToString
		}
		g.cause("signature.encoding")
		return true
	}},
	{"signature.algorithm", func(g *generated) bool {
		if g.private != nil {
			return false
		}
		g.hash = oneOf(g.Rand, sha1.New, sha512.New384, sha512.New)
		g.cause("signature.algorithm")
		return true
	}},
	{"signature.template", otherTemplate},
	{"signature.sender_misuse", func(g *generated) bool {
		if g.private != nil || len(g.signed) > 8000 {
			return false
		}
		encode := g.encode
		nothing := hmac.New(sha256.New, g.key).Sum(nil)
		g.encode = func([]byte) string { return encode(append([]byte(g.content(g)), nothing...)) }
		g.others = nil
		g.cause("signature.sender_misuse")
		return true
	}},
}

func otherTemplate(g *generated) bool {
	templates := map[string]func(g *generated) string{
		"body":       func(g *generated) string { return string(g.signed) },
		"ts.body":    func(g *generated) string { return g.timestamp + "." + string(g.signed) },
		"id.body":    func(g *generated) string { return g.id + "." + string(g.signed) },
		"ts+body":    func(g *generated) string { return g.timestamp + string(g.signed) },
		"ts:body":    func(g *generated) string { return g.timestamp + ":" + string(g.signed) },
		"v0:ts:body": func(g *generated) string { return "v0:" + g.timestamp + ":" + string(g.signed) },
		"body.ts":    func(g *generated) string { return string(g.signed) + "." + g.timestamp },
	}
	name := oneOf(g.Rand, "body", "body", "ts.body", "id.body", "ts+body", "ts:body", "v0:ts:body", "body.ts")
	if g.stripe() && (name == "ts.body" || name == "id.body") {
		return false
	}
	g.content = templates[name]
	g.cause("signature.template")
	return true
}
