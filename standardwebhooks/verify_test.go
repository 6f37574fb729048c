package standardwebhooks_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/race"
	"github.com/whsec/whsec/standardwebhooks"
)

func TestVerifyTellsWhatItAuthenticated(t *testing.T) {
	verifier := verifierOf(t, []string{otherSecret, testPublic, testSecret})

	message, err := verifier.Verify([]byte(testPayload), testHeader())
	require.NoError(t, err)
	require.Equal(t, standardwebhooks.Message{
		ID: testID, Timestamp: testTime, Payload: []byte(testPayload), Scheme: "v1", KeyIndex: 2,
	}, message)

	message, err = verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, testV1a))
	require.NoError(t, err)
	require.Equal(t, "v1a", message.Scheme)
	require.Equal(t, 1, message.KeyIndex)
}

// TestVerifyPrefersTheFirstKey: while keys rotate, both signatures match, and
// only the place of the first says that the sender has the current key.
func TestVerifyPrefersTheFirstKey(t *testing.T) {
	header := signedBy(t, []string{testSecret, otherSecret, testPrivate}, testID, testTime, []byte(testPayload))
	for _, keys := range [][]string{{otherSecret, testSecret, testPublic}, {testPublic, testSecret, otherSecret}, {testSecret, testPublic}} {
		message, err := verifierOf(t, keys).Verify([]byte(testPayload), header)
		require.NoError(t, err)
		require.Zero(t, message.KeyIndex)
	}
}

func TestVerifyRefusesEveryChange(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret, testPublic})
	for _, signature := range []string{testSignature, testV1a} {
		_, err := verifier.Verify([]byte(testPayload), headerOf("msg_other", testTimestamp, signature))
		requireCode(t, "signature_mismatch", err)
		_, err = verifier.Verify([]byte(testPayload), headerOf(testID, "1614265331", signature))
		requireCode(t, "signature_mismatch", err)
		_, err = verifier.Verify([]byte(testPayload+"\n"), headerOf(testID, testTimestamp, signature))
		requireCode(t, "signature_mismatch", err)
		_, err = verifier.Verify([]byte(testPayload[1:]), headerOf(testID, testTimestamp, signature))
		requireCode(t, "signature_mismatch", err)
	}
}

func TestMissingHeaders(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	for _, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		for kind, values := range map[string][]string{"absent": nil, "no value": {}, "empty": {""}, "empty twice": {"", ""}} {
			t.Run(name+" "+kind, func(t *testing.T) {
				header := testHeader()
				if header[name] = values; values == nil {
					delete(header, name)
				}
				_, err := verifier.Verify([]byte(testPayload), header)
				requireCode(t, "missing_header", err)
				var details *standardwebhooks.HeaderError
				require.ErrorAs(t, err, &details)
				require.Equal(t, strings.ToLower(name), details.Name)
			})
		}
	}
	_, err := verifier.Verify([]byte(testPayload), nil)
	requireCode(t, "missing_header", err)
}

// TestMissingHeadersOfAnotherScheme: the names seen say which.
func TestMissingHeadersOfAnotherScheme(t *testing.T) {
	_, err := verifierOf(t, []string{testSecret}).Verify(nil, http.Header{"Svix-Id": {"a"}, "Svix-Signature": {"v1,secret-looking"}})
	requireCode(t, "missing_header", err)
	require.EqualError(t, err, "missing header: webhook-id (the request has svix-signature)")
}

func TestDuplicateHeaders(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	for _, name := range []string{"Webhook-Id", "Webhook-Timestamp"} {
		for _, other := range []string{"1", " "} {
			header := testHeader()
			header.Add(name, other)
			_, err := verifier.Verify([]byte(testPayload), header)
			requireCode(t, "duplicate_header", err)
			require.ErrorContains(t, err, strings.ToLower(name))
		}
		header := testHeader()
		header[name] = []string{"", header.Get(name), header.Get(name), ""}
		_, err := verifier.Verify([]byte(testPayload), header)
		require.NoError(t, err, "the same value again is no other value")
	}
}

