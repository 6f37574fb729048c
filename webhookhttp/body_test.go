package webhookhttp_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// bodyRequest is signed for signed, and has the body and length given.
func bodyRequest(t *testing.T, signed string, body io.ReadCloser, length int64) *http.Request {
	t.Helper()
	r := webhooktest.NewRequest(t, signerOf(t), []byte(signed))
	r.Body, r.ContentLength = body, length
	return r
}

type unreadable struct{ tb testing.TB }

func (u unreadable) Read([]byte) (int, error) {
	u.tb.Error("the body was read")
	return 0, io.EOF
}

func (unreadable) Close() error { return nil }

func TestBodies(t *testing.T) {
	const limit = 100
	exact, over := strings.Repeat("a", limit), strings.Repeat("a", limit+1)
	of := func(r io.Reader) io.ReadCloser { return io.NopCloser(r) }
	cases := []struct {
		name   string
		signed string
		body   io.ReadCloser
		length int64
		status int
		code   string
	}{
		{"up to the limit", exact, of(strings.NewReader(exact)), limit, 204, ""},
		{"up to the limit, without a length", exact, of(strings.NewReader(exact)), -1, 204, ""},
		{"up to the limit, byte by byte", exact, of(iotest.OneByteReader(strings.NewReader(exact))), -1, 204, ""},
		{"with the end in the last read", exact, of(iotest.DataErrReader(strings.NewReader(exact))), limit, 204, ""},
		{"a byte over the limit, announced", over, unreadable{t}, limit + 1, 413, "body_too_large"},
		{"a byte over the limit, without a length", over, of(strings.NewReader(over)), -1, 413, "body_too_large"},
		{"a byte over the limit, with a wrong length", over, of(strings.NewReader(over)), 10, 413, "body_too_large"},
		{"over a limit set further out", exact, http.MaxBytesReader(nil, of(strings.NewReader(exact)), 50), -1, 413, "body_too_large"},
		{"longer than announced, as after another middleware", exact, of(strings.NewReader(exact)), 10, 204, ""},
		{"nil", "", nil, 0, 204, ""},
		{"none", "", http.NoBody, 0, 204, ""},
		{"empty", "", of(strings.NewReader("")), 0, 204, ""},
		{"empty, without a length", "", of(strings.NewReader("")), -1, 204, ""},
		{"nil, but announced", payload, nil, 23, 500, "body_consumed"},
		{"read before", payload, of(strings.NewReader("")), 23, 500, "body_consumed"},
		{"begun before", payload, of(strings.NewReader(payload[1:])), 23, 500, "body_consumed"},
		{"read before, without a length", payload, of(strings.NewReader("")), -1, 401, "signature_mismatch"},
		{"read and closed before", payload, of(iotest.ErrReader(http.ErrBodyReadAfterClose)), 23, 500, "body_consumed"},
		{"read and closed before, HTTP/2", payload, of(iotest.ErrReader(errors.New("body closed by handler"))), -1, 500, "body_consumed"},
		{"broken off", payload, of(io.MultiReader(strings.NewReader("{"), iotest.ErrReader(io.ErrUnexpectedEOF))), 23, 400, "body_unreadable"},
		{"broken off at the limit", exact, of(io.MultiReader(strings.NewReader(exact), iotest.ErrReader(io.ErrUnexpectedEOF))), -1, 400, "body_unreadable"},
		{"too slow", payload, of(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(payload)))), 23, 400, "body_unreadable"},
		{"past its deadline", payload, of(iotest.ErrReader(os.ErrDeadlineExceeded)), 23, 408, "body_timeout"},
		{"past its deadline on the network", payload, of(iotest.ErrReader(&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded})), 23, 408, "body_timeout"},
		{"a reader that does not move", payload, of(stuck{}), -1, 400, "body_unreadable"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var seen watch
			w := serve(newReceiver(t, &seen, webhookhttp.WithMaxBody(limit)).Middleware(ok), bodyRequest(t, c.signed, c.body, c.length))
			assert.Equal(t, c.status, w.Code)
			if c.code == "" {
				assert.Empty(t, seen.codes())
				return
			}
			assert.Equal(t, []string{c.code}, seen.codes())
			assert.Empty(t, w.Body.String())
			if c.code == "body_consumed" {
				assert.Contains(t, seen.logged(), "level=ERROR")
			}
			if c.code == "body_consumed" || c.code == "signature_mismatch" {
				assert.Contains(t, seen.logged(), "verify in front of whatever reads the body")
			}
		})
	}
}

