package fuzz

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/testcases"
)

// FuzzCapture: whatever a capture holds, as every kind and as the one that it
// looks like, what is read of it is complete, and the body of a plain message
// stands in the capture as it is returned.
func FuzzCapture(f *testing.F) {
	for _, c := range testcases.DiagnoseCases() {
		f.Add(c.Capture)
	}
	addFiles(f, "../internal/capture/testdata/*.txt")
	const event = `{"httpMethod":"POST","path":"/p","headers":{"a":"b"},"body":"x\r\n"}`
	for _, seed := range []string{
		"$ curl -sS 'u' -H $'A: \\u00e9' --json @f -d \"b\" \\\n > x", "curl ^\"u^\" ^\n -d ^\"{\\^\"a^\"", "curl.exe u `\n -d 'a''b'",
		event + "\n" + event, "INFO " + event, `{"event":` + event + `}`, `{"item":[{"request":{"method":"P","header":[{"key":"a"}],"body":{"raw":"x"}}}]}`,
		`{"requests":[{"request":{"raw":"QTogYgoKeA=="}}]}`, `{"headers":["a","b"],"body":{"type":"Buffer","data":[1]}}`,
		`{"headers":{"a":["b"]},"content":"\ud83d\ude00","uuid":""}`, "> POST / HTTP/1.1\n>\n< HTTP/1.1 100 x\n<\nb\n* Closing connection",
		"POST / HTTP/1.1\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n1;a\r\nb\r\n0\r\nC: d\r\n\r\ne", ":method:\nPOST\na:\nb\n\nx",
	} {
		f.Add([]byte(seed))
	}
	opts := capture.Options{MaxSize: 1 << 16, ReadFile: func(string, int64) ([]byte, error) { return []byte("a\nb"), nil }}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range append(capture.Kinds(), "") {
			opts.Kind = kind
			requests, err := capture.Parse(data, opts)
			if err != nil {
				continue
			}
			if len(requests) == 0 {
				t.Fatal("neither a request nor an error")
			}
			for _, r := range requests {
				checkCaptured(t, data, r)
			}
		}
	})
}

// addFiles adds files as seeds; none is fatal.
func addFiles(f *testing.F, pattern string) {
	f.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		f.Fatalf("no seed is %s: %v", pattern, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

func checkCaptured(t *testing.T, data []byte, r *capture.Request) {
	lines := 1 + bytes.Count(data, []byte("\n"))
	if !slices.Contains(capture.Kinds(), r.Kind) || r.ContentLength < -1 || r.Line < 1 || r.Line > lines {
		t.Fatalf("kind %q, Content-Length %d, line %d of %d", r.Kind, r.ContentLength, r.Line, lines)
	}
	r.HTTPHeader()
	r.Signed()
	if r.Kind == capture.KindHTTP && !r.Chunked && !r.Packets && !bytes.Contains(data, r.Body) {
		t.Fatalf("the body is not in the capture: %q", r.Body)
	}
}