// TestNamesInAnySpelling has the hand-made maps of Lambda functions.
func TestNamesInAnySpelling(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	spelt := http.Header{"webhook-id": {testID}, "WEBHOOK-TIMESTAMP": {testTimestamp}, "webhook-Signature": {testSignature}}
	_, err := verifier.Verify([]byte(testPayload), spelt)
	require.NoError(t, err)

	spelt["WebHook-ID"] = []string{"msg_other"}
	_, err = verifier.Verify([]byte(testPayload), spelt)
	requireCode(t, "duplicate_header", err)

	spelt["Webhook-Id"] = []string{testID}
	_, err = verifier.Verify([]byte(testPayload), spelt)
	require.NoError(t, err, "the canonical spelling wins")

	// The Kelvin sign folds to k in Unicode, not in HTTP.
	kelvin := http.Header{"webhoo\u212a-id": {testID}, "Webhook-Timestamp": {testTimestamp}, "Webhook-Signature": {testSignature}}
	_, err = verifier.Verify([]byte(testPayload), kelvin)
	requireCode(t, "missing_header", err)
}

func TestMessageIDs(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	key := keyOf(t, testSecret)
	for _, c := range []struct{ name, id, code string }{
		{"space inside", "msg 1", ""},
		{"comma", "a,b", ""},
		{"digits", "1614265330", ""},
		{"beyond ASCII", "méssage😀", ""},
		{"not UTF-8", "a\xff", ""},
		{"longer than any buffer", strings.Repeat("m", 64<<10), ""},
		{"full stop", "msg.1", "malformed_id"},
		{"full stop alone", ".", "malformed_id"},
		{"space before", " msg", "malformed_id"},
		{"space behind", "msg ", "malformed_id"},
		{"space alone", " ", "malformed_id"},
		{"tab", "a\tb", "malformed_id"},
		{"line break", "a\r\nb", "malformed_id"},
		{"NUL", "a\x00b", "malformed_id"},
		{"last control", "a\x1fb", "malformed_id"},
		{"delete", "a\x7f", "malformed_id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			message, err := verifier.Verify([]byte("{}"), headerOf(c.id, testTimestamp, macOf(key, c.id, testTimestamp, "{}")))
			if c.code != "" {
				requireCode(t, c.code, err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.id, message.ID)
		})
	}
}

// TestMessageCutElsewhere is the attack that the ban on full stops in ids
// prevents: an old message read as a fresh one.
func TestMessageCutElsewhere(t *testing.T) {
	old := macOf(keyOf(t, testSecret), "x", "1", testTimestamp+".rest")
	recut := headerOf("x.1", testTimestamp, old)
	_, err := verifierOf(t, []string{testSecret}).Verify([]byte("rest"), recut)
	requireCode(t, "malformed_id", err)

	_, err = verifierOf(t, []string{testSecret}, standardwebhooks.InsecureAllowDotInID()).Verify([]byte("rest"), recut)
	require.NoError(t, err, "which is why that option is called insecure")
}

