package capture

import (
	"bytes"
	"fmt"
	"regexp"
)

type start struct {
	off     int
	skipped int // bytes before it that are no blank lines or comments
}

// findStart returns where a message starts. That is the first line, if it is a
// request line or a field; else the first request line that fields follow, even
// glued to something else, as after the IP header in the output of tcpdump -A.
func findStart(data []byte) (start, error) {
	c := at(data, 0)
	first, off, ok := firstLine(c)
	if !ok {
		return start{}, errEmpty
	}
	if err := refuseResponse(first); err != nil {
		return start{}, err
	}
	if startsHead(first) {
		return start{off: off}, nil
	}
	if off, ok := findTitle(data); ok {
		return start{off, off}, nil
	}
	if off, ok := findGlued(data); ok {
		return start{off, off}, nil
	}
	return start{}, fmt.Errorf("line %d: expected a request line (POST /path HTTP/1.1) or a header (name: value); "+
		"a capture is headers, a blank line and the body", first.num)
}

// firstLine skips what editors and .http files put before a message: blank
// lines and comments.
func firstLine(c *cursor) (line, int, bool) {
	for {
		off := c.off
		l, ok := c.next()
		if !ok {
			return l, off, false
		}
		if !l.blank() && !isComment(l.text) {
			return l, off, true
		}
	}
}

func isComment(text []byte) bool {
	return bytes.HasPrefix(text, []byte("###")) || bytes.HasPrefix(text, []byte("# ")) || bytes.HasPrefix(text, []byte("// "))
}

// startsHead reports whether a line is a request line or a field. Field names
// start with a letter here: the time of day at the start of a line of tcpdump
// would be a field too.
func startsHead(l line) bool {
	if _, _, _, ok := requestLine(l.text); ok {
		return true
	}
	f, ok := parseField(l.text)
	return ok && (f.Name[0] == ':' || isLetter(f.Name[0])) && !gluedRE.Match(l.text)
}

var titleRE = regexp.MustCompile(`(?mi)^[^\w\r\n]*request headers\b[^:\r\n]*:?[ \t]*\r?\n`)

// findTitle finds the heading over headers copied from a browser.
func findTitle(data []byte) (int, bool) {
	loc := titleRE.FindIndex(data)
	if loc == nil {
		return 0, false
	}
	l, ok := at(data, loc[1]).peek()
	return loc[1], ok && startsHead(l)
}

var gluedRE = regexp.MustCompile(`(?m)(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ ](?:/|\*|https?://)\S*[ ]HTTP/[0-9](?:\.[0-9])?\r?$`)

// findGlued finds a request line anywhere that a line with a field follows. The
// summary that tcpdump prints before a packet has one too, and no field after it.
func findGlued(data []byte) (int, bool) {
	for off := 0; ; {
		loc := gluedRE.FindIndex(data[off:])
		if loc == nil {
			return 0, false
		}
		next := cursor{data: data, off: min(off+loc[1]+1, len(data))} // its number does not matter
		if l, ok := next.peek(); ok && startsHead(l) {
			return off + loc[0], true
		}
		off += loc[1]
	}
}
