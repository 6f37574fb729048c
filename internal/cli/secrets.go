package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// secretVariable is the environment variable that is read without a flag.
const secretVariable = "WEBHOOK_SECRET"

// maxSecretSize is in bytes, of a file with a whole list of keys.
const maxSecretSize = 64 << 10

// A secret is the text of a key, or of a list of keys, as it was found: it may
// be none. What to make of it is for the scheme to say.
type secret struct {
	name   string
	reveal func() string // a closure, where reflection does not reach
}

func newSecret(name, text string) secret { return secret{name, func() string { return text }} }

// String returns the name.
func (s secret) String() string { return s.name }

// A secretSource is where a secret is to be read from.
type secretSource struct{ name, path, variable string }

// flag is what configures the source.
func (s secretSource) flag() line {
	switch {
	case s.variable != "":
		return line{"--secret-env", s.variable}
	case s.name == s.path, s.name == stdinName && s.path == "-":
		return line{"--secret-file", s.path}
	default:
		return line{"--secret-file", s.name + "=" + s.path}
	}
}

// stdinName is what a secret from stdin is called, unless it has a name.
const stdinName = "stdin"

// A sourceList has sources in the order of their flags: the current key is the
// first.
type sourceList []secretSource

// secretFlags are the flags that say where secrets are.
type secretFlags struct {
	configured sourceList
	candidates sourceList
}

// addTo adds the flags for the secrets that are configured.
func (f *secretFlags) addTo(flags *pflag.FlagSet) {
	flags.Var((*fileFlag)(&f.configured), "secret-file", "read a secret from a file; - is stdin; NAME is for messages; repeatable")
	flags.Var((*variableFlag)(&f.configured), "secret-env", "read a secret from an environment variable; repeatable")
}

// addCandidatesTo adds the flag for secrets that are only tried.
func (f *secretFlags) addCandidatesTo(flags *pflag.FlagSet) {
	flags.Var((*fileFlag)(&f.candidates), "candidate-file", "a secret that is not configured, but might be the right one; repeatable")
}

// given reports whether a flag named a secret.
func (f *secretFlags) given() bool { return len(f.configured) > 0 }

// fromStdin reports whether a flag asks for a secret there.
func (f *secretFlags) fromStdin() bool {
	return slices.ContainsFunc(slices.Concat(f.configured, f.candidates), func(s secretSource) bool { return s.path == "-" })
}

// args are the flags that configure the same secrets again.
func (f *secretFlags) args() line {
	var args line
	for _, source := range f.configured {
		args = append(args, source.flag()...)
	}
	return args
}

// importLine reads the key of another tool that the secret of this name is.
func (f *secretFlags) importLine(name string) line {
	again := line{"key", "import", "--out", "key.txt"}
	for _, source := range f.configured {
		if source.name == name && source.variable == "" {
			return again.and(source.path)
		}
	}
	return again
}

type fileFlag sourceList

func (f *fileFlag) String() string { return "" }
func (f *fileFlag) Type() string   { return "[NAME=]PATH" }
func (f *fileFlag) Set(arg string) error {
	name, path, named := strings.Cut(arg, "=")
	if !named {
		name, path = arg, arg
	}
	if name == "" || path == "" {
		return errors.New("want PATH or NAME=PATH; a path with = in it needs a NAME")
	}
	if path == "-" && !named {
		name = stdinName
	}
	*f = append(*f, secretSource{name: name, path: path})
	return nil
}

type variableFlag sourceList

func (f *variableFlag) String() string { return "" }
func (f *variableFlag) Type() string   { return "NAME" }
func (f *variableFlag) Set(arg string) error {
	if arg == "" || strings.ContainsAny(arg, "=$ ") {
		return errors.New("want the name of a variable, without $ and without a value")
	}
	*f = append(*f, secretSource{name: "$" + arg, variable: arg})
	return nil
}

// configured reads the secrets of the flags; without any that of
// $WEBHOOK_SECRET; and without that asks for one.
func (a *app) configured(f *secretFlags) ([]secret, error) {
	if f.given() {
		return a.readSecrets(f.configured)
	}
	if text, ok := a.env.LookupEnv(secretVariable); ok {
		return []secret{newSecret("$"+secretVariable, text)}, nil
	}
	text, err := a.env.Terminal.ReadSecret("Secret (not shown): ")
	switch {
	case errors.Is(err, ErrNoTerminal):
		return nil, failedAs(codeNoSecret, errors.New("no secret"), a.typed().with("--secret-file", "PATH").String(), "or set "+secretVariable)
	case err != nil:
		return nil, failedAs(codeNoSecret, fmt.Errorf("reading the secret from the terminal: %w", err))
	default:
		return []secret{newSecret("terminal", text)}, nil
	}
}

func (a *app) readSecrets(sources sourceList) ([]secret, error) {
	secrets := make([]secret, 0, len(sources))
	for _, source := range sources {
		text, err := a.readSecret(source)
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, newSecret(source.name, text))
	}
	return secrets, nil
}

func (a *app) readSecret(source secretSource) (string, error) {
	if source.variable == "" {
		return a.readSecretFile(source)
	}
	text, ok := a.env.LookupEnv(source.variable)
	if !ok {
		return "", failedAs(codeNoSecret, fmt.Errorf("the environment variable %s is not set", named(source.variable)),
			"export it, or use --secret-file PATH")
	}
	return text, nil
}

func (a *app) readSecretFile(source secretSource) (string, error) {
	data, err := a.readInput(source.path, maxSecretSize)
	if err != nil {
		return "", source.fileError(err)
	}
	if source.path != "-" {
		a.warnWritable(source.path)
	}
	return string(withoutLineEnd(data)), nil
}

// fileError helps with a path that has a = in it, and was taken for a name and
// a path.
func (s secretSource) fileError(err error) error {
	whole := s.name + "=" + s.path
	if errors.Is(err, fs.ErrNotExist) && isFile(whole) {
		return failed(err, "a path with = in it needs a name: --secret-file "+shellQuote("key="+whole))
	}
	return err
}

// withoutLineEnd takes one line end off: the one that editors and echo add.
func withoutLineEnd(data []byte) []byte {
	if cut, ok := bytes.CutSuffix(data, []byte("\n")); ok {
		return bytes.TrimSuffix(cut, []byte("\r"))
	}
	return data
}

// warnWritable warns of files into which any user can write a secret of his
// own, and then sign with it. Windows reports no such mode.
func (a *app) warnWritable(path string) {
	if info, err := os.Stat(path); err == nil && othersHave(info, 0o002) {
		a.out.warning("%s can be changed by other users; chmod 600 %s", path, shellQuote(path))
	}
}

func othersHave(info fs.FileInfo, permission fs.FileMode) bool {
	return runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode().Perm()&permission != 0
}