func TestTimestamps(t *testing.T) {
	key := keyOf(t, testSecret)
	for _, c := range []struct{ name, text, code string }{
		{"now", testTimestamp, ""},
		{"zero", "0", "timestamp_too_old"},
		{"largest", "9223372036854775807", "timestamp_too_new"},
		{"one more", "9223372036854775808", "malformed_timestamp"},
		{"beyond uint64", "18446744073709551616", "malformed_timestamp"},
		{"wraps to now", "18446744075323816946", "malformed_timestamp"},
		{"20 digits", "16142653300000000000", "malformed_timestamp"},
		{"leading zero", "01614265330", "malformed_timestamp"},
		{"two zeros", "00", "malformed_timestamp"},
		{"plus", "+1614265330", "malformed_timestamp"},
		{"minus", "-1", "malformed_timestamp"},
		{"fraction", "1614265330.0", "malformed_timestamp"},
		{"exponent", "1e9", "malformed_timestamp"},
		{"hexadecimal", "0x6037bbf2", "malformed_timestamp"},
		{"grouped", "1_614_265_330", "malformed_timestamp"},
		{"space before", " 1614265330", "malformed_timestamp"},
		{"space behind", "1614265330 ", "malformed_timestamp"},
		{"line break", "1614265330\n", "malformed_timestamp"},
		{"colon, next to the digits", "161426533:", "malformed_timestamp"},
		{"slash, next to the digits", "161426533/", "malformed_timestamp"},
		{"other digits", "١٦١٤٢٦٥٣٣٠", "malformed_timestamp"},
		{"ISO 8601", "2021-02-25T15:02:10Z", "malformed_timestamp"},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := headerOf(testID, c.text, macOf(key, testID, c.text, "{}"))
			_, err := verifierOf(t, []string{testSecret}).Verify([]byte("{}"), header)
			if c.code == "" {
				require.NoError(t, err)
				return
			}
			requireCode(t, c.code, err)
			var details *standardwebhooks.TimestampError
			require.ErrorAs(t, err, &details)
			require.Equal(t, c.text, details.Text)
		})
	}
}

func TestWindow(t *testing.T) {
	option := func(opts ...standardwebhooks.VerifierOption) []standardwebhooks.VerifierOption { return opts }
	cases := []struct {
		name string
		opts []standardwebhooks.VerifierOption
		age  time.Duration
		code string
	}{
		{"default, at the edge", nil, 300 * time.Second, ""},
		{"default, a nanosecond on", nil, 300*time.Second + 1, "timestamp_too_old"},
		{"default, a second on", nil, 301 * time.Second, "timestamp_too_old"},
		{"default, ahead at the edge", nil, -300 * time.Second, ""},
		{"default, ahead a nanosecond on", nil, -300*time.Second - 1, "timestamp_too_new"},
		{"default, ahead a second on", nil, -301 * time.Second, "timestamp_too_new"},
		{"both", option(standardwebhooks.WithTolerance(time.Second)), time.Second + 1, "timestamp_too_old"},
		{"both, ahead", option(standardwebhooks.WithTolerance(time.Second)), -time.Second - 1, "timestamp_too_new"},
		{"past apart", option(standardwebhooks.WithPastTolerance(time.Hour)), time.Hour, ""},
		{"past apart, beyond", option(standardwebhooks.WithPastTolerance(time.Hour)), time.Hour + 1, "timestamp_too_old"},
		{"past apart leaves the future", option(standardwebhooks.WithPastTolerance(time.Hour)), -301 * time.Second, "timestamp_too_new"},
		{"future apart", option(standardwebhooks.WithFutureTolerance(time.Minute)), -time.Minute, ""},
		{"future apart, beyond", option(standardwebhooks.WithFutureTolerance(time.Minute)), -time.Minute - 1, "timestamp_too_new"},
		{"future apart leaves the past", option(standardwebhooks.WithFutureTolerance(time.Minute)), 300 * time.Second, ""},
		{"the later option wins", option(standardwebhooks.WithPastTolerance(time.Hour), standardwebhooks.WithTolerance(time.Minute)), time.Hour, "timestamp_too_old"},
		{"any age", option(standardwebhooks.InsecureIgnoreTimestamp()), 100 * 365 * 24 * time.Hour, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			verifier := verifierOf(t, []string{testSecret}, c.opts...)
			_, err := verifier.VerifyAt([]byte(testPayload), testHeader(), testTime.Add(c.age))
			if c.code == "" {
				require.NoError(t, err)
				return
			}
			requireCode(t, c.code, err)
			var details *standardwebhooks.TimestampError
			require.ErrorAs(t, err, &details)
			require.Equal(t, c.age, details.Age)
			require.NotZero(t, details.Tolerance)
		})
	}
}

