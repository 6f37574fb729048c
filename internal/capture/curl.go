package capture

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"
)

var (
	curlStartRE = regexp.MustCompile(`\A\s*(?:(?:[$%#>]|PS [^\n>]*>|[A-Za-z]:\\[^\n>]*>)\s*)?` + curlWord)
	curlLineRE  = regexp.MustCompile(`(?m)^[ \t]*(?:\$ )?` + curlWord)
	promptRE    = regexp.MustCompile(`\A\s*(?:[%#>]|PS [^\n>]*>|[A-Za-z]:\\[^\n>]*>)[ \t]*`)
)

const curlWord = `(?:\w+=\S*[ \t]+)*(?:[^\s=]*/)?curl(?:\.exe)?[ \t]`

var errNoCurl = errors.New("there is no curl command in it; copy the whole command, from the word curl on")

// parseCurl reads curl commands, without running anything.
func parseCurl(data []byte, opts Options) ([]*Request, error) {
	if curlStartRE.Match(data) {
		data = promptRE.ReplaceAll(data, nil)
	}
	commands, err := splitCommands(data)
	if err != nil {
		return nil, err
	}
	left := opts.MaxSize
	var requests []*Request
	for _, c := range commands {
		args, ok := curlArgs(c.words)
		if !ok {
			continue
		}
		r, err := readCurl(args, opts, &left)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", c.line, err)
		}
		r.Line = c.line
		r.note()
		requests = append(requests, r)
	}
	if len(requests) == 0 {
		return nil, errNoCurl
	}
	return requests, nil
}

// beforeCurl are words that a command may begin with and still be one of curl.
var beforeCurl = set(`$ sudo doas env exec command time nohup nice ! { ( do then else if while until`)

// curlArgs returns the arguments of a curl command, which a prompt, assignments
// and commands that run others may come before.
func curlArgs(words []string) ([]string, bool) {
	for i, w := range words {
		if name := path.Base(w); name == "curl" || name == "curl.exe" {
			return words[i+1:], true
		}
		if !beforeCurl[w] && !strings.Contains(w, "=") {
			break
		}
	}
	return nil, false
}

// A curl is the state of one command while its arguments are read.
type curl struct {
	r        *Request
	opts     Options
	left     *int64 // bytes that the files of all commands may still have
	method   string
	body     []byte
	hasBody  bool
	get      bool // -G: the data go to the URL
	json     bool
	implied  []Field // what options other than -H say
	removed  map[string]bool
	uploaded bool
}

func readCurl(args []string, opts Options, left *int64) (*Request, error) {
	c := &curl{r: &Request{Kind: KindCurl}, opts: opts, left: left, removed: map[string]bool{}}
	for len(args) > 0 {
		var err error
		if args, err = c.argument(args); err != nil {
			return nil, err
		}
	}
	c.finish()
	return c.r, nil
}

// argument reads the first argument, with its value if it takes one.
func (c *curl) argument(args []string) ([]string, error) {
	arg, rest := args[0], args[1:]
	switch {
	case strings.HasPrefix(arg, "--") && len(arg) > 2:
		return c.long(arg[2:], rest)
	case strings.HasPrefix(arg, "-") && len(arg) > 1 && arg != "--":
		return c.short(arg[1:], rest)
	case arg != "--" && arg != "-" && c.r.Target == "":
		c.r.Target = arg
	}
	return rest, nil
}

func (c *curl) long(name string, rest []string) ([]string, error) {
	if !takesValue(name) {
		return rest, c.flag(name)
	}
	if len(rest) == 0 {
		return nil, fmt.Errorf("--%s has no value; copy the whole command", name)
	}
	return rest[1:], c.option(name, rest[0])
}

// short reads combined short options: the first that takes a value takes what
// is left of the word, or the next.
func (c *curl) short(letters string, rest []string) ([]string, error) {
	for i := range len(letters) {
		name, ok := shortOptions[letters[i]]
		if !ok {
			continue
		}
		if !takesValue(name) {
			if err := c.flag(name); err != nil {
				return nil, err
			}
			continue
		}
		if value := letters[i+1:]; value != "" {
			return rest, c.option(name, value)
		}
		return c.long(name, rest)
	}
	return rest, nil
}

func (c *curl) flag(name string) error {
	switch {
	case name == "get":
		c.get = true
	case name == "next":
		return errors.New("--next starts another request; give each its own command")
	case name == "head":
		c.method = firstText(c.method, "HEAD")
	case !knownFlag(name):
		return fmt.Errorf("the option --%s is not known here; remove it, with its value if it has one", name)
	}
	return nil
}

