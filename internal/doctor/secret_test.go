package doctor_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/doctor"
)

const payload = `{"type":"invoice.paid","data":{"amount":12.50}}`

func TestSecretsOfStandard(t *testing.T) {
	const bytes32 = "\xfb\xefk-ABCDEFGHIJKLMNOPQRSTUVWXYZ\xff\xfe"
	std := base64.StdEncoding.EncodeToString([]byte(bytes32))
	url := base64.URLEncoding.EncodeToString([]byte(bytes32))
	digits := hex.EncodeToString([]byte(bytes32))
	sum := func(text string) string { s := sha256.Sum256([]byte(text)); return string(s[:]) }
	for _, c := range []struct {
		name, secret, key string
		codes             []doctor.Code
	}{
		{"right", "whsec_" + std, bytes32, nil},
		{"without prefix", std, bytes32, nil},
		{"with a line end", "whsec_" + std + "\n", bytes32, nil},
		{"a list", "whsec_" + strings.Repeat("QUJD", 8) + " whsec_" + std, bytes32, nil},
		{"with a line break within", "whsec_" + std[:20] + "\n" + std[20:], bytes32, codes(doctor.SecretWhitespace)},
		{"with a non-breaking space", "whsec_" + std + "\u00a0", bytes32, codes(doctor.SecretWhitespace)},
		{"with a byte order mark", "\ufeffwhsec_" + std, bytes32, codes(doctor.SecretWhitespace)},
		{"with \\n written out", "whsec_" + std + `\n`, bytes32, codes(doctor.SecretWhitespace)},
		{"in double quotes", `"whsec_` + std + `"`, bytes32, codes(doctor.SecretQuoted)},
		{"in single quotes", `'whsec_` + std + `'`, bytes32, codes(doctor.SecretQuoted)},
		{"in typographic quotes", "“whsec_" + std + "”", bytes32, codes(doctor.SecretQuoted)},
		{"with v1,", "v1,whsec_" + std, bytes32, codes(doctor.SecretLabel)},
		{"two with v1,", "v1,whsec_" + strings.Repeat("QUJD", 8) + "|v1,whsec_" + std, bytes32, codes(doctor.SecretLabel)},
		{"as an assignment", "WEBHOOK_SECRET=whsec_" + std, bytes32, codes(doctor.SecretLabel)},
		{"prefix twice", "whsec_whsec_" + std, bytes32, codes(doctor.SecretLabel)},
		{"quoted with v1,", `"v1,whsec_` + std + `"`, bytes32, codes(doctor.SecretQuoted, doctor.SecretLabel)},
		{"raw", "whsec_" + std, "whsec_" + std, codes(doctor.SecretRaw)},
		{"raw, quoted", "'whsec_" + std + "'", "whsec_" + std, codes(doctor.SecretQuoted, doctor.SecretRaw)},
		{"raw without prefix", "whsec_" + std, std, codes(doctor.SecretRawUnprefixed)},
		{"URL-safe", "whsec_" + url, bytes32, codes(doctor.SecretBase64URL)},
		{"URL-safe without padding", "whsec_" + strings.TrimRight(url, "="), bytes32, codes(doctor.SecretBase64URL)},
		{"hex", "whsec_" + digits, bytes32, codes(doctor.SecretHex)},
		{"hex without prefix", digits, bytes32, codes(doctor.SecretHex)},
		{"SHA-256", "whsec_" + std, sum("whsec_" + std), codes(doctor.SecretSHA256)},
		{"SHA-256 in hex", "whsec_" + std, hex.EncodeToString([]byte(sum("whsec_" + std))), codes(doctor.SecretSHA256)},
		{"SHA-256 without prefix", "whsec_" + std, sum(std), codes(doctor.SecretSHA256)},
		{"SHA-256 of the bytes", "whsec_" + std, sum(bytes32), codes(doctor.SecretSHA256)},
		{"empty", "whsec_" + std, "", codes(doctor.SecretEmpty)},
		{"signed with undefined", "whsec_" + std, "undefined", codes(doctor.SecretPlaceholder)},
		{"opaque text, raw", "lin_wh_Zp3vQ0nUe8Wc5Yt1Rk7Lx2", "lin_wh_Zp3vQ0nUe8Wc5Yt1Rk7Lx2", codes(doctor.SecretRaw)},
		{"weak", "whsec_c2hvcnQ=", "short", codes(doctor.SecretWeak)},
		{"undefined", "undefined", bytes32, codes(doctor.SecretPlaceholder)},
		{"null", "null", bytes32, codes(doctor.SecretPlaceholder)},
		{"shell variable", "${WEBHOOK_SECRET}", bytes32, codes(doctor.SecretPlaceholder)},
		{"template", "{{ webhook_secret }}", bytes32, codes(doctor.SecretPlaceholder)},
		{"dots", "whsec_...", bytes32, codes(doctor.SecretPlaceholder)},
		{"yours", "whsec_your_secret_here", bytes32, codes(doctor.SecretPlaceholder)},
		{"message", "the API key provided is too short", bytes32, codes(doctor.SecretPlaceholder)},
		{"API key", "sk_live_51Habc0def9GhIjKlMn", bytes32, codes(doctor.SecretWrongKind)},
		{"PEM", "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n", bytes32, codes(doctor.SecretWrongKind)},
		{"OpenSSH", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI someone at somewhere", bytes32, codes(doctor.SecretWrongKind)},
		{"JWK", `{"kty":"OKP","crv":"Ed25519"}`, bytes32, codes(doctor.SecretWrongKind)},
		{"publishable key", "pk_test_51Habc0def9GhIjKlMn", bytes32, codes(doctor.SecretWrongKind)},
		{"another's API key", "sk-proj-abcdefghijklmnopqrstuvwx", bytes32, codes(doctor.SecretWrongKind)},
		{"nothing", "", bytes32, codes(doctor.SecretEmpty)},
		{"prefix alone", "whsec_", bytes32, codes(doctor.SecretEmpty)},
		{"not base64", "whsec_Zp3vQ0n!Ue8Wc5Yt1Rk7Lx2Md9Bs6Hf4G", bytes32, codes(doctor.SecretMalformed)},
		{"another", "whsec_" + strings.Repeat("QUJD", 8), bytes32, codes(doctor.Unknown)},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, scheme := range []string{doctor.Standard, doctor.Svix} {
				d := newDelivery(scheme).bodies(payload, payload)
				d.secret, d.key = c.secret, []byte(c.key)
				d.found(t, c.codes...)
			}
		})
	}
}