// TestWindowAtTheEndsOfTime: nothing wraps, whoever wrote the timestamp.
func TestWindowAtTheEndsOfTime(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	for _, now := range []time.Time{{}, time.Unix(0, 0), testTime, time.Unix(1<<40, 999999999)} {
		last := strconv.FormatInt(math.MaxInt64, 10)
		_, err := verifier.VerifyAt(nil, headerOf(testID, last, macOf(keyOf(t, testSecret), testID, last, "")), now)
		requireCode(t, "timestamp_too_new", err)
		var details *standardwebhooks.TimestampError
		require.ErrorAs(t, err, &details)
		require.Equal(t, time.Duration(math.MinInt64), details.Age)
	}
}

// TestForgedIsNeverCalledStale: only what is authentic has an age.
func TestForgedIsNeverCalledStale(t *testing.T) {
	_, err := verifierOf(t, []string{testSecret}).Verify([]byte(testPayload), headerOf(testID, "1", wrongV1))
	requireCode(t, "signature_mismatch", err)
}

func TestTokenStreams(t *testing.T) {
	good, bad := testSignature[3:], wrongV1[3:]
	many := func(n int) string { return strings.Repeat(wrongV1+" ", n) }
	for _, c := range []struct {
		name   string
		values []string
		code   string
	}{
		{"one", []string{"v1," + good}, ""},
		{"last of two", []string{"v1," + bad + " v1," + good}, ""},
		{"a line each", []string{"v1," + bad, "v1," + good}, ""},
		{"split at the comma", []string{"v1", good}, ""},
		{"split at the comma, two", []string{"v1", bad + " v1", good}, ""},
		{"folded", []string{"v1," + bad + ", v1," + good}, ""},
		{"folded without space", []string{"v1," + bad + ",v1," + good}, ""},
		{"separators in runs", []string{", ,v1 , ,  " + good + ",,  "}, ""},
		{"empty value between", []string{"v1", "", good}, ""},
		{"words before", []string{"garbage v1 v1,abc v1," + good}, ""},
		{"other versions before", []string{"v2," + bad + " v1b," + bad + " v1," + good}, ""},
		{"words behind", []string{"v1," + good + " garbage"}, ""},
		{"more behind the comma", []string{"v1," + good + ",extra"}, ""},
		{"a label for a signature", []string{"v1,v1," + good}, ""},
		{"behind a very long token", []string{strings.Repeat("x", 100000) + " v1," + good}, ""},
		{"a thousand", []string{many(1000) + "v1," + good}, ""},
		{"label far from signature", []string{"v1,abc," + good}, "malformed_signature"},
		{"without label", []string{good}, "malformed_signature"},
		{"space alone", []string{" "}, "malformed_signature"},
		{"label alone", []string{"v1"}, "malformed_signature"},
		{"label and comma", []string{"v1,"}, "malformed_signature"},
		{"in quotes", []string{`"v1,` + good + `"`}, "malformed_signature"},
		{"tab between", []string{"v1,abc\tv1," + good}, "malformed_signature"},
		{"line break between", []string{"v1," + bad + "\nv1," + good}, "malformed_signature"},
		{"a character short", []string{"v1," + good[:43]}, "malformed_signature"},
		{"a character long", []string{"v1," + good + "="}, "malformed_signature"},
		{"capital label", []string{"V1," + good}, "malformed_signature"},
		{"colon", []string{"v1:" + good}, "malformed_signature"},
		{"version without number", []string{"v," + good}, "malformed_signature"},
		{"version with two letters", []string{"v1ab," + good}, "malformed_signature"},
		{"version with a capital", []string{"v1A," + good}, "malformed_signature"},
		{"version with a letter before", []string{"va1," + good}, "malformed_signature"},
		{"version at the end", []string{"v1,abc v2"}, "malformed_signature"},
		{"another version", []string{"v2," + good}, "unsupported_scheme"},
		{"version zero", []string{"v0," + good}, "unsupported_scheme"},
		{"version nine", []string{"v9," + good}, "unsupported_scheme"},
		{"two digits", []string{"v10," + good}, "unsupported_scheme"},
		{"another letter", []string{"v1z," + good}, "unsupported_scheme"},
		{"Ed25519 without its key", []string{testV1a}, "unsupported_scheme"},
		{"another version, then a short one of ours", []string{"v2," + good + " v1,short"}, "unsupported_scheme"},
		{"URL-safe", []string{"v1," + strings.NewReplacer("+", "-", "/", "_").Replace(good)}, "signature_mismatch"},
		{"trailing bits", []string{"v1," + good[:42] + "F="}, "signature_mismatch"},
		{"no padding, one more", []string{"v1," + good[:43] + "A"}, "signature_mismatch"},
		{"line break inside", []string{"v1," + good[:20] + "\n" + good[20:43]}, "signature_mismatch"},
		{"wrong", []string{"v1," + bad}, "signature_mismatch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			verifier := verifierOf(t, []string{testSecret})
			header := headerOf(testID, testTimestamp, c.values...)
			_, err := verifier.Verify([]byte(testPayload), header)
			early := verifier.CheckHeader(header)
			if c.code == "" {
				require.NoError(t, err)
				require.NoError(t, early)
				return
			}
			requireCode(t, c.code, err)
			if c.code == "signature_mismatch" {
				require.NoError(t, early)
				return
			}
			requireCode(t, c.code, early)
		})
	}
}

