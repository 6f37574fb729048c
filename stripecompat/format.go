package stripecompat

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/internal/window"
	"github.com/whsec/whsec/standardwebhooks"
)

// A Format is what Stripe's scheme and its cousins differ in, as data. Take one
// of the functions that return a Format, or change what one returns:
//
//	format := stripecompat.Stripe()
//	format.Header = "X-Dixa-Signature"
//	format.Unit = time.Millisecond
//
// A Verifier has one Format and does not try others. Were several tried, then
// whoever can get a message signed in one could present it in another, in which
// the same bytes are cut into another timestamp and body; and a format without
// one of the checks would undo it for all. For the same reason a secret is one
// key, its whole text, and not also what its base64 or hexadecimal says.
type Format struct {
	// Header is the name of the signature header.
	Header string
	// Separator stands between the items of that header: ',' or ';'. Spaces
	// and tabs around items do not count.
	Separator byte

	// Labels are those of signatures, the one to sign with first: "v1" for
	// v1=…. Without labels the items are bare signatures; the timestamp has a
	// header of its own then.
	Labels []string
	// Prefix is what every signature begins with, behind its label.
	Prefix string
	// Encoding is that of signatures: [Hex] unless set.
	Encoding Encoding

	// TimestampHeader is the name of the header that holds the timestamp, if
	// it has one of its own.
	TimestampHeader string
	// TimestampLabel is that of the timestamp's item, if it has none.
	TimestampLabel string
	// Unit is what timestamps count: time.Second or time.Millisecond.
	Unit time.Duration

	// Before stands before the timestamp in what is signed, Between between
	// timestamp and body. Between does not begin with a digit: if it were
	// empty, digits could be moved from the body to the timestamp.
	Before, Between string

	// Tolerance is how long ago a request may have been signed unless an
	// option says otherwise: 5 minutes if zero. Into the future that is
	// tolerated too, but not over 5 minutes.
	Tolerance time.Duration
}

// An Encoding is how the bytes of a signature are written.
type Encoding int

const (
	// Hex is hexadecimal: small letters when signing, either case when
	// verifying.
	Hex Encoding = iota
	// Base64 is the standard alphabet with padding.
	Base64
)

// ErrInvalidFormat says that a [Format] contradicts itself. Its code is
// invalid_format.
var ErrInvalidFormat error = formatClass{}

type formatClass struct{}

func (formatClass) Error() string        { return "invalid format" }
func (formatClass) Code() string         { return "invalid_format" }
func (formatClass) Is(target error) bool { return target == standardwebhooks.ErrInvalid }

// checked returns a copy to keep, with canonical header names, if everything
// fits together.
func (f Format) checked() (Format, error) {
	f.Labels = slices.Clone(f.Labels)
	for _, problem := range []string{f.headerProblem(), f.itemProblem(), f.contentProblem()} {
		if problem != "" {
			return Format{}, fmt.Errorf("%w: %s", ErrInvalidFormat, problem)
		}
	}
	f.Header = http.CanonicalHeaderKey(f.Header)
	f.TimestampHeader = http.CanonicalHeaderKey(f.TimestampHeader)
	return f, nil
}

func (f Format) headerProblem() string {
	switch {
	case !strict.Word(f.Header):
		return "the header needs a name of letters, digits and hyphens"
	case f.TimestampHeader != "" && !strict.Word(f.TimestampHeader):
		return "the timestamp header needs a name of letters, digits and hyphens"
	case strings.EqualFold(f.Header, f.TimestampHeader):
		return "a timestamp in the signature header takes a label, not a header"
	case (f.TimestampHeader == "") == (f.TimestampLabel == ""):
		return "the timestamp takes either a label or a header of its own"
	default:
		return ""
	}
}

func (f Format) itemProblem() string {
	labels := slices.Clone(f.Labels)
	if f.TimestampLabel != "" {
		labels = append(labels, f.TimestampLabel)
	}
	switch {
	case f.Separator != ',' && f.Separator != ';':
		return "the separator is a comma or a semicolon"
	case !allDistinctWords(labels):
		return "labels are distinct and of letters, digits and hyphens"
	case len(f.Labels) == 0 && f.TimestampLabel != "":
		return "signatures without a label need the timestamp in a header of its own"
	case strings.ContainsAny(f.Prefix, ",;") || trimBlanks(f.Prefix+".") != f.Prefix+"." || !isPrintable(f.Prefix):
		return "the prefix holds a separator or a control character, or begins with a blank"
	case f.Encoding != Hex && f.Encoding != Base64:
		return "the encoding is Hex or Base64"
	default:
		return ""
	}
}

func (f Format) contentProblem() string {
	switch {
	case f.Between == "" || isDigit(f.Between[0]):
		return "what stands between timestamp and body begins with something else than a digit"
	case f.Unit != time.Second && f.Unit != time.Millisecond:
		return "the unit is time.Second or time.Millisecond"
	default:
		return ""
	}
}

// window returns what the format tolerates by itself.
func (f Format) window() window.Window {
	if f.Tolerance == 0 {
		return window.Window{Past: DefaultTolerance, Future: DefaultTolerance}
	}
	return past(f.Tolerance)
}

// past makes a window of how long ago a request may have been signed, where
// nothing is said of the future: only the clocks' difference matters there, so
// that a long tolerance does not lengthen it.
func past(d time.Duration) window.Window {
	return window.Window{Past: d, Future: min(d, DefaultTolerance)}
}

func allDistinctWords(texts []string) bool {
	for i, text := range texts {
		if !strict.Word(text) || slices.Contains(texts[:i], text) {
			return false
		}
	}
	return true
}

func isPrintable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
