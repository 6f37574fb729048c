package capture

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parseOne(t *testing.T, data string) *Request {
	t.Helper()
	requests, err := Parse([]byte(data), Options{})
	require.NoError(t, err)
	require.Len(t, requests, 1)
	return requests[0]
}

func parseError(t *testing.T, data string) string {
	t.Helper()
	requests, err := Parse([]byte(data), Options{})
	require.Error(t, err)
	assert.Empty(t, requests)
	return err.Error()
}

func TestHTTPBodyIsEveryByteAfterTheBlankLine(t *testing.T) {
	const head = "POST / HTTP/1.1\nWebhook-Id: a\n\n"
	for name, body := range map[string]string{
		"plain":             `{"a":1}`,
		"trailing newline":  "{\"a\":1}\n",
		"trailing CRLF":     "{\"a\":1}\r\n",
		"leading newline":   "\n\n{}",
		"CRLF inside":       "{\r\n\"a\":1\r\n}",
		"lone CR":           "a\rb\r",
		"NUL bytes":         "\x00a\x00",
		"not UTF-8":         "\xff\xfe\x80",
		"byte order mark":   "\xef\xbb\xbf{}",
		"a head of its own": "POST / HTTP/1.1\nHost: b\n\nc",
		"a response":        "HTTP/1.1 200 OK\r\n\r\n",
		"trace marks":       "> a\n< HTTP/1.1 200\n* Closing connection\n",
		"empty":             "",
		"looks chunked":     "3\r\nabc\r\n0\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, body, string(parseOne(t, head+body).Body))
			crlf := strings.ReplaceAll(head, "\n", "\r\n")
			assert.Equal(t, body, string(parseOne(t, crlf+body).Body))
		})
	}
}