// TestLongTokensAreOneToken: however long a word is, what it ends in is no
// label, and what it begins with no signature.
func TestLongTokensAreOneToken(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret, testPublic})
	for n := range 300 {
		word := strings.Repeat("x", n+1)
		for _, signature := range []string{testSignature, testV1a} {
			_, err := verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, word+signature))
			requireCode(t, "malformed_signature", err)
			_, err = verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, signature+word))
			requireCode(t, "malformed_signature", err)
			_, err = verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, word+" "+signature+","+word))
			require.NoError(t, err)
		}
	}
}

func TestSchemeErrorNamesVersions(t *testing.T) {
	header := headerOf(testID, testTimestamp, "v1a,x v2,x v1a,y", "v3 v4 v5 v6 v7 v8 v9 v10 v11")
	_, err := verifierOf(t, []string{testSecret}).Verify(nil, header)
	var details *standardwebhooks.SchemeError
	require.ErrorAs(t, err, &details)
	require.Equal(t, []string{"v1a", "v2", "v3", "v4", "v5", "v6", "v7", "v8"}, details.Versions)
}

// TestManyVersions: what a forger may fill a header with, and how long its
// words may be, costs no more than reading it does.
func TestManyVersions(t *testing.T) {
	var list strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&list, "v%d ", i+2)
	}
	for _, value := range []string{list.String(), "v" + strings.Repeat("9", 1<<20) + ",x"} {
		err := verifierOf(t, []string{testSecret}).CheckHeader(headerOf(testID, testTimestamp, value))
		requireCode(t, "unsupported_scheme", err)
		require.Less(t, len(err.Error()), 200)
	}
}

func TestMismatchErrorCounts(t *testing.T) {
	_, err := verifierOf(t, []string{testSecret, otherSecret}).Verify(nil, headerOf(testID, testTimestamp, wrongV1+" "+wrongV1+" "+testV1a))
	require.EqualError(t, err, "no signature matches: 2 signatures, 2 keys")
	_, err = verifierOf(t, []string{testPublic}).Verify(nil, headerOf(testID, testTimestamp, wrongV1+" "+testV1a))
	require.EqualError(t, err, "no signature matches: 1 signature, 1 key")
}

// TestSchemesDoNotMix: a public key is no HMAC key, and a secret no public key.
func TestSchemesDoNotMix(t *testing.T) {
	public := publicOf(t, testPublic)
	keyed := macOf(public.Bytes(), testID, testTimestamp, testPayload)
	for _, label := range []string{"v1,", "v1a,"} {
		_, err := verifierOf(t, []string{testPublic}).Verify([]byte(testPayload), headerOf(testID, testTimestamp, label+keyed[3:]))
		require.ErrorIs(t, err, standardwebhooks.ErrInvalid)
	}
	_, err := verifierOf(t, []string{testSecret}).Verify([]byte(testPayload), headerOf(testID, testTimestamp, "v1a,"+testSignature[3:]))
	requireCode(t, "unsupported_scheme", err)
}

