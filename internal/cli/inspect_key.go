package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/whsec/whsec/internal/keyfile"
	sw "github.com/whsec/whsec/standardwebhooks"
)

// An inspector looks at one thing after the other.
type inspector struct {
	only     *scheme // or nil for all
	now      time.Time
	findings []*finding
}

// A reading is what one scheme makes of a key.
type reading struct {
	Scheme      string `json:"scheme"`
	Length      int    `json:"length,omitempty"` // in bytes
	Fingerprint string `json:"fingerprint,omitempty"`
	Code        string `json:"code,omitempty"`
	Message     string `json:"message,omitempty"`
}

func (i *inspector) add(source, kind string) *finding {
	f := &finding{Source: source, Kind: kind, Problems: []problem{}}
	i.findings = append(i.findings, f)
	return f
}

// inspectKeys looks at a secret, a key, or a list of them.
func (i *inspector) inspectKeys(source, text string) {
	entriesOf := listEntries
	if i.only != nil {
		entriesOf = i.only.entries
	}
	entries, err := entriesOf(text)
	if err != nil {
		i.add(source, kindSecret).problem(sw.Code(err), "%v", err)
		return
	}
	for n, entry := range entries {
		name := source
		if len(entries) > 1 {
			name = fmt.Sprintf("%s, key %d of %d", source, n+1, len(entries))
		}
		i.inspectKey(name, entry)
	}
}

func (i *inspector) inspectKey(source, text string) {
	f := i.add(source, kindOfKey(text))
	for _, s := range schemes() {
		if i.only == nil || i.only.name == s.name {
			f.Readings = append(f.Readings, s.read(text))
		}
	}
	f.PublicKey = publicHalf(text)
	if code, message := keyMistake(text); code != "" {
		f.problem(code, "%s", message)
		if code != "malformed_secret" {
			f.Kind, f.Readings = kindUnknown, nil
		}
		return
	}
	f.judgeReadings()
}

// judgeReadings finds a problem where no scheme takes the key: that of the
// first, for the others repeat it or ask for another kind of text.
func (f *finding) judgeReadings() {
	for _, r := range f.Readings {
		if r.Code == "" {
			return
		}
	}
	f.Problems = append(f.Problems, problem{f.Readings[0].Code, f.Readings[0].Message})
}

// read says what a scheme makes of a key.
func (s *scheme) read(text string) reading {
	var key []byte
	entries, err := s.entries(text)
	if err == nil {
		key, err = s.keyBytes(entries[0]) // the only one: a list was taken apart before
	}
	if err != nil {
		return reading{Scheme: s.name, Code: sw.Code(err), Message: redact(err.Error())}
	}
	return reading{Scheme: s.name, Length: len(key), Fingerprint: fingerprint(key)}
}

// fingerprint is enough to tell keys apart, and too little to find one by. It
// is "" for keys that are so short that guesses could be confirmed by it.
func fingerprint(key []byte) string {
	const short = 24
	if len(key) < short {
		return ""
	}
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:4])
}

func kindOfKey(text string) string {
	text = strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, "whsk_"):
		return kindPrivate
	case strings.HasPrefix(text, "whpk_"):
		return kindPublic
	default:
		return kindSecret
	}
}

// publicHalf returns the public key of a private or public one, else "".
func publicHalf(text string) string {
	if private, err := sw.ParsePrivateKey(text); err == nil {
		return private.Public().String()
	}
	if public, err := sw.ParsePublicKey(text); err == nil {
		return public.String()
	}
	return ""
}

var (
	placeholderRE = regexp.MustCompile(`(?i)^(undefined|null|nil|none|true|false|changeme|secret|\[object object\]|\$\{?[a-z_]\w*\}?|%[a-z_]\w*%|<.*>|\{\{.*\}\}|(whsec_)?(x+|\*+|\.\.\.|…|your[_-].*|todo.*|\[?redacted\]?))$`)
	apiKeyRE      = regexp.MustCompile(`^(?:[a-z]*sk_(?:live_|test_)?|[rp]k_(?:live|test)_|ghp_|xox[bp]-|Bearer |eyJ[\w-]+\.)`)
)

// keyMistake finds what is no key in any scheme.
func keyMistake(text string) (code, message string) {
	trimmed := strings.TrimSpace(text)
	switch {
	case strings.ContainsRune(text, 0):
		return "malformed_secret", "it holds NUL bytes: a file in UTF-16, as PowerShell writes it? save it as UTF-8"
	case placeholderRE.MatchString(trimmed):
		return "placeholder", "this stands where a secret should be; the variable or template was never filled in"
	case keyfile.Recognised([]byte(text)):
		return "key_file", "this is a key as other tools keep it; to read it: whsec key import"
	case apiKeyRE.MatchString(trimmed) && !strings.HasPrefix(trimmed, "whsk_"):
		return "api_key", "this is an API key; the signing secret of the endpoint is another, and begins with whsec_"
	case oddRune(text) >= 0:
		at := oddRune(text)
		return "malformed_secret", fmt.Sprintf("character %d is %U, which cannot be seen or is no part of any secret; copy it again without", at+1, []rune(text)[at])
	default:
		return "", ""
	}
}

// oddRune returns the place of a character that no secret has, or -1.
func oddRune(text string) int {
	for at, r := range []rune(text) {
		if r > unicode.MaxASCII || r < ' ' && !strings.ContainsRune("\t\r\n\v\f", r) || r == 0x7f {
			return at
		}
	}
	return -1
}
