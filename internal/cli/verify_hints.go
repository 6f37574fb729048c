package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/keyfile"
	sw "github.com/whsec/whsec/standardwebhooks"
)

// hintsFor says what to do about a request that is not valid.
func (a *app) hintsFor(v *verdict) []string {
	switch {
	case errors.Is(v.err, sw.ErrTimestampTooOld), errors.Is(v.err, sw.ErrTimestampTooNew):
		return a.ageHints(v)
	case errors.Is(v.err, sw.ErrSignatureMismatch):
		return append(captureHints(v.request.Request), a.doctorHints()...)
	case errors.Is(v.err, sw.ErrUnsupportedScheme):
		return schemeHints(v)
	case errors.Is(v.err, sw.ErrMissingHeader):
		return a.headerHints(v)
	case errors.Is(v.err, sw.ErrMalformedTimestamp), errors.Is(v.err, sw.ErrMalformedSignature), errors.Is(v.err, sw.ErrDuplicateHeader):
		return a.doctorHints()
	default:
		return nil
	}
}

// ageHints are about a request that is authentic.
func (a *app) ageHints(v *verdict) []string {
	if inMilliseconds(v.message.Timestamp.Unix()) {
		return []string{"the timestamp is in milliseconds, where the scheme has seconds; the sender has to mend it"}
	}
	again := a.typed().without("--now", "--at-capture", "--ignore-age")
	switch {
	case v.clock.atCapture, v.request.Date.IsZero():
		return []string{"the signature is right, only the age is not: " + again.with("--ignore-age").String()}
	default:
		return []string{"the signature is right; to judge it by the date of the capture: " + again.with("--at-capture").String()}
	}
}

// captureHints are about bodies that the capture itself shows to be others
// than those that were sent.
func captureHints(r *capture.Request) []string {
	var hints []string
	say := func(format string, args ...any) { hints = append(hints, fmt.Sprintf(format, args...)) }
	switch {
	case r.NoBlankLine, r.Absent:
		say("the capture has no body; put it after a blank line, byte for byte")
	case r.Parsed:
		say("the capture has the body as parsed JSON, whose spelling may be another; capture the raw bytes")
	case r.Lossy:
		say("bytes of the body had been replaced before it was captured; capture the raw bytes")
	case r.ChunkError != nil:
		say("the body was cut: %v", r.ChunkError)
	case !r.Chunked && r.ContentLength >= 0 && r.ContentLength != int64(len(r.Body)):
		say("content-length says %s, and the body has %d: it was changed, or not captured as it was sent", count(int(r.ContentLength), "byte"), len(r.Body))
	}
	return hints
}

// doctorHints hand the question on, by the same clock.
func (a *app) doctorHints() []string {
	return []string{"to find out why: " + a.typed().as("doctor").String()}
}

// schemeHints are about a request with signatures of other versions.
func schemeHints(v *verdict) []string {
	var other *sw.SchemeError
	if !errors.As(v.err, &other) || !v.scheme.hasID {
		return nil
	}
	switch {
	case slices.Contains(other.Versions, sw.SchemeV1a):
		return []string{"v1a is verified with the public key of the sender, which begins with whpk_: put it in a file, then --secret-file PATH"}
	case slices.Contains(other.Versions, sw.SchemeV1):
		return []string{"v1 is verified with the secret that the sender gave you, which begins with whsec_"}
	default:
		return nil
	}
}

// headerHints are about a request that another scheme could have to do with.
func (a *app) headerHints(v *verdict) []string {
	for _, s := range schemes() {
		if s.name != v.scheme.name && s.complete(v.request.Request) {
			return []string{"its headers are those of another scheme: " + a.typed().set("--scheme", s.name).String()}
		}
	}
	if len(v.request.Header) == 0 {
		return []string{"the capture has no header; take the whole request, or give them: --header 'name: value'"}
	}
	return []string{fmt.Sprintf("a request of the scheme %s has the headers %s", v.scheme.name, strings.Join(v.scheme.headers, ", "))}
}

// complete reports whether a request has all headers of the scheme.
func (s *scheme) complete(r *capture.Request) bool {
	return !slices.ContainsFunc(s.headers, func(name string) bool { return r.Get(name) == "" })
}

// keyHelp helps with a private key where a public one is wanted.
func keyHelp(f *secretFlags, s *scheme, keys *ring, err error) error {
	if s.hasID && errors.Is(err, sw.ErrWrongKeyType) {
		for _, text := range keys.texts {
			if key, parsed := sw.ParsePrivateKey(text); parsed == nil {
				return failed(err, "its public half is "+key.Public().String()+"; put that in a file, then --secret-file PATH")
			}
		}
	}
	return inspectHint(f, keys, err)
}

// inspectHint shows how to look at a key that is refused, or how to read it if
// it is one of another tool.
func inspectHint(f *secretFlags, keys *ring, err error) error {
	for i, text := range keys.texts {
		if keyfile.Recognised([]byte(text)) {
			return failed(err, "this is a key as other tools keep it: "+f.importLine(keys.names[i]).String()+", then --secret-file key.txt")
		}
	}
	return failed(err, "to see what it is: "+line{"inspect"}.with(f.args()...).String())
}
