package doctor_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/doctor"
)

func TestTimestamps(t *testing.T) {
	for _, c := range []struct {
		timestamp string
		codes     []doctor.Code
	}{
		{fmt.Sprint(now - 299), nil},
		{fmt.Sprint(now - 301), codes(doctor.TimestampStale)},
		{"0", codes(doctor.TimestampStale)},
		{fmt.Sprint(now + 301), codes(doctor.TimestampFuture)},
		{fmt.Sprint(now*1000 + 123), codes(doctor.TimestampMilliseconds)},
		{fmt.Sprint(now*1000000 + 123), codes(doctor.TimestampMilliseconds)},
		{fmt.Sprint((now - 90000) * 1000), codes(doctor.TimestampMilliseconds, doctor.TimestampStale)},
		{"2027-01-15T08:00:00Z", codes(doctor.TimestampISO8601)},
		{"2027-01-15T09:00:00.123+01:00", codes(doctor.TimestampISO8601)},
		{fmt.Sprint(now) + ".0", codes(doctor.TimestampISO8601)},
	} {
		t.Run(c.timestamp, func(t *testing.T) {
			inEveryScheme(t, func(t *testing.T, d delivery) {
				d.timestamp = c.timestamp
				d.bodies(payload, payload).found(t, c.codes...)
				if len(c.codes) > 0 {
					d.bodies(compactOf, pretty).found(t, append(codes(doctor.BodyJSONCompact), c.codes...)...)
				}
			})
		})
	}
}

// Nothing of the request is blamed if no request can be verified as things are
// configured.
func TestRefusals(t *testing.T) {
	blameless := func(t *testing.T, in doctor.Input, reason, message string) {
		t.Helper()
		report := doctor.Diagnose(t.Context(), in)
		assert.Equal(t, reason, report.Reason)
		assert.Equal(t, []string{"unknown"}, causeCodes(report))
		assert.Equal(t, "the signature is right, and the request is refused: "+message, report.Summary)
		assert.Empty(t, report.Causes[0].Hint)
	}
	inEveryScheme(t, func(t *testing.T, d delivery) {
		in := d.bodies(payload, payload).input()
		for _, in.Tolerance = range []time.Duration{-1, 1, 25 * time.Hour} {
			blameless(t, in, "invalid_tolerance", "tolerance must be from 1s to 24h")
		}
	})
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32))
	d := newDelivery(doctor.Standard)
	d.edit = func(h http.Header) {
		signature := ed25519.Sign(private, []byte(messageID+"."+d.timestamp+"."+payload))
		h.Set("Webhook-Signature", "v1a,"+base64.StdEncoding.EncodeToString(signature))
	}
	in := d.bodies("", payload).input()
	in.Secrets = nil
	for seed := range byte(9) {
		public := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, 32)).Public().(ed25519.PublicKey)
		in.Secrets = append(in.Secrets, doctor.NewText(fmt.Sprint(seed), "whpk_"+base64.StdEncoding.EncodeToString(public)))
	}
	blameless(t, in, "too_many_keys", "too many public keys: 9, at most 8")
}

// Durations are said in good English.
func TestOneSecond(t *testing.T) {
	d := newDelivery(doctor.Standard)
	d.timestamp = fmt.Sprint(now - 2)
	in := d.bodies(payload, payload).input()
	in.Tolerance = time.Second
	assert.Equal(t, "the request is authentic, and was signed 2 seconds ago: more than the tolerance of 1 second", doctor.Diagnose(t.Context(), in).Summary)
}

// A timestamp is not blamed for what is not authentic.
func TestTimestampsOfForgeries(t *testing.T) {
	for _, timestamp := range []string{"0", fmt.Sprint(now + 9999), fmt.Sprint(now * 1000)} {
		inEveryScheme(t, func(t *testing.T, d delivery) {
			d.timestamp, d.key = timestamp, []byte("someone else's key, of no interest")
			d.bodies(payload, payload).found(t, doctor.Unknown)
		})
	}
}

func TestTemplates(t *testing.T) {
	ts := fmt.Sprint(now - 7)
	for _, content := range []string{
		payload, ts + ":" + payload, "v0:" + ts + ":" + payload, ts + payload, ts + "." + payload, payload + "." + ts, payload + ts,
		messageID + "." + payload, messageID + ts + payload, ts + "." + messageID + "." + payload, messageID + ":" + ts + ":" + payload,
	} {
		inEveryScheme(t, func(t *testing.T, d delivery) {
			if d.scheme == doctor.Stripe && (strings.Contains(content, messageID) || content == ts+"."+payload) {
				t.Skip("Stripe's")
			}
			d.content = content
			d.bodies(payload, payload).found(t, doctor.SignatureTemplate)
			d.secret = "'" + d.secret + "'"
			d.bodies(payload, payload).found(t, doctor.SignatureTemplate, doctor.SecretQuoted)
		})
	}
}

