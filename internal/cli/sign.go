package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/standardwebhooks"
)

// signOptions are the flags of sign.
type signOptions struct {
	secrets   secretFlags
	scheme    schemeFlag
	id        string
	timestamp timeFlag
	as        formFlag
	url       string
}

func (a *app) signCommand() *cobra.Command {
	var o signOptions
	cmd := &cobra.Command{
		Use:   "sign [BODY]",
		Short: "sign a body",
		Long: `Sign a body, a file or what is piped in, byte for byte as it is, and print the
headers to send with it. With several keys every one signs.

--as says what to print:
  headers   a line "name: value" for each header
  json      an object with the headers, the id and the timestamp; as --json does
  curl      a curl command that sends the body to --url
  http      the whole request, which verify reads

JSON: scheme, headers (an object), timestamp, and id where the scheme has one.`,
		Example: `  whsec sign --secret-file secret.txt body.json
  whsec sign --secret-file secret.txt --as curl --url http://localhost:3000/hooks body.json
  printf '{"test":true}' | whsec sign --secret-file secret.txt --as http > request.http`,
		Args: atMostOne("body"),
		RunE: func(_ *cobra.Command, args []string) error { return a.sign(&o, args) },
	}
	flags := cmd.Flags()
	o.secrets.addTo(flags)
	o.scheme.addTo(flags, "how to sign (default standard)")
	flags.StringVar(&o.id, "id", "", "the message `ID`; a new one if not given")
	flags.Var(&o.timestamp, "timestamp", "when it is sent, in seconds since 1970 or as in RFC 3339; now if not given")
	flags.Var(&o.as, "as", "what to print: "+strings.Join(signedForms, ", ")+" (default headers)")
	flags.StringVar(&o.url, "url", "", "the `URL` to send it to")
	return cmd
}

func (a *app) sign(o *signOptions, args []string) error {
	s, err := a.checkSign(o)
	if err != nil {
		return err
	}
	path, err := a.inputPath(args, "body", o.secrets.fromStdin())
	if err != nil {
		return err
	}
	body, err := a.readInput(path, maxBodySize)
	if err != nil {
		return err
	}
	signer, err := a.signer(o, s)
	if err != nil {
		return err
	}
	m := &signed{scheme: s, id: o.id, at: a.env.Now(), header: http.Header{}, body: body, path: path, url: o.url}
	if o.timestamp.set {
		m.at = o.timestamp.Time
	}
	if s.hasID && o.id == "" {
		m.id = standardwebhooks.NewMessageID()
		a.out.note("new message id %s", m.id)
	}
	if err := signer.SetHeaders(context.Background(), m.header, m.id, m.at, body); err != nil {
		return a.signError(err)
	}
	return a.printSigned(o.as, m)
}

// checkSign refuses flags that do not go together, and returns the scheme.
func (a *app) checkSign(o *signOptions) (*scheme, error) {
	s := o.scheme.chosen
	if s == nil {
		s = schemeNamed("standard")
	}
	if a.asJSON {
		o.as = "json"
	}
	switch {
	case o.as == "curl" && o.url == "":
		return nil, usage(errors.New("curl has to know where to send it"), a.typed().with("--url", "http://localhost:3000/hooks").String())
	case printable(o.id) != o.id:
		return nil, usage(errors.New("--id has characters that cannot be seen"), a.typed().set("--id", "msg_1").String())
	case o.id != "" && !s.hasID:
		return nil, usage(fmt.Errorf("messages of the scheme %s have no id", s.name), a.typed().without("--id").String())
	}
	return s, checkURL(o.url)
}

func (a *app) signer(o *signOptions, s *scheme) (conformance.Signer, error) {
	secrets, err := a.configured(&o.secrets)
	if err != nil {
		return nil, err
	}
	keys, err := s.ringOf(secrets)
	if err != nil {
		return nil, err
	}
	signer, err := s.newSigner(keys.texts)
	if err != nil {
		return nil, inspectHint(&o.secrets, keys, keys.blame(err))
	}
	return signer, nil
}

// signError is about what was typed: keys have been checked before.
func (a *app) signError(err error) error {
	switch {
	case errors.Is(err, standardwebhooks.ErrMalformedID):
		return usage(err, a.typed().set("--id", "msg_1").String())
	case errors.Is(err, standardwebhooks.ErrMalformedTimestamp):
		return usage(err, a.typed().set("--timestamp", "1700000000").String())
	default:
		return failed(err)
	}
}

// signed is a message with its headers.
type signed struct {
	scheme *scheme
	id     string
	at     time.Time
	header http.Header
	body   []byte
	path   string // of the body, or -
	url    string
}

// A headerLine is a header as the scheme spells it.
type headerLine struct{ name, value string }

// headerLines returns the headers in the order of the scheme.
func (s *scheme) headerLines(header http.Header) []headerLine {
	lines := make([]headerLine, len(s.headers))
	for i, name := range s.headers {
		lines[i] = headerLine{name, header.Get(name)}
	}
	return lines
}
