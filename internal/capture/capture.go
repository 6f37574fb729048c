// Package capture reads a webhook request as people have it: a raw HTTP
// message, the output of curl -v or tcpdump, a HAR file, a Lambda event, a curl
// command. A signature covers the bytes of the body, so the rule of the package
// is that no byte is lost, added or replaced; where a form of capture has done
// so already, [Evidence] says it.
package capture

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A Kind is a form that a capture comes in.
type Kind string

// The kinds, by the names that --input takes.
const (
	KindHTTP   Kind = "http"   // raw message, curl -v, tcpdump -A, copied headers
	KindHAR    Kind = "har"    // HTTP archive, an entry or a request of one
	KindLambda Kind = "lambda" // event of API Gateway, a load balancer or a function URL
	KindCurl   Kind = "curl"   // curl command line

	KindPostman     Kind = "postman"      // collection, item or request
	KindNgrok       Kind = "ngrok"        // what the agent's API says of its requests
	KindWebhookSite Kind = "webhook.site" // export of a request
	KindJSON        Kind = "json"         // any other object with headers and body
)

// Kinds returns every kind that [Parse] reads.
func Kinds() []Kind {
	return []Kind{KindHTTP, KindHAR, KindLambda, KindCurl, KindPostman, KindNgrok, KindWebhookSite, KindJSON}
}

// DefaultMaxSize bounds a capture when [Options] does not.
const DefaultMaxSize = 10 << 20

// Options say how a capture is to be read. The zero value recognises the kind.
type Options struct {
	Kind    Kind  // "" recognises it by content
	MaxSize int64 // bytes of capture and of every body; 0 is DefaultMaxSize

	// ReadFile reads what a curl command names by @file, and fails on more than
	// limit bytes; the files of a capture have MaxSize together. Without it such
	// a command is refused: whoever wrote the capture chose the path, so reading
	// files is for the caller to allow.
	ReadFile func(path string, limit int64) ([]byte, error)
}

// A Request is one captured request.
type Request struct {
	Kind   Kind
	Method string // empty, as Target and Proto, where the capture does not say
	Target string
	Proto  string
	Header []Field   // in the order received
	Body   []byte    // every byte, transfer coding removed
	Date   time.Time // when it was captured or sent, by the capture's own word
	Line   int       // where it starts in the capture, from 1

	// DateRecorded says that Date is of whoever recorded the request. Otherwise
	// it is the field of that name, which the sender wrote and did not sign.
	DateRecorded bool
	Evidence
}

// A Field is one header field: the name as spelled, the value without the
// spaces and tabs around it.
type Field struct{ Name, Value string }

// Evidence is what the form of a capture tells about its request, for whoever
// has to explain why a signature does not match.
type Evidence struct {
	ContentLength int64 // as the header declares it; -1 where it does not. The body is cut there only if a response follows

	Chunked    bool    // a chunked body was decoded
	Dechunked  bool    // the header says chunked, the body came decoded
	ChunkError error   // the chunked body ends too early; what there is was kept
	Trailer    []Field // fields after the last chunk

	NoBlankLine bool // nothing separates head and body: there is no body
	Folded      bool // a header value went over several lines (RFC 9112, section 5.2)
	Trace       bool // lines carried the marks of curl -v
	Packets     bool // printed by tcpdump, packet by packet
	Skipped     int  // bytes of something else before the request
	Response    bool // a response, or what curl says of it, followed and was cut off
	Rest        int  // bytes after the end of a chunked body, no part of it
	Unjudged    int  // bytes of other connections or after the response, which may be requests
	SpacedColon bool // a space before the colon of a header, which servers refuse (RFC 9112, section 5.1)
	Printable   bool // made by a tool that prints a dot for every byte that is not ASCII

	Base64 bool // the body was base64 in the capture and has been decoded
	Absent bool // the capture has no place for the body, or leaves it out, as curl -v does
	Parsed bool // the body stands as a JSON value, its own spelling may be lost
	Lossy  bool // bytes that were not UTF-8 had been replaced when it was captured
	Joined bool // the form joins several fields of a name with commas
}

// ErrSize is in the chain of errors about captures that are too large.
var ErrSize = errors.New("capture too large")

// ErrFile is in the chain of errors about captures that name files, where
// [Options] do not allow to read them.
var ErrFile = errors.New("files that a capture names are not read")

// ErrDump is returned for the output of curl --trace and --trace-ascii.
var ErrDump = errors.New("what curl --trace, --trace-ascii and --trace-time write is not read here")

// Parse returns every request in data, at least one unless it returns an error.
// Bodies may share the memory of data.
func Parse(data []byte, opts Options) ([]*Request, error) {
	if opts.MaxSize == 0 {
		opts.MaxSize = DefaultMaxSize
	}
	if int64(len(data)) > opts.MaxSize {
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d; keep the one request that matters", ErrSize, len(data), opts.MaxSize)
	}
	if err := refuseUTF16(data); err != nil {
		return nil, err
	}
	if opts.Kind != "" && !slices.Contains(Kinds(), opts.Kind) {
		return nil, fmt.Errorf("there is no capture kind %q; choose from %v", opts.Kind, Kinds())
	}
	return parse(bytes.TrimPrefix(data, byteOrderMark), opts)
}

// byteOrderMark is what editors put before a text. It is none of the request's,
// whose body cannot start there.
var byteOrderMark = []byte("\xef\xbb\xbf")

func parse(data []byte, opts Options) ([]*Request, error) {
	switch opts.Kind {
	case KindHTTP:
		return parseHTTP(data, opts)
	case KindCurl:
		return parseCurl(data, opts)
	case "":
		return parseAny(data, opts)
	}
	return parseJSON(opts.Kind, data)
}
