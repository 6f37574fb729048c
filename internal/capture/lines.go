package capture

import "bytes"

var newline = []byte("\n")

// A line is a line of a capture without its end, LF or CRLF.
type line struct {
	text []byte
	num  int // from 1
}

func (l line) blank() bool { return len(bytes.Trim(l.text, " \t\r")) == 0 }

// A cursor walks over the lines of a capture and knows where it stands.
type cursor struct {
	data []byte
	off  int
	num  int // of the line read last
}

// at returns a cursor that reads the line at off next.
func at(data []byte, off int) *cursor {
	return &cursor{data: data, off: off, num: bytes.Count(data[:off], newline)}
}

func (c *cursor) next() (line, bool) {
	if c.off >= len(c.data) {
		return line{num: c.num + 1}, false
	}
	text, _, _ := bytes.Cut(c.data[c.off:], newline)
	c.off = min(c.off+len(text)+1, len(c.data))
	c.num++
	return line{bytes.TrimSuffix(text, []byte("\r")), c.num}, true
}

// peek returns what next will, and stays.
func (c *cursor) peek() (line, bool) {
	ahead := *c
	return ahead.next()
}

func (c *cursor) rest() []byte { return c.data[c.off:] }

// A document counts the lines of a text. It goes on from where it was asked
// last, so that asking for many lines in order reads the text once.
type document struct {
	data []byte
	off  int
	seen int // line ends before off
}

func (d *document) lineAt(off int) int {
	if off < d.off {
		d.off, d.seen = 0, 0
	}
	d.seen += bytes.Count(d.data[d.off:off], newline)
	d.off = off
	return d.seen + 1
}
