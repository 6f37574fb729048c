package cli

import (
	"encoding/base64"
	"os"
	"regexp"
	"strings"
	"unicode"
)

// secretRE is what secrets look like, wherever they stand: keys of this scheme,
// Stripe's test secrets with underscores in them, its API keys.
var secretRE = regexp.MustCompile(`(wh(?:sec|sk)_|[sr]k_(?:live|test)_)[A-Za-z0-9+/_-]+={0,2}`)

// fileRE is what the files of other tools have in front of a secret: PEM, and
// the members d and k of a JWK.
var fileRE = regexp.MustCompile(`(PRIVATE KEY-----)[^-]+|("[dk]"\s*:\s*")[^"]+`)

// redact is the last line of defence for messages: no command means to put a
// secret into one, and what looks like one does not come through.
func redact(text string) string {
	text = fileRE.ReplaceAllString(text, "${1}${2}[redacted]")
	return secretRE.ReplaceAllString(text, "${1}[redacted]")
}

func redactAll(texts []string) []string {
	var redacted []string
	for _, text := range texts {
		redacted = append(redacted, redact(text))
	}
	return redacted
}

// looksSecret reports whether an argument is a secret itself where its name or
// path should be. What names a file is taken for that.
func looksSecret(arg string) bool {
	text := strings.Trim(arg, " \t\r\n\"'`")
	loc := secretRE.FindStringIndex(strings.TrimPrefix(text, "v1,"))
	return (loc != nil && loc[0] == 0 || looksKey(text) || fileRE.MatchString(text)) && !isFile(arg)
}

// looksKey reports whether text is a key without its prefix: hex, or base64 of
// the length of a key, with large and small letters and digits. Paths have more
// slashes.
func looksKey(text string) bool {
	decoded, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	return isHex(text) || err == nil && 24 <= len(decoded) && len(decoded) <= 80 &&
		strings.Count(text, "/") <= 2 &&
		strings.ContainsAny(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") &&
		strings.ContainsAny(text, "abcdefghijklmnopqrstuvwxyz") &&
		strings.ContainsAny(text, "0123456789")
}

var hexRE = regexp.MustCompile(`^[0-9a-fA-F]{32,}$`)

// isHex reports whether text is at least 16 bytes in hex, as "openssl rand
// -hex" writes keys.
func isHex(text string) bool { return hexRE.MatchString(strings.Trim(text, " \t\r\n\"'`")) }

var nameRE = regexp.MustCompile(`^[A-Z0-9_]*$|[./\\~ ]`)

// couldBeSecret reports whether a name that was not found should not be
// repeated: it is as long as a secret and has no look of a path or a variable.
func couldBeSecret(name string) bool {
	const least = 20
	digits, letters := strings.ContainsAny(name, "0123456789"), strings.IndexFunc(name, unicode.IsLetter) >= 0
	return len(name) >= least && digits && letters && !nameRE.MatchString(name)
}

// named is a name for a message.
func named(name string) string {
	if couldBeSecret(name) {
		return "[not shown: it could be a secret]"
	}
	return name
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
