package doctor_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// A captureFormat writes a request in one of the forms that people have it in.
type captureFormat struct {
	name string
	// carries reports whether the form can hold a body without changing it.
	carries func(body []byte) bool
	write   func(r *rand.Rand, q sentRequest) []byte
	// undeclared says that the form has no Content-Length.
	undeclared bool
}

// A sentRequest is what goes over the wire.
type sentRequest struct {
	fields   [][2]string
	body     []byte
	declared int // Content-Length
}

var captureFormats = []captureFormat{
	{name: "crlf", carries: anyBody, write: rawMessage("POST /hooks HTTP/1.1", "\r\n", canonicalName)},
	{name: "lf", carries: anyBody, write: rawMessage("POST /hooks HTTP/1.1", "\n", canonicalName)},
	{name: "http2", carries: anyBody, write: rawMessage("POST /hooks HTTP/2", "\n", strings.ToLower)},
	{name: "verbose", carries: verboseBody, write: verboseMessage},
	{name: "chunked", carries: anyBody, write: chunkedMessage, undeclared: true},
	{name: "lambda1", carries: anyBody, write: lambdaEvent1},
	{name: "lambda2", carries: anyBody, write: lambdaEvent2},
	{name: "har", carries: anyBody, write: harLog},
	{name: "curl", carries: shellBody, write: curlCommand, undeclared: true},
	{name: "ngrok", carries: anyBody, write: ngrokRequest},
	{name: "webhook.site", carries: utf8.Valid, write: webhookSite},
	{name: "postman", carries: utf8.Valid, write: postmanRequest},
}

func anyBody([]byte) bool { return true }

// verboseBody reports whether nothing in a body reads like a remark of curl.
func verboseBody(body []byte) bool {
	return !bytes.HasPrefix(body, []byte("* ")) && !bytes.HasPrefix(body, []byte("< "))
}

func shellBody(body []byte) bool { return utf8.Valid(body) && bytes.IndexByte(body, 0) < 0 }

func canonicalName(name string) string { return name }

// common are the fields that have nothing to do with signatures.
func (q sentRequest) common() [][2]string {
	return [][2]string{{"Host", "receiver.example"}, {"User-Agent", "Sender/1.4"}, {"Content-Type", "application/json"}}
}

func (q sentRequest) all() [][2]string {
	return append(append(q.common(), [2]string{"Content-Length", fmt.Sprint(q.declared)}), q.fields...)
}

func rawMessage(line, end string, name func(string) string) func(*rand.Rand, sentRequest) []byte {
	return func(_ *rand.Rand, q sentRequest) []byte {
		var out bytes.Buffer
		out.WriteString(line + end)
		for _, f := range q.all() {
			out.WriteString(name(f[0]) + ": " + f[1] + end)
		}
		out.WriteString(end)
		out.Write(q.body)
		return out.Bytes()
	}
}

func verboseMessage(_ *rand.Rand, q sentRequest) []byte {
	var out bytes.Buffer
	out.WriteString("> POST /hooks HTTP/1.1\n")
	for _, f := range q.all() {
		out.WriteString("> " + f[0] + ": " + f[1] + "\n")
	}
	out.WriteString(">\n")
	out.Write(q.body)
	return out.Bytes()
}

func chunkedMessage(r *rand.Rand, q sentRequest) []byte {
	var out bytes.Buffer
	out.WriteString("POST /hooks HTTP/1.1\r\n")
	for _, f := range append(append(q.common(), [2]string{"Transfer-Encoding", "chunked"}), q.fields...) {
		out.WriteString(f[0] + ": " + f[1] + "\r\n")
	}
	out.WriteString("\r\n")
	for rest := q.body; len(rest) > 0; {
		n := len(rest)
		if r.IntN(2) == 0 {
			n = min(n, 1+r.IntN(len(q.body)))
		}
		size := fmt.Sprintf("%x", n)
		if r.IntN(4) == 0 {
			size = strings.ToUpper(size) + ";name=value"
		}
		out.WriteString(size + "\r\n")
		out.Write(rest[:n])
		out.WriteString("\r\n")
		rest = rest[n:]
	}
	out.WriteString("0\r\n\r\n")
	return out.Bytes()
}

// jsonText writes text as JSON, with what is not ASCII as it is or escaped.
func jsonText(r *rand.Rand, text string) string {
	if !utf8.ValidString(text) {
		panic("not text")
	}
	return jsonStyle{unicode: oneOf(r, "", "lower", "upper"), slash: r.IntN(4) == 0}.text(text)
}

// jsonBody returns a body as text in JSON, and whether it had to be base64.
func jsonBody(r *rand.Rand, body []byte) (text string, encoded bool) {
	if utf8.Valid(body) && r.IntN(4) > 0 {
		return jsonText(r, string(body)), false
	}
	return jsonText(r, base64.StdEncoding.EncodeToString(body)), true
}

