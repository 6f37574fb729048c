package webhookhttp_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

func TestOnlyAuthenticRequestsReachTheHandler(t *testing.T) {
	statuses := map[string]int{
		"missing_header": 400, "duplicate_header": 400,
		"signature_mismatch": 401, "timestamp_too_old": 401, "timestamp_too_new": 401,
	}
	other := webhooktest.NewSigner(t, webhooktest.Secret(t, "other"))
	for _, kind := range webhooktest.Kinds(t, signerOf(t)) {
		t.Run(kind.String(), func(t *testing.T) {
			var seen watch
			called := 0
			handler := newReceiver(t, &seen).Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				called++
				w.WriteHeader(http.StatusAccepted)
			}))
			w := serve(handler, request(t, webhooktest.Spoiled(kind), webhooktest.WithOtherKey(other)))
			if kind.Accepted() {
				assert.Equal(t, http.StatusAccepted, w.Code)
				assert.Equal(t, 1, called)
				assert.Empty(t, seen.codes())
				return
			}
			refusedWith(t, statuses[kind.Code()], w)
			assert.Zero(t, called)
			assert.Equal(t, []string{kind.Code()}, seen.codes())
			assert.Contains(t, seen.logged(), "level=WARN msg=webhook code="+kind.Code()+" status=")
			assert.Empty(t, seen.accepted)
		})
	}
}

func TestTheHandlerGetsTheMessageAndTheWholeBody(t *testing.T) {
	var seen watch
	original := request(t, webhooktest.WithID("msg_7"))
	originalBody := original.Body
	handler := newReceiver(t, &seen).Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		assert.Equal(t, payload, string(body))
		assert.EqualValues(t, len(payload), r.ContentLength)
		assert.NoError(t, r.Body.Close())
		message, ok := webhookhttp.MessageFrom(r.Context())
		assert.True(t, ok)
		assert.Equal(t, "msg_7", message.ID)
		assert.Equal(t, payload, string(message.Payload))
		_, claimed := webhookhttp.ClaimFrom(r.Context())
		assert.False(t, claimed)
		assert.NotSame(t, original, r)
	}))
	assert.Equal(t, http.StatusOK, serve(handler, original).Code)
	assert.True(t, originalBody == original.Body, "the request given is not changed")
}

func TestABodyInChunksGetsItsLength(t *testing.T) {
	var seen watch
	r := request(t)
	r.ContentLength, r.TransferEncoding = -1, []string{"chunked"}
	handler := newReceiver(t, &seen).Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		assert.EqualValues(t, len(payload), r.ContentLength)
		assert.Nil(t, r.TransferEncoding)
	}))
	assert.Equal(t, 200, serve(handler, r).Code)
}

func TestMessageFromOtherContexts(t *testing.T) {
	_, ok := webhookhttp.MessageFrom(t.Context())
	assert.False(t, ok)
	_, ok = webhookhttp.ClaimFrom(t.Context())
	assert.False(t, ok)
}

func TestValuesOfOuterContextsAreKept(t *testing.T) {
	type key struct{}
	var seen watch
	r := request(t)
	handler := newReceiver(t, &seen).Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "value", r.Context().Value(key{}))
	}))
	serve(handler, r.WithContext(context.WithValue(r.Context(), key{}, "value")))
}

func TestAcceptedMessagesTellKeyAndAge(t *testing.T) {
	var seen watch
	verifier := webhooktest.NewVerifier(t, webhooktest.Secret(t, "new"), webhooktest.Secret(t, "current"))
	receiver, err := webhookhttp.NewReceiver(verifier, seen.options()...)
	require.NoError(t, err)
	serve(receiver.Middleware(ok), request(t, webhooktest.WithTime(webhooktest.Now().Add(-7*time.Second))))
	require.Len(t, seen.accepted, 1)
	assert.Equal(t, 1, seen.accepted[0].KeyIndex)
	assert.Equal(t, 7*time.Second, seen.ages[0])
}

