package webhookhttp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// A noting writer notes when something leaves.
type noting struct {
	http.ResponseWriter
	log *[]string
}

func (n noting) WriteHeader(status int) {
	*n.log = append(*n.log, "status "+http.StatusText(status))
	n.ResponseWriter.WriteHeader(status)
}

func (n noting) Write(p []byte) (int, error) {
	*n.log = append(*n.log, "body")
	return n.ResponseWriter.Write(p)
}

func (n noting) Flush() { *n.log = append(*n.log, "flush") }

func TestTheClaimIsSettledBeforeAnythingIsSent(t *testing.T) {
	for _, c := range []struct {
		status int
		want   []string
	}{
		{200, []string{"commit", "status OK", "body"}},
		{500, []string{"release", "status Internal Server Error", "body"}},
	} {
		var seen watch
		var log []string
		store := &scripted{state: webhookhttp.Owned, log: &log}
		guarded := newGuarded(t, &seen, store).Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Before", "kept")
			w.WriteHeader(c.status)
			w.Header().Set("X-After", "dropped")
			w.WriteHeader(418)
			io.WriteString(w, "answer")
			w.(http.Flusher).Flush()
			assert.NoError(t, http.NewResponseController(w).Flush())
			assert.Empty(t, log)
			claim, ok := webhookhttp.ClaimFrom(r.Context())
			assert.True(t, ok)
			assert.Equal(t, store.claimed[0], claim)
		}))
		w := httptest.NewRecorder()
		guarded.ServeHTTP(noting{w, &log}, request(t))
		assert.Equal(t, c.want, log)
		assert.Equal(t, c.status, w.Code)
		assert.Equal(t, "answer", w.Body.String())
		assert.Equal(t, http.Header{"X-Before": {"kept"}}, w.Result().Header)
		assert.Equal(t, "acme", store.claimed[0].Scope)
		assert.Equal(t, webhooktest.DefaultID, store.claimed[0].ID)
		assert.GreaterOrEqual(t, len(store.claimed[0].Token), 26)
		assert.Equal(t, webhookhttp.DefaultLease, store.claimed[0].Lease)
		assert.Equal(t, webhookhttp.DefaultRetention, store.claimed[0].Retention)
	}
}

func TestHeldResponses(t *testing.T) {
	cases := []struct {
		name   string
		handle func(w http.ResponseWriter)
		status int
		body   string
		settle string
	}{
		{"nothing written", func(http.ResponseWriter) {}, 200, "", "commit"},
		{"only a body", func(w http.ResponseWriter) { io.WriteString(w, "hello") }, 200, "hello", "commit"},
		{"no content takes no body", func(w http.ResponseWriter) {
			w.WriteHeader(204)
			_, err := io.WriteString(w, "hello")
			assert.ErrorIs(t, err, http.ErrBodyNotAllowed)
		}, 204, "", "commit"},
		{"an informational status is not the answer", func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusEarlyHints)
			w.WriteHeader(500)
		}, 500, "", "release"},
		{"nor is the first of them", func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusContinue)
			w.WriteHeader(201)
		}, 201, "", "commit"},
		{"the largest status", func(w http.ResponseWriter) { w.WriteHeader(999) }, 999, "", "release"},
		{"switching protocols is no success", func(w http.ResponseWriter) { w.WriteHeader(101) }, 500, "", "release"},
		{"nor is what is no status", func(w http.ResponseWriter) { w.WriteHeader(0) }, 500, "", "release"},
		{"nor what is too large", func(w http.ResponseWriter) { w.WriteHeader(1000) }, 500, "", "release"},
		{"hijacking is not supported", func(w http.ResponseWriter) {
			_, _, err := http.NewResponseController(w).Hijack()
			assert.ErrorIs(t, err, errors.ErrUnsupported)
			w.WriteHeader(503)
		}, 503, "", "release"},
		{"deadlines are", func(w http.ResponseWriter) {
			assert.NoError(t, http.NewResponseController(w).SetWriteDeadline(time.Time{}))
			assert.NoError(t, http.NewResponseController(w).SetReadDeadline(time.Time{}))
		}, 200, "", "commit"},
		{"a long body", func(w http.ResponseWriter) { io.WriteString(w, strings.Repeat("a", 1<<17)) }, 200, strings.Repeat("a", 1<<17), "commit"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var seen watch
			var log []string
			guarded := newGuarded(t, &seen, &scripted{state: webhookhttp.Owned, log: &log})
			server := httptest.NewServer(guarded.Middleware(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { c.handle(w) })))
			defer server.Close()
			r, err := http.NewRequest(http.MethodPost, server.URL, strings.NewReader(payload))
			require.NoError(t, err)
			r.Header = webhooktest.Header(t, signerOf(t), []byte(payload))
			response, err := server.Client().Do(r)
			require.NoError(t, err)
			body, err := io.ReadAll(response.Body)
			require.NoError(t, err)
			response.Body.Close()
			assert.Equal(t, c.status, response.StatusCode)
			assert.Equal(t, c.body, string(body))
			assert.Equal(t, []string{c.settle}, log)
		})
	}
}

// answerOf sends an authentic request to a server and returns all that it
// answers.
func answerOf(t *testing.T, handle http.HandlerFunc) (*http.Response, string) {
	t.Helper()
	var seen watch
	server := httptest.NewServer(newGuarded(t, &seen, &scripted{state: webhookhttp.Owned}).Middleware(handle))
	defer server.Close()
	r, err := http.NewRequest(http.MethodPost, server.URL, strings.NewReader(payload))
	require.NoError(t, err)
	r.Header = webhooktest.Header(t, signerOf(t), []byte(payload))
	response, err := server.Client().Do(r)
	require.NoError(t, err)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	response.Body.Close()
	return response, string(body)
}

