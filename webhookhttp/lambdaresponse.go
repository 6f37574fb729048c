package webhookhttp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

// LambdaHandler returns a function for AWS's lambda.Start that runs handler on
// the events of API Gateway, load balancers and function URLs, told apart by
// their content, and answers each in its form:
//
//	lambda.Start(webhookhttp.LambdaHandler(receiver.Middleware(handler)))
//
// What is no such event is an error, which these services answer with a 5xx, and
// so is a handler that wrote nothing before its context ended.
func LambdaHandler(handler http.Handler) func(ctx context.Context, event json.RawMessage) (json.RawMessage, error) {
	return func(ctx context.Context, event json.RawMessage) (json.RawMessage, error) {
		if handler == nil {
			return nil, ErrNoHandler
		}
		e, err := ParseLambdaEvent(event)
		if err != nil {
			return nil, err
		}
		r, err := e.Request(ctx)
		if err != nil {
			return nil, err
		}
		recorded := &recordedResponse{header: http.Header{}}
		held := &heldResponse{ResponseWriter: recorded}
		handler.ServeHTTP(held, r)
		if held.status == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("%w: %w", ErrHandlerGaveUp, ctx.Err())
		}
		held.send()
		return e.Response(recorded.status, recorded.header, recorded.body)
	}
}

// A recordedResponse takes what a heldResponse sends.
type recordedResponse struct {
	header http.Header
	status int
	body   []byte
}

func (r *recordedResponse) Header() http.Header { return r.header }

func (r *recordedResponse) WriteHeader(status int) { r.status = status }

func (r *recordedResponse) Write(p []byte) (int, error) {
	r.body = append(r.body, p...)
	return len(p), nil
}

// lambdaResponse has the fields of all kinds.
type lambdaResponse struct {
	StatusCode        int                 `json:"statusCode"`
	StatusDescription string              `json:"statusDescription,omitempty"`
	Headers           map[string]string   `json:"headers,omitempty"`
	MultiValueHeaders map[string][]string `json:"multiValueHeaders,omitempty"`
	Cookies           []string            `json:"cookies,omitempty"`
	Body              string              `json:"body"`
	IsBase64Encoded   bool                `json:"isBase64Encoded"`
}

// Response returns the JSON that answers the event. A body that is not UTF-8
// goes as base64. The status is a final one, from 200 to 599.
func (e *LambdaEvent) Response(status int, header http.Header, body []byte) ([]byte, error) {
	if status < 200 || status > 599 {
		return nil, fmt.Errorf("webhookhttp: %d is no status to answer with: want 200 to 599", status)
	}
	response := lambdaResponse{StatusCode: status, Body: string(body)}
	if !utf8.Valid(body) {
		response.Body, response.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), true
	}
	header = header.Clone()
	switch {
	case e.Kind == LambdaREST:
		response.MultiValueHeaders = header
	case e.Kind == LambdaALB:
		response.StatusDescription = fmt.Sprintf("%d %s", status, http.StatusText(status))
		// A load balancer reads the form that it sends, and no other.
		if e.multiValue {
			response.MultiValueHeaders = header
		} else {
			response.Headers = withCookies(joined(header), header["Set-Cookie"])
		}
	default:
		response.Cookies = header.Values("Set-Cookie")
		header.Del("Set-Cookie")
		response.Headers = joined(header)
	}
	return json.Marshal(response)
}

// withCookies replaces the cookies, which cannot be joined, since dates in them
// have commas: each gets a name of its own, as names in any case are one.
func withCookies(single map[string]string, cookies []string) map[string]string {
	delete(single, "Set-Cookie")
	for i, cookie := range cookies {
		single[cookieName(i)] = cookie
	}
	return single
}

// cookieName spells the name in the i-th of 512 ways, Set-Cookie being the first.
func cookieName(i int) string {
	name := []byte("Set-Cookie")
	for j := range name {
		if name[j] != '-' {
			name[j] ^= byte(i&1) * ('a' - 'A')
			i >>= 1
		}
	}
	return string(name)
}

// joined joins values with commas (RFC 9110, section 5.3).
func joined(header http.Header) map[string]string {
	single := make(map[string]string, len(header))
	for name, values := range header {
		single[name] = strings.Join(values, ", ")
	}
	return single
}
