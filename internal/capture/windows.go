package capture

import (
	"regexp"
	"strings"
)

// The first line of a command for cmd.exe ends with a caret or has one before
// its first quote, that of one for PowerShell ends with a backquote. Any other
// command is read as sh would.
var (
	cmdRE        = regexp.MustCompile(`(?m)\A[^'\n]*\bcurl(?:\.exe)?[ \t](?:[^'"\n]*\^"|[^'\n]*\^\r?$)`)
	powerShellRE = regexp.MustCompile("(?m)\\A[^\\n]*\\bcurl(?:\\.exe)?[ \t][^\\n]*[ \t]`\\r?$")
)

func splitCommands(text []byte) ([]command, error) {
	switch {
	case cmdRE.Match(text):
		return windowsCommands(uncaret(text)), nil
	case powerShellRE.Match(text):
		return shellCommands(fromPowerShell(text))
	}
	return shellCommands(text)
}

// uncaret removes the escapes of cmd.exe: a caret outside of quotes takes the
// next byte as it is, and joins lines. An empty line after it is a line end that
// was meant, which browsers write for one in the body.
func uncaret(text []byte) []byte {
	var out []byte
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"':
			quoted = !quoted
		case c == '^' && !quoted:
			i++
			rest := text[min(i, len(text)):]
			if n := len(rest) - len(trimLineEnd(rest)); n > 0 {
				i += n - 1
				if after := rest[n:]; len(trimLineEnd(after)) < len(after) {
					out = append(out, lineEndInWord)
					i += len(after) - len(trimLineEnd(after))
				}
				continue
			}
			if len(rest) == 0 {
				return out
			}
			c = rest[0]
		}
		out = append(out, c)
	}
	return out
}

// lineEndInWord stands for a line end that does not end the command. NUL cannot
// be in a command line.
const lineEndInWord = 0

// windowsCommands takes words apart as the C runtime of Windows does: quotes
// group, a backslash escapes a quote, two quotes inside quotes are one.
func windowsCommands(text []byte) []command {
	var commands []command
	c := at(text, 0)
	for l, ok := c.next(); ok; l, ok = c.next() {
		if words := windowsWords(string(l.text)); len(words) > 0 {
			commands = append(commands, command{words, l.num})
		}
	}
	return commands
}

func windowsWords(text string) []string {
	var words []string
	for {
		text = strings.TrimLeft(text, " \t\r")
		if text == "" {
			return words
		}
		var word string
		word, text = windowsWord(text)
		words = append(words, strings.ReplaceAll(word, string(rune(lineEndInWord)), "\n"))
	}
}

func windowsWord(text string) (word, rest string) {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		if n := backslashes(text[i:]); n > 0 {
			literal, escaped := unslash(text[i:], n)
			b.WriteString(literal)
			i += n
			if escaped {
				b.WriteByte('"')
				continue
			}
			if i == len(text) {
				break
			}
		}
		switch c := text[i]; {
		case c == '"' && quoted && strings.HasPrefix(text[i+1:], `"`):
			b.WriteByte('"')
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && strings.IndexByte(" \t\r", c) >= 0:
			return b.String(), text[i:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

func backslashes(text string) int { return len(text) - len(strings.TrimLeft(text, `\`)) }

// unslash reads n backslashes: before a quote two stand for one, and one that is
// left over escapes it; anywhere else they are themselves.
func unslash(text string, n int) (literal string, escaped bool) {
	if !strings.HasPrefix(text[n:], `"`) {
		return text[:n], false
	}
	return text[:n/2], n%2 == 1
}

// fromPowerShell turns the quoting of PowerShell into that of sh, so far as a
// plain command goes.
func fromPowerShell(text []byte) []byte {
	var out []byte
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		next := text[min(i+1, len(text)-1)]
		switch {
		case c == '`' && quote != '\'':
			out = append(out, backquoted(next)...)
			i++
		case c == quote && next == quote && i+1 < len(text):
			out = append(out, doubled[c]...)
			i++
		case c == quote:
			out, quote = append(out, c), 0
		case quote == 0 && (c == '"' || c == '\''):
			out, quote = append(out, c), c
		case c == '\\' && quote != '\'':
			out = append(out, `\\`...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// doubled is how sh writes a quote inside of its own kind.
var doubled = map[byte]string{'"': `\"`, '\'': `'\''`}

var backquotes = map[byte]string{'n': "\n", 'r': "\r", 't': "\t", '"': `\"`, '$': `\$`, '`': "\\`", '\r': "\\\r", '\n': "\\\n"}

func backquoted(c byte) string {
	if s, ok := backquotes[c]; ok {
		return s
	}
	return string([]byte{c})
}