func TestSecretsOfStripe(t *testing.T) {
	const bare = "Zp3vQ0nUe8Wc5Yt1Rk7Lx2Md9Bs6Hf4G"
	const whole = "whsec_" + bare
	decoded, err := base64.StdEncoding.DecodeString(bare)
	assert.NoError(t, err)
	sum := sha256.Sum256([]byte(whole))
	for _, c := range []struct {
		name, secret, key string
		codes             []doctor.Code
	}{
		{"right", whole, whole, nil},
		{"space behind", whole + " ", whole, codes(doctor.SecretWhitespace)},
		{"tab in front", "\t" + whole, whole, codes(doctor.SecretWhitespace)},
		{"carriage return", whole + "\r", whole, codes(doctor.SecretWhitespace)},
		{"the signer's has a line end", whole, whole + "\n", codes(doctor.SecretWhitespace)},
		{"both have a line end", whole + "\n", whole + "\n", codes(doctor.SecretWhitespace)},
		{"in quotes", `"` + whole + `"`, whole, codes(doctor.SecretQuoted)},
		{"in quotes with space", ` "` + whole + `" `, whole, codes(doctor.SecretWhitespace, doctor.SecretQuoted)},
		{"with v1,", "v1," + whole, whole, codes(doctor.SecretLabel)},
		{"without prefix", whole, bare, codes(doctor.SecretRawUnprefixed)},
		{"configured without prefix", bare, whole, codes(doctor.SecretRaw)},
		{"decoded", whole, string(decoded), codes(doctor.SecretDecoded)},
		{"SHA-256", whole, string(sum[:]), codes(doctor.SecretSHA256)},
		{"SHA-256 in hex", whole, hex.EncodeToString(sum[:]), codes(doctor.SecretSHA256)},
		{"hex", hex.EncodeToString([]byte(bare)), bare, codes(doctor.SecretHex)},
		{"empty", whole, "", codes(doctor.SecretEmpty)},
		{"API key", "rk_live_51Habc0def9GhIjKlMn", whole, codes(doctor.SecretWrongKind)},
		{"endpoint", "we_1Habc0def9GhIjKlMnOpQrSt", whole, codes(doctor.SecretWrongKind)},
		{"public key", "whpk_" + bare, whole, codes(doctor.SecretWrongKind)},
		{"variable", "$STRIPE_SECRET", whole, codes(doctor.SecretPlaceholder)},
		{"nothing", "", whole, codes(doctor.SecretEmpty)},
		{"another", "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldY", whole, codes(doctor.Unknown)},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDelivery(doctor.Stripe).bodies(payload, payload)
			d.secret, d.key = c.secret, []byte(c.key)
			d.found(t, c.codes...)
		})
	}
}

