package capture

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHARBodies(t *testing.T) {
	for _, c := range []struct {
		name, rest, body string
		want             Evidence
	}{
		{"text", `"postData":{"mimeType":"a","text":"x\r\n\u0000"}`, "x\r\n\x00", Evidence{}},
		{"base64", `"postData":{"encoding":"base64","text":"/w=="}`, "\xff", Evidence{Base64: true}},
		{"base64 by comment", `"postData":{"comment":"base64","text":"/w=="}`, "\xff", Evidence{Base64: true}},
		{"text that looks like it", `"postData":{"text":"/w=="}`, "/w==", Evidence{}},
		{"form", `"postData":{"params":[{"name":"a b","value":"c&d"},{"name":"e","value":""}]}`, "a+b=c%26d&e=", Evidence{Parsed: true}},
		{"text before form", `"postData":{"text":"a=%20","params":[{"name":"a","value":" "}]}`, "a=%20", Evidence{}},
		{"left out", `"bodySize":7`, "", Evidence{Absent: true}},
		{"none", `"bodySize":0`, "", Evidence{}},
		{"size unknown", `"bodySize":-1`, "", Evidence{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parseOne(t, `{"log":{"entries":[{"request":{"method":"POST","url":"https://a","httpVersion":"h2","headers":[{"name":"b","value":"c"}],`+c.rest+`}}]}}`)
			c.want.ContentLength = -1
			assert.Equal(t, c.body, string(r.Body))
			assert.Equal(t, c.want, r.Evidence)
		})
	}
}

func TestHARInPieces(t *testing.T) {
	const request = `{"method":"POST","url":"https://a/b","httpVersion":"HTTP/1.1","headers":[{"name":":path","value":"/b"},{"name":"C","value":"d"}],"postData":{"text":"x"}}`
	const entry = `{"startedDateTime":"2026-01-01T00:00:00.000Z","request":` + request + `,"response":{"content":{"text":"no"}}}`
	for name, data := range map[string]string{
		"log":     `{"log":{"entries":[` + entry + `]}}`,
		"entry":   entry,
		"request": request,
	} {
		t.Run(name, func(t *testing.T) {
			r := parseOne(t, data)
			assert.Equal(t, KindHAR, r.Kind)
			assert.Equal(t, []Field{{"C", "d"}}, r.Header)
			assert.Equal(t, []string{"POST", "/b", "HTTP/1.1", "x"}, []string{r.Method, r.Target, r.Proto, string(r.Body)})
			assert.Equal(t, name != "request", r.Date.Equal(newYear))
			assert.Equal(t, name != "request", r.DateRecorded)
		})
	}
}

func TestHARKeepsWhatHasHeadersOrABody(t *testing.T) {
	requests, err := Parse([]byte(`{"log":{"entries":[
		{"request":{"method":"GET","url":"https://1","headers":[],"bodySize":0}},
		{"request":{"method":"GET","url":"https://2","headers":[{"name":"a","value":"b"}],"bodySize":0}},
		{"request":{"method":"POST","url":"https://3","headers":[],"postData":{"text":"x"}}}]}}`), Options{})
	require.NoError(t, err)
	require.Len(t, requests, 2)
	assert.Equal(t, []any{"https://2", 3, "https://3", 4}, []any{requests[0].Target, requests[0].Line, requests[1].Target, requests[1].Line})
}
