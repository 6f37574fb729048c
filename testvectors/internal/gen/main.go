// Gen writes the vector files of package testvectors, and the tables beside
// them, from readable recipes. Everything it uses is derived from names, so
// that every run writes the same bytes:
//
//	go generate ./testvectors
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	folder := "."
	if len(os.Args) == 2 {
		folder = os.Args[1]
	}
	if err := writeAll(folder, build().files()); err != nil {
		fmt.Fprintln(os.Stderr, "gen: error:", err)
		os.Exit(1)
	}
}

// build runs the recipes, in the order of the README.
func build() *builder {
	b := &builder{entries: map[string]*entry{}}
	standardKeys(b)
	standardSign(b)
	standardVerify(b)
	svix(b)
	stripe(b)
	return b
}

// files returns all files by their path.
func (b *builder) files() map[string][]byte {
	files := map[string][]byte{
		"flags.json":     writeFlags(flags),
		"documents.json": writeDocuments(documents),
	}
	for _, t := range b.themes {
		files[t.file.Path] = writeFile(t.build())
	}
	return files
}

// writeAll replaces what was generated before, and leaves nothing of it.
func writeAll(folder string, files map[string][]byte) error {
	for _, profile := range []string{"standard", "svix", "stripe"} {
		old, err := filepath.Glob(filepath.Join(folder, profile, "*.json"))
		if err != nil {
			return err
		}
		for _, name := range old {
			path := filepath.ToSlash(filepath.Join(profile, filepath.Base(name)))
			if files[path] == nil {
				if err := os.Remove(name); err != nil {
					return err
				}
			}
		}
	}
	for _, path := range sortedKeys(files) {
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(path)), files[path], 0o644); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
