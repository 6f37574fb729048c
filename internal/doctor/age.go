package doctor

import (
	"fmt"
	"time"

	"github.com/whsec/whsec/internal/window"
)

// judgeTime adds what is wrong with the timestamp of an authentic request.
func (p *patient) judgeTime(m *match) {
	moment, ok := readTimestamp(m.frame.timestamp)
	if !ok {
		return
	}
	signed := moment.time.Unix()
	p.report.Signed = &signed
	foreign := providerOf(p.scheme)
	if moment.finding != nil && len(m.frame.findings) == 0 && (foreign == nil || !foreign.millis) {
		p.addCause(*moment.finding, true)
	}
	w := window.Window{Past: p.Tolerance, Future: p.Tolerance}
	if p.AnyAge || !w.Valid() {
		return
	}
	age := window.Age(p.Now, signed)
	subject := "the request is authentic, and was"
	if len(p.report.Causes) > 0 {
		subject = "besides, it was"
	}
	switch w.Locate(p.Now, signed) {
	case window.TooOld:
		p.addCause(finding{code: TimestampStale, message: fmt.Sprintf("%s signed %s ago: more than the tolerance of %s", subject, inWords(age), inWords(p.Tolerance))}, true)
	case window.TooNew:
		p.addCause(finding{code: TimestampFuture, message: fmt.Sprintf("%s signed %s in the future: more than the tolerance of %s, so one of the two clocks is wrong", subject, inWords(-age), inWords(p.Tolerance))}, true)
	default:
		return
	}
	p.mend().At = &signed
}

// inWords writes a duration as people say it.
func inWords(d time.Duration) string {
	day := 24 * time.Hour
	switch {
	case d < 0:
		return "some time"
	case d >= 2*day:
		return fmt.Sprintf("%d days", d/day)
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", d/time.Hour)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	}
	seconds := (d + time.Second/2) / time.Second
	if seconds == 1 {
		return "1 second"
	}
	return fmt.Sprintf("%d seconds", seconds)
}

func (p *patient) describeTime() {
	if p.report.Signed != nil || len(p.frames) == 0 {
		return
	}
	if m, ok := readTimestamp(p.frames[0].timestamp); ok {
		signed := m.time.Unix()
		p.report.Signed = &signed
	}
}
