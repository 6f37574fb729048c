package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/standardwebhooks"
)

// core is the one profile that these tests need.
func core() conformance.Profile {
	return conformance.Profile{
		Headers: []string{"webhook-id", "webhook-timestamp", "webhook-signature"},
		NewVerifier: func(texts []string, tolerance *time.Duration) (conformance.Verifier, error) {
			keys, err := parse(texts, standardwebhooks.ParseVerifyingKey)
			if err != nil {
				return nil, err
			}
			var opts []standardwebhooks.VerifierOption
			if tolerance != nil {
				opts = append(opts, standardwebhooks.WithTolerance(*tolerance))
			}
			return standardwebhooks.NewVerifier(keys, opts...)
		},
		NewSigner: func(texts []string) (conformance.Signer, error) {
			keys, err := parse(texts, standardwebhooks.ParseSigningKey)
			if err != nil {
				return nil, err
			}
			return standardwebhooks.NewSigner(keys)
		},
	}
}

func parse[K any](texts []string, parse func(string) (K, error)) ([]K, error) {
	var keys []K
	for _, text := range texts {
		key, err := parse(text)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// A broken profile panics, or fails without a code.
type broken struct{ err error }

func (b broken) VerifyAt([]byte, http.Header, time.Time) (standardwebhooks.Message, error) {
	if b.err == nil {
		panic("broken")
	}
	return standardwebhooks.Message{}, b.err
}

func (b broken) SetHeaders(context.Context, http.Header, string, time.Time, []byte) error {
	panic("broken")
}

func brokenProfile(err error) conformance.Profile {
	return conformance.Profile{
		NewVerifier: func([]string, *time.Duration) (conformance.Verifier, error) { return broken{err}, nil },
		NewSigner:   func([]string) (conformance.Signer, error) { return broken{err}, nil },
	}
}

func adapter() *conformance.Adapter {
	return &conformance.Adapter{
		Implementation: conformance.Implementation{Name: "test", Language: "go", Version: "1", Source: "here"},
		Features:       []string{"ed25519"},
		Profiles: map[string]conformance.Profile{
			"standard": core(),
			"panics":   brokenProfile(nil),
			"fails":    brokenProfile(errors.New("out of order")),
		},
	}
}

func ask(t *testing.T, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, adapter().Serve(strings.NewReader(strings.Join(lines, "\n")+"\n"), &out))
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

const (
	keys    = `"keys":["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]`
	body    = `"body":"eyJ0ZXN0IjogMjQzMjIzMjMxNH0="`
	headers = `"headers":[["webhook-id","msg_p5jXN8AQM9LWM0D4loKWxJek"],["webhook-timestamp","1614265330"],["webhook-signature","v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="]]`
	verify  = `{"cmd":"run","seq":"1","op":"verify","profile":"standard",` + keys + `,` + headers + `,` + body
)

func TestHello(t *testing.T) {
	t.Parallel()
	answers := ask(t, `{"cmd":"hello","protocol":1}`, `{"cmd":"hello","protocol":2}`, `{"cmd":"hello"}`)
	assert.JSONEq(t, `{"protocol":1,
		"implementation":{"name":"test","language":"go","version":"1","source":"here"},
		"capabilities":{"profiles":["fails","panics","standard"],"ops":["verify","sign","key"],"clock":"explicit","features":["ed25519"]}}`, answers[0])
	assert.JSONEq(t, `{"outcome":"error","detail":"this adapter speaks protocol 1, not 2"}`, answers[1])
	assert.JSONEq(t, `{"outcome":"error","detail":"this adapter speaks protocol 1, not 0"}`, answers[2])
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ line, outcome, reason, message string }{
		"accept":                    {verify + `,"now":1614265330,"tolerance":300}`, "accept", "", ""},
		"default tolerance":         {verify + `,"now":1614265630,"tolerance":null}`, "accept", "", ""},
		"default tolerance, beyond": {verify + `,"now":1614265631}`, "reject", "timestamp_too_old", "too old"},
		"fraction of a tolerance":   {verify + `,"now":1614265331,"tolerance":1.5}`, "accept", "", ""},
		"future":                    {verify + `,"now":1614265029}`, "reject", "timestamp_too_new", ""},
		"tolerance of zero":         {verify + `,"now":1614265330,"tolerance":0}`, "reject", "invalid_tolerance", ""},
		"negative tolerance":        {verify + `,"now":1614265330,"tolerance":-1}`, "reject", "invalid_tolerance", ""},
		"huge tolerance":            {verify + `,"now":1614265330,"tolerance":1e400}`, "reject", "invalid_tolerance", ""},
		"tolerance that overflows":  {verify + `,"now":1614265330,"tolerance":18446744074}`, "reject", "invalid_tolerance", ""},
		"tolerance is no number":    {verify + `,"now":1614265330,"tolerance":"x"}`, "error", "", "no command of the protocol"},
		"no now":                    {verify + `}`, "error", "", "now"},
		"fraction of now":           {verify + `,"now":1.5}`, "error", "", "no command of the protocol"},
		"no keys":                   {`{"cmd":"run","seq":"1","op":"verify","profile":"standard","now":1}`, "reject", "no_keys", ""},
		"refused key":               {`{"cmd":"run","seq":"1","op":"key","profile":"standard","keys":["whsec_abcd"]}`, "reject", "weak_secret", ""},
		"list in one key":           {`{"cmd":"run","seq":"1","op":"key","profile":"standard","keys":["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"]}`, "reject", "malformed_secret", ""},
		"public key":                {`{"cmd":"run","seq":"1","op":"key","profile":"standard","keys":["whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="]}`, "accept", "", ""},
		"private key":               {`{"cmd":"run","seq":"1","op":"key","profile":"standard","keys":["whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="]}`, "accept", "", ""},
		"private and public key":    {`{"cmd":"run","seq":"1","op":"key","profile":"standard","keys":["whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==","whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="]}`, "reject", "wrong_key_type", ""},
		"bad part before seq":       {`{"cmd":"run","headers":[["a"]],"body":"!","now":"x","seq":"1"}`, "error", "", "no command of the protocol"},
		"private key and secret":    {`{"cmd":"run","seq":"1","op":"key","profile":"standard","keys":["whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==","whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]}`, "accept", "", ""},
		"broken private key":        {`{"cmd":"run","seq":"1","op":"key","profile":"standard","keys":["whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlaaaaaaaaaaAJ6p9lMicMFs6Kvg=="]}`, "reject", "wrong_key_type", ""},
		"sign without time":         {`{"cmd":"run","seq":"1","op":"sign","profile":"standard","id":"msg_1",` + keys + `}`, "error", "", "timestamp"},
		"sign before 1970":          {`{"cmd":"run","seq":"1","op":"sign","profile":"standard","id":"msg_1","timestamp":-1,` + keys + `}`, "reject", "malformed_timestamp", ""},
		"sign with a dot":           {`{"cmd":"run","seq":"1","op":"sign","profile":"standard","id":"a.b","timestamp":1,` + keys + `}`, "reject", "malformed_id", ""},
		"sign with a public key":    {`{"cmd":"run","seq":"1","op":"sign","profile":"standard","id":"a","timestamp":1,"keys":["whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="]}`, "reject", "wrong_key_type", ""},
		"unknown operation":         {`{"cmd":"run","seq":"1","op":"encrypt","profile":"standard"}`, "unsupported", "", "encrypt"},
		"unknown profile":           {`{"cmd":"run","seq":"1","op":"verify","profile":"github"}`, "unsupported", "", "github"},
		"unknown command":           {`{"cmd":"sleep","seq":"1"}`, "error", "", "no such command"},
		"panic while verifying":     {`{"cmd":"run","seq":"1","op":"verify","profile":"panics","now":1}`, "error", "", "panic"},
		"panic while signing":       {`{"cmd":"run","seq":"1","op":"sign","profile":"panics","timestamp":1}`, "error", "", "panic"},
		"error without a code":      {`{"cmd":"run","seq":"1","op":"verify","profile":"fails","now":1}`, "error", "", "out of order"},
		"header is no pair":         {`{"cmd":"run","seq":"1","op":"verify","headers":[["a"]]}`, "error", "", "a header is"},
		"header of three":           {`{"cmd":"run","seq":"1","op":"verify","headers":[["a","b","c"]]}`, "error", "", "a header is"},
		"header is null":            {`{"cmd":"run","seq":"1","op":"verify","headers":[["a",null]]}`, "error", "", "a header is"},
		"header without base64":     {`{"cmd":"run","seq":"1","op":"verify","headers":[["a",{"hex":"00"}]]}`, "error", "", "a header is"},
		"header in bad base64":      {`{"cmd":"run","seq":"1","op":"verify","headers":[["a",{"base64":"!"}]]}`, "error", "", "a header is"},
		"body in bad base64":        {`{"cmd":"run","seq":"1","op":"verify","body":"!"}`, "error", "", "no command of the protocol"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := ask(t, tt.line)
			require.Len(t, answers, 1)
			var got conformance.Answer
			require.NoError(t, json.Unmarshal([]byte(answers[0]), &got))
			assert.Equal(t, tt.outcome, got.Outcome)
			assert.Equal(t, tt.reason, got.Reason)
			assert.Contains(t, got.Detail, tt.message)
			assert.Equal(t, `"1"`, string(got.Seq))
			assert.NotContains(t, answers[0], "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
		})
	}
}

func TestLinesThatAreNoCommand(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"text":        "hello",
		"array":       "[]",
		"null":        "null",
		"cut off":     `{"cmd":"run"`,
		"two objects": `{"cmd":"hello"}{}`,
		"not UTF-8":   "{\"cmd\":\"run\",\"op\":\"\xff\"}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := ask(t, line, "", "  ", `{"cmd":"run","seq":7,"op":"key","profile":"standard",`+keys+`}`)
			require.Len(t, answers, 2, "one for each line that is not blank")
			assert.Contains(t, answers[0], `"outcome":"error"`)
			assert.JSONEq(t, `{"seq":7,"outcome":"accept"}`, answers[1])
		})
	}
}