// TestAsymmetricWorkIsBounded: of a long list no more than 16 different
// signatures are tried, and what is no signature does not count.
func TestAsymmetricWorkIsBounded(t *testing.T) {
	verifier := verifierOf(t, []string{testPublic})
	wrong := func(i int) string {
		signature := make([]byte, ed25519.SignatureSize)
		signature[0] = byte(i + 1)
		return "v1a," + base64.StdEncoding.EncodeToString(signature) + " "
	}
	list := func(n int, one func(int) string) (list string) {
		for i := range n {
			list += one(i)
		}
		return list
	}
	for _, c := range []struct {
		name, before string
		code         string
	}{
		{"fifteen others", list(15, wrong), ""},
		{"sixteen others", list(16, wrong), "signature_mismatch"},
		{"one other, a hundred times", list(100, func(int) string { return wrong(0) }), ""},
		{"a hundred that are not base64", list(100, func(i int) string { return fmt.Sprintf("v1a,%087d- ", i) }), ""},
		{"a hundred of HMAC", strings.Repeat(wrongV1+" ", 100), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := verifier.Verify([]byte(testPayload), headerOf(testID, testTimestamp, c.before+testV1a))
			if c.code == "" {
				require.NoError(t, err)
				return
			}
			requireCode(t, c.code, err)
		})
	}
}

// TestAsymmetricLargePayloads: a large buffer is not kept, and the message
// after it is the right one.
func TestAsymmetricLargePayloads(t *testing.T) {
	verifier := verifierOf(t, []string{otherSecret, testPublic})
	for _, size := range []int{1 << 20, 1, 64 << 10, 0, 100} {
		payload := make([]byte, size)
		header := signedBy(t, []string{testPrivate}, testID, testTime, payload)
		_, err := verifier.Verify(payload, header)
		require.NoError(t, err)
		_, err = verifier.Verify(append(payload, 0), header)
		requireCode(t, "signature_mismatch", err)
	}
}

func TestZeroVerifier(t *testing.T) {
	var none *standardwebhooks.Verifier
	for _, verifier := range []*standardwebhooks.Verifier{none, {}} {
		_, err := verifier.Verify([]byte(testPayload), testHeader())
		requireCode(t, "no_keys", err)
		_, err = verifier.VerifyAt([]byte(testPayload), testHeader(), testTime)
		requireCode(t, "no_keys", err)
		requireCode(t, "no_keys", verifier.CheckHeader(testHeader()))
	}
}

// TestPrefixes reads svix-* and webhook-* headers as one Verifier may have to.
func TestPrefixes(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret}, standardwebhooks.WithHeaderPrefix("svix", "webhook"))
	set := func(header http.Header, prefix, id, timestamp, signature string) http.Header {
		header[prefix+"-Id"], header[prefix+"-Timestamp"], header[prefix+"-Signature"] = []string{id}, []string{timestamp}, []string{signature}
		return header
	}
	both := func(id, timestamp, signature string) http.Header {
		return set(set(http.Header{}, "Svix", id, timestamp, signature), "Webhook", testID, testTimestamp, testSignature)
	}
	stray := testHeader()
	stray["Svix-Id"], stray["Svix-Signature"] = []string{"evil"}, []string{""}
	mixed := testHeader()
	delete(mixed, "Webhook-Id")
	mixed["Svix-Id"] = []string{testID}
	for _, c := range []struct {
		name   string
		header http.Header
		code   string
	}{
		{"first", set(http.Header{}, "Svix", testID, testTimestamp, testSignature), ""},
		{"second", testHeader(), ""},
		{"both, the right signature in the second", both(testID, testTimestamp, wrongV1), ""},
		{"both, other id", both("msg_2", testTimestamp, testSignature), "duplicate_header"},
		{"both, other timestamp", both(testID, "1614265331", testSignature), "duplicate_header"},
		{"incomplete first", stray, ""},
		{"mixed", mixed, "missing_header"},
		{"neither", http.Header{}, "missing_header"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := verifier.Verify([]byte(testPayload), c.header)
			if c.code == "" {
				require.NoError(t, err)
				return
			}
			requireCode(t, c.code, err)
		})
	}
	doubled := both(testID, testTimestamp, testSignature)
	doubled["Svix-Timestamp"] = []string{testTimestamp, "1"}
	_, err := verifier.Verify([]byte(testPayload), doubled)
	requireCode(t, "duplicate_header", err)
	require.ErrorContains(t, err, "svix-timestamp")

}

