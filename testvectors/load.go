package testvectors

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
)

// ErrEmpty is returned for a suite without a vector: a test over nothing passes
// silently.
var ErrEmpty = errors.New("testvectors: no vector")

// Load returns the suite that comes with this package.
func Load() (*Suite, error) { return LoadFS(files) }

// LoadFS returns a suite from elsewhere, laid out as this folder is:
// flags.json, documents.json and retired.json beside a folder for each profile.
// It is strict: a field that it does not know is an error.
func LoadFS(fsys fs.FS) (*Suite, error) {
	suite := &Suite{}
	tables := []struct {
		name string
		into any
	}{
		{"flags.json", &suite.Flags},
		{"documents.json", &suite.Documents},
		{"retired.json", &suite.Retired},
	}
	for _, table := range tables {
		if err := readJSON(fsys, table.name, table.into); err != nil {
			return nil, err
		}
	}
	for _, profile := range []string{ProfileStandard, ProfileStripe, ProfileSvix} {
		if err := suite.addFolder(fsys, profile); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(suite.Files, func(a, b File) int { return comparePaths(a.Path, b.Path) })
	for range suite.All() {
		return suite, nil
	}
	return nil, ErrEmpty
}

func (s *Suite) addFolder(fsys fs.FS, folder string) error {
	names, err := fs.Glob(fsys, path.Join(folder, "*.json"))
	if err != nil {
		return err
	}
	for _, name := range names {
		var wire wireFile
		if err := readJSON(fsys, name, &wire); err != nil {
			return err
		}
		file, err := wire.file(name)
		if err != nil {
			return fmt.Errorf("testvectors: %s: %w", name, err)
		}
		s.Files = append(s.Files, file)
	}
	return nil
}

func readJSON(fsys fs.FS, name string, into any) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("testvectors: %w", err)
	}
	if err := decodeStrict(data, into); err != nil {
		return fmt.Errorf("testvectors: %s: %w", name, err)
	}
	return nil
}