func lambdaEvent1(r *rand.Rand, q sentRequest) []byte {
	text, encoded := jsonBody(r, q.body)
	single, multi := headerObjects(r, q.all())
	return fmt.Appendf(nil, `{"version": "1.0", "resource": "/hooks", "path": "/hooks", "httpMethod": "POST", "headers": {%s}, "multiValueHeaders": {%s}, "requestContext": {"stage": "prod", "requestTimeEpoch": 1767225600000}, "body": %s, "isBase64Encoded": %t}`,
		single, multi, text, encoded)
}

// headerObjects writes fields as members, with the last value of a name and
// with all of them.
func headerObjects(r *rand.Rand, fields [][2]string) (single, multi string) {
	var names []string
	values := map[string][]string{}
	for _, f := range fields {
		name := strings.ToLower(f[0])
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], jsonText(r, f[1]))
	}
	var last, all []string
	for _, name := range names {
		v := values[name]
		last = append(last, fmt.Sprintf("%q: %s", name, v[len(v)-1]))
		all = append(all, fmt.Sprintf("%q: [%s]", name, strings.Join(v, ", ")))
	}
	return strings.Join(last, ", "), strings.Join(all, ", ")
}

func lambdaEvent2(r *rand.Rand, q sentRequest) []byte {
	text, encoded := jsonBody(r, q.body)
	values := map[string]string{}
	for _, f := range q.all() {
		name := strings.ToLower(f[0])
		if values[name] != "" {
			values[name] += ","
		}
		values[name] += f[1]
	}
	headers, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return fmt.Appendf(nil, `{"version":"2.0","routeKey":"$default","rawPath":"/hooks","rawQueryString":"","headers":%s,"requestContext":{"http":{"method":"POST","path":"/hooks","protocol":"HTTP/1.1"},"timeEpoch":1767225600000},"body":%s,"isBase64Encoded":%t}`,
		headers, text, encoded)
}

func headerList(r *rand.Rand, fields [][2]string, nameKey string) string {
	var list []string
	for _, f := range fields {
		list = append(list, fmt.Sprintf(`{"%s": %s, "value": %s}`, nameKey, jsonText(r, f[0]), jsonText(r, f[1])))
	}
	return strings.Join(list, ", ")
}

func harLog(r *rand.Rand, q sentRequest) []byte {
	text, encoded := jsonBody(r, q.body)
	post := fmt.Sprintf(`{"mimeType": "application/json", "text": %s}`, text)
	if encoded {
		post = fmt.Sprintf(`{"mimeType": "application/json", "text": %s, "encoding": "base64"}`, text)
	}
	return fmt.Appendf(nil, `{"log": {"version": "1.2", "creator": {"name": "proxy", "version": "1"}, "entries": [{"startedDateTime": "2026-01-01T00:00:00.000Z", "time": 3, "request": {"method": "POST", "url": "https://receiver.example/hooks", "httpVersion": "HTTP/1.1", "cookies": [], "queryString": [], "headers": [%s], "postData": %s, "headersSize": -1, "bodySize": %d}}]}}`,
		headerList(r, q.all(), "name"), post, len(q.body))
}

func curlCommand(_ *rand.Rand, q sentRequest) []byte {
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
	out := "curl -X POST https://receiver.example/hooks"
	for _, f := range append(q.common()[1:], q.fields...) {
		out += " \\\n  -H " + quote(f[0]+": "+f[1])
	}
	return []byte(out + " \\\n  --data-raw " + quote(string(q.body)) + "\n")
}

func ngrokRequest(r *rand.Rand, q sentRequest) []byte {
	raw := rawMessage("POST /hooks HTTP/1.1", "\r\n", canonicalName)(r, q)
	return fmt.Appendf(nil, `{"uri":"/api/requests/http/x","id":"x","start":"2026-01-01T00:00:00Z","request":{"method":"POST","uri":"/hooks","raw":%q},"response":{"status":"401 Unauthorized"}}`,
		base64.StdEncoding.EncodeToString(raw))
}

func webhookSite(r *rand.Rand, q sentRequest) []byte {
	_, multi := headerObjects(r, q.all())
	return fmt.Appendf(nil, `{"uuid": "b2c5", "type": "web", "method": "POST", "url": "https://webhook.site/x", "headers": {%s}, "content": %s, "created_at": "2026-01-01 00:00:00"}`,
		multi, jsonText(r, string(q.body)))
}

func postmanRequest(r *rand.Rand, q sentRequest) []byte {
	return fmt.Appendf(nil, `{"info": {"name": "x", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [{"name": "hook", "request": {"method": "POST", "header": [%s], "body": {"mode": "raw", "raw": %s}, "url": {"raw": "https://receiver.example/hooks"}}}]}`,
		headerList(r, q.all(), "key"), jsonText(r, string(q.body)))
}

func oneOf[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }
