package webhookhttp_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

func TestClassify(t *testing.T) {
	cases := []struct {
		statuses []int
		outcome  webhookhttp.Outcome
		reason   string
		again    bool
	}{
		{[]int{200, 201, 202, 204, 206, 299}, webhookhttp.Delivered, "success", false},
		{[]int{300, 301, 302, 303, 304, 307, 308, 399}, webhookhttp.Refused, "redirect", true},
		{[]int{408}, webhookhttp.Retry, "request_timeout", true},
		{[]int{410}, webhookhttp.Gone, "gone", false},
		{[]int{425}, webhookhttp.Retry, "too_early", true},
		{[]int{429}, webhookhttp.Throttle, "too_many_requests", true},
		{[]int{400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 451, 499}, webhookhttp.Refused, "client_error", true},
		{[]int{500, 501, 505, 507, 520, 599}, webhookhttp.Retry, "server_error", true},
		{[]int{502}, webhookhttp.Throttle, "bad_gateway", true},
		{[]int{503}, webhookhttp.Retry, "unavailable", true},
		{[]int{504}, webhookhttp.Throttle, "gateway_timeout", true},
		{[]int{-1, 0, 100, 101, 199, 600, 999}, webhookhttp.Retry, "unexpected_status", true},
	}
	for _, c := range cases {
		for _, status := range c.statuses {
			verdict := webhookhttp.Classify(&http.Response{StatusCode: status}, webhooktest.Now())
			assert.Equal(t, webhookhttp.Verdict{Outcome: c.outcome, Reason: c.reason}, verdict, status)
			assert.Equal(t, c.again, verdict.Outcome.Again(), status)
		}
	}
	assert.Equal(t, webhookhttp.Retry, webhookhttp.Classify(nil, webhooktest.Now()).Outcome)
	assert.False(t, webhookhttp.Outcome(0).Again())
}

func TestClassifyWithRetryAfter(t *testing.T) {
	answer := func(status int) webhookhttp.Verdict {
		return webhookhttp.Classify(&http.Response{StatusCode: status, Header: http.Header{"Retry-After": {"120"}}}, webhooktest.Now())
	}
	assert.Equal(t, webhookhttp.Verdict{Outcome: webhookhttp.Throttle, Reason: "unavailable", RetryAfter: 2 * time.Minute}, answer(503))
	assert.Equal(t, webhookhttp.Verdict{Outcome: webhookhttp.Throttle, Reason: "too_many_requests", RetryAfter: 2 * time.Minute}, answer(429))
	assert.Equal(t, webhookhttp.Verdict{Outcome: webhookhttp.Refused, Reason: "client_error", RetryAfter: 2 * time.Minute}, answer(404))
	assert.Equal(t, webhookhttp.Verdict{Outcome: webhookhttp.Delivered, Reason: "success"}, answer(200))
}

func TestRedirectTargets(t *testing.T) {
	base := &http.Request{URL: &url.URL{Scheme: "https", Host: "example.com", Path: "/hooks/"}}
	for location, want := range map[string]string{
		"https://www.example.com/hooks": "https://www.example.com/hooks",
		"/hooks":                        "https://example.com/hooks",
		"":                              "",
		"http://%zz":                    "",
	} {
		verdict := webhookhttp.Classify(&http.Response{StatusCode: 308, Header: http.Header{"Location": {location}}, Request: base}, webhooktest.Now())
		assert.Equal(t, want, verdict.Target, location)
	}
	verdict := webhookhttp.Classify(&http.Response{StatusCode: 308, Header: http.Header{"Location": {"/hooks"}}}, webhooktest.Now())
	assert.Equal(t, "/hooks", verdict.Target)
}

