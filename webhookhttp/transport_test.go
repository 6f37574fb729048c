package webhookhttp_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// A sink answers 200 and keeps what was sent.
type sink struct {
	requests []*http.Request
	bodies   []string
	closed   bool
}

func (s *sink) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s.requests, s.bodies = append(s.requests, r), append(s.bodies, string(body))
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

func (s *sink) CloseIdleConnections() { s.closed = true }

func newTransport(tb testing.TB, base http.RoundTripper, opts ...webhookhttp.TransportOption) *webhookhttp.Transport {
	tb.Helper()
	all := append([]webhookhttp.TransportOption{webhookhttp.WithBase(base), webhookhttp.WithClock(webhooktest.Now)}, opts...)
	transport, err := webhookhttp.NewTransport(signerOf(tb), all...)
	require.NoError(tb, err)
	return transport
}

// outgoing is a request whose body tells whether it was closed.
func outgoing(tb testing.TB, body io.Reader) (*http.Request, *closing) {
	tb.Helper()
	c := &closing{Reader: body}
	r, err := http.NewRequestWithContext(webhookhttp.ContextWithMessageID(tb.Context(), "msg_1"), http.MethodPost, "https://example.com/hooks", c)
	require.NoError(tb, err)
	return r, c
}

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error {
	c.closed = true
	return nil
}

// signature is what the specification says, without the code under test.
func signature(tb testing.TB, id string, seconds int64, body string) string {
	tb.Helper()
	_, text, _ := strings.Cut(webhooktest.Secret(tb, "current").Text(), "_")
	key, err := base64.StdEncoding.DecodeString(text)
	require.NoError(tb, err)
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", id, seconds, body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func TestTheBytesSentAreTheBytesSigned(t *testing.T) {
	large := strings.Repeat("0123456789", 50_000)
	for name, body := range map[string]io.Reader{
		payload: strings.NewReader(payload),
		large:   iotest.HalfReader(strings.NewReader(large)),
		"a b":   io.MultiReader(strings.NewReader("a"), strings.NewReader(" b")),
	} {
		var sent sink
		r, closed := outgoing(t, body)
		r.Header.Set("Content-Type", "application/json")
		r.TransferEncoding = []string{"chunked"}
		before := r.Clone(r.Context())
		response, err := newTransport(t, &sent).RoundTrip(r)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())

		require.Len(t, sent.requests, 1)
		got := sent.requests[0]
		assert.Equal(t, name, sent.bodies[0])
		assert.Equal(t, []string{signature(t, "msg_1", 1700000000, name)}, got.Header["Webhook-Signature"])
		assert.Equal(t, []string{"msg_1"}, got.Header["Webhook-Id"])
		assert.Equal(t, []string{"1700000000"}, got.Header["Webhook-Timestamp"])
		assert.Equal(t, "application/json", got.Header.Get("Content-Type"))
		assert.EqualValues(t, len(name), got.ContentLength)
		assert.Nil(t, got.TransferEncoding)
		again, err := got.GetBody()
		require.NoError(t, err)
		repeated, err := io.ReadAll(again)
		require.NoError(t, err)
		assert.Equal(t, name, string(repeated))

		assert.True(t, closed.closed)
		assert.Equal(t, before.Header, r.Header, "the request given is not changed")
		assert.Equal(t, before.ContentLength, r.ContentLength)
		assert.Equal(t, before.TransferEncoding, r.TransferEncoding)
		assert.Nil(t, r.GetBody)
	}
}

func TestBodiesThatAreNone(t *testing.T) {
	for _, body := range []io.ReadCloser{nil, http.NoBody} {
		var sent sink
		r, _ := outgoing(t, nil)
		r.Body, r.Header = body, nil
		_, err := newTransport(t, &sent).RoundTrip(r)
		require.NoError(t, err)
		assert.Equal(t, signature(t, "msg_1", 1700000000, ""), sent.requests[0].Header.Get("Webhook-Signature"))
		assert.Zero(t, sent.requests[0].ContentLength)
		assert.Equal(t, http.NoBody, sent.requests[0].Body)
		again, err := sent.requests[0].GetBody()
		require.NoError(t, err)
		assert.Equal(t, http.NoBody, again)
	}
}

