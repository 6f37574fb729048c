package runner

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// An XFail is a list of expected failures: what is known to be wrong with an
// implementation, and why. It is strict: an entry that is not needed is a
// failure itself.
type XFail struct{ entries []*xfailEntry }

type xfailEntry struct {
	pattern string // an id; a segment may be *
	reason  string
	line    int
	known   bool // the suite has it
	asked   bool // a case of it was asked
	lacking string
}

// ParseXFail reads lines "ID reason". What follows # at the beginning of a line
// is a comment.
func ParseXFail(data []byte) (*XFail, error) {
	list := new(XFail)
	scanner := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; scanner.Scan(); n++ {
		text := strings.TrimSpace(scanner.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if err := list.add(text, n); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return list, scanner.Err()
}

func (x *XFail) add(text string, n int) error {
	pattern, reason := text, ""
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		pattern, reason = text[:i], strings.TrimSpace(text[i:])
	}
	if reason == "" {
		return fmt.Errorf("%s has no reason: say after it why the failure is expected, or where that is reported", pattern)
	}
	for segment := range strings.SplitSeq(pattern, "/") {
		if strings.Contains(segment, "*") && segment != "*" {
			return errors.New("* stands for a whole segment of an id")
		}
	}
	for _, e := range x.entries {
		if e.pattern == pattern {
			return fmt.Errorf("%s is on line %d already", pattern, e.line)
		}
	}
	x.entries = append(x.entries, &xfailEntry{pattern: pattern, reason: reason, line: n})
	return nil
}

// match returns the first entry for an id, or nil.
func (x *XFail) match(id string) *xfailEntry {
	if x == nil {
		return nil
	}
	for _, e := range x.entries {
		if e.matches(id) {
			return e
		}
	}
	return nil
}

func (e *xfailEntry) matches(id string) bool {
	want, have := strings.Split(e.pattern, "/"), strings.Split(id, "/")
	if len(want) != len(have) {
		return false
	}
	for i := range want {
		if want[i] != "*" && want[i] != have[i] {
			return false
		}
	}
	return true
}

// know marks the entries that the suite has.
func (x *XFail) know(suite []Case) {
	for _, c := range suite {
		if e := x.match(c.ID); e != nil {
			e.known = true
		}
	}
}

// problem says why an entry is not to be on the list, or "".
func (e *xfailEntry) problem() string {
	switch {
	case !e.known:
		return "the list of expected failures has it, and the suite has no such vector"
	case !e.asked && e.lacking != "":
		return "the list of expected failures has it, and it was not asked, for the adapter does not declare " + e.lacking
	default:
		return ""
	}
}
