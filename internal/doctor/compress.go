package doctor

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"iter"
	"sync"
)

// maxInflated bounds what a compressed body may become, in bytes and as a
// multiple: a few kilobytes can inflate to gigabytes.
const (
	maxInflated = 10 << 20
	maxInflate  = 256
)

// maxDeflated is the length in bytes up to which a body is compressed: that
// takes longer than all other hypotheses.
const maxDeflated = 1 << 20

// compressed yields a body inflated, and deflated as Go does. The reverse can
// be proven for senders in Go alone: what compression makes of a body differs
// from program to program.
func compressed(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		for f := range inflated(body) {
			if !yield(f) {
				return
			}
		}
		if len(body) > maxDeflated {
			return
		}
		for _, level := range []int{gzip.DefaultCompression, gzip.BestSpeed, gzip.BestCompression} {
			if !yield(form{body: deflate(body, level), how: "the signed body is what was received, compressed"}) {
				return
			}
		}
	}
}

func inflated(body []byte) iter.Seq[form] {
	return func(yield func(form) bool) {
		for _, open := range inflaters {
			if text, ok := inflate(body, open); ok && !yield(form{body: text, how: "what was received is the signed body compressed", opened: true}) {
				return
			}
		}
	}
}

// gzipMagic is how every gzip stream starts (RFC 1952, section 2.3.1).
var gzipMagic = []byte{0x1f, 0x8b}

var inflaters = []func(io.Reader) (io.ReadCloser, error){
	func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) },
	zlib.NewReader,
	func(r io.Reader) (io.ReadCloser, error) { return flate.NewReader(r), nil },
}

func inflate(body []byte, open func(io.Reader) (io.ReadCloser, error)) ([]byte, bool) {
	r, err := open(bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	defer r.Close()
	limit := min(maxInflated, maxInflate*int64(len(body))+1<<10)
	inflated, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil || int64(len(inflated)) > limit || len(inflated) == 0 {
		return nil, false
	}
	return inflated, true
}

// deflaters keeps writers for each level: one takes most of a megabyte.
var deflaters = map[int]*sync.Pool{
	gzip.DefaultCompression: newDeflater(gzip.DefaultCompression),
	gzip.BestSpeed:          newDeflater(gzip.BestSpeed),
	gzip.BestCompression:    newDeflater(gzip.BestCompression),
}

func newDeflater(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		w, err := gzip.NewWriterLevel(nil, level)
		if err != nil {
			panic("doctor: there is no such level of compression")
		}
		return w
	}}
}

func deflate(body []byte, level int) []byte {
	var out bytes.Buffer
	w := deflaters[level].Get().(*gzip.Writer)
	defer deflaters[level].Put(w)
	w.Reset(&out)
	w.Write(body) // a bytes.Buffer does not fail
	w.Close()
	return out.Bytes()
}
