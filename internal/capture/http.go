package capture

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// A message is a capture taken apart at the blank line, before anybody judges
// what its parts say.
type message struct {
	head     []line
	body     []byte // what is after the blank line, as it stands
	bodyLine int    // the number of the body's first line
	Evidence

	// Of a trace alone.
	above    []byte // what stands before it, back to the request before
	remarked bool   // curl said something of its own in it
	sent     bool   // curl said that it sent data
}

// splitMessage takes a plain message apart, and leaves out what a sniffer
// printed around it.
func splitMessage(data []byte) (*message, error) {
	start, err := findStart(data)
	if err != nil {
		return nil, err
	}
	m := splitHead(at(data, start.off))
	m.Skipped = start.skipped
	m.readPackets(data[:start.off])
	return m, nil
}

func splitHead(c *cursor) *message {
	m := new(message)
	m.NoBlankLine = true
	for l, ok := c.next(); ok; l, ok = c.next() {
		if l.blank() {
			m.NoBlankLine = false
			break
		}
		m.head = append(m.head, l)
	}
	m.body, m.bodyLine = c.rest(), c.num+1
	return m
}

// request reads the head and, with it, the body. What comes after that is the
// rest, at the end of the capture.
func (m *message) request() (r *Request, rest []byte, err error) {
	if len(m.head) == 0 {
		return nil, nil, errEmpty
	}
	r = &Request{Kind: KindHTTP, Line: m.head[0].num, Evidence: m.Evidence}
	if err := r.readHead(m.head); err != nil {
		return nil, nil, err
	}
	r.note()
	if r.Trace && m.hidesBody(r) {
		r.Absent = true
		return r, m.body, nil
	}
	rest, err = r.readBody(m.body, m.bodyLine)
	if r.Packets { // what was put together from packets is no end of the capture
		if following(r, rest) >= 0 {
			r.Unjudged += len(rest)
		}
		rest = nil
	}
	return r, rest, err
}

var errEmpty = errors.New("there is no request in it; expected a request line or headers, a blank line and the body")

func (r *Request) readHead(head []line) error {
	if err := refuseResponse(head[0]); err != nil {
		return err
	}
	if method, target, proto, ok := requestLine(head[0].text); ok {
		r.Method, r.Target, r.Proto = method, target, proto
		head = head[1:]
	}
	if fields := alternating(head); fields != nil {
		r.addFields(fields)
		return nil
	}
	for len(head) > 0 {
		n := 1
		for n < len(head) && isFold(head[n]) {
			n++
		}
		if err := r.readField(head[0], head[1:n]); err != nil {
			return err
		}
		head = head[n:]
	}
	return nil
}

// readField reads a field and the lines that continue its value. Each line end
// becomes one space (RFC 9112, section 5.2).
func (r *Request) readField(l line, folds []line) error {
	if isFold(l) {
		return fmt.Errorf("line %d: starts with a space, as the continuation of a header that is not there; remove the space", l.num)
	}
	f, ok := parseField(l.text)
	if !ok {
		return fmt.Errorf("line %d: expected \"name: value\" or a blank line before the body; "+
			"if the body starts here, put an empty line before it", l.num)
	}
	r.SpacedColon = r.SpacedColon || spacedColon(l.text)
	values := []string{f.Value}
	for _, fold := range folds {
		values = append(values, string(bytes.Trim(fold.text, " \t\r")))
		r.Folded = true
	}
	f.Value = strings.TrimLeft(strings.Join(values, " "), " ")
	r.addField(f)
	return nil
}

// addField keeps a field, and puts the pseudo fields of HTTP/2 where they say
// the same in HTTP/1.1 (RFC 9113, section 8.3.1).
func (r *Request) addField(f Field) {
	switch f.Name {
	case ":method":
		r.Method = f.Value
	case ":path":
		r.Target = f.Value
	case ":authority":
		r.Header = append(r.Header, Field{"host", f.Value})
	default:
		if !strings.HasPrefix(f.Name, ":") {
			r.Header = append(r.Header, f)
		}
	}
}

