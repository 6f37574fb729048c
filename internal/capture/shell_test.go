package capture

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShellWords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"plain", "a b\tc", []string{"a", "b", "c"}},
		{"single quotes keep everything", `'a"b\n$c` + "\n`" + `'`, []string{"a\"b\\n$c\n`"}},
		{"double quotes", `"a'b\"\\\$\` + "`" + `\n"`, []string{"a'b\"\\$`\\n"}},
		{"glued", `a'b'"c"\d$'e'`, []string{"abcde"}},
		{"quote in a quote", `'it'\''s'`, []string{"it's"}},
		{"empty words", `'' "" $''`, []string{"", "", ""}},
		{"line joined", "a\\\nb \\\r\n c", []string{"ab", "c"}},
		{"line joined in quotes", "\"a\\\nb\"", []string{"ab"}},
		{"line end in quotes", "'a\r\nb'", []string{"a\r\nb"}},
		{"escaped bytes", `a\ b\'`, []string{"a b'"}},
		{"ANSI-C", `$'\a\b\e\f\n\r\t\v\\\'\"\?'`, []string{"\a\b\x1b\f\n\r\t\v\\'\"?"}},
		{"ANSI-C numbers", `$'\x41\x4a4\101\60x\u00e9\u20ac\U0001f600\xff'`, []string{"AJ4A0xé€😀\xff"}},
		{"ANSI-C surrogates", `$'\ud83d\ude00'`, []string{"😀"}},
		{"ANSI-C keeps the rest", `$'\q"$a'`, []string{`\q"$a`}},
		{"not UTF-8", "'\xff'\xfe", []string{"\xff\xfe"}},
		{"a dollar alone", `$ "a$" "$ b" c$`, []string{"$", "a$", "$ b", "c$"}},
		{"comment", "a#b # c 'd\n", []string{"a#b"}},
		{"output redirected in a joined line", "a \\\n> b c", []string{"a", "c"}},
		{"output redirected", "a > b c 2>&1 2>/dev/null d>e", []string{"a", "c", "d"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			commands, err := shellCommands([]byte(c.text))
			require.NoError(t, err)
			require.Len(t, commands, 1)
			assert.Equal(t, c.want, commands[0].words)
		})
	}
}

func TestShellCommandsKnowTheirLine(t *testing.T) {
	commands, err := shellCommands([]byte("\na \\\nb; c\n'\n' | d & e && f"))
	require.NoError(t, err)
	assert.Equal(t, []command{{[]string{"a", "b"}, 2}, {[]string{"c"}, 3}, {[]string{"\n"}, 4}, {[]string{"d"}, 5}, {[]string{"e"}, 5}, {[]string{"f"}, 5}}, commands)
}

func TestShellErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"variable", "a\n\"b $TOKEN c\"", "line 2: the value of $TOKEN is not known here"},
		{"variable outside", "$a_1.b", "the value of $a_1 is"},
		{"variable in braces", `"${BODY:-x}"`, "the value of $BODY:-x is"},
		{"parameter", `"$1"`, "the value of $1 is"},
		{"command", `"$(date)"`, "a command in $(…) is not run here"},
		{"backquotes", "\"`date`\"", "a command in backquotes is not run here"},
		{"input", "a < b", "what < reads is not known here"},
		{"here document", "a <<EOF", "what < reads is not known here"},
		{"open single", "a\n'b", "line 2: a single quote is not closed"},
		{"open double", `"b`, "a double quote is not closed"},
		{"open ANSI-C", `$'b`, "a single quote is not closed"},
		{"NUL", `$'\x00'`, "cannot hold a NUL byte"},
		{"no number", `$'\xg'`, `expected a number after \x`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := shellCommands([]byte(c.text))
			assert.ErrorContains(t, err, c.want)
		})
	}
}

func TestWindowsWords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"browser, all escaped", "curl ^\"https://a/^?b=c^%^20^\" ^\n  -H ^\"d: e^\" ^\n  --data-raw ^\"^{^\\^\"a^\\^\":^\\^\"^^ ^& '^\\^\"^}^\"", []string{"curl", "https://a/?b=c%20", "-H", "d: e", "--data-raw", `{"a":"^ & '"}`}},
		{"browser, plain quotes", "curl \"https://a\" ^\r\n  -d \"{^\\\"a\\\":\\\" \\\\\"\"b\\\"}\"", []string{"curl", "https://a", "-d", `{^"a":" \"b"}`}},
		{"line end in the body", "curl ^\"a^\" -d ^\"b^\n\nc^\"", []string{"curl", "a", "-d", "b\nc"}},
		{"line end in the body, CRLF", "curl ^\"a^\" -d ^\"b^\r\n\r\nc^\"", []string{"curl", "a", "-d", "b\nc"}},
		{"backslashes", `curl ^"a^" C:\d\ "e\\" f\\\"`, []string{"curl", "a", `C:\d\`, `e\`, `f\"`}},
		{"caret at the end", `curl ^"a^" b^`, []string{"curl", "a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			commands, err := splitCommands([]byte(c.text))
			require.NoError(t, err)
			require.Len(t, commands, 1)
			assert.Equal(t, c.want, commands[0].words)
		})
	}
}

func TestShellIsNotTakenForWindows(t *testing.T) {
	for _, text := range []string{`curl 'a' -d '{"p":"^"}'`, "curl a -d 'b ^\nc'", `curl a -d "it's"`, "curl 'a' -d 'x `\ny'"} {
		want, err := shellCommands([]byte(text))
		require.NoError(t, err)
		got, err := splitCommands([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, want, got, text)
	}
}

func TestPowerShellWords(t *testing.T) {
	commands, err := splitCommands([]byte("curl.exe -X POST `\n -H \"A: it's `\"b`\" \"\"c\"\"\" `\r\n -d 'it''s \"x\" \\n `n $d' `\n \"e`n`$f\\g\" https://a"))
	require.NoError(t, err)
	require.Len(t, commands, 1)
	assert.Equal(t, []string{"curl.exe", "-X", "POST", "-H", `A: it's "b" "c"`, "-d", "it's \"x\" \\n `n $d", "e\n$f\\g", "https://a"}, commands[0].words)
}