// The decoder would make U+FFFD of half a pair, and sign that.
func TestHalvesOfSurrogatePairs(t *testing.T) {
	t.Parallel()
	for text, whole := range map[string]bool{
		`a\ud83d\ude42`:               true,
		`a\ud83d\ude42\ud83d\ude42\n`: true,
		`\\ud800`:                     true,
		`\ufffd`:                      true,
		`a\ud800`:                     false,
		`\udc00`:                      false,
		`\ud800\ud800\udc00`:          false,
		`\ud83d\ude42\ud83d`:          false,
		`\\\uD800x`:                   false,
		`\ud800\\udc00`:               false,
	} {
		answer := ask(t, `{"cmd":"run","seq":"1","op":"sign","profile":"standard",`+keys+`,"timestamp":1,"body":"","id":"`+text+`"}`)[0]
		assert.Equal(t, !whole, strings.Contains(answer, `"outcome":"error"`), "%s: %s", text, answer)
		assert.Contains(t, answer, `"seq":"1"`)
	}
}

// The order of values under one name is theirs, and so is every byte.
func TestHeaderFields(t *testing.T) {
	t.Parallel()
	var got http.Header
	profile := core()
	profile.NewVerifier = func([]string, *time.Duration) (conformance.Verifier, error) {
		return recorder{&got}, nil
	}
	a := adapter()
	a.Profiles["standard"] = profile
	line := `{"cmd":"run","op":"verify","profile":"standard","now":1,"headers":[["x-a","1"],["X-A",{"base64":"/w=="}],["x-b",""],["x-a"," 2 "]]}`
	require.NoError(t, a.Serve(strings.NewReader(line), io.Discard))
	assert.Equal(t, http.Header{"X-A": {"1", "\xff", " 2 "}, "X-B": {""}}, got)
}