// alternating reads a head whose names and values stand on lines of their own,
// as the developer tools of browsers copy it. It returns nil for any other.
func alternating(head []line) []Field {
	if len(head) == 0 || len(head)%2 != 0 {
		return nil
	}
	var fields []Field
	for i := 0; i < len(head); i += 2 {
		f, ok := parseField(head[i].text)
		if !ok || f.Value != "" || isFold(head[i+1]) {
			return nil
		}
		fields = append(fields, Field{f.Name, string(bytes.Trim(head[i+1].text, " \t"))})
	}
	// Two empty fields, one after the other, are no name and value.
	if second, ok := parseField(head[1].text); ok && second.Value == "" {
		return nil
	}
	return fields
}

func isFold(l line) bool { return l.text[0] == ' ' || l.text[0] == '\t' }

var requestLineRE = regexp.MustCompile(`^([A-Z][A-Z_-]+)[ \t]+(\S.*?)(?:[ \t]+(HTTP/[0-9](?:\.[0-9])?))?[ \t]*$`)

// requestLine reads "METHOD target protocol". The protocol may be missing, as
// in .http files, if the target shows that it is one.
func requestLine(text []byte) (method, target, proto string, ok bool) {
	m := requestLineRE.FindSubmatch(text)
	if m == nil {
		return "", "", "", false
	}
	method, target, proto = string(m[1]), string(m[2]), string(m[3])
	if proto == "" && !strings.HasPrefix(target, "/") && !strings.Contains(target, "://") {
		return "", "", "", false
	}
	return method, target, proto, true
}

var statusLineRE = regexp.MustCompile(`^HTTP/[0-9](?:\.[0-9])?[ \t]+[1-5][0-9]{2}(?:[ \t]|$)`)

func refuseResponse(l line) error {
	if statusLineRE.Match(l.text) {
		return fmt.Errorf("line %d: this is a response; the signature is on the request, so capture what the sender sent", l.num)
	}
	return nil
}

// readBody removes the transfer coding, and nothing else: Content-Length is
// compared by the doctor and cuts nothing here.
func (r *Request) readBody(raw []byte, num int) (rest []byte, err error) {
	switch {
	case r.Trace:
		raw, rest = r.withoutTrace(raw)
	case r.Packets:
		raw = r.withoutLineEnd(raw)
	}
	var after []byte
	if r.isChunked() {
		after, err = r.readChunked(raw, num)
	} else {
		r.Body, after = r.withoutResponse(raw)
	}
	if rest == nil {
		rest = after
	}
	return rest, err
}

// isChunked reports whether the last transfer coding is chunked (RFC 9112,
// section 6.1).
func (r *Request) isChunked() bool {
	codings := strings.Join(r.Values("Transfer-Encoding"), ",")
	last := codings[strings.LastIndexByte(codings, ',')+1:]
	return strings.EqualFold(strings.Trim(last, " \t"), "chunked")
}

// replyRE is how a response follows in a stream that was followed, glued to the
// body or set apart as tshark does it.
var replyRE = regexp.MustCompile(`^[\r\n]*(?:\t[0-9]+\r?\n\t?)?HTTP/[0-9](?:\.[0-9])?[ \t]+[1-5][0-9]{2}[ \r\n]|^[\r\n]*={20,}[\r\n]*$`)

// withoutResponse cuts off a response. Only one that starts exactly where the
// declared length ends is taken for it: the same words elsewhere may be the
// body's own.
func (r *Request) withoutResponse(raw []byte) (body, rest []byte) {
	n := r.ContentLength
	if n < 0 || n >= int64(len(raw)) || !replyRE.Match(raw[n:]) {
		return raw, nil
	}
	r.Response = true
	return raw[:n], raw[n:]
}
