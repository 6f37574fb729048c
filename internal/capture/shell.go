package capture

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A command is a command line taken apart into words.
type command struct {
	words []string
	line  int
}

// A shell takes command lines apart as sh and bash do. It runs nothing and knows
// no variables: a word whose value only the shell knew is an error.
type shell struct {
	doc      document
	in       []byte
	off      int
	prompted bool // copied from a terminal, with "> " before continued lines
	word     []byte
	inWord   bool
	cur      command
	commands []command
}

// shellCommands returns the commands in text. What is redirected stays out.
func shellCommands(text []byte) ([]command, error) {
	s := &shell{doc: document{data: text}, in: text, prompted: bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("$ "))}
	for s.off < len(s.in) {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	s.endCommand()
	return s.commands, nil
}

func (s *shell) step() error {
	c := s.in[s.off]
	s.off++
	switch {
	case c == '\\':
		s.backslash()
	case c == '\'':
		return s.single()
	case c == '"':
		return s.double()
	case c == '$' && s.peek() == '\'':
		s.off++
		return s.ansiC()
	case c == '$' || c == '`':
		return s.expansion(c)
	case c == '#' && !s.inWord:
		s.skipLine()
	case c == ' ' || c == '\t' || c == '\r':
		s.endWord()
	case c == '\n' || c == ';' || c == '|' || c == '&':
		s.endCommand()
	case c == '<' || c == '>':
		return s.redirect(c)
	default:
		s.add(c)
	}
	return nil
}

func (s *shell) peek() byte {
	if s.off < len(s.in) {
		return s.in[s.off]
	}
	return 0
}

func (s *shell) add(b ...byte) {
	if len(s.cur.words) == 0 && !s.inWord {
		s.cur.line = s.doc.lineAt(max(0, s.off-1))
	}
	s.inWord = true
	s.word = append(s.word, b...)
}

func (s *shell) endWord() {
	if s.inWord {
		s.cur.words = append(s.cur.words, string(s.word))
	}
	s.word, s.inWord = nil, false
}

func (s *shell) endCommand() {
	s.endWord()
	if len(s.cur.words) > 0 {
		s.commands = append(s.commands, s.cur)
	}
	s.cur = command{}
}

func (s *shell) skipLine() {
	if i := bytes.IndexByte(s.in[s.off:], '\n'); i >= 0 {
		s.off += i
		return
	}
	s.off = len(s.in)
}

// backslash takes the next byte as it is; before a line end it joins the lines.
func (s *shell) backslash() {
	if s.lineEnd() {
		return
	}
	if s.off < len(s.in) {
		s.off++
		s.add(s.in[s.off-1])
	}
}

// lineEnd skips a line end. Commands pasted into a file on Windows have CRLF.
func (s *shell) lineEnd() bool {
	n := len(s.in[s.off:]) - len(trimLineEnd(s.in[s.off:]))
	s.off += n
	if n > 0 && s.prompted && bytes.HasPrefix(s.in[s.off:], []byte("> ")) {
		s.off += 2
	}
	return n > 0
}

func (s *shell) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: "+format, append([]any{s.doc.lineAt(min(s.off, len(s.in)))}, args...)...)
}

func (s *shell) single() error {
	i := bytes.IndexByte(s.in[s.off:], '\'')
	if i < 0 {
		return s.errorf("a single quote is not closed; copy the whole command")
	}
	s.add(s.in[s.off : s.off+i]...)
	s.off += i + 1
	return nil
}

func (s *shell) double() error {
	s.add()
	for s.off < len(s.in) {
		c := s.in[s.off]
		s.off++
		switch {
		case c == '"':
			return nil
		case c == '\\' && s.lineEnd():
		case c == '\\' && s.off < len(s.in) && strings.IndexByte("$`\"\\", s.peek()) >= 0:
			s.add(s.peek())
			s.off++
		case c == '$' || c == '`':
			if err := s.expansion(c); err != nil {
				return err
			}
		default:
			s.add(c)
		}
	}
	return s.errorf("a double quote is not closed; copy the whole command")
}

