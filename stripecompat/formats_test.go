package stripecompat_test

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

const (
	seconds = "1614265330"
	milli   = "1614265330123"
	payload = `{"id":"evt_1","amount":1}`
)

// sent is the moment of both timestamps.
var sent = time.UnixMilli(1614265330123)

func rightHex(content string) string {
	return hex.EncodeToString(rightMAC("secret one", content))
}

// separateHeaders is the format of a sender with a bare signature and a
// timestamp, each in a header of its own.
func separateHeaders() stripecompat.Format {
	return stripecompat.Format{
		Header:          "x-signature",
		Separator:       ',',
		TimestampHeader: "x-timestamp",
		Unit:            time.Second,
		Between:         ".",
	}
}

func prefixedBase64() stripecompat.Format {
	format := separateHeaders()
	format.Prefix = "hmac-sha256="
	format.Encoding = stripecompat.Base64
	format.Unit = time.Millisecond
	return format
}

var formats = []struct {
	name         string
	format       stripecompat.Format
	header       http.Header // what the sender sends, computed here
	scheme       string
	past, future time.Duration
}{
	{
		"Stripe", stripecompat.Stripe(),
		http.Header{"Stripe-Signature": {"t=" + seconds + ",v1=" + rightHex(seconds+"."+payload)}},
		"v1", 5 * time.Minute, 5 * time.Minute,
	},
	{
		"Mux", stripecompat.Mux(),
		http.Header{"Mux-Signature": {"t=" + seconds + ",v1=" + rightHex(seconds+"."+payload)}},
		"v1", 5 * time.Minute, 5 * time.Minute,
	},
	{
		"Calendly", stripecompat.Calendly(),
		http.Header{"Calendly-Webhook-Signature": {"t=" + seconds + ",v1=" + rightHex(seconds+"."+payload)}},
		"v1", 5 * time.Minute, 5 * time.Minute,
	},
	{
		"WorkOS", stripecompat.WorkOS(),
		http.Header{"Workos-Signature": {"t=" + milli + ",v1=" + rightHex(milli+"."+payload)}},
		"v1", 3 * time.Minute, 3 * time.Minute,
	},
	{
		"ElevenLabs", stripecompat.ElevenLabs(),
		http.Header{"Elevenlabs-Signature": {"t=" + seconds + ",v0=" + rightHex(seconds+"."+payload)}},
		"v0", 30 * time.Minute, 5 * time.Minute,
	},
	{
		"BoldSign", stripecompat.BoldSign(),
		http.Header{"X-Boldsign-Signature": {"t=" + seconds + ",s0=" + rightHex(seconds+"."+payload)}},
		"s0", 5 * time.Minute, 5 * time.Minute,
	},
	{
		"Paddle", stripecompat.Paddle(),
		http.Header{"Paddle-Signature": {"ts=" + seconds + ";h1=" + rightHex(seconds+":"+payload)}},
		"h1", 5 * time.Minute, 5 * time.Minute,
	},
	{
		"Slack", stripecompat.Slack(),
		http.Header{
			"X-Slack-Request-Timestamp": {seconds},
			"X-Slack-Signature":         {"v0=" + rightHex("v0:"+seconds+":"+payload)},
		},
		"v0", 5 * time.Minute, 5 * time.Minute,
	},
	{
		"separate headers", separateHeaders(),
		http.Header{"X-Timestamp": {seconds}, "X-Signature": {rightHex(seconds + "." + payload)}},
		"", 5 * time.Minute, 5 * time.Minute,
	},
	{
		"prefix, base64 and milliseconds", prefixedBase64(),
		http.Header{
			"X-Timestamp": {milli},
			"X-Signature": {"hmac-sha256=" + base64.StdEncoding.EncodeToString(rightMAC("secret one", milli+"."+payload))},
		},
		"", 5 * time.Minute, 5 * time.Minute,
	},
}

func TestFormatsSign(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			signer, err := stripecompat.NewSigner(secrets(t, "secret one"), stripecompat.WithFormat(f.format))
			require.NoError(t, err)
			header := http.Header{}
			require.NoError(t, signer.SetHeaders(context.Background(), header, "", sent, []byte(payload)))
			assert.Equal(t, f.header, header)
		})
	}
}

