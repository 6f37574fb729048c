package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// An output writes data to stdout and messages to stderr. It remembers the
// first error of stdout: data that did not arrive is no answer.
type output struct {
	stdout, stderr             io.Writer
	colourStdout, colourStderr bool
	err                        error
}

func newOutput(env Env) *output {
	colour := wantsColour(env)
	return &output{
		stdout:       env.Stdout,
		stderr:       env.Stderr,
		colourStdout: colour && env.Terminal.Stdout,
		colourStderr: colour && env.Terminal.Stderr,
	}
}

// wantsColour obeys https://no-color.org.
func wantsColour(env Env) bool {
	noColour, _ := env.LookupEnv("NO_COLOR")
	kind, _ := env.LookupEnv("TERM")
	return noColour == "" && kind != "dumb"
}

// data writes a line of text to stdout.
func (o *output) data(format string, args ...any) {
	o.write(fmt.Sprintf(format, args...) + "\n")
}

// raw writes bytes to stdout as they are.
func (o *output) raw(data []byte) { o.write(string(data)) }

// json writes an object in one line to stdout.
func (o *output) json(value any) {
	var line strings.Builder
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil && o.err == nil {
		o.err = err
		return
	}
	o.write(escapeUnseen(line.String()))
}

// escapeUnseen escapes in a line of JSON what a terminal could take for a
// command or shows as nothing. It can stand in strings alone, and means the
// same there.
func escapeUnseen(line string) string {
	text, hasEnd := strings.CutSuffix(line, "\n")
	if strings.IndexFunc(text, isUnseen) < 0 {
		return line
	}
	var out strings.Builder
	for _, r := range text {
		if !isUnseen(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	if hasEnd {
		out.WriteByte('\n')
	}
	return out.String()
}

func isUnseen(r rune) bool { return !unicode.IsPrint(r) }

func (o *output) write(text string) {
	if _, err := io.WriteString(o.stdout, text); err != nil && o.err == nil {
		o.err = err
	}
}

// note tells on stderr what was done.
func (o *output) note(format string, args ...any) {
	o.message("", "", fmt.Sprintf(format, args...))
}

func (o *output) warning(format string, args ...any) {
	o.message("warning: ", yellow, fmt.Sprintf(format, args...))
}

func (o *output) errorMessage(text string) { o.message("error: ", red, text) }
func (o *output) hint(text string)         { o.message("hint: ", cyan, text) }

// message writes a line to stderr. Whatever is in it, no secret comes through.
func (o *output) message(label, colour, text string) {
	if o.colourStderr && label != "" {
		label = colour + label + reset
	}
	fmt.Fprintf(o.stderr, "whsec: %s%s\n", label, redact(printable(text)))
}

// stack writes the trace of a panic, which has no values in it, to stderr.
func (o *output) stack(trace []byte) { _, _ = o.stderr.Write(trace) }

// verdict colours the word that a line begins with, on a terminal.
func (o *output) verdict(word string, good bool) string {
	switch {
	case !o.colourStdout:
		return word
	case good:
		return green + word + reset
	default:
		return red + word + reset
	}
}

const (
	red    = "\x1b[1;31m"
	green  = "\x1b[1;32m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[1;36m"
	reset  = "\x1b[0m"
)

// count says how many there are.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// printable escapes what a terminal could take for a command: captures and
// their headers were written by anyone.
func printable(text string) string {
	harmless := func(r rune) bool { return unicode.IsPrint(r) && r != unicode.ReplacementChar }
	if strings.IndexFunc(text, func(r rune) bool { return !harmless(r) }) < 0 {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if harmless(r) {
			out.WriteRune(r)
		} else {
			quoted := strconv.QuoteRuneToASCII(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return out.String()
}