type recorder struct{ header *http.Header }

func (r recorder) VerifyAt(_ []byte, header http.Header, _ time.Time) (standardwebhooks.Message, error) {
	*r.header = header
	return standardwebhooks.Message{}, nil
}

func TestPairs(t *testing.T) {
	t.Parallel()
	for _, pair := range []conformance.Pair{{"a", "b"}, {"a", ""}, {"a", "<é>"}, {"a", "\xff\x00"}} {
		data, err := json.Marshal(pair)
		require.NoError(t, err)
		var back conformance.Pair
		require.NoError(t, json.Unmarshal(data, &back))
		assert.Equal(t, pair, back)
	}
	data, err := json.Marshal(conformance.Pair{"a", "\xff"})
	require.NoError(t, err)
	assert.JSONEq(t, `["a",{"base64":"/w=="}]`, string(data))
}

func TestLongLines(t *testing.T) {
	t.Parallel()
	large := `{"cmd":"run","seq":"large","op":"verify","profile":"standard","now":1,` + keys + `,"body":"` + strings.Repeat("AAAA", 1<<20) + `"}`
	tooLarge := `{"cmd":"run","seq":"` + strings.Repeat("a", 64<<20) + `"}`
	answers := ask(t, large, tooLarge, `{"cmd":"run","seq":"after","op":"key","profile":"standard",`+keys+`}`)
	require.Len(t, answers, 3)
	assert.Contains(t, answers[0], `{"seq":"large","outcome":"reject","reason":"missing_header"`)
	assert.Contains(t, answers[1], `"outcome":"error","detail":"the line is longer than`)
	assert.Equal(t, `{"seq":"after","outcome":"accept"}`, answers[2])
}

// The last line needs no end.
func TestNoLastLineEnd(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, adapter().Serve(strings.NewReader(`{"cmd":"run","seq":"1","op":"key","profile":"standard",`+keys+`}`), &out))
	assert.Equal(t, `{"seq":"1","outcome":"accept"}`+"\n", out.String())
}

var errBroken = errors.New("broken pipe")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }

func TestBrokenStreams(t *testing.T) {
	t.Parallel()
	require.ErrorIs(t, adapter().Serve(strings.NewReader(`{"cmd":"hello","protocol":1}`), brokenWriter{}), errBroken)
	require.ErrorIs(t, adapter().Serve(brokenReader{}, io.Discard), errBroken)
}
