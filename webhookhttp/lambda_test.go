package webhookhttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/webhookhttp"
)

// event reads an event of AWS, with the right signature put in.
func event(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "lambda", name+".json"))
	require.NoError(t, err)
	require.Contains(t, string(text), "SIGNATURE")
	return bytes.ReplaceAll(text, []byte("SIGNATURE"), []byte(signature(t, "msg_1", 1700000000, payload)))
}

var lambdaEvents = []struct {
	name     string
	kind     webhookhttp.LambdaKind
	query    string
	twice    []string
	response string // of TestLambdaHandlerAnswersInKind
}{
	{"rest", webhookhttp.LambdaREST, "a=1&a=2&b+c=d%26e", []string{"first", "second"},
		`{"statusCode":201,"multiValueHeaders":{"Set-Cookie":["a=1","b=2"],"X-Answer":["yes","no"]},"body":"stored","isBase64Encoded":false}`},
	{"http", webhookhttp.LambdaHTTP, "a=1&a=2&b%20c=d%26e", []string{"first,second"},
		`{"statusCode":201,"headers":{"X-Answer":"yes, no"},"cookies":["a=1","b=2"],"body":"stored","isBase64Encoded":false}`},
	{"url", webhookhttp.LambdaURL, "a=1&a=2&b%20c=d%26e", []string{"first,second"},
		`{"statusCode":201,"headers":{"X-Answer":"yes, no"},"cookies":["a=1","b=2"],"body":"stored","isBase64Encoded":false}`},
	{"alb", webhookhttp.LambdaALB, "a=2&b%20c=d%26e", []string{"second"},
		`{"statusCode":201,"statusDescription":"201 Created","headers":{"Set-Cookie":"a=1","X-Answer":"yes, no","set-Cookie":"b=2"},"body":"stored","isBase64Encoded":false}`},
	{"alb-multi", webhookhttp.LambdaALB, "a=1&a=2&b%20c=d%26e", []string{"first", "second"},
		`{"statusCode":201,"statusDescription":"201 Created","multiValueHeaders":{"Set-Cookie":["a=1","b=2"],"X-Answer":["yes","no"]},"body":"stored","isBase64Encoded":false}`},
}

func TestParseLambdaEvent(t *testing.T) {
	for _, c := range lambdaEvents {
		t.Run(c.name, func(t *testing.T) {
			e, err := webhookhttp.ParseLambdaEvent(event(t, c.name))
			require.NoError(t, err)
			assert.Equal(t, c.kind, e.Kind)
			assert.Equal(t, "POST", e.Method)
			assert.Equal(t, "/hooks/acme", e.Path)
			assert.Equal(t, c.query, e.RawQuery)
			assert.Equal(t, payload, string(e.Body))
			assert.Equal(t, c.twice, e.Header["X-Twice"])
			if c.kind != webhookhttp.LambdaALB {
				assert.Equal(t, "192.0.2.7", e.SourceIP)
			}

			message, err := verifierOf(t).Verify(e.Body, e.Header)
			require.NoError(t, err)
			assert.Equal(t, "msg_1", message.ID)

			e.Body[0] ^= 1
			_, err = verifierOf(t).Verify(e.Body, e.Header)
			assert.Equal(t, 401, webhookhttp.Status(err))
		})
	}
}

func TestLambdaHandlerAnswersInKind(t *testing.T) {
	for _, c := range lambdaEvents {
		t.Run(c.name, func(t *testing.T) {
			var seen watch
			handler := webhookhttp.LambdaHandler(newReceiver(t, &seen).Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				assert.Equal(t, "/hooks/acme?"+c.query, r.URL.RequestURI())
				assert.Equal(t, "/hooks/acme?"+c.query, r.RequestURI)
				assert.Equal(t, "api.example.com", r.Host)
				if c.kind == webhookhttp.LambdaHTTP {
					cookie, err := r.Cookie("two")
					assert.NoError(t, err)
					assert.Equal(t, "2", cookie.Value)
					assert.Equal(t, "192.0.2.7:0", r.RemoteAddr)
				}
				w.Header()["X-Answer"] = []string{"yes", "no"}
				w.Header()["Set-Cookie"] = []string{"a=1", "b=2"}
				w.WriteHeader(201)
				io.WriteString(w, "stored")
			})))
			response, err := handler(t.Context(), event(t, c.name))
			require.NoError(t, err)
			assert.Equal(t, c.response, string(response))

			tampered := bytes.Replace(event(t, c.name), []byte(`"msg_1"`), []byte(`"msg_2"`), -1)
			response, err = handler(t.Context(), tampered)
			require.NoError(t, err)
			var answer struct{ StatusCode int }
			require.NoError(t, json.Unmarshal(response, &answer))
			assert.Equal(t, 401, answer.StatusCode)
		})
	}
}

func TestLambdaResponses(t *testing.T) {
	e, err := webhookhttp.ParseLambdaEvent(event(t, "url"))
	require.NoError(t, err)
	header := http.Header{"Set-Cookie": {"a=1"}}
	response, err := e.Response(200, header, []byte{0xff, 0x00})
	require.NoError(t, err)
	assert.Equal(t, `{"statusCode":200,"cookies":["a=1"],"body":"/wA=","isBase64Encoded":true}`, string(response))
	assert.Equal(t, http.Header{"Set-Cookie": {"a=1"}}, header)
	response, err = e.Response(404, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, `{"statusCode":404,"body":"","isBase64Encoded":false}`, string(response))
	for _, status := range []int{200, 599} {
		_, err = e.Response(status, nil, nil)
		assert.NoError(t, err, status)
	}
	for _, status := range []int{0, 100, 199, 600} {
		_, err = e.Response(status, nil, nil)
		assert.ErrorContains(t, err, "no status to answer with")
	}
}

func TestEventsThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		``:   "no JSON",
		`[]`: "no JSON",
		`{}`: "names no HTTP method",
		`{"Records":[{"eventSource":"aws:sqs","body":"{}"}]}`:                                        "names no HTTP method",
		`{"version":"2.0","rawPath":"/","requestContext":{}}`:                                        "names no HTTP method",
		`{"httpMethod":"POST","path":"/","body":"e30","isBase64Encoded":true,"requestContext":{}}`:   "not the base64",
		`{"httpMethod":"POST","path":"/","body":"e31=","isBase64Encoded":true}`:                      "not the base64",
		`{"httpMethod":"POST","path":"/","body":"{}","isBase64Encoded":true}`:                        "not the base64",
		`{"httpMethod":"POST","path":"/","body":{"type":"parsed"}}`:                                  "no JSON",
		`{"httpMethod":"POST","path":"/\u0000","body":null,"headers":null,"multiValueHeaders":null}`: "no path",
	} {
		response, err := webhookhttp.LambdaHandler(never(t))(t.Context(), []byte(text))
		assert.ErrorContains(t, err, want, text)
		assert.Nil(t, response)
	}
	_, err := webhookhttp.LambdaHandler(nil)(t.Context(), event(t, "rest"))
	assert.ErrorIs(t, err, webhookhttp.ErrNoHandler)
}

// What only one of the two forms has counts too, and what contradicts does not
// slip by.
func TestBothFormsOfHeaders(t *testing.T) {
	e, err := webhookhttp.ParseLambdaEvent([]byte(`{"httpMethod":"POST","path":"//evil.example/x","headers":{"A":"1","b":"2","Webhook-Id":"msg_2"},"multiValueHeaders":{"a":["0","1"],"webhook-id":["msg_1"]}}`))
	require.NoError(t, err)
	assert.Equal(t, http.Header{"A": {"0", "1"}, "B": {"2"}, "Webhook-Id": {"msg_1", "msg_2"}}, e.Header)
	r, err := e.Request(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "/evil.example/x", r.URL.Path)
	assert.Empty(t, r.URL.Host)
}

func TestPathsOfEvents(t *testing.T) {
	for path, want := range map[string]struct{ path, target string }{
		"/hooks/acme":             {"/hooks/acme", "/hooks/acme?a=b"},
		"/hooks/acme?tenant=evil": {"/hooks/acme?tenant=evil", "/hooks/acme%3Ftenant=evil?a=b"},
		"/hooks/acme#x":           {"/hooks/acme#x", "/hooks/acme%23x?a=b"},
		"/hooks/100%":             {"/hooks/100%", "/hooks/100%25?a=b"},
		"/hooks/50%?x":            {"/hooks/50%?x", "/hooks/50%25%3Fx?a=b"},
		"/hooks/a%20b":            {"/hooks/a b", "/hooks/a%20b?a=b"},
		"/hooks/a b":              {"/hooks/a b", "/hooks/a%20b?a=b"},
		"http://evil.example/x":   {"/http://evil.example/x", "/http://evil.example/x?a=b"},
		"":                        {"/", "/?a=b"},
	} {
		e := &webhookhttp.LambdaEvent{Kind: webhookhttp.LambdaHTTP, Method: "POST", Path: path, RawQuery: "a=b"}
		r, err := e.Request(t.Context())
		require.NoError(t, err, path)
		assert.Equal(t, want.path, r.URL.Path, path)
		assert.Equal(t, "a=b", r.URL.RawQuery, path)
		assert.Equal(t, want.target, r.RequestURI, path)
		assert.Empty(t, r.URL.Host, path)
	}
	_, err := (&webhookhttp.LambdaEvent{Path: "/", RawQuery: "a\nb"}).Request(t.Context())
	assert.ErrorContains(t, err, "no path")
}

func TestCookiesOfALoadBalancerHaveNamesOfTheirOwn(t *testing.T) {
	var cookies []string
	for i := range 300 {
		cookies = append(cookies, fmt.Sprintf("c%d=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT", i))
	}
	e := &webhookhttp.LambdaEvent{Kind: webhookhttp.LambdaALB}
	text, err := e.Response(200, http.Header{"Set-Cookie": cookies}, nil)
	require.NoError(t, err)
	var response struct{ Headers map[string]string }
	require.NoError(t, json.Unmarshal(text, &response))
	assert.ElementsMatch(t, cookies, slices.Collect(maps.Values(response.Headers)))
	for name := range response.Headers {
		assert.True(t, strings.EqualFold("set-cookie", name), name)
	}
}

func TestALambdaThatRunsOutOfTimeIsNoSuccess(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	silent := webhookhttp.LambdaHandler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { cancel() }))
	response, err := silent(ctx, event(t, "rest"))
	assert.ErrorIs(t, err, webhookhttp.ErrHandlerGaveUp)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, response)
	_, err = webhookhttp.LambdaHandler(ok)(ctx, event(t, "rest"))
	assert.NoError(t, err, "what was written counts")
}

func TestLambdaKindsHaveNames(t *testing.T) {
	var names []string
	for kind := range webhookhttp.LambdaALB + 2 {
		names = append(names, kind.String())
	}
	assert.Equal(t, "unknown, API Gateway REST API, API Gateway HTTP API, function URL, Application Load Balancer, unknown", strings.Join(names, ", "))
}