func TestRetryAfter(t *testing.T) {
	now := webhooktest.Now()
	cases := []struct {
		text string
		want time.Duration
		ok   bool
	}{
		{"", 0, false},
		{"0", 0, true},
		{"120", 2 * time.Minute, true},
		{" 120\t", 2 * time.Minute, true},
		{"00120", 2 * time.Minute, true},
		{"86400", 24 * time.Hour, true},
		{"86401", 24 * time.Hour, true},
		{"99999999999999999999999999999999", 24 * time.Hour, true},
		{"-1", 0, false},
		{"+1", 0, false},
		{"1.5", 0, false},
		{"1e3", 0, false},
		{"soon", 0, false},
		{"Tue, 14 Nov 2023 22:14:20 GMT", time.Minute, true},
		{"Tuesday, 14-Nov-23 22:14:20 GMT", time.Minute, true},
		{"Tue Nov 14 22:14:20 2023", time.Minute, true},
		{"Tue, 14 Nov 2023 22:13:20 GMT", 0, true},
		{"Tue, 14 Nov 2006 22:13:20 GMT", 0, true},
		{"Sun, 14 Nov 9999 22:13:20 GMT", 24 * time.Hour, true},
		{"2023-11-14T22:14:20Z", 0, false},
	}
	for _, c := range cases {
		got, ok := webhookhttp.RetryAfter(http.Header{"Retry-After": {c.text}}, now)
		assert.Equal(t, c.want, got, c.text)
		assert.Equal(t, c.ok, ok, c.text)
	}
	_, ok := webhookhttp.RetryAfter(nil, now)
	assert.False(t, ok)
}

// send makes the attempt and returns its error.
func send(t *testing.T, client *http.Client, target string) error {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, target, strings.NewReader(payload))
	require.NoError(t, err)
	response, err := client.Do(r)
	if err == nil {
		response.Body.Close()
	}
	return err
}

func TestClassifyErrorsOfRealConnections(t *testing.T) {
	retry := func(reason string) webhookhttp.Verdict {
		return webhookhttp.Verdict{Outcome: webhookhttp.Retry, Reason: reason}
	}
	check := func(name string, want webhookhttp.Verdict, err error) {
		t.Helper()
		assert.Error(t, err, name)
		assert.Equal(t, want, webhookhttp.ClassifyError(err), "%s: %v", name, err)
	}
	dialError := func(err error) *http.Client {
		return &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, err }}}
	}

	closed, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	check("nothing listens", retry("connection_refused"), send(t, http.DefaultClient, "http://"+closed.Addr().String()))

	hang := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-hang }))
	defer silent.Close()
	defer close(hang)
	check("no answer in time", retry("timeout"), send(t, &http.Client{Timeout: time.Millisecond}, silent.URL))

	secure := httptest.NewUnstartedServer(ok)
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)
	secure.StartTLS()
	defer secure.Close()
	check("unknown authority", retry("tls"), send(t, &http.Client{Transport: &http.Transport{}}, secure.URL))
	check("TLS with a plain server", retry("tls"), send(t, http.DefaultClient, strings.Replace(silent.URL, "http:", "https:", 1)))
	wrongName := secure.Client().Transport.(*http.Transport).Clone()
	wrongName.TLSClientConfig.ServerName = "other.example.org"
	check("another host's certificate", retry("tls"), send(t, &http.Client{Transport: wrongName}, secure.URL))

	abort := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer abort.Close()
	check("closed without an answer", retry("connection_reset"), send(t, http.DefaultClient, abort.URL))

	reset := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if assert.NoError(t, err) {
			conn.(*net.TCPConn).SetLinger(0)
			conn.Close()
		}
	}))
	defer reset.Close()
	check("reset", retry("connection_reset"), send(t, http.DefaultClient, reset.URL))

	check("no such name", retry("dns"), send(t, dialError(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}), "http://example.invalid"))
	check("a name server that does not answer", retry("dns"), send(t, dialError(&net.DNSError{Err: "i/o timeout", IsTimeout: true}), "http://example.invalid"))
	check("no route", retry("unreachable"), send(t, dialError(&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.EHOSTUNREACH)}), "http://example.invalid"))
	check("connect timeout of the system", retry("timeout"), send(t, dialError(&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ETIMEDOUT)}), "http://example.invalid"))
	check("connect timeout", retry("timeout"), send(t, dialError(&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}), "http://example.invalid"))
	check("something else", retry("network"), send(t, dialError(errors.New("proxy says no")), "http://example.invalid"))

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, silent.URL, nil)
	require.NoError(t, err)
	_, err = http.DefaultClient.Do(r)
	check("canceled", retry("canceled"), err)
}

