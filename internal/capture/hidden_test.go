package capture

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What curl 7.88 and 8.14 write to a file, and to a terminal.
const (
	traceHead  = "*   Trying 127.0.0.1:3000...\n* Connected to 127.0.0.1 (127.0.0.1) port 3000 (#0)\n> POST /a HTTP/1.1\r\n> B: c\r\n> Content-Length: 13\r\n> \r\n"
	traceReply = "< HTTP/1.1 200 OK\r\n< D: e\r\n< \r\n{ [2 bytes data]\n* Connection #0 to host 127.0.0.1 left intact\n"
	traceMeter = "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
)

func TestHiddenBodies(t *testing.T) {
	for name, data := range map[string]string{
		"to a file":         traceMeter + traceHead + "} [13 bytes data]\n" + traceReply,
		"to a terminal":     traceHead + "* upload completely sent off: 13 out of 13 bytes\n" + traceReply + "ok",
		"silent":            traceHead + traceReply,
		"meter meanwhile":   traceHead + "} [13 bytes data]\n\r100    13    0     0  100    13      0     11  0:00:01  0:00:01 --:--:--    11\n" + traceReply,
		"unknown remark":    traceHead + "* Send failure: Broken pipe\n" + traceReply,
		"no reply":          traceHead + "* Send failure: Broken pipe\n",
		"head alone":        traceHead,
		"data of no length": "* so\n> POST /a HTTP/2\n> B: c\n>\n} [13 bytes data]\n< HTTP/2 200\n",
		"chunked":           "* so\n> POST /a HTTP/1.1\n> B: c\n> Transfer-Encoding: chunked\n>\n} [13 bytes data]\n< HTTP/1.1 200 OK\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := parseOne(t, data)
			assert.True(t, r.Absent)
			assert.Empty(t, r.Body)
			assert.Equal(t, "c", r.Get("B"))
		})
	}
}

func TestShownBodies(t *testing.T) {
	for name, c := range map[string]struct{ data, body string }{
		"put together by hand":   {"> POST /a HTTP/1.1\n> Content-Length: 13\n>\n", ""},
		"none":                   {"* so\n> POST /a HTTP/1.1\n> Content-Length: 0\n>\n" + traceReply, ""},
		"a GET":                  {"* so\n> GET /a HTTP/1.1\n> B: c\n>\n} [5 bytes data]\n" + traceReply, ""},
		"shown":                  {traceHead + "{\"test\":true}\n" + traceReply, `{"test":true}`},
		"of another length":      {traceHead + "{}\n" + traceReply, "{}"},
		"a remark of its length": {traceHead + "* 45678901234\n" + traceReply, "* 45678901234"[:13]},
		"with a time of day":     {traceHead + "at 12:00:00 o'clock\n" + traceReply, "at 12:00:00 o'clock"},
	} {
		t.Run(name, func(t *testing.T) {
			r := parseOne(t, c.data)
			assert.False(t, r.Absent)
			assert.Equal(t, c.body, string(r.Body))
		})
	}
}

func TestHiddenBodyOfTheCommandAbove(t *testing.T) {
	for name, command := range map[string]string{
		"plain":          `curl -v -d '{"test":true}' localhost:3000/a`,
		"prompt":         `$ curl -v -d '{"test":true}' localhost:3000/a`,
		"long prompt":    `me@host:~/hooks$ curl -v -d '{"test":true}' localhost:3000/a`,
		"several lines":  "$ curl -v \\\n>  -d '{\"test\":true}' \\\n>  localhost:3000/a",
		"redirected":     `curl -v --data-binary '{"test":true}' localhost:3000/a > /dev/null 2> trace.txt`,
		"behind another": "curl -d x localhost:1\ncurl -v --json '{\"test\":true}' localhost:3000/a",
	} {
		t.Run(name, func(t *testing.T) {
			for _, meter := range []string{"", traceMeter} {
				r := parseOne(t, command+"\n"+meter+traceHead+"} [13 bytes data]\n"+traceReply)
				assert.Equal(t, `{"test":true}`, string(r.Body))
				assert.False(t, r.Absent)
				assert.Equal(t, "c", r.Get("B"))
			}
		})
	}
}

// Each trace has the command that stands above it, and not that of another.
func TestHiddenBodiesOfSeveralCommands(t *testing.T) {
	first := "$ curl -v -d '{\"test\":true}' a\n" + traceHead + traceReply + "ok\n"
	requests, err := Parse([]byte(first+"$ curl -v -d '{\"test\":null}' a\n"+traceHead+traceReply), Options{})
	require.NoError(t, err)
	require.Len(t, requests, 2)
	assert.Equal(t, `{"test":true}`, string(requests[0].Body))
	assert.Equal(t, `{"test":null}`, string(requests[1].Body))

	requests, err = Parse([]byte(first+traceHead+traceReply), Options{})
	require.NoError(t, err)
	require.Len(t, requests, 2)
	assert.False(t, requests[0].Absent)
	assert.True(t, requests[1].Absent)
}

func TestHiddenBodyErrors(t *testing.T) {
	after := "\n" + traceHead + traceReply
	assert.Contains(t, parseError(t, `curl -v -d "$BODY" a`+after), "the curl command above the trace: line 1: the value of $BODY is not known here")
	assert.Contains(t, parseError(t, `curl -v -d '{}' a`+after), "line 4: this trace says that 13 bytes were sent, and the curl command above it sends 2")
	_, err := Parse([]byte(`curl -v -d @body.json a`+after), Options{})
	assert.True(t, errors.Is(err, ErrFile))
	read := func(string, int64) ([]byte, error) { return []byte(`{"test":true}`), nil }
	requests, err := Parse([]byte(`curl -v -d @body.json a`+after), Options{ReadFile: read})
	require.NoError(t, err)
	assert.Equal(t, `{"test":true}`, string(requests[0].Body))
}

func TestDumpsAreNamed(t *testing.T) {
	for name, data := range map[string]string{
		"--trace-ascii": "== Info:   Trying 127.0.0.1:3000...\n=> Send header, 30 bytes (0x1e)\n0000: POST /a HTTP/1.1\n0012: B: c\n0018: \n=> Send data, 2 bytes (0x2)\n0000: {}\n",
		"--trace":       "=> Send header, 4 bytes (0x4)\n0000: 50 4f 53 54 POST\n",
		"--trace-time":  "12:32:59.561501 *   Trying 127.0.0.1:3000...\n12:32:59.564388 > POST /a HTTP/1.1\n12:32:59.564388 > B: c\n12:32:59.564388 > \n",
		"both":          "12:32:59.542521 == Info:   Trying 127.0.0.1:3000...\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse([]byte(data), Options{})
			assert.ErrorIs(t, err, ErrDump)
		})
	}
	r := parseOne(t, "POST /a HTTP/1.1\nB: c\n\n== Info: x\n12:32:59.564388 > POST /a HTTP/1.1\n")
	assert.Equal(t, "== Info: x\n12:32:59.564388 > POST /a HTTP/1.1\n", string(r.Body))
}