func TestALengthThatIsWrongIsNotSent(t *testing.T) {
	for _, length := range []string{"0", "3", "5", "7", "x"} {
		for _, body := range []string{"", "hello"} {
			response, received := answerOf(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", length)
				io.WriteString(w, body)
			})
			assert.Equal(t, 200, response.StatusCode)
			assert.Equal(t, body, received, length)
			assert.EqualValues(t, len(body), response.ContentLength)
		}
	}
}

func TestATrailerAloneIsSent(t *testing.T) {
	response, _ := answerOf(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Trailer", "X-Sum")
		io.WriteString(w, "hello")
		w.Header().Set("X-Sum", "1")
		w.Header().Set("X-Late", "2")
	})
	assert.Equal(t, http.Header{"X-Sum": {"1"}}, response.Trailer)
	assert.Empty(t, response.Header.Get("X-Late"))
}

func TestTrailersAreSent(t *testing.T) {
	response, body := answerOf(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Trailer", "X-Sum, x-count")
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, "hello")
		w.Header().Set("X-Sum", "1")
		w.Header().Set("X-Count", "5")
		w.Header().Set(http.TrailerPrefix+"X-More", "2")
		w.Header().Set("X-Late", "dropped")
	})
	assert.Equal(t, "hello", body)
	assert.Equal(t, http.Header{"X-Sum": {"1"}, "X-Count": {"5"}, "X-More": {"2"}}, response.Trailer)
	assert.NotContains(t, response.Header, "X-Late")
}

func TestSettlingOutlivesTheRequest(t *testing.T) {
	for _, status := range []int{200, 500} {
		var seen watch
		store := &scripted{state: webhookhttp.Owned}
		ctx, hangUp := context.WithCancel(t.Context())
		guarded := newGuarded(t, &seen, store).Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			hangUp()
			assert.ErrorIs(t, r.Context().Err(), context.Canceled)
			w.WriteHeader(status)
		}))
		serve(guarded, request(t).WithContext(ctx))
		settled, alive, deadline := store.committedClaim, store.commitContext, store.commitDeadline
		if status == 500 {
			settled, alive, deadline = store.releasedClaim, store.releaseContext, store.releaseDeadline
		}
		assert.Equal(t, store.claimed[0], settled)
		assert.NoError(t, alive)
		assert.True(t, deadline)
	}
}

// A handler that lets go when its sender hangs up, or its lease ends, has not
// succeeded because it wrote nothing.
func TestAHandlerThatGivesUpIsNoSuccess(t *testing.T) {
	endings := map[string]func(ctx context.Context, hangUp func()){
		"the sender hangs up": func(_ context.Context, hangUp func()) { hangUp() },
		"the lease ends":      func(ctx context.Context, _ func()) { <-ctx.Done() },
	}
	answers := map[string]struct {
		write  func(w http.ResponseWriter)
		status int
		settle string
		codes  []string
	}{
		"nothing":           {func(http.ResponseWriter) {}, 503, "release", []string{"handler_gave_up"}},
		"a header":          {func(w http.ResponseWriter) { w.Header().Set("X-Half", "done") }, 503, "release", []string{"handler_gave_up"}},
		"a success":         {func(w http.ResponseWriter) { w.WriteHeader(200) }, 200, "commit", []string{}},
		"a body":            {func(w http.ResponseWriter) { io.WriteString(w, "done") }, 200, "commit", []string{}},
		"a failure":         {func(w http.ResponseWriter) { w.WriteHeader(500) }, 500, "release", []string{}},
		"nothing, in panic": {func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, 0, "release", []string{}},
	}
	for ending, end := range endings {
		for answer, c := range answers {
			t.Run(ending+"/"+answer, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var seen watch
					var log []string
					ctx, hangUp := context.WithCancel(t.Context())
					defer hangUp()
					guarded := newGuarded(t, &seen, &scripted{state: webhookhttp.Owned, log: &log}).Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						end(r.Context(), hangUp)
						c.write(w)
					}))
					w := httptest.NewRecorder()
					func() {
						defer func() { recover() }()
						guarded.ServeHTTP(w, request(t).WithContext(ctx))
						assert.Equal(t, c.status, w.Code)
					}()
					assert.Equal(t, []string{c.settle}, log)
					assert.Equal(t, c.codes, seen.codes())
				})
			})
		}
	}
}

// The forms that return an error say by nil that they succeeded.
func TestANilErrorIsASuccessWheneverItComes(t *testing.T) {
	var seen watch
	var log []string
	ctx, hangUp := context.WithCancel(t.Context())
	handler := newGuarded(t, &seen, &scripted{state: webhookhttp.Owned, log: &log}).Handler(func(context.Context, standardwebhooks.Message) error {
		hangUp()
		return nil
	})
	assert.Equal(t, 200, serve(handler, request(t).WithContext(ctx)).Code)
	assert.Equal(t, []string{"commit"}, log)
}

func TestSettlingThatFails(t *testing.T) {
	down := errors.New("connection refused")
	for _, c := range []struct {
		status int
		code   string
	}{{201, "replay_commit_failed"}, {500, "replay_release_failed"}} {
		var seen watch
		store := &scripted{state: webhookhttp.Owned, commitErr: down, releaseErr: down}
		handler := &statuses{answers: []int{c.status}}
		assert.Equal(t, c.status, serve(newGuarded(t, &seen, store).Middleware(handler), request(t)).Code)
		assert.Equal(t, []string{c.code}, seen.codes())
		assert.Equal(t, c.status, seen.reports[0].Status)
		assert.ErrorIs(t, seen.reports[0].Err, down)
		assert.Equal(t, c.code, standardwebhooks.Code(seen.reports[0].Err))
		assert.Contains(t, seen.logged(), "level=ERROR")
	}
}