// TestClassifyErrorsOfTLS: each kind by itself, as no connection here has it.
func TestClassifyErrorsOfTLS(t *testing.T) {
	for _, err := range []error{
		&tls.CertificateVerificationError{Err: errors.New("revoked")}, tls.RecordHeaderError{Msg: "no TLS"}, tls.AlertError(40),
		x509.UnknownAuthorityError{}, x509.HostnameError{Certificate: new(x509.Certificate), Host: "example.com"},
		x509.CertificateInvalidError{Cert: new(x509.Certificate), Reason: x509.Expired}, http.ErrSchemeMismatch,
	} {
		verdict := webhookhttp.ClassifyError(&url.Error{Op: "Post", URL: "https://example.com", Err: err})
		assert.Equal(t, webhookhttp.Verdict{Outcome: webhookhttp.Retry, Reason: "tls"}, verdict, "%T", err)
	}
}

func TestClassifyErrorsOfThisSide(t *testing.T) {
	assert.Equal(t, webhookhttp.Verdict{}, webhookhttp.ClassifyError(nil))
	for _, c := range []struct {
		err     error
		outcome webhookhttp.Outcome
		reason  string
	}{
		{webhookhttp.ErrRedirected, webhookhttp.Refused, "redirected"},
		{webhookhttp.ErrNoID, webhookhttp.Failed, "unsigned"},
		{webhookhttp.ErrRequestBody, webhookhttp.Retry, "request_body"},
		{standardwebhooks.ErrMalformedID, webhookhttp.Failed, "unsigned"},
		{standardwebhooks.ErrNoKeys, webhookhttp.Failed, "unsigned"},
		{fmt.Errorf("%w: %w", standardwebhooks.ErrSigningFailed, context.DeadlineExceeded), webhookhttp.Retry, "signing_failed"},
		{context.DeadlineExceeded, webhookhttp.Retry, "timeout"},
	} {
		verdict := webhookhttp.ClassifyError(&url.Error{Op: "Post", URL: "https://example.com", Err: c.err})
		assert.Equal(t, webhookhttp.Verdict{Outcome: c.outcome, Reason: c.reason}, verdict, "%v", c.err)
		assert.Equal(t, c.outcome == webhookhttp.Retry || c.outcome == webhookhttp.Refused, verdict.Outcome.Again())
	}
}

