package capture

import (
	"bytes"
	"fmt"
	"regexp"
)

// parseHTTP reads a message and those that follow it, as in the output of
// curl -v for several requests and in a stream that was followed. None may be
// passed over: the one that is could be the forged one.
func parseHTTP(data []byte, opts Options) ([]*Request, error) {
	m, err := firstMessage(data)
	if err != nil {
		return nil, err
	}
	left := opts.MaxSize
	r, rest, err := m.read(opts, &left)
	if err != nil {
		return nil, err
	}
	requests := []*Request{r}
	doc := &document{data: data}
	for {
		off := following(r, rest)
		if off < 0 {
			return requests, nil
		}
		off += len(data) - len(rest)
		m := messageAfter(r, &cursor{data, off, doc.lineAt(off) - 1})
		m.above = data[len(data)-len(rest) : off]
		if r, rest, err = m.read(opts, &left); err != nil {
			return nil, fmt.Errorf("another request follows the first: %w", err)
		}
		requests = append(requests, r)
	}
}

// read reads the message, and the body that a trace of it does not show.
func (m *message) read(opts Options, left *int64) (r *Request, rest []byte, err error) {
	r, rest, err = m.request()
	if err == nil && r.Trace && r.Absent {
		err = m.readCommand(r, opts, left)
	}
	return r, rest, err
}

func firstMessage(data []byte) (*message, error) {
	if start, ok := findTrace(data); ok {
		return splitTrace(at(data, start)), nil
	}
	m, err := splitMessage(data)
	if err != nil && dumpRE.Match(data) {
		return nil, ErrDump
	}
	return m, err
}

func messageAfter(r *Request, c *cursor) *message {
	if r.Trace {
		return splitTrace(c)
	}
	m := splitHead(c)
	m.Printable = r.Printable
	return m
}

// Every request that a server takes begins with such a line (RFC 9112, section
// 3), whatever its method is, and be it glued to the response before it.
var (
	nextTraceRE   = regexp.MustCompile(`(?m)> ?[^ \r\n>]+ [^ \r\n]+ HTTP/[0-9](?:\.[0-9])?\r?$`)
	nextRequestRE = regexp.MustCompile("(?m)[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ \\r\\n]+ HTTP/[0-9](?:\\.[0-9])?\\r?$")
	methodRE      = regexp.MustCompile(`(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$`)
)

// following returns where in the rest the next request starts, or -1.
func following(r *Request, rest []byte) int {
	if r.Trace {
		if loc := nextTraceRE.FindIndex(rest); loc != nil {
			return loc[0]
		}
		return -1
	}
	for off := 0; ; {
		loc := nextRequestRE.FindIndex(rest[off:])
		if loc == nil {
			return -1
		}
		start, end := off+loc[0], off+loc[1]
		if beginsHead(rest[end:]) {
			method, _, _ := bytes.Cut(rest[start:end], []byte(" "))
			if own := methodRE.FindIndex(method); own != nil {
				start += own[0]
			}
			return start
		}
		off = end
	}
}

// beginsHead reports whether a field or the end of the head comes after the
// first line end of text.
func beginsHead(text []byte) bool {
	c := cursor{data: text}
	c.next()
	l, ok := c.next()
	_, isField := parseField(l.text)
	return !ok || l.blank() || isField
}