// expansion refuses what the shell would replace. A dollar that stands for
// itself, before a space or at the end, is kept.
func (s *shell) expansion(c byte) error {
	if c == '`' {
		return s.errorf("a command in backquotes is not run here; put in what it printed")
	}
	rest := s.in[s.off:]
	switch next := s.peek(); {
	case next == '(':
		return s.errorf("a command in $(…) is not run here; put in what it printed")
	case next == '{':
		name, _, _ := bytes.Cut(rest[1:], []byte("}"))
		return s.unknownVariable(name)
	case next == '_' || isLetter(next):
		n := 0
		for n < len(rest) && (rest[n] == '_' || isLetter(rest[n]) || '0' <= rest[n] && rest[n] <= '9') {
			n++
		}
		return s.unknownVariable(rest[:n])
	case '0' <= next && next <= '9' || next != 0 && strings.IndexByte("?@*#$!-", next) >= 0:
		return s.unknownVariable(rest[:1])
	}
	s.add('$')
	return nil
}

func (s *shell) unknownVariable(name []byte) error {
	return s.errorf("the value of $%s is not known here; put it in, or use single quotes if the dollar is meant", name[:min(len(name), 40)])
}

// redirect skips the file that output goes to, and refuses input: the body
// would come from there.
func (s *shell) redirect(c byte) error {
	if c == '<' {
		return s.errorf("what < reads is not known here; save it to a file and name it with --data-binary @FILE")
	}
	// In 2>file and 2>&1 the digit is no word.
	if len(s.word) == 1 && '0' <= s.word[0] && s.word[0] <= '9' {
		s.word, s.inWord = nil, false
	}
	s.endWord()
	for s.off < len(s.in) && strings.IndexByte(">&| \t", s.in[s.off]) >= 0 {
		s.off++
	}
	words := len(s.cur.words)
	for s.off < len(s.in) && strings.IndexByte(" \t\r\n;|&<>", s.in[s.off]) < 0 {
		if err := s.step(); err != nil {
			return err
		}
	}
	s.endWord()
	s.cur.words = s.cur.words[:min(words, len(s.cur.words))]
	return nil
}

var ansiEscapes = map[byte]byte{
	'a': '\a', 'b': '\b', 'e': 0x1b, 'E': 0x1b, 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
	'\\': '\\', '\'': '\'', '"': '"', '?': '?',
}

// ansiC reads $'…' as bash does, which browsers write for bodies that a plain
// quote cannot hold.
func (s *shell) ansiC() error {
	s.add()
	for s.off < len(s.in) {
		c := s.in[s.off]
		s.off++
		switch {
		case c == '\'':
			return nil
		case c == '\\' && s.off < len(s.in):
			if err := s.ansiEscape(); err != nil {
				return err
			}
		default:
			s.add(c)
		}
	}
	return s.errorf("a single quote is not closed; copy the whole command")
}

func (s *shell) ansiEscape() error {
	c := s.in[s.off]
	s.off++
	if e, ok := ansiEscapes[c]; ok {
		s.add(e)
		return nil
	}
	switch c {
	case 'x':
		return s.number(c, 16, 2)
	case 'u':
		return s.number(c, 16, 4)
	case 'U':
		return s.number(c, 16, 8)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		s.off--
		return s.number('0', 8, 3)
	}
	s.add('\\', c)
	return nil
}

// number reads up to width digits: a byte after \x or \, a character after \u.
func (s *shell) number(kind byte, base, width int) error {
	n, ok := s.digits(base, width)
	switch {
	case !ok:
		return s.errorf("expected a number after \\%c in $'…'; copy the command again", kind)
	case kind == 'u' || kind == 'U':
		s.add(utf8.AppendRune(nil, s.pair(rune(n)))...)
	case n == 0:
		// A C string ends here, and so does the word.
		return s.errorf("a word of a command cannot hold a NUL byte; send the body with --data-binary @FILE")
	default:
		s.add(byte(n))
	}
	return nil
}

func (s *shell) digits(base, width int) (uint64, bool) {
	end := s.off
	for end < len(s.in) && end < s.off+width && isDigit(s.in[end], base) {
		end++
	}
	n, err := strconv.ParseUint(string(s.in[s.off:end]), base, 32)
	s.off = end
	return n, err == nil
}

func isDigit(c byte, base int) bool {
	_, err := strconv.ParseUint(string(rune(c)), base, 8)
	return err == nil
}

// pair joins the two halves that browsers write for one character.
func (s *shell) pair(r rune) rune {
	rest := s.in[s.off:]
	if utf16.IsSurrogate(r) && len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		if pair := utf16.DecodeRune(r, hex4(rest[2:])); pair != utf8.RuneError {
			s.off += 6
			return pair
		}
	}
	return r
}
