package webhookhttp_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
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

// lowerCase is a Signer whose names are as the specification writes them.
type lowerCase struct{ webhookhttp.Signer }

func (l lowerCase) SetHeaders(ctx context.Context, header http.Header, id string, at time.Time, payload []byte) error {
	canonical := http.Header{}
	err := l.Signer.SetHeaders(ctx, canonical, id, at, payload)
	for name, values := range canonical {
		header[strings.ToLower(name)] = values
	}
	return err
}

func TestEarlierSignaturesAreReplacedInAnySpelling(t *testing.T) {
	var sent sink
	transport, err := webhookhttp.NewTransport(lowerCase{signerOf(t)}, webhookhttp.WithBase(&sent))
	require.NoError(t, err)
	r, _ := outgoing(t, strings.NewReader(payload))
	r.Header = http.Header{"Webhook-Signature": {"v1,old"}, "WEBHOOK-ID": {"msg_0"}}
	_, err = transport.RoundTrip(r)
	require.NoError(t, err)
	assert.Len(t, sent.requests[0].Header, 3)
	//lint:ignore SA1008 that the name is spelled so is the point
	assert.Equal(t, []string{"msg_1"}, sent.requests[0].Header["webhook-id"])
}

// stripeLike signs as Stripe does: there is no id.
type stripeLike struct{ ids []string }

func (s *stripeLike) SetHeaders(_ context.Context, header http.Header, id string, at time.Time, payload []byte) error {
	s.ids = append(s.ids, id)
	mac := hmac.New(sha256.New, []byte("whsec_test"))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), payload)
	header.Set("Stripe-Signature", fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil))))
	return nil
}

func TestSignersWithoutIDs(t *testing.T) {
	var sent sink
	signer := &stripeLike{}
	transport, err := webhookhttp.NewTransport(signer, webhookhttp.WithBase(&sent), webhookhttp.WithoutIDs(), webhookhttp.WithClock(webhooktest.Now))
	require.NoError(t, err)
	r, err := http.NewRequest(http.MethodPost, "https://example.com", strings.NewReader(payload))
	require.NoError(t, err)
	_, err = transport.RoundTrip(r)
	require.NoError(t, err)
	assert.Equal(t, []string{""}, signer.ids)
	assert.True(t, strings.HasPrefix(sent.requests[0].Header.Get("Stripe-Signature"), "t=1700000000,v1="))
}

type failingSigner struct{ err error }

func (f failingSigner) SetHeaders(ctx context.Context, header http.Header, _ string, _ time.Time, _ []byte) error {
	header.Set("Webhook-Signature", "half")
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return f.err
}

func TestWhatIsNotSent(t *testing.T) {
	broken := errors.New("disk error")
	cases := []struct {
		name   string
		change func(r *http.Request)
		body   io.Reader
		err    error
	}{
		{"a redirect", func(r *http.Request) { r.Response = &http.Response{StatusCode: 307} }, strings.NewReader(payload), webhookhttp.ErrRedirected},
		{"a body that breaks off", nil, io.MultiReader(strings.NewReader("{"), iotest.ErrReader(broken)), broken},
		{"a body that is too short", func(r *http.Request) { r.ContentLength = 23 }, strings.NewReader("{}"), webhookhttp.ErrRequestBody},
		{"a body that was read before", func(r *http.Request) { r.ContentLength = 23 }, strings.NewReader(""), webhookhttp.ErrRequestBody},
		{"a body that is used up, without a length", func(r *http.Request) { r.ContentLength = -1 }, strings.NewReader(""), webhookhttp.ErrRequestBody},
		{"a body that is used up, of unknown length", func(r *http.Request) { r.ContentLength = 0 }, strings.NewReader(""), webhookhttp.ErrRequestBody},
		{"a body that was announced and is not there", func(r *http.Request) { r.Body, r.ContentLength = nil, 23 }, nil, webhookhttp.ErrRequestBody},
		{"a body that was announced and is none", func(r *http.Request) { r.Body, r.ContentLength = http.NoBody, 23 }, nil, webhookhttp.ErrRequestBody},
		{"a body that never ends", func(r *http.Request) { r.ContentLength = 1 }, io.MultiReader(strings.NewReader("{"), idle{}), io.ErrNoProgress},
		{"a body that is too long", func(r *http.Request) { r.ContentLength = 1 }, strings.NewReader("{}"), webhookhttp.ErrRequestBody},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var sent sink
			r, body := outgoing(t, c.body)
			if c.change != nil {
				c.change(r)
			}
			_, err := newTransport(t, &sent).RoundTrip(r)
			assert.ErrorIs(t, err, c.err)
			if r.Body == body {
				assert.True(t, body.closed)
			}
			assert.Empty(t, sent.requests)
		})
	}
}

