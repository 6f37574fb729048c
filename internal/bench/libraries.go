package main

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// A library is one of another language.
type library struct {
	scheme, name, language string
	headers                func(message) http.Header
}

var libraries = []library{
	{standard, "standardwebhooks", "Rust", message.standardHeader},
	{standard, "svix", "Rust", message.svix},
	{standard, "standardwebhooks", "JavaScript", message.standardHeader},
	{standard, "svix", "JavaScript", message.svix},
	{standard, "standardwebhooks", "Python", message.standardHeader},
	{standard, "svix", "Python", message.svix},
	{stripe, "stripe", "JavaScript", message.stripeHeader},
	{stripe, "stripe", "Python", message.stripeHeader},
}

// foreignSubjects starts a process for each library. What is to be run for a
// language is in commands; the name of the library is added.
func foreignSubjects(commands map[string][]string, at time.Time) (subjects []subject, end func() error, err error) {
	m, err := newMessage(sizes[0], at)
	if err != nil {
		return nil, func() error { return nil }, err
	}
	var running []*foreign
	end = func() error {
		var errs []error
		for _, f := range running {
			errs = append(errs, f.end())
		}
		return errors.Join(errs...)
	}
	for _, l := range libraries {
		command := commands[l.language]
		if len(command) == 0 {
			continue
		}
		f, err := start(append(command[:len(command):len(command)], l.name)...)
		if err != nil {
			return nil, end, err
		}
		running = append(running, f)
		s, err := f.subject(l.scheme, l.name, l.language, m, l.headers)
		if err != nil {
			return nil, end, fmt.Errorf("%s for %s: %w", l.name, l.language, err)
		}
		subjects = append(subjects, s)
	}
	return subjects, end, nil
}
