package webhookhttp_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
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
// loads the bound and the middleware in turn, and prints requests per second
// and the heap. A hundred clients that never finish are there all the while.
//
//	go test -run TestLoad -load 60s -v ./webhookhttp
func TestLoad(t *testing.T) {
	if *load == 0 {
		t.Skip("no -load")
	}
	store, err := webhookhttp.NewMemoryStore(1 << 20)
	require.NoError(t, err)
	receiver := func(opts ...webhookhttp.ReceiverOption) http.Handler {
		receiver, err := webhookhttp.NewReceiver(verifierOf(t), opts...)
		require.NoError(t, err)
		return receiver.Middleware(ok)
	}
	handlers := []struct {
		name    string
		handler http.Handler
	}{
		{"bound", pooledBound()},
		{"middleware", receiver()},
		{"bound", pooledBound()},
		{"middleware", receiver()},
		{"guarded, all duplicates", receiver(webhookhttp.WithReplayGuard(newGuard(t, store)))},
	}
	for _, size := range []int{1 << 10, 20 << 10} {
		for _, h := range handlers {
			perSecond, heap := measure(t, h.handler, size)
			t.Logf("%5d bytes, %-24s %8.0f/s, heap in MiB %v", size, h.name+":", perSecond, heap)
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

// measure returns requests per second, and the heap in MiB at ten moments.
func measure(t *testing.T, handler http.Handler, size int) (float64, []uint64) {
	server := httptest.NewServer(handler)
	defer server.Close()
	var idle []net.Conn
	defer func() {
		for _, conn := range idle {
			conn.Close()
		}
	}()
	for range 100 {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		require.NoError(t, err)
		idle = append(idle, conn)
		io.WriteString(conn, rawHead(t, "Content-Length: 1048576\r\n")+"{")
	}
	message := wireMessage(t, size)
	var requests atomic.Int64
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() { hammer(t, server.Listener.Addr().String(), message, stop, &requests) })
	}
	var heap []uint64
	begin := time.Now()
	for range 10 {
		<-time.After(*load / 10)
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		heap = append(heap, stats.HeapInuse>>20)
	}
	close(stop)
	clients.Wait()
	return float64(requests.Load()) / time.Since(begin).Seconds(), heap
}

func hammer(t *testing.T, address string, message []byte, stop chan struct{}, requests *atomic.Int64) {
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
