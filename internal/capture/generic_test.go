package capture

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGenericObjects(t *testing.T) {
	for _, c := range []struct {
		name, data, body string
		want             Evidence
	}{
		{"body", `{"headers":{"a":"b"},"body":"x\n"}`, "x\n", Evidence{}},
		{"lists of values", `{"headers":{"a":["b"]},"body":"x"}`, "x", Evidence{}},
		{"raw body first", `{"headers":{"a":"b"},"body":{"c":1},"rawBody":"x"}`, "x", Evidence{}},
		{"raw headers first", `{"headers":{"a":"z"},"rawHeaders":["a","b"],"body":"x"}`, "x", Evidence{}},
		{"echo service", `{"args":{},"data":"x","headers":{"a":"b"},"json":{}}`, "x", Evidence{}},
		{"base64", `{"headers":{"a":"b"},"body":"/w==","base64":true,"method":"POST"}`, "\xff", Evidence{Base64: true}},
		{"base64 by encoding", `{"headers":{"a":"b"},"body":"/w==","encoding":"base64"}`, "\xff", Evidence{Base64: true}},
		{"parsed, as it stands", `{"headers":{"a":"b"},"body":{ "c" : 1.0,"c":"\u00e9\/"}}`, `{ "c" : 1.0,"c":"\u00e9\/"}`, Evidence{Parsed: true}},
		{"parsed array", `{"headers":{"a":"b"},"body":[1, 2]}`, `[1, 2]`, Evidence{Parsed: true}},
		{"parsed number", `{"headers":{"a":"b"},"body":1e2}`, `1e2`, Evidence{Parsed: true}},
		{"Buffer of Node.js", `{"headers":{"a":"b"},"body":{"type":"Buffer","data":[0,255,10]}}`, "\x00\xff\n", Evidence{}},
		{"no Buffer", `{"headers":{"a":"b"},"body":{"type":"Buffer","data":[256]}}`, `{"type":"Buffer","data":[256]}`, Evidence{Parsed: true}},
		{"nor this", `{"headers":{"a":"b"},"body":{"type":"Buffer","data":[1],"c":2}}`, `{"type":"Buffer","data":[1],"c":2}`, Evidence{Parsed: true}},
		{"null beside a body", `{"headers":{"a":"b"},"rawBody":null,"body":"x"}`, "x", Evidence{}},
		{"null", `{"headers":{"a":"b"},"body":null}`, "", Evidence{}},
		{"absent", `{"method":"POST","headers":{"a":"b"}}`, "", Evidence{Absent: true}},
		{"raw bytes", "{\"headers\":{\"a\":\"b\"},\"body\":\"\xff\"}", "\xff", Evidence{}},
		{"half a surrogate pair", `{"headers":{"a":"b"},"body":"\ud800"}`, "\ufffd", Evidence{Lossy: true}},
		{"in a structured log", `{"level":"info","event":{"headers":{"a":"b"},"body":"x"}}`, "x", Evidence{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parseOne(t, c.data)
			c.want.ContentLength = -1
			assert.Equal(t, KindJSON, r.Kind)
			assert.Equal(t, []Field{{"a", "b"}}, r.Header)
			assert.Equal(t, c.body, string(r.Body))
			assert.Equal(t, c.want, r.Evidence)
		})
	}
}

func TestWrappedEvents(t *testing.T) {
	r := parseOne(t, `{"timestamp":"2026-01-01T00:00:00Z","event":`+event+`}`)
	assert.Equal(t, KindLambda, r.Kind)
	assert.Equal(t, newYear, r.Date)
	assert.Contains(t, parseError(t, `{"event":{"headers":[],"method":"GET","url":"u","bodySize":0}}`), "no request in this JSON")
	assert.Contains(t, parseError(t, `{"request":{"headers":[],"method":"GET","url":"u","bodySize":0},"x":1}`), "no request in this JSON")
}

func TestWebhookSite(t *testing.T) {
	const one = `{"uuid":"1","method":"POST","url":"https://u","headers":{"a":["b"]},"content":"x","created_at":"2026-01-01 00:00:00"}`
	for _, data := range []string{one, `{"data":[` + one + `],"total":1}`} {
		r := parseOne(t, data)
		assert.Equal(t, KindWebhookSite, r.Kind)
		assert.Equal(t, []Field{{"a", "b"}}, r.Header)
		assert.Equal(t, []string{"POST", "https://u", "x"}, []string{r.Method, r.Target, string(r.Body)})
		assert.Equal(t, newYear, r.Date)
	}
}

