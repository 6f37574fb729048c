package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/capture"
)

// inspectOptions are the flags of inspect.
type inspectOptions struct {
	secrets secretFlags
	scheme  schemeFlag
}

func (a *app) inspectCommand() *cobra.Command {
	var o inspectOptions
	cmd := &cobra.Command{
		Use:   "inspect [FILE | HEADER | PUBLIC-KEY]",
		Short: "say what a secret, a key or a header is, and what is wrong with it",
		Long: `Say what a secret, a key or a header is, and what is wrong with it. Nothing else
is needed. A secret is never printed: two copies of it have the same
fingerprint, 32 bits of the SHA-256 of the key.

A secret comes from --secret-file, --secret-env, a pipe or the hidden prompt; a
header is a value, a line "name: value", or all lines of a request.

Exits with 0 if nothing is wrong, 1 if something is. A key is in order if one
scheme takes it; --scheme asks about one.

JSON, one object for each key or header:
  source      where it is from; name of a header
  kind        secret, private_key, public_key, signature, timestamp, id, unknown
  readings    what each scheme makes of a key: scheme, length in bytes and
              fingerprint, or code and message
  public_key  of a private or public key
  signatures  in a header: version, encoding and length in bytes, or message
  timestamp   in a header, and its age, in seconds
  problems    what is wrong: code and message`,
		Example: `  whsec inspect --secret-file secret.txt
  whsec inspect 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='
  whsec inspect request.http`,
		Args: atMostOne("input"),
		RunE: func(_ *cobra.Command, args []string) error { return a.inspect(&o, args) },
	}
	o.secrets.addTo(cmd.Flags())
	o.scheme.addTo(cmd.Flags(), "the one scheme that matters")
	return cmd
}

func (a *app) inspect(o *inspectOptions, args []string) error {
	texts, err := a.inspected(o, args)
	if err != nil {
		return err
	}
	i := &inspector{only: o.scheme.chosen, now: a.env.Now()}
	for _, text := range texts {
		text.inspect(i)
	}
	good := true
	for _, f := range i.findings {
		a.printFinding(f)
		good = good && len(f.Problems) == 0
	}
	if !good {
		return errNegative
	}
	return nil
}

// An exhibit is something to be looked at.
type exhibit struct {
	secret
	isSecret bool // and no header, of which parts are printed
}

func (e exhibit) inspect(i *inspector) {
	if e.isSecret {
		i.inspectKeys(e.name, e.reveal())
		return
	}
	i.inspect(e.name, e.reveal())
}

// inspected returns what is to be looked at: an argument, secrets, or what is
// piped in.
func (a *app) inspected(o *inspectOptions, args []string) ([]exhibit, error) {
	switch {
	case len(args) > 0 && o.secrets.given():
		return nil, usage(errors.New("inspect takes an argument or secrets, not both"), "whsec inspect --help")
	case len(args) > 0 && args[0] != "-" && !isFile(args[0]):
		return inspectedText(args[0])
	case len(args) > 0:
		return a.inspectedInput(args[0])
	case o.secrets.given() || a.env.Terminal.Stdin:
		return a.inspectedSecrets(&o.secrets)
	}
	piped, err := a.inspectedInput("-")
	if err == nil && piped[0].reveal() == "" {
		return a.inspectedSecrets(&o.secrets)
	}
	return piped, err
}

func (a *app) inspectedSecrets(f *secretFlags) ([]exhibit, error) {
	secrets, err := a.configured(f)
	exhibits := make([]exhibit, len(secrets))
	for i, s := range secrets {
		exhibits[i] = exhibit{s, true}
	}
	return exhibits, err
}

// inspectedText takes what may stand on a command line: no secret does.
func inspectedText(text string) ([]exhibit, error) {
	if signedHeaders(text) == nil && headerOfValue(text) == nil && kindOfKey(text) != kindPublic {
		return nil, failed(errors.New("the argument is no file, no header and no public key"), "whsec inspect --help")
	}
	return []exhibit{{secret: newSecret("argument", text)}}, nil
}

func (a *app) inspectedInput(path string) ([]exhibit, error) {
	data, err := a.readInput(path, capture.DefaultMaxSize)
	if err != nil {
		return nil, err
	}
	return []exhibit{{secret: newSecret(nameOfInput(path), string(withoutLineEnd(data)))}}, nil
}

// A finding is one key or header, with what there is to say about it. It is
// documented in the help of inspect.
type finding struct {
	Source     string      `json:"source"`
	Name       string      `json:"name,omitempty"`
	Kind       string      `json:"kind"`
	Readings   []reading   `json:"readings,omitempty"`
	PublicKey  string      `json:"public_key,omitempty"`
	Signatures []signature `json:"signatures,omitempty"`
	Timestamp  *int64      `json:"timestamp,omitempty"`
	Age        *int64      `json:"age,omitempty"`
	Problems   []problem   `json:"problems"`
}

// A problem has a code of the SDK, or one of inspect's own: placeholder,
// api_key, key_file, other_scheme, unknown.
type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// The kinds of findings.
const (
	kindSecret    = "secret"
	kindPrivate   = "private_key"
	kindPublic    = "public_key"
	kindSignature = "signature"
	kindTimestamp = "timestamp"
	kindID        = "id"
	kindUnknown   = "unknown"
)

func (f *finding) problem(code, format string, args ...any) {
	f.Problems = append(f.Problems, problem{code, redact(fmt.Sprintf(format, args...))})
}

// inspect finds out what a text is.
func (i *inspector) inspect(source, text string) {
	if r := signedHeaders(text); r != nil {
		i.inspectHeaders(source, r)
		return
	}
	if f := headerOfValue(text); f != nil {
		i.inspectHeaders(source, &capture.Request{Header: []capture.Field{*f}})
		return
	}
	i.inspectKeys(source, text)
}

// signedHeaders returns the request in a text, if it is one with a signature.
func signedHeaders(text string) *capture.Request {
	if !strings.Contains(text, ":") {
		return nil
	}
	requests, err := capture.Parse([]byte(text), capture.Options{})
	if err != nil {
		return nil
	}
	for _, r := range requests {
		if r.Signed() || slices.ContainsFunc(schemes(), func(s *scheme) bool { return s.claims(r) }) {
			return r
		}
	}
	return nil
}
