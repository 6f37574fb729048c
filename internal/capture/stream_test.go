package capture

import (
	"bytes"
	"encoding/base64"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	traced   = "> POST /1 HTTP/1.1\n> B: c\n>\nfirst\n* upload completely sent off\n< HTTP/1.1 200 OK\n<\n"
	streamed = "POST /1 HTTP/1.1\r\nB: c\r\nContent-Length: 5\r\n\r\nfirst" + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
	chunked  = "POST /1 HTTP/1.1\r\nB: c\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n"
	second   = "POST /2 HTTP/1.1\r\nB: d\r\n\r\nsecond"
)

// The second request may be the forged one.
func TestRequestsThatFollowAreRead(t *testing.T) {
	for _, c := range []struct {
		name, data string
		line       int
	}{
		{"trace", traced + "> POST /2 HTTP/1.1\n> B: d\n>\nsecond\n* Closing connection", 8},
		{"trace, glued to the response", traced + "ok> POST /2 HTTP/2\r\n> B: d\r\n> \r\nsecond\n< HTTP/2 200\n", 8},
		{"stream", streamed + second, 8},
		{"stream, glued to the response", streamed + "ok" + second, 8},
		{"stream, after JSON", streamed + `{"a":1}` + second, 8},
		{"tshark", "====\nFollow: tcp,ascii\nNode 0: a\n9\n" + streamed + "\n9\n" + second, 14},
		{"chunked", chunked + "HTTP/1.1 200 OK\r\n\r\n" + second, 11},
		{"chunked, no response", chunked + second, 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			requests, err := Parse([]byte(c.data), Options{})
			require.NoError(t, err)
			require.Len(t, requests, 2)
			for i, r := range requests {
				assert.Equal(t, []string{"/1", "/2"}[i], r.Target)
				assert.Equal(t, []string{"c", "d"}[i], r.Get("B"))
				assert.Equal(t, []string{"first", "second"}[i], string(r.Body))
			}
			assert.Equal(t, c.line, requests[1].Line)
		})
	}
}

func TestRequestThatFollowsAndIsNoneIsAnError(t *testing.T) {
	for name, data := range map[string]string{
		"a method that is not read": streamed + "steal /2 HTTP/1.1\r\nB: d\r\n\r\nsecond",
		"no head":                   streamed + "POST /2 HTTP/1.1\r\nB: d\r\nno field\r\n\r\n",
		"trace":                     traced + "> steal /2 HTTP/1.1\n> B: d\n>\nsecond",
		"chunks":                    streamed + strings.Replace(chunked, "5\r\nfirst\r\n", "5\r\nfirst!\r\n", 1),
	} {
		t.Run(name, func(t *testing.T) {
			assert.Contains(t, parseError(t, data), "another request follows the first: line ")
		})
	}
}

func TestResponsesAreNoRequests(t *testing.T) {
	for name, data := range map[string]string{
		"stream":         streamed + "ok",
		"quoted":         streamed + `{"line":"POST /2 HTTP/1.1"}`,
		"no field after": streamed + "POST /2 HTTP/1.1\r\nis what I have got",
		"trace":          traced + "{}\n* Closing connection",
	} {
		t.Run(name, func(t *testing.T) {
			r := parseOne(t, data)
			assert.Equal(t, "first", string(r.Body))
			assert.True(t, r.Response)
		})
	}
}

func TestNgrokStreams(t *testing.T) {
	raw := base64.StdEncoding.EncodeToString([]byte(chunked + second))
	requests, err := Parse([]byte(`{"start":"2026-01-01T00:00:00Z","request":{"raw":"`+raw+`"}}`), Options{})
	require.NoError(t, err)
	require.Len(t, requests, 2)
	assert.Equal(t, newYear, requests[1].Date)
	assert.True(t, requests[1].DateRecorded)
}

// Packets of other connections are not read; that they are there is said.
func TestOtherConnectionsAreUnjudged(t *testing.T) {
	data, err := os.ReadFile("testdata/tcpdump-one-packet.txt")
	require.NoError(t, err)
	assert.Zero(t, parseOne(t, string(data)).Unjudged)
	other := bytes.ReplaceAll(data, []byte("localhost.52412"), []byte("localhost.52413"))
	assert.Equal(t, 91+1+19+1, parseOne(t, string(data)+string(other)).Unjudged)
}

// Many requests in a stream take no longer for each than one.
func TestManyRequestsInAStream(t *testing.T) {
	data := strings.Repeat(streamed, DefaultMaxSize/len(streamed)/4)
	requests, err := Parse([]byte(data), Options{})
	require.NoError(t, err)
	assert.Len(t, requests, DefaultMaxSize/len(streamed)/4)
}

// The lines of a log that come after those that were made to keep the reader
// busy are not passed over.
func TestLogThatWearsTheReaderOut(t *testing.T) {
	data := "INFO " + event + strings.Repeat("\n{\"a\":[", 10) + "\n\"" + strings.Repeat(" ", 10_000) + "\"\nINFO " + event
	assert.Contains(t, parseError(t, data), "too many brackets before it open what nothing closes")
}
