package webhookhttp_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

var benchSizes = []struct {
	name  string
	bytes int
}{{"1KiB", 1 << 10}, {"20KiB", 20 << 10}, {"256KiB", 256 << 10}}

// bound reads the body bounded and pre-sized, and computes one MAC over it:
// what the middleware cannot be faster than.
func bound() http.Handler {
	key := sha256.Sum256([]byte("key"))
	mac := hmac.New(sha256.New, key[:])
	sum := make([]byte, 0, sha256.Size)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, min(r.ContentLength, 1<<20))
		if _, err := io.ReadFull(http.MaxBytesReader(w, r.Body, 1<<20), body); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		mac.Reset()
		io.WriteString(mac, r.Header.Get("Webhook-Id"))
		io.WriteString(mac, r.Header.Get("Webhook-Timestamp"))
		mac.Write(body)
		sum = mac.Sum(sum[:0])
		w.WriteHeader(http.StatusNoContent)
	})
}

func benchReceiver(b *testing.B, opts ...webhookhttp.ReceiverOption) http.Handler {
	b.Helper()
	receiver, err := webhookhttp.NewReceiver(verifierOf(b), opts...)
	if err != nil {
		b.Fatal(err)
	}
	return receiver.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := webhookhttp.MessageFrom(r.Context()); ok {
			w.WriteHeader(http.StatusNoContent)
		}
	}))
}

// everyMessage is a store in which nothing was seen before.
type everyMessage struct{}

func (everyMessage) Claim(context.Context, webhookhttp.Claim) (webhookhttp.State, error) {
	return webhookhttp.Owned, nil
}
func (everyMessage) Commit(context.Context, webhookhttp.Claim) error  { return nil }
func (everyMessage) Release(context.Context, webhookhttp.Claim) error { return nil }

func benchHandlers(b *testing.B) map[string]http.Handler {
	b.Helper()
	return map[string]http.Handler{
		"middleware": benchReceiver(b),
		"guarded":    benchReceiver(b, webhookhttp.WithReplayGuard(newGuard(b, everyMessage{}))),
	}
}

// BenchmarkRatio sends each request to the bound and to the middleware in turn,
// over a connection each on the loopback, so that whatever else the machine
// does strikes both. It reports the median of the one over the median of the
// other: within 1.10 is the aim, without the guard.
func BenchmarkRatio(b *testing.B) {
	for _, size := range benchSizes {
		for name, handler := range benchHandlers(b) {
			b.Run(size.name+"/"+name, func(b *testing.B) {
				message := wireMessage(b, size.bytes)
				benchRatio(b, dialBench(b, bound(), message), dialBench(b, handler, message))
			})
		}
	}
}

// BenchmarkHandlerRatio is the same without server and network, where
// everything that the middleware does besides reading and hashing shows.
func BenchmarkHandlerRatio(b *testing.B) {
	for _, size := range benchSizes {
		for name, handler := range benchHandlers(b) {
			b.Run(size.name+"/"+name, func(b *testing.B) {
				benchRatio(b, callBench(b, bound(), size.bytes), callBench(b, handler, size.bytes))
			})
		}
	}
}

func benchRatio(b *testing.B, bound, handler func()) {
	var ofBound, ofHandler []float64
	for b.Loop() {
		begin := time.Now()
		bound()
		middle := time.Now()
		handler()
		end := time.Now()
		ofBound = append(ofBound, float64(middle.Sub(begin)))
		ofHandler = append(ofHandler, float64(end.Sub(middle)))
	}
	b.ReportMetric(median(ofBound), "bound-ns")
	b.ReportMetric(median(ofHandler), "handler-ns")
	b.ReportMetric(median(ofHandler)/median(ofBound), "ratio")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// wireMessage is a request as it is on the wire.
func wireMessage(tb testing.TB, size int) []byte {
	tb.Helper()
	body := bytes.Repeat([]byte("0123456789abcdef"), size/16)
	var message bytes.Buffer
	fmt.Fprintf(&message, "POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nUser-Agent: bench\r\nContent-Length: %d\r\n", size)
	if err := webhooktest.Header(tb, signerOf(tb), body).Write(&message); err != nil {
		tb.Fatal(err)
	}
	message.WriteString("\r\n")
	message.Write(body)
	return message.Bytes()
}

// dialBench returns a function that sends a message and reads the answer.
func dialBench(b *testing.B, handler http.Handler, message []byte) func() {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := &http.Server{Handler: handler}
	go server.Serve(listener)
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		conn.Close()
		server.Close()
	})
	answer := bufio.NewReader(conn)
	return func() {
		conn.Write(message)
		status, err := answer.ReadString('\n')
		if err != nil || !strings.Contains(status, "204") {
			b.Fatal(status, err)
		}
		for line := status; line != "\r\n"; {
			if line, err = answer.ReadString('\n'); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// callBench returns a function that calls a handler.
func callBench(b *testing.B, handler http.Handler, size int) func() {
	b.Helper()
	body := bytes.Repeat([]byte("0123456789abcdef"), size/16)
	r := webhooktest.NewRequest(b, signerOf(b), body)
	reader := bytes.NewReader(body)
	r.Body = io.NopCloser(reader)
	w := &discard{header: http.Header{}}
	return func() {
		reader.Reset(body)
		handler.ServeHTTP(w, r)
		if w.status != http.StatusNoContent {
			b.Fatal(w.status)
		}
	}
}

// BenchmarkHandler counts what is allocated.
func BenchmarkHandler(b *testing.B) {
	handlers := benchHandlers(b)
	handlers["bound"] = bound()
	for _, size := range benchSizes {
		for name, handler := range handlers {
			b.Run(size.name+"/"+name, func(b *testing.B) {
				call := callBench(b, handler, size.bytes)
				b.SetBytes(int64(size.bytes))
				b.ReportAllocs()
				for b.Loop() {
					call()
				}
			})
		}
	}
}

type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(status int)      { d.status = status }

func BenchmarkMemoryStore(b *testing.B) {
	store, err := webhookhttp.NewMemoryStore(10_000, webhookhttp.WithClock(func() time.Time { return webhooktest.Now() }))
	if err != nil {
		b.Fatal(err)
	}
	claim := webhookhttp.Claim{Scope: "acme", ID: standardwebhooks.NewMessageID(), Token: "token", Lease: time.Minute, Retention: time.Hour}
	b.ReportAllocs()
	for b.Loop() {
		if state, err := store.Claim(b.Context(), claim); err != nil || state != webhookhttp.Owned {
			b.Fatal(state, err)
		}
		if err := store.Release(b.Context(), claim); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTransport(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(size.name, func(b *testing.B) {
			body := bytes.Repeat([]byte("0123456789abcdef"), size.bytes/16)
			transport := newTransport(b, drain{})
			ctx := webhookhttp.ContextWithMessageID(b.Context(), "msg_1")
			b.SetBytes(int64(size.bytes))
			b.ReportAllocs()
			for b.Loop() {
				r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/", bytes.NewReader(body))
				if err != nil {
					b.Fatal(err)
				}
				if _, err := transport.RoundTrip(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type drain struct{}

func (drain) RoundTrip(r *http.Request) (*http.Response, error) {
	io.Copy(io.Discard, r.Body)
	return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
}