// idle reads nothing, for ever.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestAttemptsWhoseBodyFailed(t *testing.T) {
	for _, c := range []struct {
		name    string
		body    io.Reader
		length  int64
		outcome webhookhttp.Outcome
		reason  string
	}{
		{"canceled", iotest.ErrReader(context.Canceled), 23, webhookhttp.Retry, "canceled"},
		{"in time", iotest.ErrReader(context.DeadlineExceeded), 23, webhookhttp.Retry, "request_body"},
		{"from a network", iotest.ErrReader(io.ErrUnexpectedEOF), -1, webhookhttp.Retry, "request_body"},
		{"from a disk", iotest.ErrReader(errors.New("disk error")), 23, webhookhttp.Retry, "request_body"},
		{"cut off", strings.NewReader("{"), 23, webhookhttp.Failed, "unsigned"},
		{"used up", strings.NewReader(""), -1, webhookhttp.Failed, "unsigned"},
	} {
		r, _ := outgoing(t, c.body)
		r.ContentLength = c.length
		_, err := newTransport(t, new(sink)).RoundTrip(r)
		assert.ErrorIs(t, err, webhookhttp.ErrRequestBody, c.name)
		assert.Equal(t, webhookhttp.Verdict{Outcome: c.outcome, Reason: c.reason}, webhookhttp.ClassifyError(err), c.name)
	}
}

func TestSignersThatFail(t *testing.T) {
	var sent sink
	transport, err := webhookhttp.NewTransport(failingSigner{standardwebhooks.ErrSigningFailed}, webhookhttp.WithBase(&sent))
	require.NoError(t, err)
	r, body := outgoing(t, strings.NewReader(payload))
	_, err = transport.RoundTrip(r)
	assert.ErrorIs(t, err, standardwebhooks.ErrSigningFailed)
	assert.True(t, body.closed)
	ctx, cancel := context.WithCancel(r.Context())
	cancel()
	r.Body = io.NopCloser(strings.NewReader(payload))
	_, err = transport.RoundTrip(r.WithContext(ctx))
	assert.ErrorIs(t, err, context.Canceled, "the signer gets the context of the request")
	assert.Empty(t, sent.requests)
}

func TestASignerForEachEndpoint(t *testing.T) {
	type endpoint struct{}
	var sent sink
	signers := map[string]webhookhttp.Signer{
		"old":      webhooktest.NewSigner(t, webhooktest.Secret(t, "previous")),
		"rotating": webhooktest.NewSigner(t, webhooktest.Secret(t, "current"), webhooktest.Secret(t, "previous")),
	}
	find := func(r *http.Request) (webhookhttp.Signer, error) {
		return signers[r.Context().Value(endpoint{}).(string)], nil
	}
	transport, err := webhookhttp.NewTransportFunc(find, webhookhttp.WithBase(&sent), webhookhttp.WithClock(webhooktest.Now))
	require.NoError(t, err)
	for _, name := range []string{"old", "rotating"} {
		r, _ := outgoing(t, strings.NewReader(payload))
		_, err = transport.RoundTrip(r.WithContext(context.WithValue(r.Context(), endpoint{}, name)))
		require.NoError(t, err)
	}
	current := signature(t, "msg_1", 1700000000, payload)
	assert.NotContains(t, sent.requests[0].Header.Get("Webhook-Signature"), current)
	assert.Equal(t, current+" "+sent.requests[0].Header.Get("Webhook-Signature"), sent.requests[1].Header.Get("Webhook-Signature"))
}

func TestSignersThatAreNotFound(t *testing.T) {
	down := errors.New("the database is down")
	for name, c := range map[string]struct {
		signer webhookhttp.Signer
		err    error
	}{
		"an error":              {nil, down},
		"an error and a signer": {signerOf(t), down},
		"of keys that are none": {nil, standardwebhooks.ErrNoKeys},
		"nothing":               {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var sent sink
			find := func(*http.Request) (webhookhttp.Signer, error) { return c.signer, c.err }
			transport, err := webhookhttp.NewTransportFunc(find, webhookhttp.WithBase(&sent))
			require.NoError(t, err)
			r, body := outgoing(t, strings.NewReader(payload))
			_, err = (&http.Client{Transport: transport}).Do(r)
			assert.ErrorIs(t, err, webhookhttp.ErrNoSigner)
			if c.err != nil {
				assert.ErrorIs(t, err, c.err)
			}
			assert.Equal(t, "no_signer", standardwebhooks.Code(err))
			assert.Equal(t, webhookhttp.Verdict{Outcome: webhookhttp.Retry, Reason: "no_signer"}, webhookhttp.ClassifyError(err))
			assert.True(t, body.closed)
			assert.Empty(t, sent.requests)
		})
	}
}

func TestNoSignerIsLookedForInVain(t *testing.T) {
	find := func(*http.Request) (webhookhttp.Signer, error) {
		t.Error("a signer was looked for")
		return nil, nil
	}
	transport, err := webhookhttp.NewTransportFunc(find)
	require.NoError(t, err)
	r, _ := outgoing(t, strings.NewReader(payload))
	_, err = transport.RoundTrip(r.WithContext(t.Context()))
	assert.ErrorIs(t, err, webhookhttp.ErrNoID)
	r.Response = &http.Response{StatusCode: 307}
	_, err = transport.RoundTrip(r)
	assert.ErrorIs(t, err, webhookhttp.ErrRedirected)
}

func TestWhatIsNotSentHasCodes(t *testing.T) {
	for code, err := range map[string]error{
		"redirected":              webhookhttp.ErrRedirected,
		"no_message_id":           webhookhttp.ErrNoID,
		"request_body_unreadable": webhookhttp.ErrRequestBody,
		"no_signer":               webhookhttp.ErrNoSigner,
	} {
		assert.Equal(t, code, standardwebhooks.Code(fmt.Errorf("wrapped: %w", err)))
	}
}
