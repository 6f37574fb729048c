// Package documents reads the documents of this project, for tests that hold
// them against the source and against each other.
package documents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Read returns the text of a file.
func Read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// HasTest reports whether a folder has a test or fuzz target of that name.
func HasTest(t testing.TB, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.Contains(Read(t, file), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}

// A Table is one of a document, each row as its cells.
type Table struct {
	Head []string
	Rows [][]string
}

// Tables returns the tables of a document, of which there has to be one.
func Tables(t testing.TB, path string) []Table {
	t.Helper()
	var all []Table
	inside := false
	for line := range strings.SplitSeq(Read(t, path), "\n") {
		cells := cellsOf(line)
		switch {
		case cells == nil:
			inside = false
		case !inside:
			inside = true
			all = append(all, Table{Head: cells})
		case !strings.HasPrefix(cells[0], "---"):
			last := &all[len(all)-1]
			if len(cells) != len(last.Head) {
				t.Fatalf("%s: a row of %d cells where the head has %d: %s", path, len(cells), len(last.Head), line)
			}
			last.Rows = append(last.Rows, cells)
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no tables", path)
	}
	return all
}

func cellsOf(line string) []string {
	inner, ok := strings.CutPrefix(line, "|")
	if !ok {
		return nil
	}
	cells := strings.Split(strings.TrimSuffix(inner, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}