func TestErrorsChooseTheirVerdict(t *testing.T) {
	cause := errors.New("10.0.0.1 is private")
	for _, c := range []struct {
		name   string
		chosen webhookhttp.Verdict
		want   webhookhttp.Verdict
	}{
		{"all of it", webhookhttp.Verdict{Outcome: webhookhttp.Failed, Reason: "private_address"}, webhookhttp.Verdict{Outcome: webhookhttp.Failed, Reason: "private_address"}},
		{"only the outcome", webhookhttp.Verdict{Outcome: webhookhttp.Gone}, webhookhttp.Verdict{Outcome: webhookhttp.Gone, Reason: "network"}},
		{"a time to wait", webhookhttp.Verdict{Outcome: webhookhttp.Throttle, Reason: "rate", RetryAfter: time.Minute}, webhookhttp.Verdict{Outcome: webhookhttp.Throttle, Reason: "rate", RetryAfter: time.Minute}},
		{"too long a time to wait", webhookhttp.Verdict{Outcome: webhookhttp.Retry, RetryAfter: 100 * time.Hour}, webhookhttp.Verdict{Outcome: webhookhttp.Retry, Reason: "network", RetryAfter: webhookhttp.MaxRetryAfter}},
		{"a time that is none", webhookhttp.Verdict{Outcome: webhookhttp.Refused, RetryAfter: -1}, webhookhttp.Verdict{Outcome: webhookhttp.Refused, Reason: "network"}},
		{"an error is no success", webhookhttp.Verdict{Outcome: webhookhttp.Delivered, Reason: "fine"}, webhookhttp.Verdict{Outcome: webhookhttp.Retry, Reason: "fine"}},
		{"nor nothing", webhookhttp.Verdict{}, webhookhttp.Verdict{Outcome: webhookhttp.Retry, Reason: "network"}},
		{"nor what is no outcome", webhookhttp.Verdict{Outcome: 99}, webhookhttp.Verdict{Outcome: webhookhttp.Retry, Reason: "network"}},
	} {
		err := &url.Error{Op: "Post", URL: "https://example.com", Err: &net.OpError{Op: "dial", Err: &webhookhttp.VerdictError{Verdict: c.chosen, Err: cause}}}
		assert.Equal(t, c.want, webhookhttp.ClassifyError(err), c.name)
		assert.Equal(t, c.want, webhookhttp.Judge(nil, err, webhooktest.Now()), c.name)
		assert.ErrorIs(t, err, cause, c.name)
		assert.Contains(t, err.Error(), cause.Error(), c.name)
	}
	bare := &webhookhttp.VerdictError{Verdict: webhookhttp.Verdict{Outcome: webhookhttp.Failed, Reason: "private_address"}}
	assert.Equal(t, "failed: private_address", bare.Error())
	lookup := fmt.Errorf("%w: %w", webhookhttp.ErrNoSigner, bare)
	assert.Equal(t, bare.Verdict, webhookhttp.ClassifyError(lookup), "before every kind of error")
	assert.Equal(t, bare.Verdict, webhookhttp.ClassifyError(errors.Join(context.Canceled, bare)))
}

func TestJudge(t *testing.T) {
	now := webhooktest.Now()
	busy := &http.Response{StatusCode: 503, Header: http.Header{"Retry-After": {"60"}}}
	for _, response := range []*http.Response{nil, busy, {StatusCode: 204}, {StatusCode: 410}} {
		assert.Equal(t, webhookhttp.Classify(response, now), webhookhttp.Judge(response, nil, now))
	}
	assert.Equal(t, time.Minute, webhookhttp.Judge(busy, nil, now).RetryAfter)
	for _, err := range []error{context.Canceled, webhookhttp.ErrNoID, errors.New("something else")} {
		assert.Equal(t, webhookhttp.ClassifyError(err), webhookhttp.Judge(nil, err, now))
	}
}

// A client whose CheckRedirect says no returns the answer and an error.
func TestJudgeOfARedirectThatWasNotFollowed(t *testing.T) {
	endpoint := httptest.NewServer(http.RedirectHandler("https://example.com/moved", http.StatusPermanentRedirect))
	defer endpoint.Close()
	for name, c := range map[string]struct {
		refusal error
		want    webhookhttp.Verdict
	}{
		"an error":          {errors.New("no redirects here"), webhookhttp.Verdict{Outcome: webhookhttp.Refused, Reason: "redirect", Target: "https://example.com/moved"}},
		"one that chooses":  {&webhookhttp.VerdictError{Verdict: webhookhttp.Verdict{Outcome: webhookhttp.Gone, Reason: "moved"}}, webhookhttp.Verdict{Outcome: webhookhttp.Gone, Reason: "moved"}},
		"the one made here": {http.ErrUseLastResponse, webhookhttp.Verdict{Outcome: webhookhttp.Refused, Reason: "redirect", Target: "https://example.com/moved"}},
	} {
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return c.refusal }}
		response, err := client.Post(endpoint.URL, "application/json", strings.NewReader(payload))
		require.NotNil(t, response, name)
		response.Body.Close()
		assert.Equal(t, c.want, webhookhttp.Judge(response, err, webhooktest.Now()), name)
	}
}

func TestOutcomesHaveNames(t *testing.T) {
	var names []string
	for outcome := range webhookhttp.Failed + 2 {
		names = append(names, outcome.String())
	}
	assert.Equal(t, "unknown delivered retry throttle refused gone failed unknown", strings.Join(names, " "))
}