func TestFormatsVerify(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			verifier, err := stripecompat.NewVerifier(secrets(t, "secret two", "secret one"), stripecompat.WithFormat(f.format))
			require.NoError(t, err)
			message, err := verifier.VerifyAt([]byte(payload), f.header, sent)
			require.NoError(t, err)
			assert.Equal(t, f.scheme, message.Scheme)
			assert.Equal(t, 1, message.KeyIndex)
			assert.Equal(t, timestampOf(f.format), message.Timestamp)
			require.NoError(t, verifier.CheckHeader(f.header))

			_, err = verifier.VerifyAt([]byte(payload+" "), f.header, sent)
			require.ErrorIs(t, err, standardwebhooks.ErrSignatureMismatch)
			require.ErrorIs(t, verifier.CheckHeader(http.Header{}), standardwebhooks.ErrMissingHeader)
		})
	}
}

func timestampOf(format stripecompat.Format) time.Time {
	if format.Unit == time.Millisecond {
		return sent
	}
	return sent.Truncate(time.Second)
}

func TestFormatsWindow(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			verifier, err := stripecompat.NewVerifier(secrets(t, "secret one"), stripecompat.WithFormat(f.format))
			require.NoError(t, err)
			signed := timestampOf(f.format)
			for at, want := range map[time.Time]error{
				signed.Add(f.past):        nil,
				signed.Add(f.past + 1):    standardwebhooks.ErrTimestampTooOld,
				signed.Add(-f.future):     nil,
				signed.Add(-f.future - 1): standardwebhooks.ErrTimestampTooNew,
			} {
				_, err := verifier.VerifyAt([]byte(payload), f.header, at)
				require.ErrorIs(t, err, want)
			}
		})
	}
}

// TestSlackPublished is the example in Slack's documentation.
func TestSlackPublished(t *testing.T) {
	verifier, err := stripecompat.NewVerifier(secrets(t, "8f742231b10e8888abcd99yyyzzz85a5"), stripecompat.WithFormat(stripecompat.Slack()))
	require.NoError(t, err)
	body := "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar" +
		"&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2F" +
		"commands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
	_, err = verifier.VerifyAt([]byte(body), http.Header{
		"X-Slack-Request-Timestamp": {"1531420618"},
		"X-Slack-Signature":         {"v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"},
	}, time.Unix(1531420618, 0))
	require.NoError(t, err)
}

// TestFormatHeaders is about what senders and gateways do to the headers of
// formats that are not Stripe's.
func TestFormatHeaders(t *testing.T) {
	const zeros = "0000000000000000000000000000000000000000000000000000000000000000"
	dot, colon, slack := rightHex(seconds+"."+payload), rightHex(seconds+":"+payload), rightHex("v0:"+seconds+":"+payload)
	equalsPrefix := separateHeaders()
	equalsPrefix.Prefix = "="
	tests := []struct {
		name   string
		format stripecompat.Format
		header http.Header
		code   string
	}{
		{"BoldSign, with spaces", stripecompat.BoldSign(), http.Header{"X-Boldsign-Signature": {"t=" + seconds + ", s0=" + zeros + ", s1=" + dot}}, ""},
		{"BoldSign, other version", stripecompat.BoldSign(), http.Header{"X-Boldsign-Signature": {"t=" + seconds + ", s2=" + dot}}, "unsupported_scheme"},
		{"ElevenLabs, other version", stripecompat.ElevenLabs(), http.Header{"Elevenlabs-Signature": {"t=" + seconds + ",v1=" + dot}}, "unsupported_scheme"},
		{"Paddle, keys rotating", stripecompat.Paddle(), http.Header{"Paddle-Signature": {"ts=" + seconds + ";h1=" + zeros + ";h1=" + colon}}, ""},
		{"Paddle, commas", stripecompat.Paddle(), http.Header{"Paddle-Signature": {"ts=" + seconds + ",h1=" + colon}}, "malformed_timestamp"},
		{"Paddle, two timestamps", stripecompat.Paddle(), http.Header{"Paddle-Signature": {"ts=1;ts=" + seconds + ";h1=" + colon}}, "malformed_timestamp"},
		{"Paddle, Stripe's template", stripecompat.Paddle(), http.Header{"Paddle-Signature": {"ts=" + seconds + ";h1=" + dot}}, "signature_mismatch"},
		{"WorkOS, seconds", stripecompat.WorkOS(), http.Header{"Workos-Signature": {"t=" + seconds + ",v1=" + dot}}, "timestamp_too_old"},
		{"WorkOS, no digits", stripecompat.WorkOS(), http.Header{"Workos-Signature": {"t=x,v1=" + dot}}, "malformed_timestamp"},
		{"Slack, small letters", stripecompat.Slack(), http.Header{"x-slack-request-timestamp": {seconds}, "x-slack-signature": {"v0=" + slack}}, ""},
		{"Slack, no timestamp", stripecompat.Slack(), http.Header{"X-Slack-Signature": {"v0=" + slack}}, "missing_header"},
		{"Slack, same timestamp twice", stripecompat.Slack(), http.Header{"X-Slack-Request-Timestamp": {seconds, "", seconds}, "X-Slack-Signature": {"v0=" + slack}}, ""},
		{"Slack, two timestamps", stripecompat.Slack(), http.Header{"X-Slack-Request-Timestamp": {seconds, "1"}, "X-Slack-Signature": {"v0=" + slack}}, "duplicate_header"},
		{"Slack, space around timestamp", stripecompat.Slack(), http.Header{"X-Slack-Request-Timestamp": {" " + seconds}, "X-Slack-Signature": {"v0=" + slack}}, "malformed_timestamp"},
		{"Slack, no label", stripecompat.Slack(), http.Header{"X-Slack-Request-Timestamp": {seconds}, "X-Slack-Signature": {slack}}, "malformed_signature"},
		{"bare, two in one line", separateHeaders(), http.Header{"X-Timestamp": {seconds}, "X-Signature": {zeros + ", " + dot}}, ""},
		{"bare, with a label", separateHeaders(), http.Header{"X-Timestamp": {seconds}, "X-Signature": {"v1=" + dot}}, "malformed_signature"},
		{"prefix that looks like a label", equalsPrefix, http.Header{"X-Timestamp": {seconds}, "X-Signature": {"=" + dot}}, ""},
		{"prefix missing", prefixedBase64(), http.Header{"X-Timestamp": {milli}, "X-Signature": {base64.StdEncoding.EncodeToString(rightMAC("secret one", milli+"."+payload))}}, "malformed_signature"},
		{"hex for base64", prefixedBase64(), http.Header{"X-Timestamp": {milli}, "X-Signature": {"hmac-sha256=" + rightHex(milli+"."+payload)}}, "malformed_signature"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			verifier, err := stripecompat.NewVerifier(secrets(t, "secret one"), stripecompat.WithFormat(test.format))
			require.NoError(t, err)
			_, err = verifier.VerifyAt([]byte(payload), test.header, sent)
			assert.Equal(t, test.code, standardwebhooks.Code(err))
			assert.Equal(t, test.code == "", err == nil)
		})
	}
}

