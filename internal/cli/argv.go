package cli

import (
	"errors"
	"slices"
	"strings"
)

// fileFlagNames take the name of something that holds a secret.
var fileFlagNames = map[string]bool{"--secret-file": true, "--secret-env": true, "--candidate-file": true, "--passphrase-file": true}

// textFlagNames take what can have the look of a key in hex and is none: ids,
// signatures.
var textFlagNames = map[string]bool{"--header": true, "--id": true, "--url": true}

var errSecretInArgs = errors.New("a secret does not go on the command line, where every process of the machine can read it; " +
	"if this one is in use, replace it")

// refuseSecretArgs looks at the arguments before anything else does, so that
// no other message has a chance to repeat a secret. What follows "--" is the
// command line of another program.
func (a *app) refuseSecretArgs() error {
	args := a.typed()
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	if slices.Contains(args.secretMarks(), true) {
		return a.secretInArgs()
	}
	return nil
}

// secretInArgs shows how to say it without the secret.
func (a *app) secretInArgs() error {
	again := a.typed().withoutSecrets()
	if a.typed().word(0) == "key" {
		return usage(errSecretInArgs,
			a.keyAgain(again).String(),
			"what is secret goes into a file, written with an editor and not with echo, or comes by a pipe or the hidden prompt")
	}
	return usage(errSecretInArgs,
		again.with("--secret-file", "secret.txt").String(),
		"write secret.txt with an editor, not with echo; a variable does as well: --secret-env NAME")
}

// keyAgain names files in place of a passphrase, or of the key itself.
func (a *app) keyAgain(again line) line {
	for _, arg := range a.typed() {
		if strings.HasPrefix(arg, "-") && strings.Contains(strings.ToLower(arg), "pass") {
			return again.with("--passphrase-file", "passphrase.txt")
		}
	}
	return again.and("key.txt")
}

// withoutSecrets leaves out what gives a secret away.
func (l line) withoutSecrets() line {
	var kept line
	for i, secret := range l.secretMarks() {
		if !secret {
			kept = append(kept, l[i])
		}
	}
	return kept
}

// secretMarks says of each argument whether it gives a secret away, or is the
// flag of one that does.
func (l line) secretMarks() []bool {
	marks := make([]bool, len(l))
	for i := 0; i < len(l); i++ {
		switch flag, _, joined := strings.Cut(l[i], "="); {
		case l.isSecretFlag(i):
			marks[i] = true
			for next := true; next && !joined && i+1 < len(l); {
				i++
				marks[i], next = true, l[i] == "--"
			}
		case fileFlagNames[flag] && joined:
			marks[i] = anySecret(l[i])
		case i > 0 && fileFlagNames[l[i-1]]:
			marks[i] = anySecret("=" + l[i])
			marks[i-1] = marks[i]
		default:
			marks[i] = l.isSecret(i)
		}
	}
	return marks
}

// isSecretFlag reports whether an argument is a flag that people type for want
// of knowing better. A secret behind it is in the process list and in the
// shell's history already. One of ours, misspelled in front of a file, is not.
func (l line) isSecretFlag(i int) bool {
	name, value, joined := strings.Cut(l[i], "=")
	if name == "" || name[0] != '-' || fileFlagNames[name] || !namesSecret(name) {
		return false
	}
	if !joined && i+1 < len(l) {
		value = l[i+1]
	}
	_, path, _ := strings.Cut("="+value, "=")
	misspelled := nearest(strings.TrimLeft(name, "-"), []string{"secret-file", "secret-env", "candidate-file", "passphrase-file"}) != ""
	return !misspelled || !isFile(path)
}

func namesSecret(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"secret", "key", "token", "password", "passphrase"}, func(word string) bool { return strings.Contains(name, word) })
}

// anySecret reports whether a secret stands behind any = of an argument: base64
// has some of its own.
func anySecret(arg string) bool {
	for i := range len(arg) {
		if arg[i] == '=' && looksSecret(arg[i+1:]) {
			return true
		}
	}
	return false
}

// isSecret reports whether an argument without a flag for secrets is one.
func (l line) isSecret(i int) bool {
	arg := l[i]
	flag, value, joined := strings.Cut(arg, "=")
	isFlag := strings.HasPrefix(arg, "-")
	switch {
	case isFlag && textFlagNames[flag], i > 0 && textFlagNames[l[i-1]], !isFlag && l.takesHeaders():
		return looksSecret(arg) && !isHex(arg) || joined && looksSecret(value) && !isHex(value)
	default:
		return looksSecret(strings.TrimLeft(arg, "-")) || joined && looksSecret(value) && (isFlag || !isHex(value))
	}
}

// takesHeaders reports whether the command takes the value of a header, which
// can be a signature in hex.
func (l line) takesHeaders() bool { return l.word(0) == "inspect" }
