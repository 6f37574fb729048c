package capture

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTraces(t *testing.T) {
	for _, c := range []struct{ name, data, body string }{
		{"head only marked", "> POST /a HTTP/1.1\n> B: c\n>\n{}\n", "{}\n"},
		{"as curl prints it", "*   Trying 127.0.0.1:3000...\n* Connected to localhost (127.0.0.1) port 3000 (#0)\n> POST /a HTTP/1.1\r\n> B: c\r\n> \r\n{}", "{}"},
		{"progress", "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0* x\n> POST /a HTTP/1.1\n> B: c\n> \n} [2 bytes data]\n{}", "{}"},
		{"remark in the head", "> POST /a HTTP/1.1\n* so\n> B: c\n>\n{}", "{}"},
		{"after the command", "$ curl -v u\n* so\n> POST /a HTTP/1.1\n> B: c\n>\n{}", "{}"},
		{"a note first", "Note: Unnecessary use of -X or --request, POST is already inferred.\n> POST /a HTTP/1.1\n> B: c\n>\n{}", "{}"},
		{"response after it", "> POST /a HTTP/1.1\n> B: c\n>\n{}\n< HTTP/1.1 200 OK\n< D: e\n<\nok", "{}"},
		{"remarks after it", "> POST /a HTTP/1.1\n> B: c\n>\n{}\n* upload completely sent off: 2 bytes\n< HTTP/1.1 200 OK\n", "{}"},
		{"remarks before it", "> POST /a HTTP/1.1\n> B: c\n>\n* upload completely sent off: 2 bytes\n{}", "{}"},
		{"line end counted in", "> POST /a HTTP/1.1\n> B: c\n> Content-Length: 3\n>\n{}\n< HTTP/1.1 200 OK\n", "{}\n"},
		{"interim response", "> POST /a HTTP/1.1\n> B: c\n>\n< HTTP/1.1 100 Continue\n< X: y\n<\n} [2 bytes data]\n{}", "{}"},
		{"no body shown", "> POST /a HTTP/1.1\n> B: c\n>\n* We are completely uploaded and fine\n< HTTP/1.1 200 OK\n< D: e\n<\nok", ""},
		{"marks of others are body", "> POST /a HTTP/1.1\n> B: c\n>\n* one\n* two\n< three\n", "* one\n* two\n< three\n"},
		{"no request line", "> :method: POST\n> :path: /a\n> B: c\n>\n{}", "{}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parseOne(t, c.data)
			assert.Equal(t, "POST", r.Method)
			assert.Equal(t, "/a", r.Target)
			assert.Equal(t, "c", r.Get("B"))
			assert.Equal(t, c.body, string(r.Body))
			assert.True(t, r.Trace)
			assert.False(t, r.NoBlankLine)
		})
	}
}

func TestTraceWithoutBlankLine(t *testing.T) {
	r := parseOne(t, "> POST /a HTTP/1.1\n> B: c\n< HTTP/1.1 200 OK\n\nok")
	assert.True(t, r.NoBlankLine)
	assert.Empty(t, r.Body)
}

func TestTraceErrorsNameTheLine(t *testing.T) {
	assert.Contains(t, parseError(t, "* hello\n> POST /a HTTP/1.1\n> B: c\n{}\n"), "line 4: expected")
}

func TestSniffed(t *testing.T) {
	for _, c := range []struct {
		file string
		want Evidence
	}{
		{"tcpdump-one-packet.txt", Evidence{ContentLength: 7, Packets: true, Printable: true, Skipped: 215, Response: true}},
		{"tcpdump-two-packets.txt", Evidence{ContentLength: 7, Packets: true, Printable: true, Skipped: 215}},
		{"tshark-follow.txt", Evidence{ContentLength: 7, Printable: true, Skipped: 160, Response: true}},
		{"stream-raw.txt", Evidence{ContentLength: 7, Response: true}},
	} {
		t.Run(c.file, func(t *testing.T) {
			data, err := os.ReadFile("testdata/" + c.file)
			require.NoError(t, err)
			r := parseOne(t, string(data))
			assert.Equal(t, []string{"POST", "/hooks", "HTTP/1.1"}, []string{r.Method, r.Target, r.Proto})
			assert.Equal(t, "msg_1", r.Get("webhook-id"))
			assert.Equal(t, `{"a":1}`, string(r.Body))
			assert.Equal(t, c.want, r.Evidence)
		})
	}
}
