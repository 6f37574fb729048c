package doctor

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/strict"
)

// A moment is what a timestamp means, in whichever unit or format it stands.
type moment struct {
	time    time.Time
	finding *finding // nil for what the scheme has: whole seconds in digits
}

// units are what a number of that many digits counts in a second, between 2001
// and 2286.
var units = map[int]struct {
	name    string
	perUnit time.Duration
}{
	13: {"milliseconds", time.Millisecond},
	16: {"microseconds", time.Microsecond},
	19: {"nanoseconds", time.Nanosecond},
}

// timeLayouts are how senders write a time, other than as a number.
var timeLayouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999",
	"20060102T150405Z", "2006-01-02T15:04:05.999999999-0700", time.RFC1123, time.RFC1123Z, time.RFC850, time.ANSIC,
}

// readTimestamp says what a timestamp means, if it means anything.
func readTimestamp(text string) (moment, bool) {
	if seconds, ok := strict.Seconds(text); ok {
		if unit, ok := units[len(text)]; ok {
			return unitMoment(seconds, unit.name, unit.perUnit), true
		}
		return moment{time: time.Unix(seconds, 0)}, true
	}
	trimmed := strings.TrimSpace(text)
	if seconds, err := strconv.ParseFloat(trimmed, 64); err == nil && math.Abs(seconds) < 1e11 {
		return formatMoment(time.UnixMicro(int64(seconds*1e6)), "a number that is not plain digits"), true
	}
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, trimmed); err == nil {
			return formatMoment(t, "a date"), true
		}
	}
	return moment{}, false
}

func unitMoment(n int64, unit string, perUnit time.Duration) moment {
	per := int64(time.Second / perUnit)
	return moment{
		time:    time.Unix(n/per, n%per*int64(perUnit)),
		finding: &finding{code: TimestampMilliseconds, message: fmt.Sprintf("the timestamp counts %s, where seconds are expected", unit)},
	}
}

func formatMoment(t time.Time, what string) moment {
	return moment{t, &finding{code: TimestampISO8601, message: fmt.Sprintf("the timestamp is %s, where seconds since 1970 in digits are expected", what)}}
}

// timestampFrames has the same moment in other units: a sender may sign another
// text than it sends.
func timestampFrames(f frame) []frame {
	m, ok := readTimestamp(f.timestamp)
	if !ok {
		return nil
	}
	code := TimestampMilliseconds
	if m.finding != nil {
		code = m.finding.code
	}
	seconds := m.time.Unix()
	var frames []frame
	for _, text := range []string{
		strconv.FormatInt(seconds, 10),
		strconv.FormatInt(m.time.UnixMilli(), 10),
		m.time.UTC().Format("2006-01-02T15:04:05Z"),
		m.time.UTC().Format("2006-01-02T15:04:05.000Z"),
		strconv.FormatInt(seconds, 10) + ".0",
	} {
		if text == f.timestamp {
			continue
		}
		c := code
		if strings.ContainsAny(text, "T.") {
			c = TimestampISO8601
		}
		message := "the timestamp was signed in another unit or format than it stands in the header"
		frames = append(frames, frame{id: f.id, timestamp: text, findings: append(f.findings[:len(f.findings):len(f.findings)], finding{code: c, message: message})})
	}
	return frames
}
