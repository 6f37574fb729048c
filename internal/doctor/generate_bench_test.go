package doctor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/whsec/whsec/internal/doctor"
)

// inputOf is what was received without any capture around it.
func (g *generated) inputOf() doctor.Input {
	header := http.Header{}
	for _, f := range g.fields() {
		header.Add(f[0], f[1])
	}
	return g.input(doctor.NewRequest(header, g.body))
}

// stranger is a request of so many bytes that nothing explains.
func stranger(scheme string, size int) *generated {
	g := newGenerated(rand.New(rand.NewPCG(1, 8)), scheme)
	g.setDocument(wideDocument(g.Rand, size), jsonStyle{})
	g.secrets = g.secrets[:0]
	g.addSecret(&g.secrets, "configured")
	return g
}

func benchmarkDiagnose(b *testing.B, in doctor.Input, code doctor.Code) {
	b.ReportAllocs()
	for b.Loop() {
		report := doctor.Diagnose(context.Background(), in)
		if len(report.Causes) != 1 || report.Causes[0].Code != code {
			b.Fatal(report.Summary)
		}
	}
}

// BenchmarkStrangers tries everything there is.
func BenchmarkStrangers(b *testing.B) {
	for _, scheme := range []string{"standard", "stripe", "standard v1a"} {
		for _, size := range []int{300, 20 << 10} {
			b.Run(fmt.Sprintf("%s/%dB", scheme, size), func(b *testing.B) {
				benchmarkDiagnose(b, stranger(scheme, size).inputOf(), doctor.Unknown)
			})
		}
	}
}

// BenchmarkSingles tries every single change to a body: the last one matches.
func BenchmarkSingles(b *testing.B) {
	for _, size := range []int{20 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("%dB", size), func(b *testing.B) {
			g := newGenerated(rand.New(rand.NewPCG(1, 8)), "standard")
			g.setDocument(wideDocument(g.Rand, size), jsonStyle{})
			g.signed = []byte("[object Object]")
			benchmarkDiagnose(b, g.inputOf(), doctor.BodyEmpty)
		})
	}
}

// The heap never grows beyond 64 MiB and eight times the body.
func TestMemory(t *testing.T) {
	skipWhereSlow(t)
	size := 128 << 10
	if rounds() > 0 {
		size = 1 << 20
	}
	in := stranger("standard", size).inputOf()
	runtime.GC()
	done, peak := make(chan struct{}), make(chan uint64)
	go watchHeap(done, peak)
	doctor.Diagnose(context.Background(), in)
	close(done)
	used, limit := <-peak, uint64(64<<20+8*len(in.Request.Body))
	t.Logf("%d MiB of %d", used>>20, limit>>20)
	if used > limit {
		t.Errorf("%d bytes in use, where %d are allowed", used, limit)
	}
}

func watchHeap(done <-chan struct{}, peak chan<- uint64) {
	var most uint64
	for {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse)
		select {
		case <-done:
			peak <- most
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}
