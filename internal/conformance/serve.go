package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxLine bounds a line in bytes: a body of 32 MiB in base64 fits.
const maxLine = 64 << 20

// Serve answers line after line until the input ends. A line that is no
// command gets an error for an answer; only a reader or writer that fails ends
// it early.
func (a *Adapter) Serve(r io.Reader, w io.Writer) error {
	in, out := bufio.NewReader(r), bufio.NewWriter(w)
	for {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLong) {
			return err
		}
		if answer := a.answerTo(line, err); answer != nil {
			if err := write(out, answer); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
	}
}

// answerTo returns nil for a blank line, to which there is nothing to say.
func (a *Adapter) answerTo(line []byte, err error) any {
	switch {
	case errors.Is(err, errLong):
		return failure(new(Command), err.Error())
	case len(bytes.TrimSpace(line)) == 0:
		return nil
	default:
		return a.answer(line)
	}
}

// write writes a line and sends it off: the runner waits for it.
func write(out *bufio.Writer, answer any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		return err
	}
	return out.Flush()
}

var errLong = fmt.Errorf("the line is longer than %d bytes", maxLine)

// readLine reads a line of any length up to maxLine, and skips one that is
// longer. At the end it returns io.EOF with what is left.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		long = long || len(line)+len(part) > maxLine
		if long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLong
		default:
			return line, err
		}
	}
}

// decode reads a command. Its sequence is read even if another part is wrong,
// so that the runner learns which one failed.
func decode(line []byte, c *Command) error {
	if !utf8.Valid(line) {
		return errors.New(`the line is not UTF-8; a value of other bytes is {"base64": "…"}`)
	}
	var seq struct {
		Seq json.RawMessage `json:"seq"`
	}
	err := json.Unmarshal(line, &seq)
	if err == nil {
		err = json.Unmarshal(line, c)
	}
	c.Seq = seq.Seq
	if err != nil {
		return fmt.Errorf("the line is no command of the protocol: %w", err)
	}
	return nil
}
