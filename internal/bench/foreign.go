package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A foreign is a process with a library of another language. It is asked, a
// line of JSON each, to verify a message a number of times.
type foreign struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

type question struct {
	Secret     string            `json:"secret"`
	Headers    map[string]string `json:"headers"`
	Body       []byte            `json:"body"`
	Spoiled    []byte            `json:"spoiled"`
	Iterations int               `json:"iterations"`
}

type answer struct {
	Version     string `json:"version"`
	Accepts     bool   `json:"accepts"`
	Refuses     bool   `json:"refuses"`
	Nanoseconds int64  `json:"nanoseconds"`
}

func start(argv ...string) (*foreign, error) {
	f := &foreign{command: exec.Command(argv[0], argv[1:]...)}
	f.command.Stderr = os.Stderr
	out, err := f.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if f.in, err = f.command.StdinPipe(); err != nil {
		return nil, err
	}
	f.out = bufio.NewReader(out)
	return f, f.command.Start()
}

func (f *foreign) end() error {
	if err := f.in.Close(); err != nil {
		return err
	}
	return f.command.Wait()
}

// ask has the message verified, and a spoiled one refused, every time.
func (f *foreign) ask(q question) (answer, error) {
	line, err := json.Marshal(q)
	if err != nil {
		return answer{}, err
	}
	if _, err = f.in.Write(append(line, '\n')); err != nil {
		return answer{}, err
	}
	if line, err = f.out.ReadBytes('\n'); err != nil {
		return answer{}, fmt.Errorf("no answer: %w", err)
	}
	var a answer
	if err = json.Unmarshal(line, &a); err != nil {
		return answer{}, err
	}
	return a, a.problem()
}

func (a answer) problem() error {
	switch {
	case !a.Accepts:
		return errRefuses
	case !a.Refuses:
		return errAccepts
	case a.Version == "":
		return fmt.Errorf("no version in %+v", a)
	default:
		return nil
	}
}

func (f *foreign) timed(q question) (timed, error) {
	if _, err := f.ask(q); err != nil {
		return nil, err
	}
	return func(iterations int) (time.Duration, error) {
		q.Iterations = iterations
		a, err := f.ask(q)
		return time.Duration(a.Nanoseconds), err
	}, nil
}

// subject returns the library, whose version it is asked for with a message.
func (f *foreign) subject(scheme, name, language string, m message, headers func(message) http.Header) (subject, error) {
	ask := func(m message) question {
		return question{Secret: secret, Headers: flat(headers(m)), Body: m.body, Spoiled: m.spoiled}
	}
	a, err := f.ask(ask(m))
	return subject{scheme, name, language, a.Version, func(m message) (timed, error) { return f.timed(ask(m)) }}, err
}

func flat(header http.Header) map[string]string {
	fields := map[string]string{}
	for name, values := range header {
		fields[strings.ToLower(name)] = values[0]
	}
	return fields
}
