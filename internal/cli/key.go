package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/internal/keyfile"
)

func (a *app) keyCommand() *cobra.Command {
	return a.group(&cobra.Command{
		Use:   "key",
		Short: "read and write keys as other tools keep them",
		Long: `Read keys as other tools keep them, in PEM, OpenSSH and JWK files, and write them
so. Of key pairs Ed25519 alone is taken, the algorithm of v1a; symmetric secrets
have JWKs.`,
		Example: `  whsec key import --out private.txt key.pem
  whsec key export --public private.txt`,
	},
		a.importCommand(),
		a.exportCommand(),
	)
}

// keyFault says what is wrong with the file of a key, and how to make one of it
// that can be read.
func (a *app) keyFault(path string, err error) error {
	if errors.As(err, new(*fault)) {
		return err
	}
	named := fmt.Errorf("%s: %w", nameOfInput(path), err)
	e := new(keyfile.Error)
	if !errors.As(err, &e) {
		return failed(named)
	}
	file := "FILE"
	if path != "-" {
		file = shellQuote(path)
	}
	var hints []string
	if e.Convert != "" {
		hints = append(hints, strings.ReplaceAll(e.Convert, "FILE", file)+a.converted(path, e.Into))
	}
	if e.Advice != "" {
		hints = append(hints, strings.ReplaceAll(e.Advice, "FILE", file))
	}
	return failed(named, hints...)
}

// converted is how a command line goes on that has converted the file at path.
func (a *app) converted(path, into string) string {
	again := a.typed()
	if at := slices.Index(again, path); at >= 0 {
		again = slices.Delete(again, at, at+1)
	}
	if into == "" {
		return " | " + again.and("-").String()
	}
	return " && " + again.and(into).String()
}

// publicHalfOf returns the half that --public asks for.
func (a *app) publicHalfOf(key keyfile.Key) (keyfile.Key, error) {
	half, ok := key.Public()
	if !ok {
		return half, usage(errors.New("a symmetric secret has no public half: whoever verifies with it can sign"),
			"to make a pair that has one: whsec keygen --asymmetric --out private.txt")
	}
	return half, nil
}
