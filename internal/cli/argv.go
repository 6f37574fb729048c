package cli

import (
	"errors"
	"strings"
)

// secretFlagNames are what people type for want of knowing better. A secret
// behind them is in the process list and in the shell's history already.
var secretFlagNames = map[string]bool{
	"--secret": true, "--signing-secret": true, "--webhook-secret": true, "--key": true, "--signing-key": true,
}

// fileFlagNames take the name of something that holds a secret.
var fileFlagNames = map[string]bool{"--secret-file": true, "--secret-env": true, "--candidate-file": true}

var errSecretInArgs = errors.New("a secret does not go on the command line, where every process of the machine can read it; " +
	"if this one is in use, replace it")

// refuseSecretArgs looks at the arguments before anything else does, so that
// no other message has a chance to repeat a secret. What follows "--" is the
// command line of another program.
func (a *app) refuseSecretArgs() error {
	for _, arg := range a.env.Args {
		if arg == "--" {
			return nil
		}
		if isSecretArg(arg) {
			return a.secretInArgs()
		}
	}
	return nil
}

// secretInArgs shows how to say it without the secret.
func (a *app) secretInArgs() error {
	return usage(errSecretInArgs,
		a.typed().withoutSecrets().with("--secret-file", "secret.txt").String(),
		"write secret.txt with an editor, not with echo; a variable does as well: --secret-env NAME")
}

func isSecretArg(arg string) bool {
	if looksSecret(arg) {
		return true
	}
	name, value, ok := strings.Cut(arg, "=")
	return secretFlagNames[name] || ok && looksSecret(value)
}

// withoutSecrets leaves out what refuseSecretArgs finds, and the flag before.
func (l line) withoutSecrets() line {
	var kept line
	for i := 0; i < len(l); i++ {
		switch {
		case secretFlagNames[l[i]]:
			i++
		case isSecretArg(l[i]):
			if last := len(kept) - 1; last >= 0 && fileFlagNames[kept[last]] {
				kept = kept[:last]
			}
		default:
			kept = append(kept, l[i])
		}
	}
	return kept
}
