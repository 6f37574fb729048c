package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Writer writes a record as it comes about, so that what there is of a run
// that was stopped can be read.
type Writer struct {
	w   io.Writer
	Err error // the first
}

// NewWriter returns a Writer.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Begin writes the header.
func (w *Writer) Begin(h Header) {
	h.Type, h.Format = "header", Format
	w.line(h)
}

// Case writes a result.
func (w *Writer) Case(r Result) {
	r.Type = "case"
	w.line(r)
}

// End writes the footer.
func (w *Writer) End(f Footer) {
	f.Type = "footer"
	w.line(f)
}

func (w *Writer) line(value any) {
	if w.Err != nil {
		return
	}
	encoder := json.NewEncoder(w.w)
	encoder.SetEscapeHTML(false)
	w.Err = encoder.Encode(value)
}

// maxLine bounds a line of a record, in bytes.
const maxLine = 4 << 20

// Read reads a record. One without a footer is of a run that was stopped.
func Read(in io.Reader) (*Run, error) {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	run := new(Run)
	for n := 1; scanner.Scan(); n++ {
		if err := run.add(scanner.Bytes(), n == 1); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if run.Header.Type == "" {
		return nil, errors.New("it is empty: the adapter did not start")
	}
	return run, nil
}

func (r *Run) add(line []byte, first bool) error {
	var kind struct {
		Type   string `json:"type"`
		Format int    `json:"format"`
	}
	if err := json.Unmarshal(line, &kind); err != nil {
		return errors.New("no JSON object; a record comes from --report jsonl=PATH")
	}
	switch {
	case first != (kind.Type == "header"):
		return errors.New("a record begins with its one header")
	case r.Footer.Type != "":
		return errors.New("nothing follows the footer")
	case first && kind.Format != Format:
		return fmt.Errorf("a record of format %d; this whsec reads %d", kind.Format, Format)
	}
	return r.decode(kind.Type, line)
}

func (r *Run) decode(kind string, line []byte) error {
	switch kind {
	case "header":
		return strictly(line, &r.Header)
	case "case":
		var result Result
		err := strictly(line, &result)
		r.Results = append(r.Results, result)
		return err
	case "footer":
		return strictly(line, &r.Footer)
	default:
		return fmt.Errorf("no record has lines of type %.40q", kind)
	}
}

// strictly refuses what a later version may have added and this one would
// leave out of its report.
func strictly(line []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(value)
}