func TestEveryAttemptHasItsOwnTimestampAndTheSameID(t *testing.T) {
	var sent sink
	clock := &movable{}
	transport := newTransport(t, &sent, webhookhttp.WithClock(clock.now))
	for range 3 {
		r, _ := outgoing(t, strings.NewReader(payload))
		_, err := transport.RoundTrip(r)
		require.NoError(t, err)
		clock.advance(time.Hour)
	}
	for i, r := range sent.requests {
		at := 1700000000 + int64(i)*3600
		assert.Equal(t, fmt.Sprint(at), r.Header.Get("Webhook-Timestamp"))
		assert.Equal(t, signature(t, "msg_1", at, payload), r.Header.Get("Webhook-Signature"))
		assert.Equal(t, "msg_1", r.Header.Get("Webhook-Id"))
	}
}

func TestEarlierSignaturesAreReplaced(t *testing.T) {
	var sent sink
	r, _ := outgoing(t, strings.NewReader(payload))
	r.Header = http.Header{
		"Webhook-Signature": {"v1,old", "v1,older"},
		"webhook-signature": {"v1,oldest"},
		"webhook-timestamp": {"1"},
		"WEBHOOK-ID":        {"msg_0"},
		"Svix-Id":           {"kept"},
	}
	_, err := newTransport(t, &sent).RoundTrip(r)
	require.NoError(t, err)
	assert.Equal(t, http.Header{
		"Webhook-Id":        {"msg_1"},
		"Webhook-Timestamp": {"1700000000"},
		"Webhook-Signature": {signature(t, "msg_1", 1700000000, payload)},
		"Svix-Id":           {"kept"},
	}, sent.requests[0].Header)
}

func TestWhereTheIDComesFrom(t *testing.T) {
	withContext := func(id string) context.Context { return webhookhttp.ContextWithMessageID(t.Context(), id) }
	cases := []struct {
		name   string
		ctx    context.Context
		header http.Header
		option webhookhttp.TransportOption
		want   string
		err    error
	}{
		{"context", withContext("msg_1"), nil, nil, "msg_1", nil},
		{"header", t.Context(), http.Header{"Webhook-Id": {"msg_2"}}, nil, "msg_2", nil},
		{"header in lower case", t.Context(), http.Header{"webhook-id": {"msg_2"}}, nil, "msg_2", nil},
		{"context before header", withContext("msg_1"), http.Header{"Webhook-Id": {"msg_2"}}, nil, "msg_1", nil},
		{"another header", t.Context(), http.Header{"X-Event": {"msg_3"}}, webhookhttp.WithIDHeader("x-event"), "msg_3", nil},
		{"none", t.Context(), nil, nil, "", webhookhttp.ErrNoID},
		{"empty", t.Context(), http.Header{"Webhook-Id": {""}}, nil, "", webhookhttp.ErrNoID},
		{"two", t.Context(), http.Header{"Webhook-Id": {"msg_1", "msg_2"}}, nil, "", webhookhttp.ErrNoID},
		{"two, with generated ones", t.Context(), http.Header{"Webhook-Id": {"msg_1", "msg_2"}}, webhookhttp.WithGeneratedIDs(), "", webhookhttp.ErrNoID},
		{"generated only if there is none", t.Context(), http.Header{"Webhook-Id": {"msg_2"}}, webhookhttp.WithGeneratedIDs(), "msg_2", nil},
		{"empty in the context", withContext(""), nil, webhookhttp.WithGeneratedIDs(), "", standardwebhooks.ErrMalformedID},
		{"without, for a scheme that needs one", t.Context(), nil, webhookhttp.WithoutIDs(), "", standardwebhooks.ErrMalformedID},
		{"with a full stop", withContext("a.b"), nil, nil, "", standardwebhooks.ErrMalformedID},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var sent sink
			r, body := outgoing(t, strings.NewReader(payload))
			r = r.WithContext(c.ctx)
			r.Header = c.header
			_, err := newTransport(t, &sent, c.option).RoundTrip(r)
			assert.True(t, body.closed)
			assert.ErrorIs(t, err, c.err)
			if c.err != nil {
				assert.Empty(t, sent.requests)
				return
			}
			assert.Equal(t, c.want, sent.requests[0].Header.Get("Webhook-Id"))
		})
	}
}

func TestGeneratedIDsDiffer(t *testing.T) {
	var sent sink
	transport := newTransport(t, &sent, webhookhttp.WithGeneratedIDs())
	r, _ := outgoing(t, nil)
	r = r.WithContext(t.Context())
	for range 2 {
		r.Body = io.NopCloser(strings.NewReader(payload))
		_, err := transport.RoundTrip(r)
		require.NoError(t, err)
	}
	first, second := sent.requests[0].Header.Get("Webhook-Id"), sent.requests[1].Header.Get("Webhook-Id")
	assert.Regexp(t, `^msg_[A-Z2-7]{26}$`, first)
	assert.NotEqual(t, first, second)
	assert.Empty(t, r.Header)
}