func TestFormatRefused(t *testing.T) {
	tests := []struct {
		name   string
		change func(*stripecompat.Format)
	}{
		{"zero", func(f *stripecompat.Format) { *f = stripecompat.Format{} }},
		{"no header", func(f *stripecompat.Format) { f.Header = "" }},
		{"space in header", func(f *stripecompat.Format) { f.Header = "X Signature" }},
		{"line feed in timestamp header", func(f *stripecompat.Format) { f.TimestampLabel, f.TimestampHeader = "", "X\n" }},
		{"timestamp twice", func(f *stripecompat.Format) { f.TimestampHeader = "X-Timestamp" }},
		{"timestamp nowhere", func(f *stripecompat.Format) { f.TimestampLabel = "" }},
		{"timestamp header is the signature header", func(f *stripecompat.Format) { f.TimestampLabel, f.TimestampHeader = "", "stripe-signature" }},
		{"no separator", func(f *stripecompat.Format) { f.Separator = 0 }},
		{"separator in values", func(f *stripecompat.Format) { f.Separator = '=' }},
		{"bare signatures beside a timestamp", func(f *stripecompat.Format) { f.Labels = nil }},
		{"empty label", func(f *stripecompat.Format) { f.Labels = []string{"v1", ""} }},
		{"label twice", func(f *stripecompat.Format) { f.Labels = []string{"v1", "v1"} }},
		{"label of the timestamp", func(f *stripecompat.Format) { f.Labels = []string{"t"} }},
		{"label with =", func(f *stripecompat.Format) { f.Labels = []string{"v1="} }},
		{"separator in prefix", func(f *stripecompat.Format) { f.Prefix = "a," }},
		{"blank before prefix", func(f *stripecompat.Format) { f.Prefix = " a" }},
		{"control character in prefix", func(f *stripecompat.Format) { f.Prefix = "a\x00b" }},
		{"prefix beyond ASCII", func(f *stripecompat.Format) { f.Prefix = "é" }},
		{"no encoding", func(f *stripecompat.Format) { f.Encoding = 2 }},
		{"no unit", func(f *stripecompat.Format) { f.Unit = 0 }},
		{"other unit", func(f *stripecompat.Format) { f.Unit = time.Microsecond }},
		{"nothing between timestamp and body", func(f *stripecompat.Format) { f.Between = "" }},
		{"a digit between timestamp and body", func(f *stripecompat.Format) { f.Between = "0." }},
		{"a nine between timestamp and body", func(f *stripecompat.Format) { f.Between = "9." }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			format := stripecompat.Stripe()
			test.change(&format)
			_, err := stripecompat.NewVerifier(secrets(t, "secret one"), stripecompat.WithFormat(format))
			require.ErrorIs(t, err, stripecompat.ErrInvalidFormat)
			require.ErrorIs(t, err, standardwebhooks.ErrInvalid)
			assert.Equal(t, "invalid_format", standardwebhooks.Code(err))
			_, err = stripecompat.NewSigner(secrets(t, "secret one"), stripecompat.WithFormat(format))
			require.ErrorIs(t, err, stripecompat.ErrInvalidFormat)
		})
	}
}

