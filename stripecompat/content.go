package stripecompat

import (
	"math"
	"time"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/window"
)

// content is what is signed. It is fed to the hash in pieces.
func (f *Format) content(timestamp string, payload []byte) keyed.Content {
	return keyed.Content{Parts: [4]string{f.Before, timestamp, f.Between}, Payload: payload}
}

// scheme names the format's signatures.
func (f *Format) scheme() string {
	if len(f.Labels) == 0 {
		return ""
	}
	return f.Labels[0]
}

// locate, age, time and units are the only ones who know the unit.

func (f *Format) locate(w window.Window, now time.Time, units int64) window.Position {
	if f.Unit == time.Millisecond {
		return w.LocateMilli(now, units)
	}
	return w.Locate(now, units)
}

func (f *Format) age(now time.Time, units int64) time.Duration {
	if f.Unit == time.Millisecond {
		return window.AgeMilli(now, units)
	}
	return window.Age(now, units)
}

func (f *Format) time(units int64) time.Time {
	if f.Unit == time.Millisecond {
		return time.UnixMilli(units)
	}
	return time.Unix(units, 0)
}

// units returns false for times that cannot be signed.
func (f *Format) units(t time.Time) (int64, bool) {
	seconds := t.Unix()
	if f.Unit == time.Millisecond {
		return t.UnixMilli(), seconds >= 0 && seconds < math.MaxInt64/1000
	}
	return seconds, seconds >= 0
}
