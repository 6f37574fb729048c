package cli

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every command teaches: what it does, how it is called, by an example that
// begins with a command there is.
func TestEveryCommandTeaches(t *testing.T) {
	t.Parallel()
	a := &app{env: Env{LookupEnv: func(string) (string, bool) { return "", false }}}
	a.out = newOutput(a.env)
	root := a.rootCommand()
	all := commandsOf(root)
	require.Greater(t, len(all), 5)
	for _, c := range all {
		assert.NotEmpty(t, c.Short, c.CommandPath())
		assert.NotEmpty(t, c.Long, c.CommandPath())
		assert.False(t, strings.HasSuffix(c.Short, "."), c.CommandPath())
		if !c.HasSubCommands() || c == root {
			assert.Contains(t, c.Example, "whsec", c.CommandPath())
		}
		if c.Runnable() && !c.HasSubCommands() && c.Name() != "adapter" {
			assert.Contains(t, c.Long, "JSON", c.CommandPath())
		}
		for line := range strings.SplitSeq(helpText(c), "\n") {
			assert.LessOrEqual(t, len(line), 100, "%s: %s", c.CommandPath(), line)
		}
	}
}

// Every code is in the help of the root command.
func TestCodesAreDocumented(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, 0)
	require.NoError(t, err)
	a := &app{env: Env{LookupEnv: func(string) (string, bool) { return "", false }}}
	a.out = newOutput(a.env)
	help := a.rootCommand().Long
	codes := 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, "code") {
			return true
		}
		code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		require.NoError(t, err)
		assert.Regexp(t, `\b`+code+`\b`, help)
		codes++
		return true
	})
	require.Greater(t, codes, 10)
}

func commandsOf(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		all = append(all, commandsOf(c)...)
	}
	return all
}

func TestLooksSecret(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "whsec_live")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for arg, want := range map[string]bool{
		"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw":            true,
		"'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'":          true,
		" whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n":         true,
		"v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw":         true,
		"whsk_6Xb/dCcHpPea21PS1N9VY":                        true,
		"whsec_test_secret":                                 true,
		"sk_live_abcdefgh":                                  true,
		"rk_test_abcdefgh":                                  true,
		"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw":                  true,
		"g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=":      true,
		"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=":   false,
		"whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=": false,
		`{"kty":"oct","k":"AyM1SysPpbyD"}`:                  true,
		"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIE": true,
		"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9E":  false,
		"secret.txt":    false,
		"--secret-file": false,
		"Users/me/Projects/Webhooks2/captures/Request1":                      false,
		"msg_p5jXN8AQM9LWM0D4loKWxJek":                                       false,
		"webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=": false,
		"t=1614265330,v1=8cd8802210a5ffed72811170c7deeac9920f2c49ee9f02731":  false,
		"8cd8802210a5ffed72811170c7deeac9920f2c49ee9f0273176b6d4d73f2be4a":   true,
		"2026-01-31T12:00:00Z":                                               false,
		"":                                                                   false,
		file:                                                                 false,
	} {
		assert.Equal(t, want, looksSecret(arg), arg)
	}
}

func TestRedact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"open whsec_MfKQ9r8GKYqrTwjU+/==: no":                   "open whsec_[redacted]: no",
		`"whsk_6Xb/dCcHpPea21PS1N9VY"`:                          `"whsk_[redacted]"`,
		`{"kty":"oct","k":"AyM1"}, "d" : "nWGx"`:                "{\"kty\":\"oct\",\"k\":\"[redacted]\"}, \"d\" : \"[redacted]\"",
		`-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE K`: "-----BEGIN PRIVATE KEY-----[redacted]-----END PRIVATE K",
		"in -swhsec_MfKQ9r8GKYqrTwjU":                           "in -swhsec_[redacted]",
		"it begins with whsec_ or whsk_, not x":                 "it begins with whsec_ or whsk_, not x",
		"whpk_1SiA4o9hyqTCpIqC5V9HUakiia":                       "whpk_1SiA4o9hyqTCpIqC5V9HUakiia",
	} {
		assert.Equal(t, want, redact(text))
	}
}