func TestTemplatesWithBodies(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		d.content = compactOf
		d.bodies(compactOf, pretty).found(t, doctor.SignatureTemplate, doctor.BodyJSONCompact)
		d.content = "v0:" + d.timestamp + ":" + payload
		d.bodies(payload, payload+"\n").found(t, doctor.SignatureTemplate, doctor.BodyTrailingNewline)
	})
}

func TestEncodings(t *testing.T) {
	encodings := map[string]func([]byte) string{
		"hex":           hex.EncodeToString,
		"HEX":           func(b []byte) string { return strings.ToUpper(hex.EncodeToString(b)) },
		"base64":        base64.StdEncoding.EncodeToString,
		"base64url":     base64.URLEncoding.EncodeToString,
		"raw base64":    base64.RawStdEncoding.EncodeToString,
		"raw base64url": base64.RawURLEncoding.EncodeToString,
		"base64 of hex": func(b []byte) string { return base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString(b))) },
	}
	for name, encode := range encodings {
		t.Run(name, func(t *testing.T) {
			inEveryScheme(t, func(t *testing.T, d delivery) {
				d.encode = encode
				for i := range 8 { // digests with and without - and _
					body := fmt.Sprint(payload, i)
					d = d.bodies(body, body)
					value := strings.Join(append(d.header()["Webhook-Signature"], d.header()["Svix-Signature"]...), "")
					switch {
					case d.scheme == doctor.Stripe && strings.EqualFold(name, "hex"),
						d.scheme != doctor.Stripe && name == "base64",
						d.scheme != doctor.Stripe && name == "base64url" && !strings.ContainsAny(value, "-_"):
						d.found(t)
					default:
						d.found(t, doctor.SignatureEncoding)
						d.bodies(body, body+"\n").found(t, doctor.SignatureEncoding, doctor.BodyTrailingNewline)
						d.secret = "'" + d.secret + "'"
						d.found(t, doctor.SignatureEncoding, doctor.SecretQuoted)
						d.secret = strings.Trim(d.secret, "'")
					}
				}
			})
		})
	}
}

func TestLabels(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		d.edit = func(h http.Header) {
			for name, values := range h {
				if strings.HasSuffix(name, "Signature") {
					h.Set(name, strings.NewReplacer("v1,", "v9,", "v1=", "v9=").Replace(values[0]))
				}
			}
		}
		d.bodies(payload, payload).found(t, doctor.SignatureEncoding)
	})
}

func TestAlgorithms(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		d = d.bodies(payload, payload)
		d.hash = sha1.New
		d.found(t, doctor.SignatureAlgorithm)
		d.hash = sha512.New384
		d.found(t, doctor.SignatureAlgorithm)
		d.hash = sha512.New
		d.found(t, doctor.SignatureAlgorithm)
		d.secret = "'" + d.secret + "'"
		d.found(t, doctor.SignatureAlgorithm, doctor.SecretQuoted)
		d.secret = strings.Trim(d.secret, "'")
		d.bodies(compactOf, pretty).found(t, doctor.SignatureAlgorithm, doctor.BodyJSONCompact)
		d.content = payload
		d.found(t, doctor.SignatureAlgorithm, doctor.SignatureTemplate)
	})
}

// Go's h.Sum(content) appends the MAC of nothing.
func TestSenderMisuse(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		plain := d.encode
		d.encode = func([]byte) string {
			content := messageID + "." + d.timestamp + "." + payload
			if d.scheme == doctor.Stripe {
				content = d.timestamp + "." + payload
			}
			return plain(hmac.New(sha256.New, d.key).Sum([]byte(content)))
		}
		d.bodies(payload, payload).found(t, doctor.SignatureSenderMisuse)
		d.encode = func([]byte) string {
			content := messageID + "." + d.timestamp + "." + payload
			if d.scheme == doctor.Stripe {
				content = d.timestamp + "." + payload
			}
			return plain(sha256.New().Sum([]byte(content)))
		}
		d.found(t, doctor.SignatureSenderMisuse)
	})
}