// anyVerifier is a Verifier without a CheckHeader.
type anyVerifier func([]byte, http.Header) (standardwebhooks.Message, error)

func (v anyVerifier) Verify(payload []byte, header http.Header) (standardwebhooks.Message, error) {
	return v(payload, header)
}

func TestVerifiersThatFail(t *testing.T) {
	secret := errors.New("the reason, which stays here")
	fixed := func(v webhookhttp.Verifier, err error) func(*http.Request) (webhookhttp.Verifier, error) {
		return func(*http.Request) (webhookhttp.Verifier, error) { return v, err }
	}
	var nilVerifier *standardwebhooks.Verifier
	cases := []struct {
		name   string
		find   func(*http.Request) (webhookhttp.Verifier, error)
		status int
		code   string
	}{
		{"not found", fixed(nil, secret), 500, "no_verifier"},
		{"not found, with a status", fixed(nil, &webhookhttp.StatusError{Status: 404, Err: secret}), 404, "no_verifier"},
		{"not found, with a status and a verifier", fixed(verifierOf(t), &webhookhttp.StatusError{Status: 410}), 410, "no_verifier"},
		{"an error is never a success", fixed(verifierOf(t), &webhookhttp.StatusError{Status: 200, Err: secret}), 500, "no_verifier"},
		{"nor a redirect", fixed(verifierOf(t), &webhookhttp.StatusError{Status: 302, Err: secret}), 500, "no_verifier"},
		{"nor nothing", fixed(verifierOf(t), &webhookhttp.StatusError{Err: secret}), 500, "no_verifier"},
		{"no verifier and no error", fixed(nil, nil), 500, "no_verifier"},
		{"a nil pointer", fixed(nilVerifier, nil), 500, "no_keys"},
		{"a zero verifier", fixed(&standardwebhooks.Verifier{}, nil), 500, "no_keys"},
		{"an error of unknown kind", fixed(anyVerifier(func([]byte, http.Header) (standardwebhooks.Message, error) {
			return standardwebhooks.Message{}, secret
		}), nil), 401, "not_verified"},
		{"no CheckHeader", fixed(anyVerifier(func([]byte, http.Header) (standardwebhooks.Message, error) {
			return standardwebhooks.Message{}, standardwebhooks.ErrMissingHeader
		}), nil), 400, "missing_header"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var seen watch
			receiver, err := webhookhttp.NewReceiverFunc(c.find, seen.options()...)
			require.NoError(t, err)
			refusedWith(t, c.status, serve(receiver.Middleware(never(t)), request(t)))
			assert.Equal(t, []string{c.code}, seen.codes())
		})
	}
}

func TestAVerifierForEachTenant(t *testing.T) {
	var seen watch
	receiver, err := webhookhttp.NewReceiverFunc(func(r *http.Request) (webhookhttp.Verifier, error) {
		if tenant := r.PathValue("tenant"); tenant == "a" || tenant == "b" {
			return webhooktest.NewVerifier(t, webhooktest.Secret(t, tenant)), nil
		}
		return nil, &webhookhttp.StatusError{Status: http.StatusNotFound, Err: errors.New("no such tenant")}
	}, seen.options()...)
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle("POST /hooks/{tenant}", receiver.Middleware(ok))
	signedBy := func(tenant, target string) *http.Request {
		return webhooktest.NewRequest(t, webhooktest.NewSigner(t, webhooktest.Secret(t, tenant)), []byte(payload), webhooktest.WithTarget(target))
	}
	assert.Equal(t, 204, serve(mux, signedBy("a", "/hooks/a")).Code)
	assert.Equal(t, 204, serve(mux, signedBy("b", "/hooks/b")).Code)
	assert.Equal(t, 401, serve(mux, signedBy("a", "/hooks/b")).Code)
	assert.Equal(t, 404, serve(mux, signedBy("a", "/hooks/c")).Code)
	assert.Equal(t, []string{"signature_mismatch", "no_verifier"}, seen.codes())
	assert.Contains(t, seen.logged(), "no such tenant")
}

