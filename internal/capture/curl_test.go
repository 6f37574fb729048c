package capture

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCurlBodies(t *testing.T) {
	files := func(name string, _ int64) ([]byte, error) {
		if name != "f" {
			return nil, fs.ErrNotExist
		}
		return []byte("a\r\nb\x00\xffc\n"), nil
	}
	for _, c := range []struct{ name, args, method, target, body string }{
		{"none", "u", "GET", "u", ""},
		{"data", "u -d '{\"a\": 1}'", "POST", "u", `{"a": 1}`},
		{"glued to the letter", "u -da", "POST", "u", "a"},
		{"combined letters", "-sSLd a u", "POST", "u", "a"},
		{"several", "u -d a --data b --data-ascii c --data-binary d --data-raw e", "POST", "u", "a&b&c&d&e"},
		{"empty counts", "u -d '' -d a", "POST", "u", "&a"},
		{"line ends in the argument", "u -d $'a\\r\\n'", "POST", "u", "a\r\n"},
		{"file, data", "u -d @f", "POST", "u", "ab\xffc"},
		{"file, binary", "u --data-binary @f", "POST", "u", "a\r\nb\x00\xffc\n"},
		{"file, json", "u --json @f", "POST", "u", "a\r\nb\x00\xffc\n"},
		{"file, raw", "u --data-raw @f", "POST", "u", "@f"},
		{"json is not joined", "u --json '{\"a\":' --json 1}", "POST", "u", `{"a":1}`},
		{"json and data", "u -d a --json b -d c", "POST", "u", "ab&c"},
		{"urlencode", "u --data-urlencode 'a=b c&d é~*'", "POST", "u", "a=b+c%26d+%C3%A9~%2A"},
		{"urlencode, no name", "u --data-urlencode '=b c' --data-urlencode 'x y'", "POST", "u", "b+c&x+y"},
		{"urlencode, file", "u --data-urlencode n@f", "POST", "u", "n=a%0D%0Ab%00%FFc%0A"},
		{"get", "u -G -d a=1 -d b=2", "GET", "u?a=1&b=2", ""},
		{"get with a query", "-G 'u?z' --data-urlencode 'q=a b'", "GET", "u?z&q=a+b", ""},
		{"upload", "u -T f", "PUT", "u", "a\r\nb\x00\xffc\n"},
		{"head", "u -I", "HEAD", "u", ""},
		{"request", "-X PATCH u -d a", "PATCH", "u", "a"},
		{"request glued", "-XDELETE u", "DELETE", "u", ""},
		{"url", "--url u -d a", "POST", "u", "a"},
		{"values are no URL", "-o out -m 3 --max-time 4 --connect-timeout 5 -x p --resolve r -w '%{x}' --cacert k u --compressed -k --no-buffer", "GET", "u", ""},
		{"after the options", "-- u", "GET", "u", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			requests, err := Parse([]byte("curl "+c.args), Options{ReadFile: files})
			require.NoError(t, err)
			require.Len(t, requests, 1)
			r := requests[0]
			assert.Equal(t, []string{c.method, c.target, c.body}, []string{r.Method, r.Target, string(r.Body)})
			assert.Equal(t, KindCurl, r.Kind)
		})
	}
}

func TestCurlFields(t *testing.T) {
	for _, c := range []struct {
		name, args string
		want       []Field
	}{
		{"header", "-H 'A: b' --header C:d -He:f", []Field{{"A", "b"}, {"C", "d"}, {"e", "f"}}},
		{"repeated", "-H 'A: b' -H 'a: c'", []Field{{"A", "b"}, {"a", "c"}}},
		{"empty and removed", "-H 'A;' -H 'User-Agent:' -A x", []Field{{"A", ""}}},
		{"pseudo", "-H ':authority: h' -H 'a: b'", []Field{{"host", "h"}, {"a", "b"}}},
		{"json", "--json 1", []Field{{"Content-Type", "application/json"}, {"Accept", "application/json"}}},
		{"json with its own type", "--json 1 -H 'content-type: a'", []Field{{"content-type", "a"}, {"Accept", "application/json"}}},
		{"short for headers", "-A a -e b -b c=d", []Field{{"User-Agent", "a"}, {"Referer", "b"}, {"Cookie", "c=d"}}},
		{"user", "-u a:b", []Field{{"Authorization", "Basic YTpi"}}},
		{"cookie file", "-b jar", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, parseOne(t, "curl https://u "+c.args).Header)
		})
	}
}

func TestCurlHeadersFromAFile(t *testing.T) {
	requests, err := Parse([]byte("curl u -H @h"), Options{ReadFile: func(string, int64) ([]byte, error) { return []byte("A: b\r\nC: d\n\n"), nil }})
	require.NoError(t, err)
	assert.Equal(t, []Field{{"A", "b"}, {"C", "d"}}, requests[0].Header)
}

