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
}

// readSigned reads a capture and leaves out the requests that nobody signed,
// if there are signed ones: an archive of a browser has hundreds.
func (a *app) readSigned(f *captureFlags, args []string) ([]signedRequest, error) {
	all, err := a.readCapture(f, args)
	if err != nil {
		return nil, err
	}
	var signed []signedRequest
	for i, r := range all {
		if r.Signed() || len(all) == 1 {
			signed = append(signed, signedRequest{r, i + 1})
		}
	}
	if len(signed) == 0 {
		return nil, failed(fmt.Errorf("none of the %d requests in the capture has a signature", len(all)))
	}
	return signed, nil
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
