package stripecompat

import (
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/standardwebhooks"
)

// A scanner reads the items of all values of a header in order. So it reads
// the same whether the list arrived whole, one item a line, split at its
// commas, or joined with blanks
// (https://github.com/stripe/stripe-php/issues/1001). A scanner is a value: a
// copy goes on from the same place.
type scanner struct {
	separator byte
	values    []string // not yet begun
	rest      string   // of the value begun
}

// next returns the next item that is not empty, or false at the end.
func (s *scanner) next() (string, bool) {
	for {
		for s.rest != "" {
			if item := trimBlanks(s.cut()); item != "" {
				return item, true
			}
		}
		if len(s.values) == 0 {
			return "", false
		}
		s.rest, s.values = s.values[0], s.values[1:]
	}
}

func (s *scanner) cut() string {
	item := s.rest
	end := strings.IndexByte(item, s.separator)
	if end < 0 {
		s.rest = ""
		return item
	}
	s.rest = item[end+1:]
	return item[:end]
}

// valueOf returns what an item has behind label and "=", and false if its label
// is another or its value empty.
func valueOf(item, label string) (string, bool) {
	n := len(label)
	if len(item) <= n+1 || item[n] != '=' || item[:n] != label {
		return "", false
	}
	return item[n+1:], true
}

// cutItem takes label and value apart at the first "=".
func cutItem(item string) (label, value string) {
	label, value, _ = strings.Cut(item, "=")
	return label, value
}

func trimBlanks(item string) string {
	for item != "" && isBlank(item[0]) {
		item = item[1:]
	}
	for item != "" && isBlank(item[len(item)-1]) {
		item = item[:len(item)-1]
	}
	return item
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// timestampOf returns the value of an item that is a timestamp.
func (f *Format) timestampOf(item string) (string, bool) {
	if f.TimestampLabel == "" {
		return "", false
	}
	return valueOf(item, f.TimestampLabel)
}

// nextSignature decodes the next signature, or returns false.
func (f *Format) nextSignature(s *scanner, into *keyed.MAC) bool {
	for item, ok := s.next(); ok; item, ok = s.next() {
		if f.signature(into, item) {
			return true
		}
	}
	return false
}

// signature decodes an item that is a signature.
func (f *Format) signature(into *keyed.MAC, item string) bool {
	if len(f.Labels) == 0 {
		return f.decode(into, item)
	}
	for _, label := range f.Labels {
		if value, ok := valueOf(item, label); ok {
			return f.decode(into, value)
		}
	}
	return false
}

func (f *Format) decode(into *keyed.MAC, text string) bool {
	text, ok := strings.CutPrefix(text, f.Prefix)
	switch {
	case !ok:
		return false
	case f.Encoding == Base64:
		return strict.Base64Into(into[:], text)
	default:
		return strict.HexInto(into[:], text)
	}
}

// noSignature says why there is none: the versions are others, or there is
// nothing that looks like a signature.
func (f *Format) noSignature(s scanner) error {
	const most = 8
	var versions []string
	for item, ok := s.next(); ok && len(versions) < most; item, ok = s.next() {
		label, value := cutItem(item)
		if value != "" && f.isOtherVersion(label) && !slices.Contains(versions, label) {
			versions = append(versions, label)
		}
	}
	if len(versions) == 0 {
		return standardwebhooks.ErrMalformedSignature
	}
	return &standardwebhooks.SchemeError{Versions: versions}
}

// isOtherVersion reports whether a label is one of the format's with another
// number, as v0 is beside v1.
func (f *Format) isOtherVersion(label string) bool {
	const digits = "0123456789"
	stem := strings.TrimRight(label, digits)
	if stem == label || stem == "" || slices.Contains(f.Labels, label) {
		return false
	}
	return slices.ContainsFunc(f.Labels, func(own string) bool {
		return own != stem && strings.TrimRight(own, digits) == stem
	})
}