func TestWhatWasNeverMadeRefuses(t *testing.T) {
	var none *webhookhttp.Receiver
	quiet := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(quiet)
	refusedWith(t, 500, serve(none.Middleware(never(t)), request(t)))
	refusedWith(t, 500, serve(new(webhookhttp.Receiver).Middleware(never(t)), request(t)))

	var seen watch
	refusedWith(t, 500, serve(newReceiver(t, &seen).Middleware(nil), request(t)))
	refusedWith(t, 500, serve(newReceiver(t, &seen).Handler(nil), request(t)))
	refusedWith(t, 500, serve(webhookhttp.JSONHandler[string](newReceiver(t, &seen), nil), request(t)))
	assert.Equal(t, []string{"no_handler", "no_handler", "no_handler"}, seen.codes())
}

func TestReceiverOptionsAreChecked(t *testing.T) {
	_, err := webhookhttp.NewReceiver(nil)
	assert.ErrorContains(t, err, "verifier is nil")
	_, err = webhookhttp.NewReceiverFunc(nil)
	assert.ErrorContains(t, err, "is nil")
	for _, limit := range []int64{-1, 0, 1<<63 - 1} {
		_, err = webhookhttp.NewReceiver(verifierOf(t), webhookhttp.WithMaxBody(limit))
		assert.ErrorContains(t, err, "body limit")
	}
	_, err = webhookhttp.NewReceiver(verifierOf(t), webhookhttp.WithMaxBody(1))
	assert.NoError(t, err)
	for _, guard := range []*webhookhttp.ReplayGuard{nil, {}} {
		_, err = webhookhttp.NewReceiver(verifierOf(t), webhookhttp.WithReplayGuard(guard))
		assert.ErrorContains(t, err, "NewReplayGuard")
	}
	_, err = webhookhttp.NewReceiver(verifierOf(t), nil, webhookhttp.WithClock(nil), webhookhttp.WithLogger(nil), webhookhttp.WithReport(nil), webhookhttp.WithAccept(nil))
	assert.NoError(t, err)
}

func TestReasonsGoToTheDefaultLogger(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	receiver, err := webhookhttp.NewReceiver(verifierOf(t))
	require.NoError(t, err)
	var log bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	serve(receiver.Middleware(never(t)), request(t, webhooktest.Spoiled(webhooktest.Unsigned)))
	assert.Contains(t, log.String(), "code=missing_header status=400 error=\"missing header: webhook-id\"")
}

// What is compressed is signed compressed, and reaches the handler that way.
func TestCompressedBodiesAreLeftAlone(t *testing.T) {
	var compressed bytes.Buffer
	zip := gzip.NewWriter(&compressed)
	zip.Write([]byte(payload))
	require.NoError(t, zip.Close())
	var seen watch
	r := webhooktest.NewRequest(t, signerOf(t), compressed.Bytes(), webhooktest.WithHeader("Content-Encoding", "gzip"))
	handler := newReceiver(t, &seen).Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		assert.Equal(t, compressed.Bytes(), body)
		assert.Equal(t, "gzip", r.Header.Get("Content-Encoding"))
	}))
	assert.Equal(t, 200, serve(handler, r).Code)
	assert.Empty(t, seen.codes())
}

// refusing decodes nothing, and says what it was given.
type refusing struct{}

func (refusing) UnmarshalJSON(text []byte) error { return fmt.Errorf("cannot read %s", text) }

