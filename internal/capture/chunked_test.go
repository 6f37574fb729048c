package capture

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const chunkedHead = "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n"

func TestChunkedBodies(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"one", "3\r\nabc\r\n0\r\n\r\n", "abc"},
		{"several", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "abcde"},
		{"upper-case hex and leading zeros", "00A\r\n0123456789\r\n0\r\n\r\n", "0123456789"},
		{"extension", "3;a=\"b\"\r\nabc\r\n0;c\r\n\r\n", "abc"},
		{"space after size", "3 \r\nabc\r\n0\r\n\r\n", "abc"},
		{"LF", "3\nabc\n0\n\n", "abc"},
		{"mixed", "3\nabc\r\n0\n\r\n", "abc"},
		{"empty", "0\r\n\r\n", ""},
		{"last line end missing", "3\r\nabc\r\n0\r\n", "abc"},
		{"line ends in the data", "6\r\na\r\nb\r\n\r\n0\r\n\r\n", "a\r\nb\r\n"},
		{"a last chunk in the data", "8\r\nab\r\n0\r\n\r\r\n0\r\n\r\n", "ab\r\n0\r\n\r"},
		{"NUL and not UTF-8", "2\r\n\x00\xff\r\n0\r\n\r\n", "\x00\xff"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parseOne(t, chunkedHead+c.raw)
			assert.Equal(t, c.want, string(r.Body))
			assert.Equal(t, Evidence{ContentLength: -1, Chunked: true}, r.Evidence)
		})
	}
}

func TestChunkedBodyThatCameDecoded(t *testing.T) {
	for _, raw := range []string{`{"a":1}`, "", "abc", "abc def\n", "\r\n", "123"} {
		r := parseOne(t, chunkedHead+raw)
		assert.Equal(t, raw, string(r.Body))
		assert.Equal(t, Evidence{ContentLength: -1, Dechunked: true}, r.Evidence)
	}
}

func TestChunkedTrailer(t *testing.T) {
	r := parseOne(t, chunkedHead+"1\r\na\r\n0\r\nDigest: b\r\n\r\nmore")
	assert.Equal(t, "a", string(r.Body))
	assert.Equal(t, []Field{{"Digest", "b"}}, r.Trailer)
	assert.Equal(t, 4, r.Rest)
	assert.False(t, r.Response)
}

func TestChunkedResponseAfterIt(t *testing.T) {
	r := parseOne(t, chunkedHead+"1\r\na\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n")
	assert.Equal(t, "a", string(r.Body))
	assert.True(t, r.Response)
}

func TestChunkedBodyThatEndsEarlyIsKept(t *testing.T) {
	for _, c := range []struct{ name, raw, want, err string }{
		{"inside a chunk", "3\r\nabc\r\n5\r\nde", "abcde", "line 6: the chunk is to have 5 bytes (5), and 2 are left"},
		{"before the last chunk", "3\r\nabc\r\n", "abc", "line 6: the last chunk, of size 0, is missing"},
		{"right after the data", "3\r\nabc", "abc", "line 5: the last chunk, of size 0, is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parseOne(t, chunkedHead+c.raw)
			assert.Equal(t, c.want, string(r.Body))
			require.ErrorContains(t, r.ChunkError, c.err)
		})
	}
}

func TestBrokenChunks(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"size", "3\r\nabc\r\nxy\r\nde\r\n", "line 6 (byte 12 of the body): expected the size of a chunk"},
		{"too short", "2\r\nabc\r\n0\r\n\r\n", "line 4: the chunk of 2 bytes (2) does not end with a line end"},
		{"line ends converted", "f\r\na\nb\nc\nd\ne\n\n0\n\n", "line 4: the chunk is to have 15 bytes (f), and 14 are left, the end of the body included"},
		{"a size beyond all bounds", "3\r\nabc\r\nfffffffffffffffff\r\n", "expected the size of a chunk"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Contains(t, parseError(t, chunkedHead+c.raw), c.want)
		})
	}
}
