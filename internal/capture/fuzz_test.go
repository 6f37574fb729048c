package capture

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/testcases"
)

// FuzzParse: nothing panics, what is returned is complete, and a body of a plain
// message stands in the capture as it is returned.
func FuzzParse(f *testing.F) {
	for _, c := range testcases.DiagnoseCases()[:20] {
		f.Add(c.Capture)
	}
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(data)
	}
	for _, seed := range []string{
		"$ curl -sS 'u' -H $'A: \\u00e9' --json @f -d \"b\" \\\n > x", "curl ^\"u^\" ^\n -d ^\"{\\^\"a^\"", "curl.exe u `\n -d 'a''b'",
		event + "\n" + event, "INFO " + event, `{"event":` + event + `}`, `{"item":[{"request":{"method":"P","header":[{"key":"a"}],"body":{"raw":"x"}}}]}`,
		`{"requests":[{"request":{"raw":"QTogYgoKeA=="}}]}`, `{"headers":["a","b"],"body":{"type":"Buffer","data":[1]}}`,
		`{"headers":{"a":["b"]},"content":"\ud83d\ude00","uuid":""}`, "> POST / HTTP/1.1\n>\n< HTTP/1.1 100 x\n<\nb\n* Closing connection",
		chunkedHead + "1;a\r\nb\r\n0\r\nC: d\r\n\r\ne", ":method:\nPOST\na:\nb\n\nx",
	} {
		f.Add([]byte(seed))
	}
	opts := Options{MaxSize: 1 << 16, ReadFile: func(string, int64) ([]byte, error) { return []byte("a\nb"), nil }}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range append(Kinds(), "") {
			opts.Kind = kind
			requests, err := Parse(data, opts)
			if err != nil {
				continue
			}
			require.NotEmpty(t, requests)
			for _, r := range requests {
				checkRequest(t, data, r)
			}
		}
	})
}

func checkRequest(t *testing.T, data []byte, r *Request) {
	require.True(t, slices.Contains(Kinds(), r.Kind))
	require.GreaterOrEqual(t, r.ContentLength, int64(-1))
	require.Positive(t, r.Line)
	require.LessOrEqual(t, r.Line, 1+bytes.Count(data, newline))
	r.HTTPHeader()
	r.Signed()
	if r.Kind == KindHTTP && !r.Chunked && !r.Packets {
		require.True(t, bytes.Contains(data, r.Body))
	}
}
