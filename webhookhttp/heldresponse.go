package webhookhttp

import (
	"bufio"
	"bytes"
	"maps"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// A heldResponse keeps what a handler writes until it is sent. Answers to
// webhooks are short, and what a handler writes is its own affair, so there is
// no limit.
type heldResponse struct {
	http.ResponseWriter
	status int
	header http.Header // as it was when the status was written
	body   bytes.Buffer
}

// WriteHeader keeps the status. Informational ones pass, since they say nothing
// about the outcome.
func (h *heldResponse) WriteHeader(status int) {
	switch {
	case h.status != 0:
	case status >= 100 && status < 200 && status != http.StatusSwitchingProtocols:
		h.ResponseWriter.WriteHeader(status)
	case status < 200 || status > 999:
		// net/http panics when such a status is sent, and here it would be after
		// the claim was settled.
		h.hold(http.StatusInternalServerError)
	default:
		h.hold(status)
	}
}

func (h *heldResponse) hold(status int) {
	h.status = status
	h.header = h.ResponseWriter.Header().Clone()
}

func (h *heldResponse) Write(p []byte) (int, error) {
	if h.status == 0 {
		h.WriteHeader(http.StatusOK)
	}
	if h.status == http.StatusNoContent || h.status == http.StatusNotModified {
		return 0, http.ErrBodyNotAllowed
	}
	return h.body.Write(p)
}

// Status returns the status that will be sent: 200 if the handler wrote none.
func (h *heldResponse) Status() int {
	if h.status == 0 {
		return http.StatusOK
	}
	return h.status
}

// Flush does nothing: it would send a status before it is known to be true.
func (h *heldResponse) Flush() {}

// Hijack is not supported, for the same reason.
func (h *heldResponse) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return nil, nil, http.ErrNotSupported
}

// Unwrap lets an [http.ResponseController] set deadlines.
func (h *heldResponse) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// send writes what was held.
func (h *heldResponse) send() {
	header := h.ResponseWriter.Header()
	late := header.Clone()
	if h.header != nil {
		clear(header)
		maps.Copy(header, h.header)
	}
	// With another length than that of the body, net/http would send a success
	// that breaks off. It counts by itself.
	if header.Get("Content-Length") != strconv.Itoa(h.body.Len()) {
		header.Del("Content-Length")
	}
	h.ResponseWriter.WriteHeader(h.Status())
	if h.body.Len() > 0 {
		h.ResponseWriter.Write(h.body.Bytes())
	}
	for name, values := range late {
		if isTrailer(name, h.header) {
			header[name] = values
		}
	}
}

// isTrailer reports whether a header that is set after the status is sent all
// the same: it was announced, or has the prefix for those that were not.
func isTrailer(name string, header http.Header) bool {
	if strings.HasPrefix(name, http.TrailerPrefix) {
		return true
	}
	for _, value := range header["Trailer"] {
		for announced := range strings.SplitSeq(value, ",") {
			if http.CanonicalHeaderKey(strings.TrimSpace(announced)) == name {
				return true
			}
		}
	}
	return false
}
