package webhookhttp_test

import (
	"bufio"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/webhookhttp"
)

// Clients that never finish their body stop nobody else.
func TestClientsThatNeverFinish(t *testing.T) {
	var seen watch
	server := httptest.NewServer(newReceiver(t, &seen).Middleware(ok))
	t.Cleanup(server.Close)
	for i := range 100 {
		dial(t, server, rawHead(t, fmt.Sprintf("Content-Length: %d\r\n", 1<<20))+strings.Repeat("a", i))
	}
	for range 10 {
		_, answer := dial(t, server, rawHead(t, fmt.Sprintf("Content-Length: %d\r\n", len(payload)))+payload)
		line, err := answer.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "HTTP/1.1 204 No Content\r\n", line)
	}
}

var load = flag.Duration("load", 0, "how long TestLoad puts load on each handler; 60s for a thorough one")

// TestLoad runs for the time that a flag gives it, and not at all without. It
// loads the bound and the middleware in turn, a second each, and prints how many
// requests a second they answer; and the heap, while a hundred clients that
// never finish are there too.
//
//	go test -run TestLoad -load 60s -v ./webhookhttp
func TestLoad(t *testing.T) {
	if *load == 0 {
		t.Skip("no -load")
	}
	quiet := webhookhttp.WithLogger(slog.New(slog.DiscardHandler))
	receiver, err := webhookhttp.NewReceiver(verifierOf(t), quiet)
	require.NoError(t, err)
	store, err := webhookhttp.NewMemoryStore(1 << 20)
	require.NoError(t, err)
	guarded, err := webhookhttp.NewReceiver(verifierOf(t), quiet, webhookhttp.WithReplayGuard(newGuard(t, store)))
	require.NoError(t, err)
	for _, size := range []int{1 << 10, 20 << 10} {
		message := wireMessage(t, size)
		turns := int(*load / (2 * time.Second))
		var ofBound, ofMiddleware float64
		for range max(turns, 1) {
			ofBound += newTarget(t, pooledBound()).hammer(t, message, time.Second)
			ofMiddleware += newTarget(t, receiver.Middleware(ok)).hammer(t, message, time.Second)
		}
		t.Logf("%5d bytes: bound %.0f/s, middleware %.0f/s, ratio %.3f", size,
			ofBound/float64(turns), ofMiddleware/float64(turns), ofMiddleware/ofBound)
		for name, handler := range map[string]http.Handler{"middleware": receiver.Middleware(ok), "guarded, of one message": guarded.Middleware(ok)} {
			target := newTarget(t, handler)
			target.stall(t, 100)
			var heap []uint64
			for range 10 {
				target.hammer(t, message, *load/10)
				var stats runtime.MemStats
				runtime.ReadMemStats(&stats)
				heap = append(heap, stats.HeapInuse>>20)
			}
			t.Logf("%5d bytes: %s with 100 stalled clients, heap in MiB %v", size, name, heap)
		}
	}
}

// pooledBound is bound for many at once.
func pooledBound() http.Handler {
	pool := sync.Pool{New: func() any { return bound() }}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler := pool.Get().(http.Handler)
		defer pool.Put(handler)
		handler.ServeHTTP(w, r)
	})
}

// A target is a server to put load on.
type target struct{ server *httptest.Server }

func newTarget(t *testing.T, handler http.Handler) *target {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &target{server}
}

// stall adds clients that never finish.
func (tg *target) stall(t *testing.T, clients int) {
	for range clients {
		dial(t, tg.server, rawHead(t, "Content-Length: 1048576\r\n")+"{")
	}
}

// hammer returns how many requests a second were answered.
func (tg *target) hammer(t *testing.T, message []byte, d time.Duration) float64 {
	var requests atomic.Int64
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() { sendAll(t, tg.server.Listener.Addr().String(), message, stop, &requests) })
	}
	begin := time.Now()
	<-time.After(d)
	close(stop)
	clients.Wait()
	return float64(requests.Load()) / time.Since(begin).Seconds()
}

func sendAll(t *testing.T, address string, message []byte, stop chan struct{}, requests *atomic.Int64) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	answer := bufio.NewReader(conn)
	for {
		select {
		case <-stop:
			return
		default:
		}
		conn.Write(message)
		for line := ""; line != "\r\n"; {
			if line, err = answer.ReadString('\n'); err != nil {
				t.Error(err)
				return
			}
		}
		requests.Add(1)
	}
}