// stuck returns nothing for ever.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// An empty body that was announced as one is no sign of a fault here.
func TestAForgedEmptyBodyIsNotAuthentic(t *testing.T) {
	var seen watch
	r := bodyRequest(t, payload, http.NoBody, 0)
	refusedWith(t, 401, serve(newReceiver(t, &seen).Middleware(never(t)), r))
	assert.Equal(t, []string{"signature_mismatch"}, seen.codes())
}

// TestTheHintOfAConsumedBody is given where the body is empty and its length
// was not known, and nowhere else.
func TestTheHintOfAConsumedBody(t *testing.T) {
	for _, c := range []struct {
		body   string
		length int64
		hint   bool
	}{{"", -1, true}, {"", 0, false}, {"{}", -1, false}, {"{}", 2, false}} {
		var seen watch
		r := bodyRequest(t, payload, io.NopCloser(strings.NewReader(c.body)), c.length)
		refusedWith(t, 401, serve(newReceiver(t, &seen).Middleware(never(t)), r))
		assert.Equal(t, c.hint, strings.Contains(seen.logged(), "if it was read before"), "%q, %d", c.body, c.length)
	}
}

// minded notes that it was closed.
type minded struct {
	io.Reader
	closed bool
}

func (c *minded) Close() error {
	c.closed = true
	return nil
}

// TestClosingTheBodyClosesTheOneThatWasReceived, which may be anybody's.
func TestClosingTheBodyClosesTheOneThatWasReceived(t *testing.T) {
	var seen watch
	body := &minded{Reader: strings.NewReader(payload)}
	handler := newReceiver(t, &seen).Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		assert.False(t, body.closed)
		assert.NoError(t, r.Body.Close())
		assert.True(t, body.closed)
	}))
	assert.Equal(t, 200, serve(handler, bodyRequest(t, payload, body, int64(len(payload)))).Code)
}

func TestLargeBodiesArriveWhole(t *testing.T) {
	for _, size := range []int{1 << 10, 64 << 10, 64<<10 + 1, 1<<20 - 1, 1 << 20} {
		for _, announced := range []bool{true, false} {
			t.Run(fmt.Sprintf("%d bytes, announced %v", size, announced), func(t *testing.T) {
				body := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
				r := webhooktest.NewRequest(t, signerOf(t), body)
				r.Body = io.NopCloser(iotest.HalfReader(bytes.NewReader(body)))
				if !announced {
					r.ContentLength = -1
				}
				var seen watch
				handler := newReceiver(t, &seen).Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					received, err := io.ReadAll(r.Body)
					require.NoError(t, err)
					assert.True(t, bytes.Equal(body, received))
				}))
				assert.Equal(t, 200, serve(handler, r).Code)
			})
		}
	}
}

// greedy tells how much room it was given, and gives nothing.
type greedy struct{ room int }

func (g *greedy) Read(p []byte) (int, error) {
	g.room = len(p)
	return 0, io.ErrUnexpectedEOF
}

func TestAnAnnouncedLengthIsNotTrusted(t *testing.T) {
	for announced, most := range map[int64]int{20 << 10: 20 << 10, 1 << 30: 64 << 10, -1: 64 << 10} {
		body := &greedy{}
		var seen watch
		receiver := newReceiver(t, &seen, webhookhttp.WithMaxBody(1<<40))
		refusedWith(t, 400, serve(receiver.Middleware(never(t)), bodyRequest(t, payload, io.NopCloser(body), announced)))
		assert.NotZero(t, body.room)
		assert.LessOrEqual(t, body.room, most)
	}
}

func TestAHeaderIsRefusedBeforeTheBodyIsRead(t *testing.T) {
	var seen watch
	r := request(t, webhooktest.Spoiled(webhooktest.MissingSignature))
	r.Body = unreadable{t}
	refusedWith(t, 400, serve(newReceiver(t, &seen).Middleware(never(t)), r))
}

// dial sends bytes to a server and returns what it answers.
func dial(t *testing.T, server *httptest.Server, text string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	_, err = io.WriteString(conn, text)
	require.NoError(t, err)
	return conn, bufio.NewReader(conn)
}

