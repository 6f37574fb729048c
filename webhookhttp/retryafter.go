package webhookhttp

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxRetryAfter is the longest that a receiver can ask to be left alone.
const MaxRetryAfter = 24 * time.Hour

// RetryAfter reads the Retry-After header (RFC 9110, section 10.2.3): seconds,
// or a date, which is taken relative to now. It returns false if there is none
// or it is neither, 0 for a date that has passed, and [MaxRetryAfter] at most.
func RetryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	text := strings.Trim(header.Get("Retry-After"), " \t")
	if d, ok := delaySeconds(text); ok {
		return d, true
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return min(max(date.Sub(now), 0), MaxRetryAfter), true
}

// delaySeconds reads digits alone, and stops counting at the cap: however many
// digits there are, nothing overflows.
func delaySeconds(text string) (time.Duration, bool) {
	var d time.Duration
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		d = min(d*10+time.Duration(text[i]-'0')*time.Second, MaxRetryAfter)
	}
	return d, text != ""
}

// setRetryAfter rounds up: less would have the sender come too early.
func setRetryAfter(header http.Header, d time.Duration) {
	seconds := int64(d / time.Second)
	if d%time.Second > 0 {
		seconds++
	}
	header.Set("Retry-After", strconv.FormatInt(seconds, 10))
}