func TestCandidates(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		right := d.secret
		d = d.bodies(payload, payload)
		d.secret = "whsec_" + strings.Repeat("QUJD", 8)
		other := doctor.NewText("none", "whsec_"+strings.Repeat("WFla", 8))
		d.others = []doctor.Text{other, doctor.NewText("cli", right)}
		report := d.found(t, doctor.SecretOther)
		assert.Equal(t, "cli", report.Causes[0].Secret)
		assert.True(t, report.Causes[0].Proof)
		assert.Equal(t, "cli", report.Mend.Secret)

		d.others = []doctor.Text{other, doctor.NewText("cli", "\""+right+"\"\n")}
		d.found(t, doctor.SecretOther)

		d = d.bodies(compactOf, pretty)
		d.found(t, doctor.SecretOther, doctor.BodyJSONCompact)

		d.secret = "sk_test_51Habc0def9GhIjKlMn"
		d.found(t, doctor.SecretOther, doctor.BodyJSONCompact)

		d.secret = right
		d.bodies(payload, payload).found(t)
	})
}

func TestSecretsAndBodies(t *testing.T) {
	for _, c := range []struct {
		signed, received string
		code             doctor.Code
	}{
		{compactOf, pretty, doctor.BodyJSONCompact},
		{pretty, compactOf, doctor.BodyJSONIndent},
		{spacedOf, compactOf, doctor.BodyJSONSpaced},
		{sortedOf, compactOf, doctor.BodyJSONSorted},
		{payload, payload + "\n", doctor.BodyTrailingNewline},
		{"a\r\nb", "a\nb", doctor.BodyCRLF},
		{uniPython, uniRaw, doctor.BodyEscapedUnicode},
		{payload, base64.StdEncoding.EncodeToString([]byte(payload)), doctor.BodyBase64},
		{payload, "\xef\xbb\xbf" + payload, doctor.BodyBOM},
		{"", payload, doctor.BodyEmpty},
	} {
		t.Run(string(c.code), func(t *testing.T) {
			inEveryScheme(t, func(t *testing.T, d delivery) {
				d = d.bodies(c.signed, c.received)
				right := d.secret
				d.secret = "'" + right + "'"
				d.found(t, doctor.SecretQuoted, c.code)
				if d.scheme == doctor.Stripe {
					d.secret = right + "\t"
					d.found(t, doctor.SecretWhitespace, c.code)
					return
				}
				d.secret, d.key = right, []byte(right)
				d.found(t, doctor.SecretRaw, c.code)
			})
		})
	}
}