func TestNgrok(t *testing.T) {
	raw := base64.StdEncoding.EncodeToString([]byte("POST /p HTTP/1.1\r\nA: b\r\n\r\n\x00\xff\r\n"))
	one := `{"id":"1","start":"2026-01-01T01:00:00+01:00","request":{"method":"POST","raw":"` + raw + `"}}`
	for _, data := range []string{one, "\n{\"requests\":[\n" + one + "]}"} {
		r := parseOne(t, data)
		assert.Equal(t, KindNgrok, r.Kind)
		assert.Equal(t, []Field{{"A", "b"}}, r.Header)
		assert.Equal(t, []string{"POST", "/p", "\x00\xff\r\n"}, []string{r.Method, r.Target, string(r.Body)})
		assert.Equal(t, newYear, r.Date)
		assert.Equal(t, 1+strings.Count(data, "\n"), r.Line)
	}
	assert.Contains(t, parseError(t, `{"request":{"raw":"%"}}`), "request.raw: expected an HTTP message in base64")
	assert.Contains(t, parseError(t, `{"request":{"raw":""}}`), "request.raw: there is no request in it")
}

func TestPostman(t *testing.T) {
	const request = `"request":{"method":"POST","url":{"raw":"https://u"},"header":[{"key":"a","value":"b"},{"key":"c","value":"d","disabled":true}],"body":{"mode":"raw","raw":"x\n"}}`
	for name, data := range map[string]string{
		"collection": `{"info":{},"item":[{"item":[{"name":"1",` + request + `}]},{"item":[]}]}`,
		"item":       `{"name":"1",` + request + `}`,
		"request":    strings.TrimPrefix(request, `"request":`),
	} {
		t.Run(name, func(t *testing.T) {
			r := parseOne(t, data)
			assert.Equal(t, KindPostman, r.Kind)
			assert.Equal(t, []Field{{"a", "b"}}, r.Header)
			assert.Equal(t, []string{"POST", "https://u", "x\n"}, []string{r.Method, r.Target, string(r.Body)})
		})
	}
}

// A request that is left out would be one that nobody has judged.
func TestPostmanLeavesNoRequestOut(t *testing.T) {
	nested := func(depth int) string {
		item := `{"request":{"method":"POST","header":[{"key":"a","value":"b"}]}}`
		return strings.Repeat(`{"item":[`, depth) + item + strings.Repeat("]}", depth)
	}
	assert.Equal(t, "b", parseOne(t, nested(maxFolders)).Get("a"))
	assert.Contains(t, parseError(t, nested(maxFolders+1)), "line 1: folders are nested deeper than 8")
	assert.Contains(t, parseError(t, `{"item":[{"request":{"method":"POST","header":"a: b"}}]}`), "the headers of this request are one text")
}

func TestPostmanBodies(t *testing.T) {
	for _, c := range []struct {
		name, body, want string
		evidence         Evidence
	}{
		{"none", `null`, "", Evidence{}},
		{"form", `{"mode":"urlencoded","urlencoded":[{"key":"a","value":"b c"}]}`, "a=b+c", Evidence{Parsed: true}},
		{"file", `{"mode":"file","file":{"src":"f"}}`, "", Evidence{Absent: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parseOne(t, `{"method":"POST","url":"https://u","header":[],"body":`+c.body+`}`)
			c.evidence.ContentLength = -1
			assert.Equal(t, c.want, string(r.Body))
			assert.Equal(t, c.evidence, r.Evidence)
		})
	}
}

func TestDeepNestingIsBounded(t *testing.T) {
	deep := strings.Repeat(`{"item":[`, 50) + `{"method":"POST","header":[]}` + strings.Repeat(`]}`, 50)
	_, err := Parse([]byte(deep), Options{})
	require.Error(t, err)
	_, err = Parse([]byte(strings.Repeat(`{"event":`, 20000)), Options{})
	require.Error(t, err)
}

func TestKindIsTakenAtItsWord(t *testing.T) {
	requests, err := Parse([]byte(event), Options{Kind: KindJSON})
	require.NoError(t, err)
	assert.Equal(t, KindJSON, requests[0].Kind)
	for _, kind := range Kinds() {
		_, err := Parse([]byte("hello"), Options{Kind: kind})
		assert.Error(t, err, kind)
	}
}