func TestHTTPHeads(t *testing.T) {
	idAndB := []Field{{"Webhook-Id", "a"}, {"B", "c"}}
	for _, c := range []struct {
		name, data, method, target, proto string
		fields                            []Field
	}{
		{"request line", "POST /a?b HTTP/1.1\nWebhook-Id: a\nB: c\n\nx", "POST", "/a?b", "HTTP/1.1", idAndB},
		{"HTTP/2", "PUT / HTTP/2\nWebhook-Id: a\nB: c\n\nx", "PUT", "/", "HTTP/2", idAndB},
		{"no version", "POST https://a.example/b\nWebhook-Id: a\nB: c\n\nx", "POST", "https://a.example/b", "", idAndB},
		{"no request line", "Webhook-Id: a\nB: c\n\nx", "", "", "", idAndB},
		{"mixed line ends", "POST / HTTP/1.1\r\nWebhook-Id: a\nB: c\r\n\nx", "POST", "/", "HTTP/1.1", idAndB},
		{"blank line of spaces", "Webhook-Id: a\nB: c\n  \t\nx", "", "", "", idAndB},
		{"leading blank lines", "\r\n\n \nWebhook-Id: a\nB: c\n\nx", "", "", "", idAndB},
		{"byte order mark", "\xef\xbb\xbfPOST / HTTP/1.1\nWebhook-Id: a\nB: c\n\nx", "POST", "/", "HTTP/1.1", idAndB},
		{"http file", "### hook\n# by hand\n// so\nPOST /\nWebhook-Id: a\nB: c\n\nx", "POST", "/", "", idAndB},
		{"values are trimmed", "Webhook-Id: \t a \t\nB:c\n\nx", "", "", "", idAndB},
		{"space before colon", "Webhook-Id : a\nB\t: c\n\nx", "", "", "", idAndB},
		{"pseudo fields", ":method: POST\n:path: /p\n:scheme: https\n:authority: h\nb: c\n\nx", "POST", "/p", "", []Field{{"host", "h"}, {"b", "c"}}},
		{"names and values in turn", ":method:\nPOST\n:path:\n/p\nwebhook-id:\na: b\nb:\n\tc\n\nx", "", "", "", nil},
		{"copied from a browser", ":method:\nPOST\n:path:\n/p\nwebhook-id:\na\nb:\nc:d\n\nx", "POST", "/p", "", []Field{{"webhook-id", "a"}, {"b", "c:d"}}},
		{"under a title", "General\nRequest URL: https://a\n\nRequest Headers (1.2 kB)\nWebhook-Id: a\nB: c\n\nx", "", "", "", idAndB},
		{"empty values", "A:\nB:\n\nx", "", "", "", []Field{{"A", ""}, {"B", ""}}},
		{"three empty values", "A:\nB:\nC:\n\nx", "", "", "", []Field{{"A", ""}, {"B", ""}, {"C", ""}}},
		{"other white space is the value's", "A: \u00a0b\v\n\nx", "", "", "", []Field{{"A", "\u00a0b\v"}}},
		{"glued to what looks like a field", "request:POST /p HTTP/1.1\nB: c\n\nx", "POST", "/p", "HTTP/1.1", []Field{{"B", "c"}}},
		{"after a time of day", "18:03:21.1 IP a > b: x\n...POST /p HTTP/1.1\nB: c\n\nx", "POST", "/p", "HTTP/1.1", []Field{{"B", "c"}}},
		{"names stay as spelled, repeated in order", "wEbhook-iD: 1\nA: 2\nWebhook-Id: 3\n\nx", "", "", "", []Field{{"wEbhook-iD", "1"}, {"A", "2"}, {"Webhook-Id", "3"}}},
		{"folded", "A: b\n  c \r\n\td\nE:\n f\n\nx", "", "", "", []Field{{"A", "b c d"}, {"E", "f"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.fields == nil {
				parseError(t, c.data)
				return
			}
			r := parseOne(t, c.data)
			assert.Equal(t, []string{c.method, c.target, c.proto}, []string{r.Method, r.Target, r.Proto})
			assert.Equal(t, c.fields, r.Header)
			assert.Equal(t, "x", string(r.Body))
			assert.Equal(t, KindHTTP, r.Kind)
		})
	}
}

func TestHTTPErrorsNameTheLine(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "there is no request in it"},
		{"only blank lines", "\n\r\n \n", "there is no request in it"},
		{"no blank line before the body", "POST / HTTP/1.1\nA: b\n{\"a\": 1}\n", `line 3: expected "name: value" or a blank line before the body`},
		{"no header", "\nhello world\n\nx", "line 2: expected a request line"},
		{"response", "\nHTTP/1.1 200 OK\nA: b\n\nx", "line 2: this is a response"},
		{"response of curl -v", "< HTTP/1.1 200 OK\n< A: b\n\nx", "line 1: expected a request line"},
		{"continuation of nothing", "POST / HTTP/1.1\n a: b\n\nx", "line 2: starts with a space"},
		{"bad name", "A: b\nC d: e\n\nx", "line 2: expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Contains(t, parseError(t, c.data), c.want)
		})
	}
}

func TestHTTPErrorsDoNotEchoTheCapture(t *testing.T) {
	err := parseError(t, "POST / HTTP/1.1\nA: b\nWebhook Signature: v1,c2VjcmV0\n\nx")
	assert.NotContains(t, err, "c2VjcmV0")
}

