package keyed_test

import (
	"bytes"
	"crypto/fips140"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/internal/race"
)

func macOf(key []byte, content string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(content))
	return mac.Sum(nil)
}

// TestMAC has parts and payloads of lengths on both sides of the room there is
// for them, and uses the Key more than once.
func TestMAC(t *testing.T) {
	raw := []byte("a key of twenty-four bytes")
	key, err := keyed.New(raw)
	require.NoError(t, err)
	own := bytes.Clone(raw)
	clear(raw)
	for id := range 1200 {
		parts := [4]string{strings.Repeat("i", id), ".", strings.Repeat("t", id%7), "."}
		for _, size := range []int{0, 1, 512 - id, 511 - id, 510 - id - id%7, 509 - id - id%7, 600, 1 << 16} {
			payload := bytes.Repeat([]byte{0xff}, max(size, 0))
			mac := key.MAC(keyed.Content{Parts: parts, Payload: payload})
			require.Equal(t, macOf(own, strings.Join(parts[:], "")+string(payload)), mac[:], "%d %d", id, size)
		}
	}
}

func TestZeroKey(t *testing.T) {
	require.True(t, keyed.Key{}.IsZero())
	key, err := keyed.New(make([]byte, 14))
	require.NoError(t, err)
	require.False(t, key.IsZero())
}

func TestShortKeys(t *testing.T) {
	_, err := keyed.New(make([]byte, 13))
	if fips140.Enforced() {
		require.ErrorIs(t, err, keyed.ErrFIPS)
		return
	}
	require.NoError(t, err)
}

func TestEqual(t *testing.T) {
	var zero keyed.MAC
	for i := range zero {
		other := zero
		require.True(t, keyed.Equal(&zero, &other))
		other[i] = 1
		require.False(t, keyed.Equal(&zero, &other))
	}
}

func TestKeyDoesNotShow(t *testing.T) {
	key, err := keyed.New([]byte("a key of twenty-four bytes"))
	require.NoError(t, err)
	key.MAC(keyed.Content{})
	require.NotContains(t, fmt.Sprintf("%v %+v %#v", key, &key, key), "twenty")
}

func TestMACDoesNotAllocate(t *testing.T) {
	if race.Enabled {
		t.Skip("sync.Pool drops entries under the race detector")
	}
	key, err := keyed.New([]byte("a key of twenty-four bytes"))
	require.NoError(t, err)
	for _, size := range []int{256, 512, 1 << 16} {
		content := keyed.Content{Parts: [4]string{"msg_1", ".", "1614265330", "."}, Payload: make([]byte, size)}
		require.Zero(t, testing.AllocsPerRun(100, func() { key.MAC(content) }), size)
	}
}
