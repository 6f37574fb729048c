package standardwebhooks

import (
	"sync"

	"github.com/whsec/whsec/internal/keyed"
)

// content is what v1 signs: id, timestamp and payload, separated by full stops
// (specification, "Signature scheme"). It is fed to the hash in pieces.
func content(id, timestamp string, payload []byte) keyed.Content {
	return keyed.Content{Parts: [4]string{id, ".", timestamp, "."}, Payload: payload}
}

// appendMessage appends the same in one piece, as Ed25519 needs it.
func appendMessage(to []byte, id, timestamp string, payload []byte) []byte {
	to = append(to, id...)
	to = append(to, '.')
	to = append(to, timestamp...)
	to = append(to, '.')
	return append(to, payload...)
}

// keepBuffer is the size in bytes above which a buffer is left to the garbage
// collector: one large message must not stay in memory for ever.
const keepBuffer = 64 << 10

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// A buffer holds a message while it is signed or verified.
type buffer struct{ message []byte }

// fill gathers a message in a buffer from the pool.
func fill(id, timestamp string, payload []byte) *buffer {
	b := buffers.Get().(*buffer)
	b.message = appendMessage(b.message[:0], id, timestamp, payload)
	return b
}

// release gives the buffer back; the message must not be used any more.
func (b *buffer) release() {
	if b != nil && cap(b.message) <= keepBuffer {
		buffers.Put(b)
	}
}
