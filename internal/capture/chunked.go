package capture

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// chunkSizeRE is the line before a chunk (RFC 9112, section 7.1): a size in
// hex and extensions, which mean nothing here.
var chunkSizeRE = regexp.MustCompile(`^([0-9A-Fa-f]{1,15})[ \t]*(?:;.*)?$`)

// readChunked decodes a chunked body, or takes it as it is: proxies and loggers
// print the header of the message they received and the body they decoded.
func (r *Request) readChunked(raw []byte, num int) (rest []byte, err error) {
	if first, ok := at(raw, 0).next(); !ok || !chunkSizeRE.Match(first.text) || !bytes.Contains(raw, []byte("\n")) {
		r.Dechunked = true
		r.Body, rest = r.withoutResponse(raw)
		return rest, nil
	}
	d := &dechunker{cursor: cursor{data: raw, num: num - 1}, body: []byte{}}
	for d.err == nil && !d.done && d.early == nil {
		d.chunk()
	}
	if d.err != nil {
		return nil, d.err
	}
	r.Chunked, r.ChunkError, r.Body = true, d.early, d.body
	if d.done {
		r.Trailer = d.trailer()
		r.Response = replyRE.Match(d.rest())
		r.Rest = len(d.rest())
	}
	return d.rest(), nil
}

// A dechunker reads chunks. Line ends may be LF alone, for captures are saved by
// editors; the data is never touched.
type dechunker struct {
	cursor
	body  []byte
	done  bool
	early error // the body ends before its last chunk
	err   error
}

func (d *dechunker) chunk() {
	l, ok := d.next()
	if !ok {
		d.early = fmt.Errorf("line %d: the last chunk, of size 0, is missing: the body may have been cut", l.num)
		return
	}
	m := chunkSizeRE.FindSubmatch(l.text)
	if m == nil {
		d.err = fmt.Errorf("line %d (byte %d of the body): expected the size of a chunk in hex; "+
			"line ends may have been changed since, so capture it again, byte for byte", l.num, d.off)
		return
	}
	size, _ := strconv.ParseInt(string(m[1]), 16, 64) // 15 digits fit
	if size == 0 {
		d.done = true
		return
	}
	d.take(size, l.num)
}

// take reads the data of one chunk and the line end after it.
func (d *dechunker) take(size int64, num int) {
	rest := d.rest()
	if size > int64(len(rest)) {
		d.short(size, num)
		return
	}
	data := rest[:size]
	d.body = append(d.body, data...)
	d.skip(len(data))
	end := len(d.rest()) - len(trimLineEnd(d.rest()))
	if end == 0 && len(d.rest()) > 0 {
		d.err = fmt.Errorf("line %d: the chunk of %d bytes (%x) does not end with a line end; "+
			"its data may have been changed since, so capture it again, byte for byte", num, size, size)
		return
	}
	d.skip(end)
}

var lastChunkRE = regexp.MustCompile(`\n0\r?\n(?:\r?\n)?$`)

// short judges a chunk that is larger than what is left. If the last chunk is
// there, bytes have been lost inside, and nobody knows which; if it is not, the
// body was cut, and what there is of it still helps.
func (d *dechunker) short(size int64, num int) {
	rest := d.rest()
	err := fmt.Errorf("line %d: the chunk is to have %d bytes (%x), and %d are left", num, size, size, len(rest))
	if lastChunkRE.Match(rest) {
		d.err = fmt.Errorf("%w, the end of the body included; line ends may have been changed since, so capture it again, byte for byte", err)
		return
	}
	d.early = err
	d.body = append(d.body, rest...)
	d.skip(len(rest))
}

func (d *dechunker) skip(n int) {
	d.num += bytes.Count(d.data[d.off:d.off+n], []byte("\n"))
	d.off += n
}

// trailer reads the fields after the last chunk, up to the blank line. What is
// none is left for whoever asks what the rest is.
func (d *dechunker) trailer() []Field {
	var fields []Field
	for l, ok := d.peek(); ok; l, ok = d.peek() {
		f, isField := parseField(l.text)
		if !l.blank() && !isField {
			return fields
		}
		d.next()
		if l.blank() {
			return fields
		}
		fields = append(fields, f)
	}
	return fields
}

func trimLineEnd(b []byte) []byte {
	if bytes.HasPrefix(b, []byte("\r\n")) {
		return b[2:]
	}
	return bytes.TrimPrefix(b, []byte("\n"))
}