// option reads an option that takes a value. Those that say nothing about the
// request are let pass.
func (c *curl) option(name, value string) error {
	switch name {
	case "request":
		c.method = value
	case "url":
		c.r.Target = firstText(c.r.Target, value)
	case "request-target":
		c.r.Target = value
	case "header":
		return c.header(value)
	case "user":
		c.imply("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(value)))
	case "oauth2-bearer":
		c.imply("Authorization", "Bearer "+value)
	case "user-agent":
		c.imply("User-Agent", value)
	case "referer":
		c.imply("Referer", strings.TrimSuffix(value, ";auto"))
	case "cookie":
		if strings.Contains(value, "=") { // else it names a file
			c.imply("Cookie", value)
		}
	case "form", "form-string":
		c.r.Absent = true // curl makes up the boundary anew each time
	case "config":
		return errors.New("the options in the file of --config are not known here; put them in")
	default:
		return c.data(name, value)
	}
	return nil
}

func (c *curl) imply(name, value string) {
	c.implied = append(c.implied, Field{name, strings.Trim(value, " \t")})
}

// header reads -H: "Name: value", "Name;" for an empty value, "Name:" to leave
// out what curl would send, @file for one a line.
func (c *curl) header(value string) error {
	if file, ok := strings.CutPrefix(value, "@"); ok {
		lines, err := c.file("--header", file)
		for l := range strings.Lines(string(lines)) {
			if l = strings.TrimRight(l, "\r\n"); l != "" && err == nil {
				err = c.header(strings.TrimLeft(l, "@"))
			}
		}
		return err
	}
	if name, ok := strings.CutSuffix(value, ";"); ok && isToken(name) {
		c.r.addField(Field{name, ""})
		return nil
	}
	f, ok := parseField([]byte(value))
	c.r.SpacedColon = c.r.SpacedColon || spacedColon([]byte(value))
	switch {
	case !ok:
		return errors.New("a value of -H is no header; expected \"name: value\"")
	case f.Value == "":
		c.removed[strings.ToLower(f.Name)] = true
	default:
		c.r.addField(f)
	}
	return nil
}

// data reads the options that make up the body. Several are joined with "&",
// but for --json.
func (c *curl) data(name, value string) error {
	var data []byte
	var err error
	switch name {
	case "data", "data-ascii":
		data, err = c.text(name, value)
		if value != "" && value[0] == '@' {
			data = withoutLineEnds(data)
		}
	case "data-binary", "json":
		data, err = c.text(name, value)
	case "data-raw":
		data = []byte(value)
	case "data-urlencode":
		data, err = c.encoded(value)
	case "upload-file":
		c.uploaded = true
		data, err = c.file("--upload-file", value)
	default:
		return nil
	}
	if err != nil {
		return err
	}
	if c.hasBody && name != "json" {
		c.body = append(c.body, '&')
	}
	if n := int64(len(c.body) + len(data)); n > c.opts.MaxSize {
		return fmt.Errorf("%w: --%s makes a body of %d bytes, the limit is %d", ErrSize, name, n, c.opts.MaxSize)
	}
	c.json = c.json || name == "json"
	c.hasBody, c.body = true, append(c.body, data...)
	return nil
}

func (c *curl) text(option, value string) ([]byte, error) {
	if file, ok := strings.CutPrefix(value, "@"); ok {
		return c.file("--"+option, file)
	}
	return []byte(value), nil
}

// withoutLineEnds does to a file what curl -d does to it.
func withoutLineEnds(data []byte) []byte {
	out := make([]byte, 0, len(data))
	for _, b := range data {
		if b != '\r' && b != '\n' && b != 0 {
			out = append(out, b)
		}
	}
	return out
}

// encoded reads the forms of --data-urlencode: content, =content, name=content,
// @file, name@file.
func (c *curl) encoded(value string) ([]byte, error) {
	i := strings.IndexAny(value, "=@")
	if i < 0 {
		return []byte(url.QueryEscape(value)), nil
	}
	name, content := value[:i], []byte(value[i+1:])
	if value[i] == '@' {
		var err error
		if content, err = c.file("--data-urlencode", value[i+1:]); err != nil {
			return nil, err
		}
	}
	if name != "" {
		name += "="
	}
	return []byte(name + url.QueryEscape(string(content))), nil
}

func (c *curl) file(option, name string) ([]byte, error) {
	if name == "-" {
		return nil, fmt.Errorf("%s reads standard input, which is not known here; save it to a file and name that", option)
	}
	if c.opts.ReadFile == nil {
		return nil, fmt.Errorf("%w: %s names %q; put in its content, with --data-raw", ErrFile, option, name)
	}
	data, err := c.opts.ReadFile(name, *c.left)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", option, err)
	}
	if int64(len(data)) > *c.left {
		return nil, fmt.Errorf("%s: %w: with the %d bytes of %q its files are over the limit of %d together",
			option, ErrSize, len(data), name, c.opts.MaxSize)
	}
	*c.left -= int64(len(data))
	return data, nil
}

func (c *curl) finish() {
	if c.json {
		c.imply("Content-Type", "application/json")
		c.imply("Accept", "application/json")
	}
	c.addImplied()
	if c.get && c.hasBody {
		c.r.Target = withQuery(c.r.Target, string(c.body))
		c.body, c.hasBody = nil, false
	}
	c.r.Method = firstText(c.method, c.defaultMethod())
	c.r.Body = c.body
}

// addImplied adds what options other than -H say, where -H says nothing.
func (c *curl) addImplied() {
	settled := c.removed
	for _, f := range c.r.Header {
		if f.Value != "" {
			settled[strings.ToLower(f.Name)] = true
		}
	}
	for _, f := range c.implied {
		name := strings.ToLower(f.Name)
		if !settled[name] {
			c.r.Header = append(c.r.Header, f)
		}
		settled[name] = settled[name] || f.Value != ""
	}
}

func (c *curl) defaultMethod() string {
	switch {
	case c.uploaded:
		return "PUT"
	case c.hasBody || c.r.Absent:
		return "POST"
	}
	return "GET"
}

func withQuery(target, query string) string {
	if strings.Contains(target, "?") {
		return target + "&" + query
	}
	return target + "?" + query
}
