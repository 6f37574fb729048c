package main

import (
	"errors"
	"fmt"
	"time"
)

// run measures everything in the same rounds.
func (p plan) run(commands map[string][]string) (*results, error) {
	foreign, end, err := foreignSubjects(commands, p.now())
	if err != nil {
		return nil, errors.Join(err, end())
	}
	r, err := p.measureAll(append(goSubjects(), foreign...))
	return r, errors.Join(err, end())
}

func (p plan) measureAll(subjects []subject) (*results, error) {
	sized, growths, growing := sizedJobs(subjects), growthsOf(), []*job(nil)
	for _, g := range growths {
		growing = append(growing, g.job())
	}
	if err := p.measure(append(sized, growing...)); err != nil {
		return nil, err
	}
	r := &results{Rounds: p.rounds, Sample: fmt.Sprintf("%d ms", p.sample.Milliseconds()), Sizes: sizes}
	for i, s := range subjects {
		r.Subjects = append(r.Subjects, s.measured(sized[i*len(sizes):][:len(sizes)]))
	}
	for i, g := range growths {
		r.Growth = append(r.Growth, grown{g.version.label, g.keys, g.signatures, growing[i].least()})
	}
	return r, nil
}

// sizedJobs returns a job of each size for one subject after the other.
func sizedJobs(subjects []subject) (jobs []*job) {
	for _, s := range subjects {
		for _, size := range sizes {
			jobs = append(jobs, &job{
				label: fmt.Sprintf("%s (%s, %s), %d bytes", s.name, s.language, s.scheme, size),
				prepare: func(at time.Time) (timed, error) {
					m, err := newMessage(size, at)
					if err != nil {
						return nil, err
					}
					return s.prepare(m)
				},
			})
		}
	}
	return jobs
}

func (s subject) measured(jobs []*job) measured {
	m := measured{Scheme: s.scheme, Name: s.name, Language: s.language, Version: s.version}
	for _, j := range jobs {
		m.Least, m.Median = append(m.Least, j.least()), append(m.Median, j.median())
	}
	return m
}