func TestWhatDoesNotDecodeIsNotLogged(t *testing.T) {
	type event struct {
		Card int32
		When time.Time
		Odd  refusing
	}
	for body, want := range map[string]string{
		`{"Card":4111111111111111}`: `error="payload does not decode: field \"Card\" is not of type int32, at byte 24"`,
		`{"Card":"4111111111"}`:     `error="payload does not decode: field \"Card\" is not of type int32, at byte 20"`,
		`{"When":"4111111111"}`:     `error="payload does not decode: a value is refused by the type it is decoded into"`,
		`{"Odd":4111111111}`:        `error="payload does not decode: a value is refused by the type it is decoded into"`,
		`{"Card":4111111111`:        `error="payload does not decode: no JSON at byte 18"`,
		`4111111111`:                `error="payload does not decode: field \"\" is not of type webhookhttp_test.event, at byte 10"`,
		"\x00secret":                `error="payload does not decode: no JSON at byte 1"`,
	} {
		var seen watch
		handler := webhookhttp.JSONHandler(newReceiver(t, &seen), func(context.Context, event, standardwebhooks.Message) error { return nil })
		refusedWith(t, 500, serve(handler, webhooktest.NewRequest(t, signerOf(t), []byte(body))))
		assert.Contains(t, seen.logged(), want, body)
		for _, part := range []string{"4111", "secret", `\x00`} {
			assert.NotContains(t, seen.logged(), part, body)
		}
		_, whole := errors.AsType[*standardwebhooks.DecodeError](seen.reports[0].Err)
		assert.True(t, whole, "the hook can have it whole")
	}
}

func TestRetryAfterIsRoundedUp(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "", -time.Second: "", 1: "1", time.Second: "1", time.Second + 1: "2", time.Hour: "3600", math.MaxInt64: "9223372037",
	} {
		var seen watch
		w := serve(newReceiver(t, &seen).Handler(func(context.Context, standardwebhooks.Message) error {
			return &webhookhttp.StatusError{Status: 503, RetryAfter: d}
		}), request(t))
		assert.Equal(t, want, w.Header().Get("Retry-After"), d)
	}
}

func TestHandlerForms(t *testing.T) {
	type event struct{ Type string }
	failed := errors.New("the database is down")
	cases := []struct {
		name   string
		body   string
		err    error
		status int
		codes  []string
		json   int // the status of the JSON form, if another
	}{
		{"handled", payload, nil, 200, []string{}, 0},
		{"failed", payload, failed, 500, []string{"handler_failed"}, 0},
		{"failed with a status", payload, &webhookhttp.StatusError{Status: 503, RetryAfter: 1500 * time.Millisecond, Err: failed}, 503, []string{"handler_failed"}, 0},
		{"failed with a success", payload, &webhookhttp.StatusError{Status: 204, Err: failed}, 500, []string{"handler_failed"}, 0},
		{"no JSON", "type=invoice.paid", nil, 200, []string{"undecodable_payload"}, 500},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := func() *http.Request { return webhooktest.NewRequest(t, signerOf(t), []byte(c.body)) }
			var seen watch
			w := serve(newReceiver(t, &seen).Handler(func(ctx context.Context, message standardwebhooks.Message) error {
				assert.Equal(t, c.body, string(message.Payload))
				assert.NotNil(t, ctx)
				return c.err
			}), r())
			if c.status == 503 {
				assert.Equal(t, "2", w.Header().Get("Retry-After"))
			}
			refusedWith(t, c.status, w)
			if c.json == 0 {
				assert.Equal(t, c.codes, seen.codes())
				c.json = c.status
			} else {
				assert.Empty(t, seen.codes())
			}

			seen = watch{}
			w = serve(webhookhttp.JSONHandler(newReceiver(t, &seen), func(_ context.Context, value event, message standardwebhooks.Message) error {
				assert.Equal(t, event{"invoice.paid"}, value)
				assert.Equal(t, webhooktest.DefaultID, message.ID)
				return c.err
			}), r())
			refusedWith(t, c.json, w)
			assert.Equal(t, c.codes, seen.codes())
			for _, report := range seen.reports {
				assert.Equal(t, report.Code, standardwebhooks.Code(report.Err))
				assert.True(t, strings.HasPrefix(report.Err.Error(), "handler failed: the database") || report.Code == "undecodable_payload", report.Err)
			}
		})
	}
}