func TestCurlForms(t *testing.T) {
	for _, c := range []struct {
		name, data string
		lines      []int
	}{
		{"several", "curl a\ncurl b; curl c\n", []int{1, 2, 2}},
		{"prompt", "$ curl a \\\n> -d b\n$ curl c", []int{1, 3}},
		{"other prompts", "% curl a", []int{1}},
		{"PowerShell", "PS C:\\Users\\me> curl.exe a", []int{1}},
		{"cmd.exe", "C:\\Users\\me>curl a", []int{1}},
		{"path and assignment", "A=b /usr/bin/curl a", []int{1}},
		{"behind other commands", "curl a\nsudo curl b\nif time curl c; then echo curl d; fi", []int{1, 2, 3}},
		{"script", "#!/bin/sh\nset -e\ncurl a", []int{3}},
		{"byte order mark", "\xef\xbb\xbfcurl a", []int{1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			requests, err := Parse([]byte(c.data), Options{})
			require.NoError(t, err)
			var lines []int
			for _, r := range requests {
				lines = append(lines, r.Line)
				assert.Contains(t, "abc", r.Target)
				assert.Len(t, r.Target, 1)
			}
			assert.Equal(t, c.lines, lines)
		})
	}
}

func TestCurlErrors(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"file", "curl u -d @body.json", `files that a capture names are not read: --data names "body.json"`},
		{"standard input", "curl u -d @-", "--data reads standard input"},
		{"unknown option", "\ncurl u --frobnicate x", "line 2: the option --frobnicate is not known here"},
		{"no value", "curl u --data", "--data has no value"},
		{"no value for a letter", "curl u -H", "--header has no value"},
		{"bad header", "curl u -H 'Webhook Signature: v1,c2VjcmV0'", `a value of -H is no header`},
		{"next", "curl a --next curl b", "--next starts another request"},
		{"config", "curl -K c", "--config"},
		{"variable", "curl u -H \"Webhook-Signature: $SIG\"", "the value of $SIG is not known here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := parseError(t, c.data)
			assert.Contains(t, err, c.want)
			assert.NotContains(t, err, "c2VjcmV0")
		})
	}
}

func TestCurlFilesAreBounded(t *testing.T) {
	read := func(string, int64) ([]byte, error) { return make([]byte, 101), nil }
	_, err := Parse([]byte("curl u -d @f"), Options{MaxSize: 100, ReadFile: read})
	require.ErrorIs(t, err, ErrSize)
	failed := errors.New("no such file")
	_, err = Parse([]byte("curl u -d @f"), Options{ReadFile: func(string, int64) ([]byte, error) { return nil, failed }})
	require.ErrorIs(t, err, failed)
}

// Ten bytes of a command, repeated, are not to cost ten megabytes each.
func TestCurlFilesAreBoundedTogether(t *testing.T) {
	for name, command := range map[string]string{
		"body":     "curl u" + strings.Repeat(" --data-binary @f", 11),
		"header":   "curl u" + strings.Repeat(" -H @f", 11),
		"commands": strings.Repeat("curl u -T f\n", 11),
	} {
		t.Run(name, func(t *testing.T) {
			var limits []int64
			read := func(_ string, limit int64) ([]byte, error) {
				limits = append(limits, limit)
				return []byte("A: " + strings.Repeat("b", 97)), nil
			}
			_, err := Parse([]byte(command), Options{MaxSize: 1000, ReadFile: read})
			require.ErrorIs(t, err, ErrSize)
			assert.LessOrEqual(t, len(limits), 11)
			for i, limit := range limits {
				assert.Equal(t, int64(1000-100*i), limit)
			}
		})
	}
}

func TestCurlBodyIsBounded(t *testing.T) {
	read := func(string, int64) ([]byte, error) { return make([]byte, 60), nil }
	_, err := Parse([]byte("curl u --data-urlencode @f"), Options{MaxSize: 100, ReadFile: read})
	require.ErrorIs(t, err, ErrSize)
	requests, err := Parse([]byte("curl u -T f -T f"), Options{MaxSize: 120, ReadFile: read})
	require.ErrorIs(t, err, ErrSize, "with the & between them")
	assert.Empty(t, requests)
}

func TestCurlFormHasNoBodyToVerify(t *testing.T) {
	r := parseOne(t, "curl u -F a=b")
	assert.True(t, r.Absent)
	assert.Equal(t, "POST", r.Method)
}

func TestCurlCommandWithoutCurl(t *testing.T) {
	_, err := Parse([]byte("wget a"), Options{Kind: KindCurl})
	assert.ErrorIs(t, err, errNoCurl)
}
