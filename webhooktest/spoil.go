package webhooktest

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A Kind is a way to tamper with a request, or to carry it in another form.
type Kind int

const (
	// Untouched: as it was signed.
	Untouched Kind = iota
	// Stale: signed 25 hours before, which no Verifier tolerates.
	Stale
	// Future: signed 25 hours ahead.
	Future
	// OtherKey: signed with a key that the receiver does not know. It needs
	// [WithOtherKey].
	OtherKey
	// ChangedByte: the last byte of the body is another, or there is one more
	// if it was empty.
	ChangedByte
	// ChangedID: another message id than was signed.
	ChangedID
	// ChangedTimestamp: a second later than was signed.
	ChangedTimestamp
	// Unsigned: none of the headers is there.
	Unsigned
	// MissingID: the id header is not there.
	MissingID
	// MissingTimestamp: the timestamp header is not there.
	MissingTimestamp
	// MissingSignature: the signature header is not there.
	MissingSignature
	// DuplicateID: a second id header, with another id.
	DuplicateID
	// DuplicateTimestamp: a second timestamp header, with another time.
	DuplicateTimestamp
	// Repeated: every header is there twice, with the same value, as a proxy may
	// do it. It is to be accepted.
	Repeated
	// Split: the signature header is cut into several at its commas and spaces,
	// as gateways do it. It is to be accepted.
	Split
	// Folded: the signature header is there twice, joined into one with a comma,
	// as proxies do it. It is to be accepted.
	Folded
	// LowerCase: the names of the headers are in lower case, as maps that were
	// not made by net/http have them. It is to be accepted; in a request it
	// stands in the map that way.
	LowerCase
)

// kinds has names, and the codes of standardwebhooks for what is refused.
var kinds = map[Kind]struct{ name, code string }{
	Untouched:          {"untouched", ""},
	Stale:              {"stale", "timestamp_too_old"},
	Future:             {"future", "timestamp_too_new"},
	OtherKey:           {"other key", "signature_mismatch"},
	ChangedByte:        {"changed byte", "signature_mismatch"},
	ChangedID:          {"changed id", "signature_mismatch"},
	ChangedTimestamp:   {"changed timestamp", "signature_mismatch"},
	Unsigned:           {"unsigned", "missing_header"},
	MissingID:          {"missing id", "missing_header"},
	MissingTimestamp:   {"missing timestamp", "missing_header"},
	MissingSignature:   {"missing signature", "missing_header"},
	DuplicateID:        {"duplicate id", "duplicate_header"},
	DuplicateTimestamp: {"duplicate timestamp", "duplicate_header"},
	Repeated:           {"repeated", ""},
	Split:              {"split", ""},
	Folded:             {"folded", ""},
	LowerCase:          {"lower case", ""},
}

// String returns the kind in words, for the names of subtests.
func (k Kind) String() string {
	if kind, ok := kinds[k]; ok {
		return kind.name
	}
	return "unknown"
}

// Code returns the code of the error with which the request has to be refused,
// and "" if it has to be accepted. See standardwebhooks.Code.
func (k Kind) Code() string { return kinds[k].code }

// Accepted reports whether the request has to be accepted.
func (k Kind) Accepted() bool {
	kind, ok := kinds[k]
	return ok && kind.code == ""
}

// Kinds returns all kinds that there are for the scheme of a signer. Schemes
// that have everything in one header, such as Stripe's, lack those that tamper
// with an id or timestamp header.
func Kinds(tb testing.TB, signer Signer) []Kind {
	tb.Helper()
	if signer == nil {
		tb.Fatal("webhooktest: the signer is nil")
	}
	names := newSettings(nil).attempt(tb, signer, now, []byte("{}")).names
	var all []Kind
	for kind := range kinds {
		if names.have(kind) {
			all = append(all, kind)
		}
	}
	slices.Sort(all)
	return all
}

// headerNames has the names of the headers that a signer set, and no id or no
// timestamp where the scheme has none.
type headerNames struct{ id, timestamp, signature string }

func namesOf(tb testing.TB, header http.Header) headerNames {
	tb.Helper()
	var names headerNames
	for _, name := range slices.Sorted(maps.Keys(header)) {
		switch lower := strings.ToLower(name); {
		case strings.HasSuffix(lower, "-id"):
			names.id = name
		case strings.HasSuffix(lower, "-timestamp"):
			names.timestamp = name
		case strings.HasSuffix(lower, "signature"):
			names.signature = name
		}
	}
	if names.signature == "" {
		tb.Fatalf("webhooktest: the signer sets no header that ends in signature: %v", slices.Sorted(maps.Keys(header)))
	}
	return names
}

