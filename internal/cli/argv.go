package cli

import (
	"errors"
	"strings"
)

// secretFlagNames are what people type for want of knowing better. A secret
// behind them is in the process list and the shell's history already.
var secretFlagNames = map[string]bool{
	"--secret": true, "--signing-secret": true, "--webhook-secret": true, "--key": true, "--signing-key": true,
}

var errSecretInArgs = errors.New("a secret does not go on the command line, where every process of the machine can read it")

// refuseSecretArgs looks at the arguments before anything else does, so that
// no other message has a chance to repeat a secret. What follows "--" is the
// command line of another program.
func refuseSecretArgs(args []string) error {
	for _, arg := range args {
		if arg == "--" {
			return nil
		}
		if isSecretArg(arg) {
			return usage(errSecretInArgs, secretHints...)
		}
	}
	return nil
}

var secretHints = []string{
	"whsec keygen --out secret.txt makes a new one in a file; or put the old one there with an editor, then: --secret-file secret.txt",
	"or name an environment variable that holds it: --secret-env WEBHOOK_SECRET",
}

func isSecretArg(arg string) bool {
	if looksSecret(arg) {
		return true
	}
	name, value, ok := strings.Cut(arg, "=")
	return secretFlagNames[name] || ok && looksSecret(value)
}
