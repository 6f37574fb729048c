package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/capture"
)

// A signedRequest is one of a capture that may have others.
type signedRequest struct {
	*capture.Request
	number int // from 1, among all of the capture
	of     int // how many are signed
	others int // how many are not, and are left out
}

// prefix tells apart the requests of a capture that has several.
func (r signedRequest) prefix() string {
	if r.of < 2 {
		return ""
	}
	return fmt.Sprintf("request %d, line %d: ", r.number, r.Line)
}

// readSigned reads a capture and leaves out the requests that nobody signed,
// if there are signed ones: an archive of a browser has hundreds.
func (a *app) readSigned(f *captureFlags, secrets *secretFlags, args []string) ([]signedRequest, error) {
	all, err := a.readCapture(f, secrets, args)
	if err != nil {
		return nil, err
	}
	var signed []signedRequest
	for i, r := range all {
		if r.Signed() || len(all) == 1 {
			if err := hiddenBody(r); err != nil {
				return nil, err
			}
			signed = append(signed, signedRequest{Request: r, number: i + 1})
		}
	}
	others := len(all) - len(signed)
	for i := range signed {
		signed[i].of, signed[i].others = len(signed), others
	}
	if len(signed) == 0 {
		return nil, failedAs(codeNoSignature, fmt.Errorf("none of the %d requests in the capture has a signature", len(all)))
	}
	switch {
	case others == 1:
		a.out.note("1 of %d requests has no signature and was left out", len(all))
	case others > 1:
		a.out.note("%d of %d requests have no signature and were left out", others, len(all))
	}
	return signed, nil
}

// hiddenBody refuses a request whose body was sent and is not in the capture:
// nothing can be said of its signature.
func hiddenBody(r *capture.Request) error {
	if !r.Trace || !r.Absent {
		return nil
	}
	return failedAs(codeNoBody, fmt.Errorf("line %d: the capture does not hold the body of this request", r.Line),
		"curl -v does not show the body that it sent: "+insteadOfTrace)
}

// atMostOne refuses a second argument.
func atMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < 2 {
			return nil
		}
		return usage(fmt.Errorf("%s takes one %s, not %d arguments", cmd.CommandPath(), what, len(args)), cmd.CommandPath()+" --help")
	}
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage(fmt.Errorf("%s takes no argument", cmd.CommandPath()), cmd.CommandPath()+" --help")
}
