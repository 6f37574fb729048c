package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/validate"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var committed = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// release writes archives as goreleaser does.
func release(t *testing.T, version string, architectures ...string) string {
	t.Helper()
	dist := t.TempDir()
	for _, arch := range architectures {
		addArchive(t, dist, version, arch, map[string]string{
			"LICENSE": "MIT", "README.md": "read me", "whsec": "binary for " + arch, "completions/whsec.bash": "complete",
		})
	}
	return dist
}

func addArchive(t *testing.T, dist, version, arch string, files map[string]string) {
	t.Helper()
	base := "whsec_" + version + "_linux_" + arch
	file, err := os.Create(filepath.Join(dist, base+".tar.gz"))
	require.NoError(t, err)
	defer file.Close()
	zipped := gzip.NewWriter(file)
	w := tar.NewWriter(zipped)
	for name, content := range files {
		require.NoError(t, w.WriteHeader(&tar.Header{
			Typeflag: tar.TypeReg, Name: base + "/" + name, Mode: 0o755, Size: int64(len(content)), ModTime: committed,
		}))
		_, err := w.Write([]byte(content))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	require.NoError(t, zipped.Close())
}

// TestPush pulls what was pushed, for each architecture.
func TestPush(t *testing.T) {
	server := httptest.NewServer(registry.New())
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")

	var out bytes.Buffer
	dist := release(t, "0.1.0", "amd64", "arm64")
	require.NoError(t, run([]string{"-dist", dist, "-push", host + "/whsec:0.1.0", "-push", host + "/whsec:latest"}, &out))

	for _, tag := range []string{"0.1.0", "latest"} {
		index, err := remote.Index(parse(t, host+"/whsec:"+tag))
		require.NoError(t, err)
		require.NoError(t, validate.Index(index))
		digest, err := index.Digest()
		require.NoError(t, err)
		assert.Equal(t, digest.String()+"\n", out.String())
	}
	for _, arch := range []string{"amd64", "arm64"} {
		image, err := remote.Image(parse(t, host+"/whsec:latest"), remote.WithPlatform(v1.Platform{OS: "linux", Architecture: arch}))
		require.NoError(t, err)
		checkImage(t, image, arch)
	}
}

func parse(t *testing.T, text string) name.Reference {
	t.Helper()
	reference, err := name.ParseReference(text)
	require.NoError(t, err)
	return reference
}

func checkImage(t *testing.T, image v1.Image, arch string) {
	t.Helper()
	config, err := image.ConfigFile()
	require.NoError(t, err)
	assert.Equal(t, arch, config.Architecture)
	assert.Equal(t, committed, config.Created.Time)
	assert.Equal(t, []string{"/whsec"}, config.Config.Entrypoint)
	assert.Equal(t, "65532:65532", config.Config.User, "not root")
	assert.Equal(t, "0.1.0", config.Config.Labels["org.opencontainers.image.version"])

	content := mutate.Extract(image)
	defer content.Close()
	assert.Equal(t, []string{"LICENSE -rw-r--r-- MIT", "whsec -rwxr-xr-x binary for " + arch}, list(t, content))
}

func list(t *testing.T, archive io.Reader) []string {
	t.Helper()
	var all []string
	for files := tar.NewReader(archive); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		text, err := io.ReadAll(files)
		require.NoError(t, err)
		assert.True(t, committed.Equal(header.ModTime), header.Name)
		assert.Zero(t, header.Uid+header.Gid, header.Name)
		all = append(all, header.Name+" "+header.FileInfo().Mode().String()+" "+string(text))
	}
}

// TestLayout writes the same twice.
func TestLayout(t *testing.T) {
	var digests []string
	for range 2 {
		dir := t.TempDir()
		var out bytes.Buffer
		require.NoError(t, run([]string{"-dist", release(t, "0.1.0", "amd64", "arm64"), "-layout", dir}, &out))
		index, err := layout.ImageIndexFromPath(dir)
		require.NoError(t, err)
		require.NoError(t, validate.Index(index))
		manifest, err := index.IndexManifest()
		require.NoError(t, err)
		require.Len(t, manifest.Manifests, 1)
		assert.Equal(t, manifest.Manifests[0].Digest.String()+"\n", out.String())
		digests = append(digests, out.String())
	}
	assert.Equal(t, digests[0], digests[1])
}

func TestRefused(t *testing.T) {
	mixed := release(t, "0.1.0", "amd64")
	addArchive(t, mixed, "0.2.0", "arm64", map[string]string{"LICENSE": "MIT", "whsec": "binary"})
	hollow := t.TempDir()
	addArchive(t, hollow, "0.1.0", "amd64", map[string]string{"LICENSE": "MIT"})
	broken := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(broken, "whsec_0.1.0_linux_amd64.tar.gz"), []byte("no"), 0o600))

	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"no place", []string{"-dist", release(t, "0.1.0", "amd64")}, "give -layout or -push"},
		{"no archives", []string{"-dist", t.TempDir(), "-layout", t.TempDir()}, "no archives for linux"},
		{"two versions", []string{"-dist", mixed, "-layout", t.TempDir()}, "archives of two versions, 0.1.0 and 0.2.0"},
		{"no binary", []string{"-dist", hollow, "-layout", t.TempDir()}, "it has no whsec"},
		{"no archive", []string{"-dist", broken, "-layout", t.TempDir()}, "EOF"},
		{"no tag", []string{"-push", "whsec"}, "whsec"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.ErrorContains(t, run(c.args, io.Discard), c.want)
		})
	}
}
