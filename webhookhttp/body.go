package webhookhttp

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

const (
	// presize is how much is allocated on the word of a Content-Length. What
	// goes beyond it has to arrive first, so that many clients that announce
	// much and send nothing take little.
	presize = 64 << 10
	// unsized is how much is allocated for a body without a Content-Length.
	unsized = 4 << 10
	// idleReads is how often in a row a reader may return nothing.
	idleReads = 100
)

// readBody reads the body of a request, at most limit bytes of it.
func readBody(r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, fmt.Errorf("%w: announced with %d bytes, the limit is %d", ErrBodyTooLarge, r.ContentLength, limit)
	}
	if r.Body == nil || r.Body == http.NoBody {
		return nil, checkWhole(nil, r.ContentLength)
	}
	payload, err := readAll(r.Body, r.ContentLength, limit)
	if err != nil {
		return nil, bodyError(err, len(payload))
	}
	return payload, checkWhole(payload, r.ContentLength)
}

// checkWhole finds out whether somebody has read the body before. A server
// reports a body that breaks off as an error, so one that ends well and early
// was begun by somebody else.
func checkWhole(payload []byte, announced int64) error {
	if int64(len(payload)) < announced {
		return fmt.Errorf("%w: %d of %d bytes are left; verify in front of whatever reads the body", ErrBodyConsumed, len(payload), announced)
	}
	return nil
}

func bodyError(err error, received int) error {
	var outer *http.MaxBytesError
	var network net.Error
	switch {
	case errors.Is(err, ErrBodyTooLarge):
		return err
	case errors.As(err, &outer):
		return fmt.Errorf("%w: %w", ErrBodyTooLarge, err)
	case isReadAfterClose(err):
		return fmt.Errorf("%w and closed: %w; verify in front of whatever reads the body", ErrBodyConsumed, err)
	case errors.As(err, &network) && network.Timeout():
		return fmt.Errorf("%w: %d bytes came: %w", ErrBodyTimeout, received, err)
	default:
		return fmt.Errorf("%w: %d bytes came: %w", ErrBodyUnreadable, received, err)
	}
}

// isReadAfterClose knows the errors of both protocols. That of HTTP/2 is not
// exported.
func isReadAfterClose(err error) bool {
	return errors.Is(err, http.ErrBodyReadAfterClose) || err.Error() == "body closed by handler"
}

// readAll reads to the end. It allocates once if announced, where it is not
// negative, is right and below presize.
func readAll(body io.Reader, announced, limit int64) ([]byte, error) {
	payload := make([]byte, 0, firstSize(announced, limit))
	for {
		if len(payload) == cap(payload) {
			if ended, err := grow(&payload, body, announced, limit); ended || err != nil {
				return payload, err
			}
		}
		n, err := readSome(body, payload[len(payload):cap(payload)])
		payload = payload[:len(payload)+n]
		switch {
		case err == io.EOF:
			return payload, nil
		case err != nil:
			return payload, err
		}
	}
}

// readSome reads at least a byte, or returns an error.
func readSome(body io.Reader, p []byte) (int, error) {
	for range idleReads {
		if n, err := body.Read(p); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// grow finds out whether a reader goes on beyond what there was room for, and
// makes more room if it does.
func grow(payload *[]byte, body io.Reader, announced, limit int64) (ended bool, err error) {
	var more [1]byte
	switch n, err := readSome(body, more[:]); {
	case n == 0 && err == io.EOF:
		return true, nil
	case n == 0:
		return false, err
	case int64(len(*payload)) >= limit:
		return false, fmt.Errorf("%w: more than %d bytes", ErrBodyTooLarge, limit)
	}
	larger := make([]byte, len(*payload), nextSize(len(*payload), announced, limit))
	copy(larger, *payload)
	*payload = append(larger, more[0])
	return false, nil
}

func firstSize(announced, limit int64) int64 {
	if announced < 0 {
		return min(unsized, limit)
	}
	return min(announced, presize, limit)
}

// nextSize is four times of what has arrived, up to what was announced, and up
// to the limit.
func nextSize(size int, announced, limit int64) int64 {
	next := min(4*int64(size)+unsized, limit)
	if announced > int64(size) {
		next = min(next, announced)
	}
	return next
}
