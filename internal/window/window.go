// Package window judges whether a signed timestamp is near enough to now.
package window

import (
	"cmp"
	"math"
	"time"
)

// The bounds of a tolerance, and what it is when nobody says otherwise.
const (
	Default = 5 * time.Minute
	Min     = time.Second
	Max     = 24 * time.Hour
)

// A Window is how far a timestamp may lie from now.
type Window struct{ Past, Future time.Duration }

// Valid reports whether both sides of the window are within the bounds.
func (w Window) Valid() bool { return valid(w.Past) && valid(w.Future) }

func valid(d time.Duration) bool { return d >= Min && d <= Max }

// A Position says where a timestamp lies.
type Position int

const (
	Inside Position = iota
	TooOld
	TooNew
)

// Locate says where the timestamp lies, at the full precision of now. It
// moves now, which a clock gave, and never the timestamp, which anyone may
// have written: so nothing overflows.
func (w Window) Locate(now time.Time, seconds int64) Position {
	return w.locate(now, seconds, 0)
}

// LocateMilli is [Window.Locate] of a timestamp in milliseconds, not negative.
func (w Window) LocateMilli(now time.Time, milliseconds int64) Position {
	return w.locate(now, milliseconds/1000, rest(milliseconds))
}

func (w Window) locate(now time.Time, seconds int64, nanoseconds int) Position {
	if whole := now.Unix(); seconds > whole-int64(w.Past/time.Second) && seconds < whole+int64(w.Future/time.Second) {
		return Inside // by over a second, so that fractions do not matter
	}
	oldest, newest := now.Add(-w.Past), now.Add(w.Future)
	switch {
	case compare(seconds, nanoseconds, oldest) < 0:
		return TooOld
	case compare(seconds, nanoseconds, newest) > 0:
		return TooNew
	default:
		return Inside
	}
}

func compare(seconds int64, nanoseconds int, t time.Time) int {
	if c := cmp.Compare(seconds, t.Unix()); c != 0 {
		return c
	}
	return cmp.Compare(nanoseconds, t.Nanosecond())
}

// rest returns what milliseconds have beyond whole seconds, in nanoseconds.
func rest(milliseconds int64) int {
	return int(milliseconds%1000) * int(time.Millisecond)
}

// Age returns now minus the timestamp, negative if it lies in the future, and
// the nearest duration there is if that is too far.
func Age(now time.Time, seconds int64) time.Duration {
	const far = int64(math.MaxInt64 / time.Second)
	nowSeconds := now.Unix()
	switch {
	case seconds > 0 && nowSeconds < math.MinInt64+seconds, nowSeconds-seconds < -far:
		return math.MinInt64
	case nowSeconds-seconds >= far:
		return math.MaxInt64
	default:
		return time.Duration(nowSeconds-seconds)*time.Second + time.Duration(now.Nanosecond())
	}
}

// AgeMilli is [Age] of a timestamp in milliseconds, not negative.
func AgeMilli(now time.Time, milliseconds int64) time.Duration {
	age, rest := Age(now, milliseconds/1000), time.Duration(rest(milliseconds))
	switch {
	case age == math.MaxInt64:
		return age
	case age < math.MinInt64+rest:
		return math.MinInt64
	default:
		return age - rest
	}
}
