package webhookhttp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// A Schedule says when the attempts to deliver a message are made. The zero
// Schedule makes none. It does not change, and keeps no state: a sender that
// stores how many attempts it made, and when the first was, can go on after a
// restart.
type Schedule struct {
	delays []time.Duration
	jitter float64
}

// DefaultSchedule has 13 attempts, front-loaded, with a jitter of 0.2. Without
// jitter they lie, counted from the first,
//
//	at 0, 5 s, 1 min, 5 min, 15 min, 30 min, 1 h, 3 h, 8 h, 18 h, 32 h, 50 h, 72 h
//
// Jitter only shortens, so that the last lies between 57.6 h and 72 h after the
// first, plus what attempts take; and a Retry-After does not move it beyond 72 h
// either. [DefaultRetention] is longer than that.
func DefaultSchedule() Schedule { return defaultSchedule }

var defaultSchedule = Schedule{
	delays: []time.Duration{
		0,
		5 * time.Second,
		55 * time.Second,
		4 * time.Minute,
		10 * time.Minute,
		15 * time.Minute,
		30 * time.Minute,
		2 * time.Hour,
		5 * time.Hour,
		10 * time.Hour,
		14 * time.Hour,
		18 * time.Hour,
		22 * time.Hour,
	},
	jitter: 0.2,
}

// NewSchedule makes a schedule of the delay before each attempt, the first
// included, and a jitter from 0 to 0.5, the part of a delay that is left to
// chance. It takes at least one delay, and none that is negative or over 30
// days.
func NewSchedule(delays []time.Duration, jitter float64) (Schedule, error) {
	const most = 30 * 24 * time.Hour
	if len(delays) == 0 || len(delays) > 1000 {
		return Schedule{}, fmt.Errorf("webhookhttp: a schedule of %d attempts: want 1 to 1000", len(delays))
	}
	for i, delay := range delays {
		if delay < 0 || delay > most {
			return Schedule{}, fmt.Errorf("webhookhttp: delay %d of the schedule is %v: want 0 to %v", i+1, delay, most)
		}
	}
	if !(jitter >= 0 && jitter <= 0.5) {
		return Schedule{}, errors.New("webhookhttp: a jitter is from 0 to 0.5")
	}
	return Schedule{delays: slices.Clone(delays), jitter: jitter}, nil
}

// Attempts returns how many attempts there are.
func (s Schedule) Attempts() int { return len(s.delays) }

// Delays returns the delay before each attempt, the first included, as
// [NewSchedule] takes them.
func (s Schedule) Delays() []time.Duration { return slices.Clone(s.delays) }

// Jitter returns the part of a delay that is left to chance.
func (s Schedule) Jitter() float64 { return s.jitter }

// Window returns how long after the first attempt the last is made at the
// latest, not counting what attempts take. It is also the total of the schedule
// without jitter.
func (s Schedule) Window() time.Duration { return s.offset(len(s.delays)) }

// offset returns when the last of so many attempts is made, without jitter.
func (s Schedule) offset(attempts int) time.Duration {
	var sum time.Duration
	for i := 1; i < attempts; i++ {
		sum += s.delays[i]
	}
	return sum
}

// Next returns how long to wait before the next attempt, and false if there is
// none, when so many were made, the first of them elapsed ago, and the last was
// judged by the verdict: there is none after the last of the schedule, and if
// the outcome is not one to send again after (see [Outcome.Again]). Before the first attempt there is no verdict, and it is not
// looked at. An attempt whose verdict was lost, in a crash, is a [Retry].
//
// The wait is the delay of the schedule, shortened by up to the jitter, or what
// the receiver asked for if that is longer and does not lead beyond the window.
//
// A message that is late, after a Retry-After or an outage of the sender, is
// tried until the window is over and not longer: if the wait leads beyond it,
// the next attempt is made at its end, and is the last. A minute for each
// attempt made is not late, since that is what attempts may take.
//
// Random returns numbers from 0 up to but not including 1: rand.Float64 of
// math/rand/v2. Without it there is no jitter.
func (s Schedule) Next(made int, elapsed time.Duration, verdict Verdict, random func() float64) (time.Duration, bool) {
	if made < 0 || made >= len(s.delays) {
		return 0, false
	}
	wait := s.shorten(s.delays[made], random)
	if made == 0 {
		return wait, true
	}
	if !verdict.Outcome.Again() {
		return 0, false
	}
	left := max(s.Window()-max(elapsed, 0), 0)
	if late := elapsed > s.offset(made)+time.Duration(made)*time.Minute; late {
		return min(max(wait, verdict.RetryAfter), left), left > 0
	}
	return max(wait, min(verdict.RetryAfter, left)), true
}

func (s Schedule) shorten(delay time.Duration, random func() float64) time.Duration {
	if random == nil {
		return delay
	}
	part := min(max(random(), 0), 1) * s.jitter
	if math.IsNaN(part) {
		return delay
	}
	return delay - time.Duration(part*float64(delay))
}