func TestHTTPEvidence(t *testing.T) {
	for _, c := range []struct {
		name, data, body string
		want             Evidence
	}{
		{"nothing to say", "A: b\n\nx", "x", Evidence{ContentLength: -1}},
		{"longer than declared", "Content-Length: 1\n\nxyz", "xyz", Evidence{ContentLength: 1}},
		{"shorter than declared", "Content-Length: 9\n\nxyz", "xyz", Evidence{ContentLength: 9}},
		{"length of no use", "Content-Length: -3\n\nxyz", "xyz", Evidence{ContentLength: -1}},
		{"no blank line", "A: b\nC: d", "", Evidence{ContentLength: -1, NoBlankLine: true}},
		{"folded", "A: b\n c\n\n", "", Evidence{ContentLength: -1, Folded: true}},
		{"response glued on", "Content-Length: 2\r\n\r\nxyHTTP/1.1 204 No Content\r\n\r\n", "xy", Evidence{ContentLength: 2, Response: true}},
		{"response elsewhere is body", "Content-Length: 1\r\n\r\nxyHTTP/1.1 204 No Content\r\n\r\n", "xyHTTP/1.1 204 No Content\r\n\r\n", Evidence{ContentLength: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parseOne(t, c.data)
			assert.Equal(t, c.body, string(r.Body))
			assert.Equal(t, c.want, r.Evidence)
		})
	}
}

func TestSpaceBeforeTheColonIsSaid(t *testing.T) {
	for data, want := range map[string]bool{
		"A: b c : d\n\n":                  false,
		":path: /\nA: b\n\n":              false,
		"A : b\n\n":                       true,
		"A: b\nB\t: c\n\n":                true,
		"> POST / HTTP/1.1\n> A : b\n>\n": true,
		"curl u -H 'A : b'":               true,
		"curl u -H 'A: b : c'":            false,
	} {
		assert.Equal(t, want, parseOne(t, data).SpacedColon, "%q", data)
	}
}

func TestHTTPDate(t *testing.T) {
	r := parseOne(t, "Date: Thu, 01 Jan 2026 00:00:00 GMT\n\n")
	assert.Equal(t, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), r.Date)
	assert.False(t, r.DateRecorded, "the sender wrote it")
	assert.True(t, parseOne(t, "Date: yesterday\n\n").Date.IsZero())
}

func TestHTTPLineIsThatOfTheRequest(t *testing.T) {
	assert.Equal(t, 1, parseOne(t, "A: b\n\nx").Line)
	assert.Equal(t, 4, parseOne(t, "\n\n# a\nPOST / HTTP/1.1\nA: b\n\nx").Line)
}

func TestSizeIsBounded(t *testing.T) {
	_, err := Parse([]byte("A: b\n\nxyz"), Options{MaxSize: 8})
	require.ErrorIs(t, err, ErrSize)
	_, err = Parse([]byte("A: b\n\nxy"), Options{MaxSize: 8})
	require.NoError(t, err)
}

func TestUnknownKind(t *testing.T) {
	_, err := Parse([]byte("A: b\n\n"), Options{Kind: "pcap"})
	assert.ErrorContains(t, err, `no capture kind "pcap"`)
}

func TestFields(t *testing.T) {
	r := parseOne(t, "webhook-ID: 1\nA: 2\nWebhook-Id: 3\n\nx")
	assert.Equal(t, "1", r.Get("Webhook-Id"))
	assert.Empty(t, r.Get("none"))
	assert.Equal(t, []string{"1", "3"}, r.Values("WEBHOOK-ID"))
	assert.Equal(t, http.Header{"Webhook-Id": {"1", "3"}, "A": {"2"}}, r.HTTPHeader())
}

func TestSigned(t *testing.T) {
	for names, want := range map[string]bool{
		"Webhook-Signature":             true,
		"svix-signature":                true,
		"Stripe-Signature":              true,
		"X-Hub-Signature-256":           true,
		"X-Shopify-Hmac-Sha256":         true,
		"X-Square-HmacSha256-Signature": true,
		"Paypal-Transmission-Sig":       true,
		"acme-webhook-signature":        true,
		"Acme-Id Acme-Timestamp":        true,
		"Acme-Id Other-Timestamp":       false,
		"X-Request-Id":                  false,
		"Content-Type Host":             false,
		"X-Design":                      false,
	} {
		var r Request
		for name := range strings.FieldsSeq(names) {
			r.Header = append(r.Header, Field{name, "a"})
		}
		assert.Equal(t, want, r.Signed(), names)
	}
}
