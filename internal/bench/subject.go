package main

import (
	"errors"
	"fmt"
	"time"
)

// The schemes of messages.
const (
	standard = "standard"
	stripe   = "stripe"
)

// The subjects that the others are compared with, in each scheme.
const (
	bound  = "HMAC-SHA256 alone"
	ours   = "whsec"
	ours15 = "whsec, among 15 headers"
)

// A subject is something that verifies messages.
type subject struct {
	scheme, name, language, version string

	prepare func(message) (timed, error)
}

// A timed verifies a message a number of times, and says how long that took.
// It is an error if the message was refused.
type timed func(iterations int) (time.Duration, error)

var (
	errRefuses = errors.New("refuses a valid message")
	errAccepts = errors.New("accepts a message that was changed")
)

// inProcess times a function of this process. What does not tell a message
// from a spoiled one is not worth timing.
func inProcess(m message, verify func(body []byte) error) (timed, error) {
	if err := verify(m.body); err != nil {
		return nil, fmt.Errorf("%w: %w", errRefuses, err)
	}
	if verify(m.spoiled) == nil {
		return nil, errAccepts
	}
	return func(iterations int) (time.Duration, error) {
		start := time.Now()
		for range iterations {
			if err := verify(m.body); err != nil {
				return 0, err
			}
		}
		return time.Since(start), nil
	}, nil
}
