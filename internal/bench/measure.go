package main

import (
	"fmt"
	"slices"
	"time"
)

// A job is one thing to time. What it gives is in nanoseconds a message.
type job struct {
	label      string
	prepare    func(at time.Time) (timed, error) // for a message signed at that time
	iterations int
	samples    []float64
}

// A plan says how often, and for how long, everything is timed.
type plan struct {
	rounds       int
	warm, sample time.Duration
	now          func() time.Time
}

// thorough has samples long enough for garbage to be collected in them.
var thorough = plan{rounds: 40, warm: 200 * time.Millisecond, sample: 20 * time.Millisecond, now: time.Now}

// measure times the jobs in turns, so that whatever else the machine does at
// some time slows all of them down alike.
func (p plan) measure(jobs []*job) error {
	for _, j := range jobs {
		if err := p.warmUp(j); err != nil {
			return err
		}
	}
	for range p.rounds {
		for _, j := range jobs {
			took, err := p.time(j)
			if err != nil {
				return err
			}
			j.samples = append(j.samples, float64(took)/float64(j.iterations))
		}
	}
	return nil
}

// warmUp goes on until it has found how many iterations a sample takes.
func (p plan) warmUp(j *job) error {
	var spent time.Duration
	for j.iterations = 1; ; {
		took, err := p.time(j)
		if err != nil {
			return err
		}
		spent += took
		switch {
		case took < p.sample:
			j.iterations = min(10*j.iterations, 1+int(1.2*float64(j.iterations)*float64(p.sample)/float64(max(took, 1))))
		case spent >= p.warm:
			return nil
		}
	}
}

// time signs the message anew: libraries refuse what is minutes old.
func (p plan) time(j *job) (time.Duration, error) {
	run, err := j.prepare(p.now())
	if err != nil {
		return 0, fmt.Errorf("%s: %w", j.label, err)
	}
	took, err := run(j.iterations)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", j.label, err)
	}
	return took, nil
}

// least is what it takes when nothing comes in between.
func (j *job) least() int { return round(slices.Min(j.samples)) }

func (j *job) median() int {
	sorted := slices.Sorted(slices.Values(j.samples))
	return round(sorted[len(sorted)/2])
}

func round(nanoseconds float64) int { return int(nanoseconds + 0.5) }
