package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/whsec/whsec/internal/capture"
)

// maxBodySize is in bytes.
const maxBodySize = 256 << 20

var errTwoStdins = usage(errors.New("two inputs are to be read from stdin; only one can be"), "put one of them in a file")

// errTooLarge is in the chain of errors about inputs over their limit.
var errTooLarge = errors.New("too large")

// readInput reads a file, or stdin for "-", which only one input may be.
func (a *app) readInput(path string, limit int64) ([]byte, error) {
	if path != "-" {
		return a.readFile(path, limit)
	}
	if a.stdinTaken {
		return nil, errTwoStdins
	}
	a.stdinTaken = true
	data, err := readAll(a.env.Stdin, limit)
	if err != nil {
		return nil, unreadable("stdin", err)
	}
	return data, nil
}

func (a *app) readFile(path string, limit int64) ([]byte, error) {
	if looksSecret(path) {
		return nil, a.secretInArgs()
	}
	file, err := os.Open(path)
	if fault := new(fs.PathError); errors.As(err, &fault) {
		fault.Path = named(path)
	}
	if err != nil {
		return nil, failed(err)
	}
	defer file.Close()
	data, err := readAll(file, limit)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return data, nil
}

func unreadable(name string, err error) error {
	err = fmt.Errorf("%s: %w", name, err)
	if errors.Is(err, errTooLarge) {
		return failed(err)
	}
	return failedAs(codeUnreadable, err)
}

func readAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%w: more than %d bytes", errTooLarge, limit)
	}
	return data, err
}

// captureFlags say how a capture is to be read.
type captureFlags struct {
	kind       kindFlag
	headers    []string
	allowFiles bool
}

func (f *captureFlags) addTo(flags *pflag.FlagSet) {
	flags.Var(&f.kind, "input", "what the capture is, where its content does not tell: "+kindNames())
	flags.StringArrayVar(&f.headers, "header", nil, "a header of the request, `'NAME: VALUE'`; the file is its body then, byte for byte; repeatable")
	flags.BoolVar(&f.allowFiles, "allow-files", false, "read the files that a captured curl command names, as in --data-binary @FILE")
}

// A kindFlag is the kind of a capture, or "" to recognise it.
type kindFlag capture.Kind

func (f *kindFlag) String() string { return "" }
func (f *kindFlag) Type() string   { return "KIND" }
func (f *kindFlag) Set(arg string) error {
	if !slices.Contains(capture.Kinds(), capture.Kind(arg)) {
		return errors.New("there is no such kind of capture; choose from " + kindNames())
	}
	*f = kindFlag(arg)
	return nil
}

func kindNames() string {
	var names []string
	for _, kind := range capture.Kinds() {
		names = append(names, string(kind))
	}
	return strings.Join(names, ", ")
}

// readCapture reads the requests in the one argument, or in stdin without it.
func (a *app) readCapture(f *captureFlags, secrets *secretFlags, args []string) ([]*capture.Request, error) {
	path, err := a.inputPath(args, "capture", secrets.fromStdin())
	if err != nil {
		return nil, err
	}
	if len(f.headers) > 0 {
		return a.readBodyOf(f, path)
	}
	data, err := a.readInput(path, capture.DefaultMaxSize)
	if err != nil {
		return nil, err
	}
	requests, err := capture.Parse(data, a.captureOptions(f))
	if err != nil {
		return nil, a.captureError(path, err)
	}
	return requests, nil
}

func (a *app) captureOptions(f *captureFlags) capture.Options {
	o := capture.Options{Kind: capture.Kind(f.kind)}
	if f.allowFiles {
		o.ReadFile = a.readNamedFile
	}
	return o
}

func (a *app) captureError(path string, err error) error {
	err = fmt.Errorf("%s: %w", nameOfInput(path), err)
	switch {
	case errors.Is(err, capture.ErrFile):
		return failed(err, "if you trust whoever wrote the command: "+a.typed().with("--allow-files").String())
	case errors.Is(err, capture.ErrDump):
		return failedAs(codeCapture, err, "neither --trace-ascii nor --trace shows the body in one piece: "+insteadOfTrace)
	case codeOf(err) != "":
		return failed(err)
	default:
		return failedAs(codeCapture, err)
	}
}

// insteadOfTrace is what to give where curl has not shown the body.
const insteadOfTrace = "give the curl command, or --header 'name: value' with the body in a file"

// readNamedFile reads what a captured curl command names as its body. It is a
// plain file with a size: a pipe or a device would not end, nor would some of
// the files that the kernel makes up, which have none.
func (a *app) readNamedFile(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no plain file", path)
	case info.Size() == 0:
		return nil, fmt.Errorf("%s is empty, or is no file with a size", path)
	default:
		return a.readFile(path, limit)
	}
}

// inputPath returns the one argument, or "-" if something comes in by stdin
// that is no secret.
func (a *app) inputPath(args []string, what string, stdinTaken bool) (string, error) {
	switch {
	case len(args) == 1 && args[0] != "-":
		return args[0], nil
	case stdinTaken:
		return "", errTwoStdins
	case len(args) == 1:
		return "-", nil
	case a.env.Terminal.Stdin:
		return "", usage(fmt.Errorf("no %s: give a file, or pipe one in", what), a.typed().and("FILE").String())
	default:
		return "-", nil
	}
}

func nameOfInput(path string) string {
	if path == "-" {
		return "stdin"
	}
	return path
}

// readBodyOf makes a request of the headers given and the file, which is the
// body: nothing is guessed.
func (a *app) readBodyOf(f *captureFlags, path string) ([]*capture.Request, error) {
	if f.kind != "" {
		return nil, usage(errors.New("with --header the file is the body, so --input says nothing; leave one of them out"))
	}
	r := &capture.Request{Line: 1}
	r.ContentLength = -1
	for _, text := range f.headers {
		field, err := parseHeader(text)
		if err != nil {
			return nil, err
		}
		r.Header = append(r.Header, field)
	}
	var err error
	r.Body, err = a.readInput(path, maxBodySize)
	return []*capture.Request{r}, err
}

func parseHeader(text string) (capture.Field, error) {
	name, value, ok := strings.Cut(text, ":")
	name = strings.Trim(name, " \t")
	if !ok || !isFieldName(name) {
		return capture.Field{}, usage(fmt.Errorf("--header %q: want 'name: value'", named(redact(text))),
			"--header 'webhook-id: msg_1'")
	}
	return capture.Field{Name: name, Value: strings.Trim(value, " \t")}, nil
}

// isFieldName reports whether name is a token (RFC 9110, section 5.1).
func isFieldName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return name != ""
}
