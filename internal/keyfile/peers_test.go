package keyfile_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/keyfile"
	"github.com/whsec/whsec/standardwebhooks"
)

// peer runs another tool, or skips the test where there is none.
func peer(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skip("this machine has no " + name)
	}
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return out
}

func read(t *testing.T, path string, ask func() ([]byte, error)) keyfile.Key {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	key, err := keyfile.Parse(data, ask)
	require.NoError(t, err)
	return key
}

func save(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}

// TestOpenSSLKeys reads new keys of openssl, and has it read ours.
func TestOpenSSLKeys(t *testing.T) {
	t.Parallel()
	private, public := filepath.Join(t.TempDir(), "key.pem"), filepath.Join(t.TempDir(), "public.pem")
	peer(t, "openssl", "genpkey", "-algorithm", "ed25519", "-out", private)
	peer(t, "openssl", "pkey", "-in", private, "-pubout", "-out", public)
	half, ok := read(t, private, never).Public()
	require.True(t, ok)
	require.Equal(t, read(t, public, never).Text(), half.Text())

	key, err := keyfile.ParseText(standardwebhooks.GeneratePrivateKey().Text())
	require.NoError(t, err)
	ours, err := key.PEM()
	require.NoError(t, err)
	half, _ = key.Public()
	want, err := half.PEM()
	require.NoError(t, err)
	assert.Equal(t, string(want), string(peer(t, "openssl", "pkey", "-in", save(t, ours), "-pubout")))
	assert.Equal(t, string(want), string(peer(t, "openssl", "pkey", "-pubin", "-in", save(t, want))))
}

// TestSSHKeygenKeys reads new keys of ssh-keygen, with and without a
// passphrase.
func TestSSHKeygenKeys(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, passphrase string
		flags            []string
	}{
		{"plain", "", nil},
		{"encrypted", "correct horse", []string{"-a", "2"}},
		{"cbc", "correct horse", []string{"-Z", "aes256-cbc", "-a", "2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "id_ed25519")
			peer(t, "ssh-keygen", append([]string{"-q", "-t", "ed25519", "-N", tt.passphrase, "-f", path}, tt.flags...)...)
			ask := never
			if tt.passphrase != "" {
				ask = passphrase(tt.passphrase)
			}
			half, ok := read(t, path, ask).Public()
			require.True(t, ok)
			assert.Equal(t, read(t, path+".pub", never).Text(), half.Text())
		})
	}
}

// TestConversions runs the commands that errors advise, where their tools are.
func TestConversions(t *testing.T) {
	t.Parallel()
	key := read(t, "testdata/openssl.pub.pem", never).Text()
	ssh := read(t, "testdata/openssh.pub", never).Text()
	for name, want := range map[string]string{"cert.pem": key, "csr.pem": key, "openssh.rfc4716": ssh, "putty.ppk": ssh} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := keyfile.Parse(fixture(t, name), never)
			converted := convert(t, err, "testdata/"+name)
			half, ok := converted.Public()
			require.True(t, ok)
			assert.Equal(t, want, half.Text())
		})
	}
	t.Run("DER", func(t *testing.T) {
		t.Parallel()
		for _, file := range []string{rfc8410Private, rfc8410Public} {
			want, err := keyfile.Parse([]byte(file), never)
			require.NoError(t, err)
			der := derOf(t, []byte(file))
			_, err = keyfile.Parse(der, never)
			assert.Equal(t, want.Text(), convert(t, err, save(t, der)).Text())
		}
	})
}

// convert runs the command of an error on a file, and reads what it makes.
func convert(t *testing.T, err error, path string) keyfile.Key {
	t.Helper()
	var e *keyfile.Error
	require.ErrorAs(t, err, &e)
	require.NotEmpty(t, e.Convert)
	tool, _, _ := strings.Cut(e.Convert, " ")
	if _, err := exec.LookPath(tool); err != nil {
		t.Skip("this machine has no " + tool)
	}
	path, err = filepath.Abs(path)
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), "sh", "-c", strings.ReplaceAll(e.Convert, "FILE", path))
	command.Dir = t.TempDir()
	out, err := command.Output()
	require.NoError(t, err)
	if e.Into != "" {
		return read(t, filepath.Join(command.Dir, e.Into), never)
	}
	key, err := keyfile.Parse(out, never)
	require.NoError(t, err)
	return key
}
