package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"time"
)

// A released archive has what goes into the image of one architecture.
type released struct {
	version string
	arch    string
	time    time.Time // of the commit
	files   map[string][]byte
}

// inImage are the files that are taken from an archive, with their modes.
var inImage = []struct {
	name string
	mode int64
}{
	{"LICENSE", 0o644},
	{"whsec", 0o755},
}

var archiveName = regexp.MustCompile(`^whsec_(.+)_linux_([a-z0-9]+)\.tar\.gz$`)

// readArchives reads the archives for Linux, all of one version.
func readArchives(dist string) ([]released, error) {
	names, err := filepath.Glob(filepath.Join(dist, "whsec_*_linux_*.tar.gz"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no archives for linux in %q", dist)
	}
	var all []released
	for _, name := range names {
		r, err := readArchive(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(all) > 0 && r.version != all[0].version {
			return nil, fmt.Errorf("archives of two versions, %s and %s, in %q", all[0].version, r.version, dist)
		}
		all = append(all, r)
	}
	return all, nil
}

func readArchive(name string) (released, error) {
	match := archiveName.FindStringSubmatch(filepath.Base(name))
	if match == nil {
		return released{}, errors.New("not the name of an archive")
	}
	r := released{version: match[1], arch: match[2], files: map[string][]byte{}}
	file, err := os.Open(name)
	if err != nil {
		return released{}, err
	}
	defer file.Close()
	if err := r.read(file); err != nil {
		return released{}, err
	}
	for _, wanted := range inImage {
		if len(r.files[wanted.name]) == 0 {
			return released{}, fmt.Errorf("it has no %s", wanted.name)
		}
	}
	return r, nil
}

func (r *released) read(archive io.Reader) error {
	unzipped, err := gzip.NewReader(archive)
	if err != nil {
		return err
	}
	for files := tar.NewReader(unzipped); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, wanted := range inImage {
			if path.Base(header.Name) != wanted.name || header.Typeflag != tar.TypeReg {
				continue
			}
			if r.files[wanted.name], err = io.ReadAll(files); err != nil {
				return err
			}
			r.time = header.ModTime.UTC()
		}
	}
}
