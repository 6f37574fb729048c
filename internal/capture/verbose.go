package capture

import (
	"bytes"
	"regexp"
)

// traceStartRE finds the request line in the output of curl -v.
var traceStartRE = regexp.MustCompile(`(?m)^> ?[A-Z][A-Z_-]+ \S.* HTTP/[0-9](?:\.[0-9])?\r?$`)

// traceHeadRE is what curl says in between while it sends the head.
var traceHeadRE = regexp.MustCompile(`^(?:\* |[{}] \[[0-9]+ bytes data\]|  % Total|\s+Dload |.*[0-9-]:[0-9-]{2}:[0-9-]{2} )`)

// traceMarkRE is what curl says about the body and after it. The wording is
// exact, for here a line could be the body's own.
var traceMarkRE = regexp.MustCompile(`(?m)^(?:< HTTP/[0-9](?:\.[0-9])? [1-5][0-9]{2}` +
	`|[{}] \[[0-9]+ bytes data\]\r?$` +
	`|\* (?:upload completely sent|We are completely uploaded|Request completely sent|Mark bundle as|HTTP [0-9.]+, assume close` +
	`|Connection #[0-9]|Connection state changed|Closing connection|Done waiting for 100|TLSv1|old SSL session|Empty reply from))`)

var traceInterimRE = regexp.MustCompile(`^< HTTP/[0-9](?:\.[0-9])? 1[0-9]{2}`)

// findTrace finds the request in the output of curl -v, where the lines of the
// head start with ">".
func findTrace(data []byte) (int, bool) {
	first, off, ok := firstLine(at(data, 0))
	if !ok {
		return 0, false
	}
	if first.text[0] == '>' {
		return off, true
	}
	loc := traceStartRE.FindIndex(data)
	if loc == nil || startsHead(first) && !bytes.HasPrefix(first.text, []byte("Note: ")) {
		return 0, false
	}
	return loc[0], true
}

// splitTrace takes apart what curl -v prints: "> " before every line of the
// head, "* " before remarks of its own, "< " before the response. The body has
// no mark.
func splitTrace(c *cursor) *message {
	m := &message{above: c.data[:c.off]}
	m.Trace, m.NoBlankLine = true, true
	for l, ok := c.peek(); ok && !isReply(l); l, ok = c.peek() {
		c.next()
		text, marked := bytes.CutPrefix(l.text, []byte(">"))
		if !marked && traceHeadRE.Match(l.text) {
			m.remarked = true
			continue
		}
		l.text = bytes.TrimPrefix(text, []byte(" "))
		if l.blank() {
			m.NoBlankLine = false
			break
		}
		m.head = append(m.head, l)
	}
	m.skipRemarks(c)
	m.body, m.bodyLine = c.rest(), c.num+1
	return m
}

func isReply(l line) bool { return bytes.HasPrefix(l.text, []byte("< ")) }

// skipRemarks skips what stands between head and body: remarks, and an interim
// response such as 100 Continue.
func (m *message) skipRemarks(c *cursor) {
	interim := false
	for l, ok := c.peek(); ok; l, ok = c.peek() {
		interim = traceInterimRE.Match(l.text) || interim && bytes.HasPrefix(l.text, []byte("<"))
		if !interim && (isReply(l) || !traceMarkRE.Match(l.text)) {
			return
		}
		m.remarked, m.sent = true, m.sent || traceSentRE.Match(l.text)
		c.next()
	}
}

// withoutTrace cuts off what curl said after the body.
func (r *Request) withoutTrace(raw []byte) (body, rest []byte) {
	loc := traceMarkRE.FindIndex(raw)
	if loc == nil {
		return raw, nil
	}
	r.Response = true
	return r.withoutLineEnd(raw[:loc[0]]), raw[loc[0]:]
}

// withoutLineEnd removes the line end that a tool prints after a body to go on
// in a new line, unless the declared length counts it in.
func (r *Request) withoutLineEnd(body []byte) []byte {
	if int64(len(body)) == r.ContentLength {
		return body
	}
	return bytes.TrimSuffix(bytes.TrimSuffix(body, newline), []byte("\r"))
}
