package doctor

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/fields"
)

// The schemes of ours.
const (
	Standard = "standard"
	Svix     = "svix"
	Stripe   = "stripe"
)

const stripeHeader = "Stripe-Signature"

// prefixes are the header names that a scheme reads, first choice first.
var prefixes = map[string][]string{
	Standard: {"Webhook"},
	Svix:     {"Svix", "Webhook"},
}

// hasScheme reports whether a request has the signature header of a scheme, or
// else two of its three headers, so that one of them has been lost.
func hasScheme(header http.Header, scheme string) bool {
	if scheme == Stripe {
		return fields.HasValue(fields.Values(header, stripeHeader))
	}
	for _, prefix := range prefixes[scheme] {
		if len(present(header, prefix)) >= 2 || fields.HasValue(fields.Values(header, prefix+"-Signature")) {
			return true
		}
	}
	return false
}

// present names which of the three headers of a prefix have a value.
func present(header http.Header, prefix string) []string {
	var names []string
	for _, suffix := range []string{"-Id", "-Timestamp", "-Signature"} {
		if fields.HasValue(fields.Values(header, prefix+suffix)) {
			names = append(names, strings.ToLower(prefix+suffix))
		}
	}
	return names
}

// recogniseScheme returns the scheme of ours that the headers are of, or "".
func recogniseScheme(header http.Header) string {
	switch {
	case len(present(header, "Svix")) >= 2 || fields.HasValue(fields.Values(header, "Svix-Signature")):
		return Svix
	case hasScheme(header, Standard):
		return Standard
	case hasScheme(header, Stripe):
		return Stripe
	default:
		return ""
	}
}

// A frame is what stands around the body in the signed content, as the headers
// give it, and what is to be said if it is this one that was signed.
type frame struct {
	id, timestamp string
	findings      []finding
}

// A reading is all that the headers say, read as leniently as anybody might.
type reading struct {
	scheme  string
	frames  []frame // the first is the one that verification uses
	entries []entry
	cut     bool     // there are more entries
	missing []string // names of headers that are not there
	aliases []string // names under which something similar is
}

// readHeaders reads a request by the rules of a scheme.
func readHeaders(header http.Header, scheme string) reading {
	r := reading{scheme: scheme}
	switch scheme {
	case Stripe:
		r.readStripe(fields.Values(header, stripeHeader))
	case Standard, Svix:
		r.readStandard(header, bestPrefix(header, prefixes[scheme]))
	default:
		if foreign := providerOf(scheme); foreign != nil {
			foreign.read(&r, header)
		}
	}
	return r
}

// bestPrefix is the one that a request has most of.
func bestPrefix(header http.Header, prefixes []string) string {
	best := prefixes[0]
	for _, prefix := range prefixes {
		if len(present(header, prefix)) > len(present(header, best)) {
			best = prefix
		}
	}
	return best
}

func (r *reading) readStandard(header http.Header, prefix string) {
	ids := r.valuesOf(header, prefix, "-Id")
	times := r.valuesOf(header, prefix, "-Timestamp")
	signatures := r.valuesOf(header, prefix, "-Signature")
	r.frames = framesOf(ids, times)
	r.readEntries(signatures, properStandard)
	if prefix == "Svix" && len(r.missing) == 0 {
		r.readEntries(fields.Values(header, "Webhook-Signature"), properStandard)
	}
}

// valuesOf notes a header that is missing, and takes one in its place.
func (r *reading) valuesOf(header http.Header, prefix, suffix string) []string {
	if values := distinct(fields.Values(header, prefix+suffix)); len(values) > 0 {
		return values
	}
	r.missing = append(r.missing, strings.ToLower(prefix+suffix))
	return r.findAlias(header, prefix, suffix)
}

// findAlias looks for a header that ends alike: the names of CGI
// (HTTP_WEBHOOK_ID), of a sibling scheme, or of a sender of its own mind.
func (r *reading) findAlias(header http.Header, prefix, suffix string) []string {
	for _, name := range slices.Sorted(maps.Keys(header)) {
		values := header[name]
		plain := strings.ToLower(strings.ReplaceAll(name, "_", "-"))
		ours := strings.HasSuffix(plain, strings.ToLower(prefix+suffix)) ||
			strings.HasPrefix(plain, "svix-") || strings.HasPrefix(plain, "webhook-") || strings.HasPrefix(plain, "x-webhook-")
		if ours && strings.HasSuffix(plain, strings.ToLower(suffix)) && fields.HasValue(values) {
			r.aliases = append(r.aliases, strings.ToLower(name))
			return distinct(values)
		}
	}
	return nil
}

func (r *reading) readStripe(values []string) {
	if !fields.HasValue(values) {
		r.missing = append(r.missing, strings.ToLower(stripeHeader))
		return
	}
	var times []string
	for _, value := range values {
		for item := range strings.SplitSeq(value, ",") {
			if t, ok := strings.CutPrefix(strings.Trim(item, " \t"), "t="); ok {
				times = append(times, t)
			}
		}
	}
	if len(times) == 0 {
		r.missing = append(r.missing, "t= in "+strings.ToLower(stripeHeader))
	}
	r.frames = framesOf(nil, distinct(times))
	r.readEntries(values, properStripe)
}

// framesOf pairs every id with every timestamp. More than one of either is a
// header that came twice.
func framesOf(ids, times []string) []frame {
	if len(ids) == 0 {
		ids = []string{""}
	}
	if len(times) == 0 {
		times = []string{""}
	}
	const most = 3 // of each
	var frames []frame
	for _, id := range ids[:min(len(ids), most)] {
		for _, timestamp := range times[:min(len(times), most)] {
			f := frame{id: id, timestamp: timestamp}
			if len(ids)+len(times) > 2 {
				f.findings = []finding{{code: HeaderDuplicate, message: "a header came twice with different values, and one of them is the signed one"}}
			}
			frames = append(frames, f)
		}
	}
	return frames
}

// distinct returns the values that are not empty, each once.
func distinct(values []string) []string {
	var kept []string
	seen := map[string]bool{"": true}
	for _, value := range values {
		if !seen[value] {
			kept = append(kept, value)
		}
		seen[value] = true
	}
	return kept
}

// isSplit reports whether a signature header came in pieces.
func isSplit(header http.Header, scheme string) bool {
	if scheme == Stripe {
		return len(fields.Values(header, stripeHeader)) > 1
	}
	for _, prefix := range prefixes[scheme] {
		values := fields.Values(header, prefix+"-Signature")
		if len(values) > 1 {
			return true
		}
		for _, value := range values {
			for token := range strings.FieldsSeq(value) {
				if strings.Count(token, ",") != 1 || strings.HasPrefix(token, ",") || strings.HasSuffix(token, ",") {
					return true
				}
			}
		}
	}
	return false
}