func (n headerNames) have(kind Kind) bool {
	switch kind {
	case MissingID, DuplicateID, ChangedID:
		return n.id != ""
	case MissingTimestamp, DuplicateTimestamp, ChangedTimestamp:
		return n.timestamp != ""
	default:
		return true
	}
}

// A spoiler signs and tampers.
type spoiler func(tb testing.TB, s *settings, signer Signer, body []byte) delivery

const outside = 25 * time.Hour

var spoilers = map[Kind]spoiler{
	Stale:            at(-outside),
	Future:           at(outside),
	OtherKey:         signWithOther,
	ChangedByte:      after(func(d *delivery, _ headerNames) { d.body = changeByte(d.body) }),
	ChangedID:        after(func(d *delivery, n headerNames) { d.header[n.id] = []string{d.header[n.id][0] + "x"} }),
	ChangedTimestamp: after(func(d *delivery, n headerNames) { d.header[n.timestamp] = []string{later(d.header[n.timestamp][0])} }),
	Unsigned: after(func(d *delivery, n headerNames) {
		for _, name := range n.all() {
			delete(d.header, name)
		}
	}),
	MissingID:        after(func(d *delivery, n headerNames) { delete(d.header, n.id) }),
	MissingTimestamp: after(func(d *delivery, n headerNames) { delete(d.header, n.timestamp) }),
	MissingSignature: after(func(d *delivery, n headerNames) { delete(d.header, n.signature) }),
	DuplicateID:      after(func(d *delivery, n headerNames) { d.header[n.id] = append(d.header[n.id], d.header[n.id][0]+"x") }),
	DuplicateTimestamp: after(func(d *delivery, n headerNames) {
		d.header[n.timestamp] = append(d.header[n.timestamp], later(d.header[n.timestamp][0]))
	}),
	Repeated: after(func(d *delivery, n headerNames) {
		for _, name := range n.all() {
			d.header[name] = slices.Repeat(d.header[name], 2)
		}
	}),
	Split: after(func(d *delivery, n headerNames) { d.header[n.signature] = split(d.header[n.signature]) }),
	Folded: after(func(d *delivery, n headerNames) {
		d.header[n.signature] = []string{strings.Join(slices.Repeat(d.header[n.signature], 2), ", ")}
	}),
	LowerCase: after(func(d *delivery, n headerNames) {
		for _, name := range n.all() {
			values := d.header[name]
			delete(d.header, name)
			d.header[strings.ToLower(name)] = values
		}
	}),
}

func at(shift time.Duration) spoiler {
	return func(tb testing.TB, s *settings, signer Signer, body []byte) delivery {
		tb.Helper()
		return s.attempt(tb, signer, s.time.Add(shift), body)
	}
}

func signWithOther(tb testing.TB, s *settings, signer Signer, body []byte) delivery {
	tb.Helper()
	if s.other == nil {
		tb.Fatalf("webhooktest: %v needs the option WithOtherKey", OtherKey)
	}
	theirs, ours := s.attempt(tb, s.other, s.time, body), s.attempt(tb, signer, s.time, body)
	if slices.Equal(theirs.header[theirs.names.signature], ours.header[ours.names.signature]) {
		tb.Fatal("webhooktest: the option WithOtherKey was given the same key")
	}
	return theirs
}

// after tampers with what was signed.
func after(change func(d *delivery, names headerNames)) spoiler {
	return func(tb testing.TB, s *settings, signer Signer, body []byte) delivery {
		tb.Helper()
		d := s.attempt(tb, signer, s.time, body)
		if !d.names.have(s.kind) {
			tb.Fatalf("webhooktest: the scheme has no header for %q; see Kinds", s.kind)
		}
		change(&d, d.names)
		return d
	}
}

func (n headerNames) all() []string {
	return slices.DeleteFunc([]string{n.id, n.timestamp, n.signature}, func(name string) bool { return name == "" })
}

// changeByte flips one bit, in such a way that text stays text.
func changeByte(body []byte) []byte {
	if len(body) == 0 {
		return []byte(" ")
	}
	body[len(body)-1] ^= 1
	return body
}

func later(timestamp string) string {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return timestamp + "0"
	}
	return strconv.FormatInt(seconds+1, 10)
}

// split cuts at commas, and keeps the labels "v1" and "v1a" apart from what
// follows them, as AWS API Gateway does
// (https://github.com/svix/svix-webhooks/issues/880).
func split(values []string) []string {
	isSeparator := func(r rune) bool { return r == ',' || r == ' ' }
	return strings.FieldsFunc(strings.Join(values, ","), isSeparator)
}
