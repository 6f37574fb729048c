package capture

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLambdaEvents(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       Request
	}{
		{
			"REST API", `{"version":"1.0","path":"/p","httpMethod":"POST","headers":{"B":"2"},"multiValueHeaders":{"B":["1","2"]},
				"requestContext":{"protocol":"HTTP/1.1","requestTimeEpoch":1767225600000},"body":"x","isBase64Encoded":false}`,
			Request{Method: "POST", Target: "/p", Proto: "HTTP/1.1", Header: []Field{{"B", "1"}, {"B", "2"}}, Body: []byte("x"), Date: newYear, DateRecorded: true},
		},
		{
			"HTTP API", `{"version":"2.0","rawPath":"/p","rawQueryString":"q=1","cookies":["c=1","d=2"],"headers":{"b":"1,2"},
				"requestContext":{"http":{"method":"POST","path":"/p","protocol":"HTTP/1.1"},"timeEpoch":1767225600000},"body":"eA==","isBase64Encoded":true}`,
			Request{
				Method: "POST", Target: "/p?q=1", Proto: "HTTP/1.1", Header: []Field{{"b", "1,2"}, {"cookie", "c=1; d=2"}}, Body: []byte("x"), Date: newYear, DateRecorded: true,
				Evidence: Evidence{Joined: true, Base64: true},
			},
		},
		{
			"load balancer", `{"requestContext":{"elb":{"targetGroupArn":"a"}},"httpMethod":"POST","path":"/p","headers":{"b":"1"},"body":"","isBase64Encoded":false}`,
			Request{Method: "POST", Target: "/p", Header: []Field{{"b", "1"}}, Body: []byte{}},
		},
		{
			"what only one of the two has", `{"httpMethod":"POST","path":"/p","headers":{"A":"1","b":"2"},"multiValueHeaders":{"a":["3"],"C":["4"]},"body":null}`,
			Request{Method: "POST", Target: "/p", Header: []Field{{"a", "3"}, {"C", "4"}, {"b", "2"}}, Body: []byte{}},
		},
		{
			"no headers", `{"httpMethod":"POST","path":"/p","headers":null,"multiValueHeaders":null,"body":"x"}`,
			Request{Method: "POST", Target: "/p", Body: []byte("x")},
		},
		{
			"body as an object", `{"httpMethod":"POST","path":"/p","headers":{},"body":{"a":  1.0}}`,
			Request{Method: "POST", Target: "/p", Body: []byte(`{"a":  1.0}`), Evidence: Evidence{Parsed: true}},
		},
		{
			"cookies in both places", `{"version":"2.0","rawPath":"/p","cookies":["c=1"],"headers":{"Cookie":"d=2"},"body":""}`,
			Request{Target: "/p", Header: []Field{{"Cookie", "d=2"}}, Body: []byte{}, Evidence: Evidence{Joined: true}},
		},
		{
			"no body at all", `{"httpMethod":"POST","path":"/p","headers":{}}`,
			Request{Method: "POST", Target: "/p", Evidence: Evidence{Absent: true}},
		},
		{
			"half a surrogate pair", `{"httpMethod":"POST","path":"/p","headers":{},"body":"\ud83d"}`,
			Request{Method: "POST", Target: "/p", Body: []byte("\ufffd"), Evidence: Evidence{Lossy: true}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Kind, c.want.Line, c.want.ContentLength = KindLambda, 1, -1
			assert.Equal(t, c.want, *parseOne(t, c.data))
		})
	}
}

const event = `{"httpMethod":"POST","path":"/p","headers":{"a":"b"},"body":"x\r\n"}`

func TestLambdaEventsInALog(t *testing.T) {
	for _, c := range []struct {
		name, data string
		lines      []int
	}{
		{"lines", event + "\n" + event + "\n", []int{1, 2}},
		{"array", "[" + event + ",\n" + event + "]", []int{1, 2}},
		{"prefix", "2026-01-01T00:00:00.000Z\t8f7c\tINFO\t" + event, []int{1}},
		{"prefix like a header", "event: " + event, []int{1}},
		{"prefix in brackets", "[INFO] " + event, []int{1}},
		{"among other lines", "START RequestId: 1\nINFO {\"a\":1}\nINFO {broken\nINFO " + event + "\nEND\nINFO " + event, []int{4, 6}},
		{"over several lines", "INFO {\"httpMethod\":\"POST\",\"path\":\"/p\",\n\"headers\":{\"a\":\"b\"},\n\"body\":\"x\\r\\n\"}", []int{1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			requests, err := Parse([]byte(c.data), Options{})
			require.NoError(t, err)
			var lines []int
			for _, r := range requests {
				lines = append(lines, r.Line)
				assert.Equal(t, "x\r\n", string(r.Body))
				assert.Equal(t, KindLambda, r.Kind)
			}
			assert.Equal(t, c.lines, lines)
		})
	}
}

func TestLambdaBodyThatIsNoBase64(t *testing.T) {
	for _, body := range []string{"{}", "eA", "eB==", "eA==\\n", "e\\r\\nA=="} {
		err := parseError(t, "\n"+`{"httpMethod":"POST","path":"/p","headers":{},"body":"`+body+`","isBase64Encoded":true}`)
		assert.Contains(t, err, "line 2: the body is marked as base64 and is none", body)
	}
}

func TestDateOfTheCaptureWinsOverTheHeader(t *testing.T) {
	r := parseOne(t, `{"headers":{"Date":"Thu, 01 Jan 1970 00:00:01 GMT"},"requestContext":{"requestTimeEpoch":1767225600000},"body":""}`)
	assert.Equal(t, newYear, r.Date)
	assert.True(t, r.DateRecorded)
	r = parseOne(t, `{"headers":{"Date":"Thu, 01 Jan 1970 00:00:01 GMT"},"requestContext":{},"body":""}`)
	assert.Equal(t, time.Unix(1, 0).UTC(), r.Date)
	assert.False(t, r.DateRecorded, "the sender wrote it")
}
