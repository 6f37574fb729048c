package capture

import (
	"bytes"
	"fmt"
	"regexp"
)

// traceSentRE is what curl -v says in place of the body: with its output in a
// file, and in no case the body itself.
var traceSentRE = regexp.MustCompile(`^\} \[[1-9][0-9]* bytes data\]`)

// traceOwnRE is a line of curl's own where the body would be: a remark, or the
// progress meter.
var traceOwnRE = regexp.MustCompile(`^\r?(?:\* |[{}] \[[0-9]+ bytes data\]| *[0-9]+ +[0-9.]+[kMGTP]? +[0-9]+ +[0-9.]+[kMGTP]? )`)

// hidesBody reports whether a trace is of a request with a body and, as curl
// writes it, does not show it. Where curl says nothing of its own somebody has
// put the trace together, and what is there is the body.
func (m *message) hidesBody(r *Request) bool {
	sent := m.sent && r.ContentLength < 0 && r.Method != "GET" && r.Method != "HEAD"
	if !sent && r.ContentLength <= 0 && !r.isChunked() {
		return false
	}
	shown := m.body
	if end := traceMarkRE.FindIndex(m.body); end != nil {
		shown = m.body[:end[0]]
	}
	remarked := m.remarked || len(shown) < len(m.body) || traceOwnRE.Match(lastLine(m.above))
	if !remarked || len(shown) > 0 && int64(len(r.withoutLineEnd(shown))) == r.ContentLength {
		return false
	}
	c := &cursor{data: shown}
	for l, ok := c.next(); ok; l, ok = c.next() {
		if !l.blank() && !traceOwnRE.Match(l.text) {
			return false
		}
	}
	return true
}

func lastLine(text []byte) []byte {
	text = bytes.TrimRight(text, "\r\n")
	return text[bytes.LastIndexByte(text, '\n')+1:]
}

var (
	commandRE  = regexp.MustCompile(`(?m)^(?:[^\n'"<>*{}\s][^\n'"]*[$%#>][ \t]*|[$%#>][ \t]*|[ \t]+)?(` + curlWord + `)`)
	afterCmdRE = regexp.MustCompile(`(?m)^\r?(?:\* |  % Total|Note: |[{}] \[|< )`)
)

// readCommand takes the body that a trace does not show from the curl command
// above it, which has printed the trace. The head is that of the trace: it is
// what was sent.
func (m *message) readCommand(r *Request, opts Options, left *int64) error {
	all := commandRE.FindAllSubmatchIndex(m.above, -1)
	if all == nil {
		return nil
	}
	last := all[len(all)-1]
	text := m.above[last[2]:]
	if end := afterCmdRE.FindIndex(text); end != nil {
		text = text[:end[0]]
	}
	if last[0] < last[2] { // behind a prompt
		text = append([]byte("$ "), text...)
	}
	sent, err := firstCurl(text, opts, left)
	switch {
	case err != nil:
		return fmt.Errorf("the curl command above the trace: %w", err)
	case sent == nil || sent.Absent:
		return nil
	case r.ContentLength >= 0 && r.ContentLength != int64(len(sent.Body)):
		return fmt.Errorf("line %d: this trace says that %d bytes were sent, and the curl command above it sends %d; "+
			"give the command that was run, without the trace", r.Line, r.ContentLength, len(sent.Body))
	}
	r.Absent, r.Body = false, sent.Body
	return nil
}

// firstCurl reads the first command of curl in a text, or none.
func firstCurl(text []byte, opts Options, left *int64) (*Request, error) {
	commands, err := splitCommands(text)
	if err != nil {
		return nil, err
	}
	for _, c := range commands {
		if args, ok := curlArgs(c.words); ok {
			return readCurl(args, opts, left)
		}
	}
	return nil, nil
}

// dumpRE is how the output of curl --trace and --trace-ascii begins, and each
// line of curl -v with --trace-time. They break the body into pieces, and
// --trace-ascii has a dot for every byte that is not ASCII.
var dumpRE = regexp.MustCompile(`\A\s*(?:[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6} )?(?:== Info: |=> Send |<= Recv )|(?m:^[0-9:]{8}\.[0-9]{6} > ?[A-Z][A-Z_-]+ \S.* HTTP/[0-9](?:\.[0-9])?\r?$)`)