// Any of several configured secrets may match, and one that cannot be parsed
// keeps no other from matching.
func TestSeveralSecrets(t *testing.T) {
	inEveryScheme(t, func(t *testing.T, d delivery) {
		in := d.bodies(payload, payload).input()
		right := in.Secrets[0]
		other := doctor.NewText("old", "whsec_"+strings.Repeat("QUJD", 8))
		unset := doctor.NewText("unset", "${WEBHOOK_SECRET}")
		in.Secrets = []doctor.Text{unset, other, right}
		report := doctor.Diagnose(t.Context(), in)
		assert.Equal(t, doctor.Valid, report.Verdict)
		assert.Equal(t, doctor.SecretPlaceholder, report.Notes[0].Code)

		in.Request.Body = append(in.Request.Body, '\n')
		report = doctor.Diagnose(t.Context(), in)
		assert.Equal(t, []string{"body.trailing_newline"}, causeCodes(report))

		in.Secrets = []doctor.Text{unset, other}
		report = doctor.Diagnose(t.Context(), in)
		assert.Equal(t, []string{"unknown"}, causeCodes(report))
		assert.Equal(t, doctor.SecretPlaceholder, report.Notes[0].Code)

		in.Secrets = nil
		report = doctor.Diagnose(t.Context(), in)
		assert.Equal(t, "no_keys", report.Reason)
		assert.Equal(t, []string{"unknown"}, causeCodes(report))
	})
}

// What there was no time for is said.
func TestNoTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := newDelivery(doctor.Standard).bodies(compactOf, pretty).input()
	report := doctor.Diagnose(ctx, in)
	assert.Equal(t, []string{"unknown"}, causeCodes(report))
	assert.NotEmpty(t, report.NotTried)
	assert.Empty(t, report.RuledOut)
}

// A body of another length says nothing of the secret: both are named, and the
// secret first.
func TestAnotherSecretAndAnotherLength(t *testing.T) {
	d := newDelivery(doctor.Standard).bodies(compactOf, pretty)
	d.key, d.declared = []byte("a key of somebody else"), int64(len(compactOf))
	message := d.found(t, doctor.Unknown).Causes[0].Message
	secret, change := strings.Index(message, "another secret"), strings.Index(message, "cannot be undone")
	assert.Positive(t, secret)
	assert.Greater(t, change, secret)
	assert.Contains(t, message, fmt.Sprintf("has %d bytes where Content-Length says %d", len(pretty), len(compactOf)))
}

// A text shows itself to nobody who prints it.
func TestTextShowsNothing(t *testing.T) {
	in := newDelivery(doctor.Standard).input()
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		assert.NotContains(t, fmt.Sprintf(format, in), "MDEyMzQ1")
	}
}

func TestAppBody(t *testing.T) {
	in := newDelivery(doctor.Standard).bodies(compactOf, compactOf).input()
	body := []byte(pretty)
	in.AppBody = &body
	report := doctor.Diagnose(t.Context(), in)
	assert.Equal(t, doctor.Valid, report.Verdict)
	assert.Empty(t, report.Causes)
	assert.False(t, report.AppBody.Same)
	assert.Equal(t, doctor.BodyJSONCompact, report.AppBody.Causes[0].Code)
	assert.Equal(t, 1, report.AppBody.Diff.Offset)
	assert.False(t, report.AppBody.Verifies)
	body = []byte(compactOf)
	assert.True(t, doctor.Diagnose(t.Context(), in).AppBody.Same)

	in = newDelivery(doctor.Standard).bodies(compactOf, "something else").input()
	in.AppBody = &body
	assert.True(t, doctor.Diagnose(t.Context(), in).AppBody.Verifies)
}

// What shows in a body is said of it, and is no proof.
func TestTraces(t *testing.T) {
	for body, want := range map[string]string{
		`{"a":{"c":1,"d":2},"e":3,"f":4}`: "alphabetical order",
		`{"f":{"d":1,"c":2},"e":3,"a":4}`: "changes numbers",
		"a text":                          "cannot be undone",
	} {
		d := newDelivery(doctor.Standard).bodies("another", body)
		assert.Contains(t, d.found(t, doctor.Unknown).Summary, want)
	}
}

// Who is told what to do is the one who can do it.
func TestEmptyBodyOfEitherSide(t *testing.T) {
	report := newDelivery(doctor.Standard).bodies("", flatJSON).found(t, doctor.BodyEmpty)
	assert.Contains(t, report.Causes[0].Hint, "the sender has to")
	report = newDelivery(doctor.Standard).bodies(flatJSON, "").found(t, doctor.BodyEmpty)
	assert.Contains(t, report.Causes[0].Hint, "read the body once")
}
