package cli

import (
	"fmt"

	"github.com/whsec/whsec/internal/capture"
)

// findWarnings says what to know about a request that is authentic all the same.
func (v *verdict) findWarnings() []string {
	if !v.authentic() {
		return nil
	}
	var warnings []string
	if v.valid() && v.clock.ignoreAge {
		warnings = append(warnings, "the age was not judged: whoever recorded this request can send it again")
	}
	return append(warnings, captureWarnings(v.request.Request)...)
}

// captureWarnings say where a server would have refused what was captured, or
// would have seen another body than the one that was judged.
func captureWarnings(r *capture.Request) []string {
	var warnings []string
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	if r.SpacedColon {
		warn("a header has a space before its colon, and servers refuse such a request")
	}
	if n := distinct(r.Values("Content-Length")); n > 1 {
		warn("content-length has %d different values, and servers refuse such a request", n)
	}
	switch {
	case r.ChunkError != nil:
		warn("the chunked body was cut, and no server would have taken it for whole: %v", r.ChunkError)
	case r.Rest > 0 && !r.Response:
		warn("not judged, for it is no part of the body: %s after the last chunk", count(r.Rest, "byte"))
	case r.Chunked, r.Dechunked:
	case r.ContentLength >= 0 && r.ContentLength != int64(len(r.Body)):
		warn("content-length says %s, and the body that was judged has %d: a server would have seen another",
			count(int(r.ContentLength), "byte"), len(r.Body))
	}
	if r.Unjudged > 0 {
		warn("not judged: %s of other connections; capture one at a time", count(r.Unjudged, "byte"))
	}
	return warnings
}

func distinct(values []string) int {
	seen := map[string]bool{}
	for _, value := range values {
		seen[value] = true
	}
	return len(seen)
}