// Whatever the endpoint answers, and however the client is set, the host that
// it names gets no signature and no body.
func TestARedirectNeverGetsASignature(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			elsewhere := httptest.NewServer(never(t))
			defer elsewhere.Close()
			calls := 0
			var sent http.Header
			endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls++
				sent = r.Header
				w.Header().Set("Location", elsewhere.URL+"/moved?token=t")
				w.WriteHeader(status)
			}))
			defer endpoint.Close()
			transport := newTransport(t, http.DefaultTransport)

			newRequest := func() *http.Request {
				r, err := http.NewRequestWithContext(webhookhttp.ContextWithMessageID(t.Context(), "msg_1"), http.MethodPost, endpoint.URL+"/hooks", strings.NewReader(payload))
				require.NoError(t, err)
				return r
			}
			_, err := (&http.Client{Transport: transport}).Do(newRequest())
			assert.ErrorIs(t, err, webhookhttp.ErrRedirected)
			assert.Equal(t, webhookhttp.Verdict{Outcome: webhookhttp.Refused, Reason: "redirected"}, webhookhttp.ClassifyError(err))
			assert.Equal(t, 1, calls)

			response, err := (&http.Client{Transport: transport, CheckRedirect: webhookhttp.NoRedirects}).Do(newRequest())
			require.NoError(t, err)
			response.Body.Close()
			assert.Equal(t, webhookhttp.Verdict{Outcome: webhookhttp.Refused, Reason: "redirect", Target: elsewhere.URL + "/moved?token=t"}, webhookhttp.Classify(response, webhooktest.Now()))
			assert.Equal(t, signature(t, "msg_1", 1700000000, payload), sent.Get("Webhook-Signature"))
		})
	}
}

func TestSenderAndReceiverUnderstandEachOther(t *testing.T) {
	var seen watch
	server := httptest.NewServer(newReceiver(t, &seen).Handler(func(_ context.Context, message standardwebhooks.Message) error {
		assert.Equal(t, "msg_1", message.ID)
		return nil
	}))
	defer server.Close()
	client := &http.Client{Transport: newTransport(t, http.DefaultTransport), CheckRedirect: webhookhttp.NoRedirects}
	for _, body := range []string{payload, "", strings.Repeat("a", 1<<20), "\x00\xff\r\n"} {
		r, err := http.NewRequestWithContext(webhookhttp.ContextWithMessageID(t.Context(), "msg_1"), http.MethodPost, server.URL, strings.NewReader(body))
		require.NoError(t, err)
		response, err := client.Do(r)
		require.NoError(t, err)
		response.Body.Close()
		assert.Equal(t, webhookhttp.Delivered, webhookhttp.Classify(response, webhooktest.Now()).Outcome)
	}
	assert.Len(t, seen.accepted, 4)
}

func TestTransportOptionsAreChecked(t *testing.T) {
	_, err := webhookhttp.NewTransport(nil)
	assert.ErrorContains(t, err, "signer is nil")
	_, err = webhookhttp.NewTransportFunc(nil)
	assert.ErrorContains(t, err, "is nil")
	_, err = webhookhttp.NewTransport(signerOf(t), webhookhttp.WithBase(nil))
	assert.ErrorContains(t, err, "base transport is nil")
	_, err = webhookhttp.NewTransport(signerOf(t), webhookhttp.WithIDHeader(""))
	assert.ErrorContains(t, err, "is empty")
	for _, transport := range []*webhookhttp.Transport{nil, {}} {
		r, body := outgoing(t, strings.NewReader(payload))
		_, err = transport.RoundTrip(r)
		assert.ErrorContains(t, err, "NewTransport")
		assert.True(t, body.closed)
		transport.CloseIdleConnections()
	}
	var sent sink
	newTransport(t, &sent).CloseIdleConnections()
	assert.True(t, sent.closed)
}

func TestTransportKeepsNothingOfTheBody(t *testing.T) {
	var sent sink
	body := []byte(payload)
	r, _ := outgoing(t, bytes.NewReader(body))
	_, err := newTransport(t, &sent).RoundTrip(r)
	require.NoError(t, err)
	body[0] = 'x'
	again, _ := sent.requests[0].GetBody()
	text, _ := io.ReadAll(again)
	assert.Equal(t, payload, string(text))
}