func TestFormatPrefix(t *testing.T) {
	format := stripecompat.Stripe()
	format.Prefix = "mac ~"
	signer, err := stripecompat.NewSigner(secrets(t, "secret one"), stripecompat.WithFormat(format))
	require.NoError(t, err)
	value, err := signer.Sign(sent, []byte(payload))
	require.NoError(t, err)
	assert.Contains(t, value, ",v1=mac ~")
}

// TestSignInMilliseconds: the first and the last second that can be counted.
func TestSignInMilliseconds(t *testing.T) {
	format := stripecompat.Stripe()
	format.Unit = time.Millisecond
	signer, err := stripecompat.NewSigner(secrets(t, "secret one"), stripecompat.WithFormat(format))
	require.NoError(t, err)
	const last int64 = math.MaxInt64/1000 - 1
	for at, want := range map[time.Time]string{
		time.Unix(-1, 999_999_999): "", time.Unix(0, 0): "t=0,", time.Unix(0, 1_999_999): "t=1,",
		time.Unix(last, 999_000_000): fmt.Sprintf("t=%d999,", last), time.Unix(last+1, 0): "",
	} {
		value, err := signer.Sign(at, nil)
		if want == "" {
			require.ErrorIs(t, err, standardwebhooks.ErrMalformedTimestamp)
			continue
		}
		require.NoError(t, err)
		assert.Contains(t, value, want)
	}
}

// headerOf is what the sender of a format sends.
func headerOf(t *testing.T, name string) http.Header {
	t.Helper()
	for _, c := range formats {
		if c.name == name {
			return c.header
		}
	}
	require.Fail(t, "no format "+name)
	return nil
}

func TestFormatTolerance(t *testing.T) {
	format := stripecompat.Stripe()
	for _, tolerance := range []time.Duration{-1, time.Millisecond, 25 * time.Hour} {
		format.Tolerance = tolerance
		_, err := stripecompat.NewVerifier(secrets(t, "secret one"), stripecompat.WithFormat(format))
		require.ErrorIs(t, err, standardwebhooks.ErrInvalidTolerance)
	}
	for _, opts := range [][]stripecompat.VerifierOption{
		{stripecompat.WithTolerance(time.Hour), stripecompat.WithFormat(stripecompat.WorkOS())},
		{stripecompat.WithFormat(stripecompat.WorkOS()), stripecompat.WithTolerance(time.Hour)},
	} {
		verifier, err := stripecompat.NewVerifier(secrets(t, "secret one"), opts...)
		require.NoError(t, err)
		_, err = verifier.VerifyAt([]byte(payload), headerOf(t, "WorkOS"), sent.Add(time.Hour))
		require.NoError(t, err, "options win, in any order")
	}
}

// TestFormatIsCopied changes a label after the Verifier was made.
func TestFormatIsCopied(t *testing.T) {
	format := stripecompat.Stripe()
	verifier, err := stripecompat.NewVerifier(secrets(t, "secret one"), stripecompat.WithFormat(format))
	require.NoError(t, err)
	format.Labels[0] = "v2"
	_, err = verifier.VerifyAt([]byte(payload), headerOf(t, "Stripe"), sent)
	require.NoError(t, err)
}

func secrets(t testing.TB, texts ...string) []stripecompat.Secret {
	t.Helper()
	all := make([]stripecompat.Secret, len(texts))
	for i, text := range texts {
		secret, err := stripecompat.ParseSecret(text)
		require.NoError(t, err)
		all[i] = secret
	}
	return all
}