func rawHead(t *testing.T, extra string, opts ...webhooktest.Option) string {
	t.Helper()
	var head strings.Builder
	head.WriteString("POST / HTTP/1.1\r\nHost: localhost\r\n" + extra)
	require.NoError(t, webhooktest.Header(t, signerOf(t), []byte(payload), opts...).Write(&head))
	return head.String() + "\r\n"
}

func TestExpectContinue(t *testing.T) {
	var seen watch
	server := httptest.NewServer(newReceiver(t, &seen).Middleware(ok))
	t.Cleanup(server.Close)
	expect := fmt.Sprintf("Expect: 100-continue\r\nContent-Length: %d\r\n", len(payload))

	_, refused := dial(t, server, rawHead(t, expect, webhooktest.Spoiled(webhooktest.MissingID)))
	line, err := refused.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 400 Bad Request\r\n", line, "the body is not asked for")

	conn, accepted := dial(t, server, rawHead(t, expect))
	line, err = accepted.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 100 Continue\r\n", line)
	accepted.ReadString('\n')
	io.WriteString(conn, payload)
	line, err = accepted.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 204 No Content\r\n", line)
}

func TestTruncatedBodyOnTheWire(t *testing.T) {
	var seen watch
	server := httptest.NewServer(newReceiver(t, &seen).Middleware(never(t)))
	t.Cleanup(server.Close)
	conn, answer := dial(t, server, rawHead(t, "Content-Length: 23\r\n")+payload[:10])
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	line, err := answer.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 400 Bad Request\r\n", line)
	assert.Equal(t, []string{"body_unreadable"}, seen.codes())
}

func TestBodyThatMissesTheServersDeadline(t *testing.T) {
	var seen watch
	receiver := newReceiver(t, &seen).Middleware(never(t))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
		receiver.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	_, answer := dial(t, server, rawHead(t, "Content-Length: 23\r\n")+payload[:10])
	line, err := answer.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 408 Request Timeout\r\n", line)
	assert.Equal(t, []string{"body_timeout"}, seen.codes())
}

// Whatever reads the body in front of the middleware is found out, in both
// protocols, or at least suspected if the body had no length.
func TestConsumedBodiesOfRealServers(t *testing.T) {
	consumers := map[string]func(*http.Request){
		"read":            func(r *http.Request) { io.Copy(io.Discard, r.Body) },
		"read and closed": func(r *http.Request) { io.Copy(io.Discard, r.Body); r.Body.Close() },
		"begun":           func(r *http.Request) { io.ReadFull(r.Body, make([]byte, 3)) },
		"begun, closed":   func(r *http.Request) { io.ReadFull(r.Body, make([]byte, 3)); r.Body.Close() },
		"parsed": func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.ParseForm()
		},
	}
	for _, http2 := range []bool{false, true} {
		for name, consume := range consumers {
			for _, announced := range []bool{true, false} {
				if name == "begun" && !announced {
					continue // nothing tells it from a forgery
				}
				t.Run(fmt.Sprintf("http2 %v/%s/announced %v", http2, name, announced), func(t *testing.T) {
					var seen watch
					receiver := newReceiver(t, &seen).Middleware(never(t))
					server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						assert.Equal(t, http2, r.ProtoMajor == 2)
						consume(r)
						receiver.ServeHTTP(w, r)
					}))
					server.EnableHTTP2 = http2
					server.StartTLS()
					defer server.Close()
					r, err := http.NewRequest(http.MethodPost, server.URL, io.MultiReader(strings.NewReader(payload)))
					require.NoError(t, err)
					if announced {
						r.ContentLength = int64(len(payload))
					}
					r.Header = webhooktest.Header(t, signerOf(t), []byte(payload))
					response, err := server.Client().Do(r)
					require.NoError(t, err)
					response.Body.Close()
					assert.Contains(t, seen.logged(), "verify in front of whatever reads the body")
					if !announced && seen.codes()[0] == "signature_mismatch" {
						assert.Equal(t, 401, response.StatusCode) // a forgery looks the same
						return
					}
					assert.Equal(t, 500, response.StatusCode)
					assert.Equal(t, []string{"body_consumed"}, seen.codes())
				})
			}
		}
	}
}
