package cli

import (
	"errors"
	"strconv"
	"time"

	"github.com/spf13/pflag"
	"github.com/whsec/whsec/internal/strict"
	"github.com/whsec/whsec/internal/window"
	"github.com/whsec/whsec/standardwebhooks"
)

// clockFlags say by which time a request is judged.
type clockFlags struct {
	now       timeFlag
	atCapture bool
	ignoreAge bool
	tolerance toleranceFlag
}

func (f *clockFlags) addTo(flags *pflag.FlagSet) {
	flags.Var(&f.now, "now", "judge the age at this time, in seconds since 1970 or as in RFC 3339, not by the clock")
	flags.BoolVar(&f.atCapture, "at-capture", false, "judge the age at the date that the capture itself has")
	flags.BoolVar(&f.ignoreAge, "ignore-age", false, "do not judge the age")
	flags.Var(&f.tolerance, "tolerance", "how old or early a message may be, such as 90s or 10m, from 1s to 24h (default 5m)")
}

// lastYear is the last that RFC 3339 can write.
const lastYear = 9999

// check refuses flags that contradict each other, and a tolerance with which
// nothing can be judged.
func (f *clockFlags) check(typed line) error {
	set := 0
	for _, given := range []bool{f.now.set, f.atCapture, f.ignoreAge} {
		if given {
			set++
		}
	}
	tolerated := window.Window{Past: f.tolerance.Duration, Future: f.tolerance.Duration}
	switch {
	case f.now.set && (f.now.Unix() < 0 || f.now.UTC().Year() > lastYear):
		return usage(errors.New("--now: want a time from 1970 to 9999"), typed.set("--now", "2026-01-31T12:00:00Z").String())
	case set > 1:
		return usage(errors.New("--now, --at-capture and --ignore-age exclude each other; keep one"))
	case f.tolerance.set && !tolerated.Valid():
		return usage(standardwebhooks.ErrInvalidTolerance, typed.set("--tolerance", "10m").String())
	default:
		return nil
	}
}

// A moment is a time to judge a request by, and whose word it is.
type moment struct {
	time.Time
	by string
}

// Who can say what time it is.
const (
	byClock    = "clock"
	byFlag     = "now"
	byRecorder = "recorder"
	bySender   = "date_header"
)

// at returns the time to judge a request by. The sender of a request can write
// any date into it that makes an old one new, so that whoever takes his word is
// told so.
func (a *app) at(f *clockFlags, r signedRequest) (moment, error) {
	const told = "%sjudged at %s, by the %s"
	date := r.Date.UTC().Format(time.RFC3339)
	switch {
	case f.now.set:
		return moment{f.now.Time, byFlag}, nil
	case !f.atCapture:
		return moment{a.env.Now(), byClock}, nil
	case r.Date.IsZero():
		return moment{}, failedAs(codeNoDate, errors.New("the capture does not say when it was taken: it has no date header"),
			a.typed().without("--at-capture").with("--now", "TIME").String(),
			a.typed().without("--at-capture").with("--ignore-age").String())
	case r.DateRecorded:
		a.out.note(told, r.prefix(), date, "word of whoever recorded the request")
		return moment{r.Date, byRecorder}, nil
	default:
		a.out.note(told, r.prefix(), date, "date header of the request, which is not signed")
		return moment{r.Date, bySender}, nil
	}
}

// age returns the seconds from a timestamp to a moment, negative for what comes
// from the future, and the nearest that a duration holds if they are too many.
func age(at time.Time, timestamp int64) int64 {
	return int64(window.Age(time.Unix(at.Unix(), 0), timestamp) / time.Second)
}

// inMilliseconds reports whether a timestamp can only be one in milliseconds:
// as seconds it would be tens of thousands of years from now.
func inMilliseconds(timestamp int64) bool {
	const millisecond, september2001 = 1000, 1e9
	return timestamp/millisecond > september2001
}

// A timeFlag is a time in seconds since 1970, or as in RFC 3339.
type timeFlag struct {
	time.Time
	set bool
}

func (f *timeFlag) String() string { return "" }
func (f *timeFlag) Type() string   { return "TIME" }
func (f *timeFlag) Set(arg string) error {
	t, err := parseTime(arg)
	f.Time, f.set = t, err == nil
	return err
}

func parseTime(arg string) (time.Time, error) {
	if seconds, ok := strict.Seconds(arg); ok {
		return time.Unix(seconds, 0).UTC(), nil
	}
	if t, err := time.Parse(time.RFC3339, arg); err == nil {
		return t, nil
	}
	return time.Time{}, errors.New("want seconds since 1970 or a time such as 2026-01-31T12:00:00Z")
}

// A toleranceFlag is a duration, or a number of seconds.
type toleranceFlag struct {
	time.Duration
	set bool
}

func (f *toleranceFlag) String() string { return "" }
func (f *toleranceFlag) Type() string   { return "DURATION" }
func (f *toleranceFlag) Set(arg string) error {
	d, err := time.ParseDuration(arg)
	if seconds, failed := strconv.ParseInt(arg, 10, 32); failed == nil {
		d, err = time.Duration(seconds)*time.Second, nil
	}
	if err != nil {
		return errors.New("want a duration such as 90s or 10m")
	}
	f.Duration, f.set = d, true
	return nil
}