// No message carries a secret or a command to the terminal, whoever wrote it.
func TestMessages(t *testing.T) {
	t.Parallel()
	var stderr strings.Builder
	o := newOutput(Env{Stderr: &stderr, LookupEnv: func(string) (string, bool) { return "", false }})
	for _, say := range []func(string){
		o.errorMessage, o.hint,
		func(text string) { o.note("%s", text) },
		func(text string) { o.warning("%s", text) },
	} {
		stderr.Reset()
		say("\x1b[2J whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
		assert.Regexp(t, `^whsec: (\w+: )?\\x1b\[2J whsec_\[redacted\]\n$`, stderr.String())
	}
}

func TestPrintable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain é 🎉":      "plain é 🎉",
		"\x1b[2J":        `\x1b[2J`,
		"a\nb\tc\r":      `a\nb\tc\r`,
		"\u009b2J\u202e": `\u009b2J\u202e`,
		"\xff":           `\ufffd`,
		"\u200bzero":     `\u200bzero`,
	} {
		assert.Equal(t, want, printable(text))
	}
}

func TestShellQuote(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]string{
		"":               "''",
		"a-b_c.d/e=f:g@": "a-b_c.d/e=f:g@",
		"two words":      "'two words'",
		"it's":           `'it'\''s'`,
		"$HOME":          "'$HOME'",
		"a\nb":           "'a\nb'",
		"é":              "'é'",
	} {
		assert.Equal(t, want, shellQuote(arg))
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	typed := func() line { return line{"--json", "verify", "--now", "1", "--secret-file=k.txt", "req.http"} }
	for want, got := range map[string]line{
		"whsec --json verify --now 1 --secret-file=k.txt req.http":              typed(),
		"whsec --json verify --ignore-age --now 1 --secret-file=k.txt req.http": typed().with("--ignore-age"),
		"whsec --json verify --secret-file=k.txt req.http":                      typed().without("--now"),
		"whsec --json verify --now 1 req.http":                                  typed().without("--secret-file"),
		"whsec verify req.http":                                                 typed().without("--secret-file", "--json", "--now"),
		"whsec --json verify --now 2 --secret-file=k.txt req.http":              typed().set("--now", "2"),
		"whsec --json doctor --now 1 --secret-file=k.txt req.http":              typed().as("doctor"),
		"whsec --json verify --now 1 --secret-env=k.txt req.http":               typed().renamed("--secret-file", "--secret-env"),
		"whsec --json verify --now 1 --secret-file=k.txt req.http FILE":         typed().and("FILE"),
		"whsec --json":                line{"--json"}.as("doctor"),
		"whsec verify -- --json -o":   line{"verify", "--json=true", "--", "--json", "-o"}.without("--json", "-o"),
		"whsec keygen a b c":          line{"keygen", "-o", "-", "a", "-o-", "b", "-o=-", "c", "--out", "-"}.without("-o", "--out"),
		"whsec verify req.http --now": line{"verify", "--ignore-age", "req.http", "--ignore-age=false", "--now"}.without("--ignore-age"),
		"whsec --a":                   line{}.with("--a"),
		"whsec key --a":               line{"key"}.with("--a"),
		"whsec key import --a file":   line{"key", "import", "file"}.with("--a"),
		"whsec key export file":       line{"key", "import", "file"}.as("export"),
	} {
		assert.Equal(t, want, got.String())
	}
}

// Every command that is made of others is known for one.
func TestGroups(t *testing.T) {
	t.Parallel()
	a := &app{env: Env{LookupEnv: func(string) (string, bool) { return "", false }}}
	a.out = newOutput(a.env)
	got := map[string]bool{}
	for _, c := range commandsOf(a.rootCommand())[1:] {
		if c.HasSubCommands() {
			got[c.Name()] = true
		}
	}
	assert.Equal(t, groups, got)
}

// Every flag without a value is known for one.
func TestSwitches(t *testing.T) {
	t.Parallel()
	a := &app{env: Env{LookupEnv: func(string) (string, bool) { return "", false }}}
	a.out = newOutput(a.env)
	seen := map[string]bool{}
	for _, c := range commandsOf(a.rootCommand()) {
		c.InitDefaultHelpFlag()
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, name := range []string{"--" + f.Name, "-" + f.Shorthand} {
				seen[name] = name != "-"
				assert.Equal(t, name != "-" && f.NoOptDefVal != "", switches[name], name)
			}
		})
	}
	for name := range switches {
		assert.True(t, seen[name], name)
	}
}

