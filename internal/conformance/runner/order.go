package runner

import (
	"encoding/base32"
	"encoding/binary"
	"math/rand/v2"
	"strings"
)

// A shuffle makes what an adapter is not to foresee: the order of the cases
// and their sequence numbers. The same seed makes the same ones.
type shuffle struct {
	source *rand.ChaCha8
	random *rand.Rand
	used   map[string]bool
}

func newShuffle(seed uint64) *shuffle {
	var key [32]byte
	binary.BigEndian.PutUint64(key[:], seed)
	source := rand.NewChaCha8(key)
	return &shuffle{source: source, random: rand.New(source), used: make(map[string]bool)}
}

func (s *shuffle) order(n int) []int { return s.random.Perm(n) }

// sequence returns a number that was not used before.
func (s *shuffle) sequence() string {
	for {
		seq := s.text(5)
		if !s.used[seq] {
			s.used[seq] = true
			return seq
		}
	}
}

// text returns letters and digits for that many bytes.
func (s *shuffle) text(bytes int) string {
	encoded := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(s.bytes(bytes))
	return strings.ToLower(encoded)
}

func (s *shuffle) bytes(n int) []byte {
	b := make([]byte, n)
	_, _ = s.source.Read(b) // never fails
	return b
}