// TestMissingInTheNearestSet: of several sets, the error speaks of the one that
// is nearly there, and of the first where there is nothing to choose.
func TestMissingInTheNearestSet(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret}, standardwebhooks.WithHeaderPrefix("svix", "webhook"))
	for want, header := range map[string]http.Header{
		"svix-signature":    {"Svix-Id": {"a"}, "Svix-Timestamp": {"1"}, "Webhook-Id": {"a"}},
		"webhook-signature": {"Webhook-Id": {"a"}, "Webhook-Timestamp": {"1"}, "Svix-Id": {"a"}},
		"webhook-timestamp": {"Webhook-Id": {"a"}, "Webhook-Signature": {"s"}, "Svix-Timestamp": {"1"}},
		"webhook-id":        {"Webhook-Timestamp": {"1"}, "Webhook-Signature": {"s"}, "Svix-Signature": {"s"}},
		"svix-id":           {},
		"svix-timestamp":    {"Svix-Id": {"a"}, "Webhook-Signature": {"s"}},
	} {
		_, err := verifier.Verify(nil, header)
		requireCode(t, "missing_header", err)
		var details *standardwebhooks.HeaderError
		require.ErrorAs(t, err, &details)
		require.Equal(t, want, details.Name)
	}
}

func TestVerifyDoesNotAllocate(t *testing.T) {
	if race.Enabled {
		t.Skip("sync.Pool drops entries under the race detector")
	}
	verifier := verifierOf(t, []string{otherSecret, testSecret})
	header, payload := testHeader(), []byte(testPayload)
	header["Webhook-Signature"] = []string{wrongV1 + " " + testV1a, testSignature}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if _, err := verifier.Verify(payload, header); err != nil {
			t.Fatal(err)
		}
	}))
}

// TestAsymmetricBuffersAreReused: the message is gathered in the buffer of the
// one before.
func TestAsymmetricBuffersAreReused(t *testing.T) {
	if race.Enabled {
		t.Skip("sync.Pool drops entries under the race detector")
	}
	verifier := verifierOf(t, []string{testPublic})
	payload := make([]byte, 60<<10)
	header := signedBy(t, []string{testPrivate}, testID, testTime, payload)
	const times = 50
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		_, err := verifier.Verify(payload, header)
		require.NoError(t, err)
	}
	runtime.ReadMemStats(&after)
	require.Less(t, (after.TotalAlloc-before.TotalAlloc)/times, uint64(len(payload)/4))
}

func TestVerifyConcurrently(t *testing.T) {
	verifier := verifierOf(t, []string{otherSecret, testSecret, testPublic})
	errs := make([]error, 8)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			for n := 0; n < 200 && errs[i] == nil; n++ {
				errs[i] = verifyBothWays(verifier, keyOf(t, testSecret), strings.Repeat("x", n*i), n%20 == 0)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
}

// verifyBothWays verifies a message, and the same with a byte more.
func verifyBothWays(verifier *standardwebhooks.Verifier, key []byte, payload string, asymmetric bool) error {
	header := headerOf(testID, testTimestamp, macOf(key, testID, testTimestamp, payload))
	if asymmetric {
		header, payload = headerOf(testID, testTimestamp, testV1a), testPayload
	}
	if _, err := verifier.Verify([]byte(payload), header); err != nil {
		return err
	}
	if _, err := verifier.Verify([]byte(payload+"y"), header); !errors.Is(err, standardwebhooks.ErrSignatureMismatch) {
		return fmt.Errorf("a byte more: %v", err)
	}
	return nil
}
