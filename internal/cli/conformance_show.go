package cli

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/conformance/runner"
	"github.com/whsec/whsec/testvectors"
)

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "print a vector as an HTTP message, and why it exists",
		Long: `Print a vector as an HTTP message, below what it shows, what is expected and why.
"whsec verify" reads that. On a terminal what does not print is escaped; a pipe gets
every byte.

JSON: id, comment, result, reason, why, requires, now, tolerance, keys, headers
(pairs of a name and a value in base64) and body (in base64).`,
		Example: `  whsec conformance show standard/verify/published`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage(errors.New("want the id of one vector"), "whsec conformance list")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.conformanceShow(args[0]) },
	}
}

func (a *app) conformanceShow(id string) error {
	suite, err := testvectors.Load()
	if err != nil {
		return failed(err)
	}
	var ids []string
	for c := range suite.All() {
		if c.ID == id {
			a.printVector(suite, &c)
			return nil
		}
		ids = append(ids, c.ID)
	}
	if near := nearest(id, ids); near != "" {
		return usage(fmt.Errorf("there is no vector %q", id), "whsec conformance show "+near)
	}
	return usage(fmt.Errorf("there is no vector %q", id), "whsec conformance list")
}

// A shown vector is documented in the help of show.
type shown struct {
	ID        string      `json:"id"`
	Comment   string      `json:"comment"`
	Result    string      `json:"result"`
	Reason    string      `json:"reason,omitempty"`
	Why       []string    `json:"why"`
	Requires  []string    `json:"requires"`
	Now       int64       `json:"now"`
	Tolerance *int64      `json:"tolerance"`
	Keys      []string    `json:"keys"`
	Headers   [][2]string `json:"headers"`
	Body      []byte      `json:"body"`
}

func (a *app) printVector(suite *testvectors.Suite, c *runner.Case) {
	why := whyVector(suite, c)
	headers := c.Headers
	if c.Operation == testvectors.OperationSign {
		headers = c.Expected
	}
	if !a.asJSON {
		a.printMessage(c, why, headers)
		return
	}
	s := shown{
		ID: c.ID, Comment: c.Comment, Result: string(c.Result), Reason: c.Reason, Why: why,
		Requires: append([]string{}, c.Requires...), Now: c.Now, Tolerance: c.Tolerance,
		Keys: append([]string{}, c.Keys...), Headers: [][2]string{}, Body: append([]byte{}, c.Body...),
	}
	for _, h := range headers {
		s.Headers = append(s.Headers, [2]string{h.Name, base64.StdEncoding.EncodeToString(h.Value)})
	}
	a.out.json(s)
}

// whyVector says why a vector exists, in lines.
func whyVector(suite *testvectors.Suite, c *runner.Case) []string {
	var why []string
	if c.Base != "" {
		why = append(why, fmt.Sprintf("made of %s, with one change: %s", c.Base, c.Change))
	}
	for _, name := range c.Flags {
		flag := suite.Flags[name]
		why = append(why, fmt.Sprintf("%s (%s): %s", name, flag.Kind, flag.Description), "  if it goes wrong: "+flag.Effect)
		for _, link := range flag.Links {
			why = append(why, "  "+link)
		}
	}
	for _, spec := range c.Spec {
		why = append(why, "by "+suite.Link(spec))
	}
	return why
}

func (a *app) printMessage(c *runner.Case, why []string, headers []testvectors.Field) {
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, "# "+format+"\n", args...) }
	line("%s", c.ID)
	line("%s", c.Comment)
	line("%s", expectation(c))
	for _, reason := range why {
		line("%s", reason)
	}
	if len(c.Requires) > 0 {
		line("requires %s", strings.Join(c.Requires, ", "))
	}
	for _, condition := range conditions(c) {
		line("%s", condition)
	}
	for _, key := range c.Keys {
		line("key %q", key)
	}
	a.out.raw([]byte(text.String()))
	if c.Operation != testvectors.OperationKey {
		a.out.raw([]byte("\n" + a.shownBytes(message(headers, c.Body))))
	}
}

func expectation(c *runner.Case) string {
	switch {
	case c.Result == testvectors.Unspecified:
		return "unspecified: the specification is silent, and whatever happens is no failure"
	case c.Reason != "":
		return fmt.Sprintf("%s (%s)", c.Result, c.Reason)
	default:
		return string(c.Result)
	}
}

// conditions is what counts besides the message.
func conditions(c *runner.Case) []string {
	switch c.Operation {
	case testvectors.OperationVerify:
		tolerance := "the default tolerance"
		if c.Tolerance != nil {
			tolerance = fmt.Sprintf("a tolerance of %d s", *c.Tolerance)
		}
		return []string{fmt.Sprintf("received at %s, with %s", at(c.Now), tolerance)}
	case testvectors.OperationSign:
		return []string{fmt.Sprintf("to be signed as %q at %s", c.MessageID, at(c.Timestamp))}
	default:
		return nil
	}
}

func at(seconds int64) string {
	return fmt.Sprintf("%d (%s)", seconds, time.Unix(seconds, 0).UTC().Format(time.RFC3339))
}

func message(headers []testvectors.Field, body []byte) []byte {
	text := []byte("POST / HTTP/1.1\n")
	for _, h := range headers {
		text = append(text, h.Name+": "...)
		text = append(append(text, h.Value...), '\n')
	}
	return append(append(text, '\n'), body...)
}

// maxShown bounds what of a message goes to a terminal, in bytes.
const maxShown = 16 << 10

// shownBytes is every byte, but on a terminal.
func (a *app) shownBytes(data []byte) string {
	if !a.env.Terminal.Stdout {
		return string(data)
	}
	rest := ""
	if len(data) > maxShown {
		rest = fmt.Sprintf("\n… and %d bytes more", len(data)-maxShown)
		data = data[:maxShown]
	}
	var lines []string
	for line := range strings.SplitSeq(string(data), "\n") {
		lines = append(lines, printable(line))
	}
	return strings.Join(lines, "\n") + rest + "\n"
}
