package webhookhttp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// A LambdaKind says which of the services that call AWS Lambda for an HTTP
// request made an event. The zero kind is none.
type LambdaKind int

const (
	// LambdaREST: API Gateway, REST API, or HTTP API with payload format 1.0.
	LambdaREST LambdaKind = iota + 1
	// LambdaHTTP: API Gateway, HTTP API with payload format 2.0.
	LambdaHTTP
	// LambdaURL: a function URL. Its events are those of LambdaHTTP.
	LambdaURL
	// LambdaALB: Application Load Balancer, with or without multi-value headers.
	LambdaALB
)

// String returns the kind in words.
func (k LambdaKind) String() string {
	switch k {
	case LambdaREST:
		return "API Gateway REST API"
	case LambdaHTTP:
		return "API Gateway HTTP API"
	case LambdaURL:
		return "function URL"
	case LambdaALB:
		return "Application Load Balancer"
	default:
		return "unknown"
	}
}

// A LambdaEvent is an HTTP request as AWS Lambda is given it.
type LambdaEvent struct {
	Kind   LambdaKind
	Method string
	// Path is as it was received, RawQuery without the question mark.
	Path, RawQuery string
	// Header has canonical names, whatever case the event has them in. What a
	// gateway joined with commas stays joined: Verifiers read it both ways.
	Header http.Header
	// Body has the bytes of the body. If an API Gateway REST API does not list
	// its content type as binary, it has mangled what is not UTF-8 before;
	// binaryMediaTypes "*/*" has it leave bodies alone.
	Body []byte
	// SourceIP is the address of the client, where the event has it.
	SourceIP string

	multiValue bool
}

// lambdaEvent has what is used of the events of all kinds.
type lambdaEvent struct {
	Version         string
	HTTPMethod      string
	Path            string
	RawPath         string
	RawQueryString  string
	Cookies         []string
	Headers         map[string]string
	MultiHeaders    map[string][]string `json:"multiValueHeaders"`
	Query           map[string]string   `json:"queryStringParameters"`
	MultiQuery      map[string][]string `json:"multiValueQueryStringParameters"`
	Body            string
	IsBase64Encoded bool
	RequestContext  struct {
		DomainName string
		ELB        *struct{}
		Identity   struct{ SourceIP string }
		HTTP       struct{ Method, Path, SourceIP string }
	}
}

// ParseLambdaEvent reads the JSON of an event. It returns an error for what is
// no event of an HTTP request, or has a body that is not the base64 it says.
func ParseLambdaEvent(event []byte) (*LambdaEvent, error) {
	var raw lambdaEvent
	if err := json.Unmarshal(event, &raw); err != nil {
		return nil, fmt.Errorf("webhookhttp: the event is no JSON of API Gateway, a load balancer or a function URL: %w", err)
	}
	e := &LambdaEvent{Kind: raw.kind(), Header: raw.header(), multiValue: raw.MultiHeaders != nil}
	switch e.Kind {
	case LambdaREST:
		e.Method, e.Path, e.RawQuery = raw.HTTPMethod, raw.Path, raw.query(url.QueryEscape)
		e.SourceIP = raw.RequestContext.Identity.SourceIP
	case LambdaALB:
		// A load balancer passes names and values on as they were escaped.
		e.Method, e.Path, e.RawQuery = raw.HTTPMethod, raw.Path, raw.query(func(s string) string { return s })
	case LambdaHTTP, LambdaURL:
		e.Method, e.Path, e.RawQuery = raw.RequestContext.HTTP.Method, raw.RawPath, raw.RawQueryString
		e.SourceIP = raw.RequestContext.HTTP.SourceIP
	}
	if e.Method == "" {
		return nil, errors.New("webhookhttp: the event is not one of API Gateway, a load balancer or a function URL: it names no HTTP method")
	}
	var err error
	if e.Body, err = raw.body(); err != nil {
		return nil, err
	}
	return e, nil
}

func (raw *lambdaEvent) kind() LambdaKind {
	switch {
	case raw.RequestContext.ELB != nil:
		return LambdaALB
	case raw.Version == "2.0" && strings.Contains(raw.RequestContext.DomainName, ".lambda-url."):
		return LambdaURL
	case raw.Version == "2.0":
		return LambdaHTTP
	default:
		return LambdaREST
	}
}

// header gathers both forms. An event that has both repeats the last of the
// values in the single one; what only that has, somebody wrote by hand.
func (raw *lambdaEvent) header() http.Header {
	header := http.Header{}
	for _, name := range sortedKeys(raw.MultiHeaders) {
		for _, value := range raw.MultiHeaders[name] {
			header.Add(name, value)
		}
	}
	multi := header.Clone()
	for _, name := range sortedKeys(raw.Headers) {
		if !slices.Contains(multi.Values(name), raw.Headers[name]) {
			header.Add(name, raw.Headers[name])
		}
	}
	if len(raw.Cookies) > 0 {
		header.Set("Cookie", strings.Join(raw.Cookies, "; "))
	}
	return header
}

func (raw *lambdaEvent) query(escape func(string) string) string {
	values := raw.MultiQuery
	if values == nil {
		values = map[string][]string{}
		for name, value := range raw.Query {
			values[name] = []string{value}
		}
	}
	var pairs []string
	for _, name := range sortedKeys(values) {
		for _, value := range values[name] {
			pairs = append(pairs, escape(name)+"="+escape(value))
		}
	}
	return strings.Join(pairs, "&")
}

func (raw *lambdaEvent) body() ([]byte, error) {
	if !raw.IsBase64Encoded {
		return []byte(raw.Body), nil
	}
	body, err := base64.StdEncoding.Strict().DecodeString(raw.Body)
	if err != nil {
		return nil, errors.New("webhookhttp: the body of the event is not the base64 that it says it is")
	}
	return body, nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Request returns the event as a request for a handler.
func (e *LambdaEvent) Request(ctx context.Context) (*http.Request, error) {
	target, err := e.target()
	if err != nil {
		return nil, errors.New("webhookhttp: the event's path is no path")
	}
	r := &http.Request{
		Method:        e.Method,
		URL:           target,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        e.Header.Clone(),
		Body:          io.NopCloser(bytes.NewReader(e.Body)),
		ContentLength: int64(len(e.Body)),
		Host:          e.Header.Get("Host"),
		RequestURI:    target.RequestURI(),
	}
	if e.SourceIP != "" {
		r.RemoteAddr = net.JoinHostPort(e.SourceIP, "0")
	}
	return r.WithContext(ctx), nil
}

// target reads path and query as they stand in a request line. Two slashes in
// front would begin a host. A path has no query: what looks like one in it, as
// some of these services unescape paths, must not choose a tenant.
func (e *LambdaEvent) target() (*url.URL, error) {
	path, query := "/"+strings.TrimLeft(e.Path, "/"), ""
	if e.RawQuery != "" {
		query = "?" + e.RawQuery
	}
	target, err := url.ParseRequestURI(strings.ReplaceAll(path, "?", "%3F") + query)
	if err == nil || strings.ContainsFunc(path, unicode.IsControl) {
		return target, err
	}
	// With a % that escapes nothing, nothing of it is escaped.
	return url.ParseRequestURI((&url.URL{Path: path}).EscapedPath() + query)
}
