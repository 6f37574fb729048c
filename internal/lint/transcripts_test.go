package lint

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/cli"
)

const root = "../.."

// A transcript is a command as a document shows it, and what it prints.
type transcript struct {
	document string
	command  string
	want     []string
}

// checkedElsewhere are commands that a test cannot run: .ci/run does.
var checkedElsewhere = []string{"go test ./...", "bash .ci/run"}

// TestTranscripts runs every command of a console block in the documents, in
// a folder with the examples, and compares what it prints on both streams. In
// a document, … stands for any text within a line.
func TestTranscripts(t *testing.T) {
	documents, err := filepath.Glob(root + "/doc/*.md")
	require.NoError(t, err)
	var transcripts []transcript
	for _, document := range append(documents, root+"/README.md") {
		transcripts = append(transcripts, transcriptsOf(t, document)...)
	}
	require.NotEmpty(t, transcripts)
	examples, err := filepath.Abs(root + "/examples")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	copyExamples(t, os.DirFS(examples))
	for _, c := range transcripts {
		t.Run(filepath.Base(c.document)+"/"+c.command, func(t *testing.T) {
			got := run(t, c.command)
			want := strings.Join(c.want, "\n")
			pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*")
			require.Regexp(t, "^"+pattern+"\n*$", got, "got:\n%s\nwant:\n%s", got, want)
		})
	}
}

func transcriptsOf(t *testing.T, document string) []transcript {
	t.Helper()
	var all []transcript
	for _, block := range blocks(t, document, "console") {
		for line := range strings.SplitSeq(strings.TrimRight(block, "\n"), "\n") {
			command, isCommand := strings.CutPrefix(line, "$ ")
			switch {
			case isCommand:
				all = append(all, transcript{document: document, command: command})
			case len(all) == 0:
				t.Fatalf("%s: a console block begins with %q, not with a command", document, line)
			case strings.HasSuffix(all[len(all)-1].command, "\\"):
				last := &all[len(all)-1]
				last.command = strings.TrimSuffix(last.command, "\\") + strings.TrimSpace(line)
			default:
				last := &all[len(all)-1]
				last.want = append(last.want, line)
			}
		}
	}
	kept := all[:0]
	for _, c := range all {
		if !isCheckedElsewhere(c.command) {
			kept = append(kept, c)
		}
	}
	return kept
}

func isCheckedElsewhere(command string) bool {
	for _, other := range checkedElsewhere {
		if command == other {
			return true
		}
	}
	return false
}

// blocks returns the fenced blocks of a document in the language.
func blocks(t *testing.T, document, language string) []string {
	t.Helper()
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	return fenced(string(text), language)
}

// fenced returns the fenced blocks of a text in the language.
func fenced(text, language string) []string {
	var found []string
	for _, match := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// run runs a whsec command, with what stands before a | as its input.
func run(t *testing.T, command string) string {
	t.Helper()
	var stdin []byte
	if source, rest, piped := strings.Cut(command, " | "); piped {
		file, ok := strings.CutPrefix(source, "cat ")
		require.True(t, ok, "unknown command in a document: %s", source)
		var err error
		stdin, err = os.ReadFile(file)
		require.NoError(t, err)
		command = rest
	}
	args, ok := strings.CutPrefix(command, "whsec ")
	if !ok {
		args, ok = strings.CutPrefix(command, "go run ./cmd/whsec ")
	}
	require.True(t, ok, "unknown command in a document: %s", command)
	var out bytes.Buffer
	cli.Main(cli.Env{
		Args: words(args), Stdin: bytes.NewReader(stdin), Stdout: &out, Stderr: &out,
		LookupEnv: func(string) (string, bool) { return "", false },
		Now:       func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) },
		Terminal:  cli.Terminal{ReadSecret: func(string) (string, error) { return "", cli.ErrNoTerminal }},
	})
	return out.String()
}

// words splits as a shell does, without expanding anything.
func words(line string) []string {
	var all []string
	for _, match := range regexp.MustCompile(`(?:[^\s'"]|'[^']*'|"[^"]*")+`).FindAllString(line, -1) {
		all = append(all, regexp.MustCompile(`['"]`).ReplaceAllString(match, ""))
	}
	return all
}

func copyExamples(t *testing.T, from fs.FS) {
	t.Helper()
	require.NoError(t, os.CopyFS("examples", from))
}

// TestSnippets finds every Go block of the documents, to the letter but for
// its indentation, in a test that the compiler sees and go test runs, or in an
// example that another test runs.
func TestSnippets(t *testing.T) {
	var tests []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		isExample, _ := filepath.Match(root+"/examples/*/*.go", path)
		if err == nil && (isExample || strings.HasSuffix(path, "_test.go")) {
			text, err := os.ReadFile(path)
			tests = append(tests, unindented(string(text)))
			return err
		}
		return err
	})
	require.NoError(t, err)
	require.NotEmpty(t, tests)
	documents, err := filepath.Glob(root + "/doc/*.md")
	require.NoError(t, err)
	snippets := 0
	for _, document := range append(documents, root+"/README.md") {
		for _, block := range blocks(t, document, "go") {
			snippets++
			require.True(t, anyContains(tests, unindented(block)), "%s: in no test:\n%s", document, block)
		}
	}
	require.NotZero(t, snippets)
}

func anyContains(texts []string, part string) bool {
	for _, text := range texts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// unindented drops what gofmt adds where code stands deeper.
func unindented(code string) string {
	return regexp.MustCompile(`(?m)^[\t ]+`).ReplaceAllString(strings.TrimSpace(code), "")
}
