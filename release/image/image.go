package main

import (
	"archive/tar"
	"bytes"
	"io"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

const (
	nobody = "65532:65532" // as in the distroless images
	folder = "/work"       // where files are mounted
)

// newIndex has an image for each architecture.
func newIndex(dist string) (v1.ImageIndex, error) {
	archives, err := readArchives(dist)
	if err != nil {
		return nil, err
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, r := range archives {
		image, err := newImage(r)
		if err != nil {
			return nil, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: r.arch}},
		})
	}
	return index, nil
}

func newImage(r released) (v1.Image, error) {
	layer, err := newLayer(r)
	if err != nil {
		return nil, err
	}
	base := mutate.MediaType(empty.Image, types.OCIManifestSchema1)
	base = mutate.ConfigMediaType(base, types.OCIConfigJSON)
	image, err := mutate.AppendLayers(base, layer)
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture = "linux", r.arch
	config.Created = v1.Time{Time: r.time}
	config.Config = v1.Config{
		Entrypoint: []string{"/whsec"},
		User:       nobody,
		WorkingDir: folder,
		Labels: map[string]string{
			"org.opencontainers.image.title":    "whsec",
			"org.opencontainers.image.source":   "https://github.com/whsec/whsec",
			"org.opencontainers.image.version":  r.version,
			"org.opencontainers.image.licenses": "MIT",
		},
	}
	return mutate.ConfigFile(image, config)
}

func newLayer(r released) (v1.Layer, error) {
	var files bytes.Buffer
	w := tar.NewWriter(&files)
	for _, f := range inImage {
		content := r.files[f.name]
		header := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode, Size: int64(len(content)), ModTime: r.time}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(files.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
}
