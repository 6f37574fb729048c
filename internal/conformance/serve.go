package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
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
	switch {
	case err != nil:
		return fmt.Errorf("the line is no command of the protocol: %w", err)
	case hasLoneSurrogate(line):
		return errors.New(`half of a surrogate pair is no character; a value of other bytes is {"base64": "…"}`)
	default:
		return nil
	}
}

// hasLoneSurrogate reports whether a string in valid JSON escapes half of a
// surrogate pair, for which the decoder puts U+FFFD: that would be signed in
// its place. A backslash stands in strings alone.
func hasLoneSurrogate(line []byte) bool {
	for i := 0; i < len(line); i++ {
		if line[i] != '\\' {
			continue
		}
		first := escapedUnit(line[i:])
		switch {
		case !utf16.IsSurrogate(first):
			i++ // what is escaped
		case utf16.DecodeRune(first, escapedUnit(line[i+6:])) == utf8.RuneError:
			return true
		default:
			i += 11
		}
	}
	return false
}

// escapedUnit reads \uXXXX at the start of text; it returns -1 for what is none.
func escapedUnit(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	unit, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
}