func TestHeaders(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		d = d.bodies(payload, payload)
		for name := range d.header() {
			d.edit = func(h http.Header) { h.Del(name) }
			d.found(t, doctor.HeaderMissing)
		}
	})
	for _, scheme := range []string{doctor.Standard, doctor.Svix} {
		prefix := map[string]string{doctor.Standard: "Webhook", doctor.Svix: "Svix"}[scheme]
		d := newDelivery(scheme).bodies(payload, payload)
		d.edit = func(h http.Header) {
			h[prefix+"-Signature"] = strings.Split(h.Get(prefix+"-Signature"), ",")
		}
		report := d.found(t)
		assert.Equal(t, doctor.HeaderSplit, report.Notes[0].Code)
		d.edit = func(h http.Header) { h.Add(prefix+"-Timestamp", "1") }
		d.found(t, doctor.HeaderDuplicate)
		d.edit = func(h http.Header) { h[prefix+"-Id"] = append([]string{"msg_0"}, h[prefix+"-Id"]...) }
		d.found(t, doctor.HeaderDuplicate)
		d.edit = func(h http.Header) { h.Set("X-Webhook-Id", h.Get(prefix+"-Id")); h.Del(prefix + "-Id") }
		report = d.found(t, doctor.HeaderMissing)
		assert.True(t, report.Causes[0].Proof)
	}
}

func TestSchemes(t *testing.T) {
	for _, c := range []struct{ configured, actual string }{
		{doctor.Standard, doctor.Svix}, {doctor.Standard, doctor.Stripe}, {doctor.Svix, doctor.Stripe}, {doctor.Stripe, doctor.Standard}, {doctor.Stripe, doctor.Svix},
	} {
		t.Run(c.configured+" for "+c.actual, func(t *testing.T) {
			d := newDelivery(c.actual).bodies(payload, payload)
			in := d.input()
			in.Scheme = c.configured
			report := doctor.Diagnose(t.Context(), in)
			assert.Equal(t, []string{"header.scheme"}, causeCodes(report), report.Summary)
			in.Request.Body = append(in.Request.Body, '\n')
			report = doctor.Diagnose(t.Context(), in)
			assert.ElementsMatch(t, []string{"header.scheme", "body.trailing_newline"}, causeCodes(report))
		})
	}
	d := newDelivery(doctor.Standard).bodies(payload, payload)
	in := d.input()
	in.Scheme = doctor.Svix
	assert.Equal(t, doctor.Valid, doctor.Diagnose(t.Context(), in).Verdict)
	in.Scheme = ""
	assert.Equal(t, doctor.Standard, doctor.Diagnose(t.Context(), in).Scheme)
}

func TestAsymmetric(t *testing.T) {
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32))
	public := private.Public().(ed25519.PublicKey)
	whpk := "whpk_" + base64.StdEncoding.EncodeToString(public)
	signed := func(body string) delivery {
		d := newDelivery(doctor.Standard)
		d.secret = whpk
		d.edit = func(h http.Header) {
			signature := ed25519.Sign(private, []byte(messageID+"."+d.timestamp+"."+body))
			h.Set("Webhook-Signature", "v1a,"+base64.StdEncoding.EncodeToString(signature))
		}
		return d
	}
	signed(payload).bodies("", payload).found(t)
	signed(payload).bodies("", payload+"\n").found(t, doctor.BodyTrailingNewline)
	signed(compactOf).bodies("", pretty).found(t, doctor.BodyJSONCompact)
	d := signed(payload).bodies("", payload)
	d.secret = "whsk_" + base64.StdEncoding.EncodeToString(private)
	assert.True(t, d.found(t, doctor.SecretWrongKind).Causes[0].Proof)
	d.secret = "'" + whpk + "'"
	d.found(t, doctor.SecretQuoted)
	d.secret = "whsec_" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{9}, 32))
	d.found(t, doctor.SecretWrongKind)
	d.others = []doctor.Text{doctor.NewText("public", whpk)}
	d.found(t, doctor.SecretOther)
	symmetric := newDelivery(doctor.Standard).bodies(payload, payload)
	symmetric.secret = whpk
	symmetric.found(t, doctor.SecretWrongKind)
	symmetric.key = public // as a secret
	assert.True(t, symmetric.found(t, doctor.SecretWrongKind).Causes[0].Proof)
}

func TestLintOfBodies(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		d.declared = int64(len(payload))
		d.bodies(payload, "").found(t, doctor.BodyEmpty)
		d.bodies(payload, payload[:20]).found(t, doctor.BodyTruncated)
		d.bodies(payload, strings.Replace(payload, "12.50", "12.5", 1)).found(t, doctor.Unknown)
		d.declared = -1
		d.bodies(payload, "").found(t, doctor.BodyEmpty)
		long := `{"a":"` + strings.Repeat("x", 5000) + `"}`
		d.bodies(long, long[:4096]).found(t, doctor.BodyTruncated)
		d.bodies("", "").found(t)
		d.edit = func(h http.Header) { h.Set("Content-Encoding", "gzip") }
		d.bodies("not reproducible here", payload).found(t, doctor.BodyGzip)
		d.bodies(payload, payload).found(t)
	})
}