// What a shell completes is of a command and a flag that there are.
func TestCompletedWords(t *testing.T) {
	t.Parallel()
	a := &app{env: Env{LookupEnv: func(string) (string, bool) { return "", false }}}
	a.out = newOutput(a.env)
	root := a.rootCommand()
	for name, choose := range words {
		path, flag, hasFlag := strings.Cut(name, " --")
		cmd, rest, err := root.Find(strings.Fields(path)[1:])
		require.NoError(t, err, name)
		assert.Empty(t, rest, name)
		assert.True(t, !hasFlag || cmd.Flags().Lookup(flag) != nil, name)
		assert.NotEmpty(t, choose(), name)
	}
}

func TestEditDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, to string
		want     int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"verify", "verify", 0},
		{"veify", "verify", 1}, {"verfiy", "verify", 2}, {"kitten", "sitting", 3},
	} {
		assert.Equal(t, tt.want, editDistance(tt.from, tt.to), "%s to %s", tt.from, tt.to)
	}
}

func TestWithoutLineEnd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a\n": "a", "a\r\n": "a", "a\n\n": "a\n", "a\r": "a\r", "a": "a", "": "", "\n": "", "\r\n": "", "a \n": "a ",
	} {
		assert.Equal(t, want, string(withoutLineEnd([]byte(text))))
	}
}

func TestListEntries(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                         {""},
		" whsec_a ":                {" whsec_a "},
		"whsec_a b":                {"whsec_a b"},
		"a b":                      {"a b"},
		"whsec_a\nwhpk_b\r\n":      {"whsec_a", "whpk_b"},
		"\twhsec_a whsec_b whsk_c": {"whsec_a", "whsec_b", "whsk_c"},
	} {
		got, err := listEntries(text)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	_, err := listEntries("whsec_a whsec_b c")
	require.ErrorContains(t, err, "key 3: malformed key: in a list every key begins with its prefix")
}

// A secret in a struct that is printed by accident shows its name.
func TestSecretDoesNotShow(t *testing.T) {
	t.Parallel()
	s := newSecret("name", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	holder := struct{ s secret }{s}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		assert.NotContains(t, fmt.Sprintf(strings.Repeat(format+" ", 3), s, holder, []secret{s}), "MfKQ")
	}
}

func TestFingerprintOfShortKeys(t *testing.T) {
	t.Parallel()
	assert.Empty(t, fingerprint(make([]byte, 23)))
	assert.Len(t, fingerprint(make([]byte, 24)), 8, "32 bits")
}

func TestLengthText(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[int64]string{
		0: "0s", 61: "1m1s", 71*60*60 + 59: "71h0m59s", 72 * 60 * 60: "3 days", 1 << 62: "53375995583650 days",
	} {
		assert.Equal(t, want, lengthText(seconds))
	}
	assert.Equal(t, "5s in the future", ageText(-5))
	assert.Equal(t, "5s old", ageText(5))
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	want := time.Unix(1769860800, 0)
	for _, text := range []string{"1769860800", "2026-01-31T12:00:00Z", "2026-01-31T13:00:00+01:00"} {
		got, err := parseTime(text)
		require.NoError(t, err)
		assert.True(t, want.Equal(got), text)
	}
	for _, text := range []string{"", "-1", "+1", "01", "1.5", "now", "2026-01-31", "2026-01-31T12:00:00"} {
		_, err := parseTime(text)
		require.Error(t, err, text)
	}
}

func TestJSONHasNothingUnseen(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{\"a\":\"é 🙂\"}\n":              "{\"a\":\"é 🙂\"}\n",
		"{\"a\":\"\u009b\u202e\x7f\"}\n": `{"a":"\u009b\u202e\u007f"}` + "\n",
		"\U000e0041":                     `\udb40\udc41`,
		"":                               "",
	} {
		assert.Equal(t, want, escapeUnseen(text))
	}
}