func TestSenderMisuseWithBodies(t *testing.T) {
	d := newDelivery(doctor.Standard).bodies(compactOf, pretty)
	d.encode = func([]byte) string {
		content := messageID + "." + d.timestamp + "." + compactOf
		return base64.StdEncoding.EncodeToString(hmac.New(sha256.New, d.key).Sum([]byte(content)))
	}
	d.found(t, doctor.SignatureSenderMisuse, doctor.BodyJSONCompact)
	d.secret = `"` + d.secret + `"`
	d.found(t, doctor.SignatureSenderMisuse, doctor.BodyJSONCompact, doctor.SecretQuoted)
}

// Pairs are found in bodies of every usual size.
func TestPairsInLargeBodies(t *testing.T) {
	for _, size := range []int{1, 300, 3000, 10 << 10} {
		var items strings.Builder
		for i := 0; items.Len() < size; i++ {
			fmt.Fprintf(&items, `,{"z":"é/ü","y":[%d,2.50,{}],"x":null}`, i)
		}
		compact := "[" + items.String()[1:] + "]"
		spaced := strings.NewReplacer(":", ": ", ",", ", ").Replace(compact)
		php := strings.NewReplacer("/", `\/`, "é", `\u00e9`, "ü", `\u00fc`).Replace(compact)
		inEveryScheme(t, func(t *testing.T, d delivery) {
			right := d.secret
			for code, key := range map[doctor.Code]string{doctor.SecretSHA256: hashOf(right), doctor.SecretRawUnprefixed: right[6:], doctor.SecretEmpty: ""} {
				e := d
				e.key = []byte(key)
				e.bodies(compact, compact+"\n").found(t, code, doctor.BodyTrailingNewline)
				e.bodies(spaced, compact).found(t, code, doctor.BodyJSONSpaced)
			}
			d.bodies(php, compact).found(t, doctor.BodyEscapedSlash, doctor.BodyEscapedUnicode)
			d.bodies(php+"\n", compact).found(t, doctor.BodyEscapedSlash, doctor.BodyEscapedUnicode, doctor.BodyTrailingNewline)
			d.bodies(compact, base64.StdEncoding.EncodeToString([]byte(spaced))).found(t, doctor.BodyBase64, doctor.BodyJSONCompact)
			d.secret = right + "\u00a0"
			d.bodies(compact, spaced).found(t, doctor.SecretWhitespace, doctor.BodyJSONCompact)
			if size > 2000 {
				d.bodies(compact[:2000], compact).found(t, doctor.SecretWhitespace, doctor.BodyTruncated)
			}
		})
	}
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:])
}

func TestTinyBodies(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		d.bodies("x", "eA==").found(t, doctor.BodyBase64)
		d.bodies("eA==", "x").found(t, doctor.BodyBase64)
		d.bodies("x", "\"x\"").found(t, doctor.BodyJSONString)
		d.bodies("payload=x", "x").found(t, doctor.BodyForm)
		d.bodies("x\n", "x").found(t, doctor.BodyTrailingNewline)
	})
}

// JSON may be nested as deeply as parsers let it be.
func TestDeepJSON(t *testing.T) {
	d := newDelivery(doctor.Standard)
	compact, indented := nested(t, 300)
	d.bodies(compact, indented).found(t, doctor.BodyJSONCompact)
	compact, indented = nested(t, 700) // whose indentation is most of 4 MiB
	d.bodies(indented, compact).found(t, doctor.BodyJSONIndent)
	deeper := strings.Repeat("[", 100000)
	d.bodies(compact, deeper).found(t, doctor.Unknown)
	d.bodies(compact, deeper+strings.Repeat("]", 100000)).found(t, doctor.Unknown)
}

func nested(t *testing.T, depth int) (compact, indented string) {
	compact = strings.Repeat(`{"a":[`, depth) + "1" + strings.Repeat("]}", depth)
	var out bytes.Buffer
	require.NoError(t, json.Indent(&out, []byte(compact), "", "  "))
	return compact, out.String()
}

// Headers that somebody made to keep the doctor busy do not.
func TestEndlessHeaders(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		d.edit = func(h http.Header) {
			for name := range h {
				for i := range 2000 {
					h.Add(name, fmt.Sprintf("v1,%064d t=%d v1=%064x", i, i, i))
				}
			}
		}
		d = d.bodies(payload, payload+"\n")
		report := doctor.Diagnose(t.Context(), d.input())
		assert.Equal(t, doctor.Invalid, report.Verdict)
		assert.Equal(t, []string{"what follows the first 1024 words or 256 signatures of the header"}, report.NotTried)
	})
}
