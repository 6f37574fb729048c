package doctor

import (
	"crypto/fips140"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"hash"
)

// An algorithm is one that the scheme does not have.
type algorithm struct {
	name string
	size int
	sum  func(secret []byte, c content) []byte
}

var algorithms = []algorithm{
	{"HMAC with SHA-1", sha1.Size, hmacWith(sha1.New)},
	{"HMAC with SHA-512", sha512.Size, hmacWith(sha512.New)},
	{"HMAC with SHA-384", sha512.Size384, hmacWith(sha512.New384)},
	{"HMAC with SHA-224", sha256.Size224, hmacWith(sha256.New224)},
	{"HMAC with MD5", md5.Size, hmacWith(md5.New)},
	{"HMAC with SHA-512/256", sha512.Size256, hmacWith(sha512.New512_256)},
	{"HMAC with SHA3-256", 32, hmacWith(func() hash.Hash { return sha3.New256() })},
	{"HMAC with SHA3-512", 64, hmacWith(func() hash.Hash { return sha3.New512() })},
	{"plain SHA-256 of secret and content, without HMAC", sha256.Size, secretFirst(sha256.New)},
	{"plain SHA-256 of content and secret, without HMAC", sha256.Size, secretLast(sha256.New)},
	{"plain SHA-1 of secret and content, without HMAC", sha1.Size, secretFirst(sha1.New)},
	{"plain SHA-512 of secret and content, without HMAC", sha512.Size, secretFirst(sha512.New)},
	{"plain MD5 of secret and content, without HMAC", md5.Size, secretFirst(md5.New)},
	{"plain SHA-256 of the content without any secret, which anyone can make", sha256.Size, unkeyed(sha256.New)},
	{"plain SHA-1 of the content without any secret, which anyone can make", sha1.Size, unkeyed(sha1.New)},
	{"plain SHA-512 of the content without any secret, which anyone can make", sha512.Size, unkeyed(sha512.New)},
}

// algorithmsAllowed reports whether the FIPS module lets the algorithms be used.
func algorithmsAllowed() bool { return !fips140.Enforced() }

func hmacWith(h func() hash.Hash) func([]byte, content) []byte {
	return func(secret []byte, c content) []byte { return c.sum(hmac.New(h, secret)) }
}

func secretFirst(h func() hash.Hash) func([]byte, content) []byte {
	return func(secret []byte, c content) []byte {
		hash := h()
		hash.Write(secret)
		return c.sum(hash)
	}
}

func secretLast(h func() hash.Hash) func([]byte, content) []byte {
	return func(secret []byte, c content) []byte {
		c.suffix = append(c.suffix[:len(c.suffix):len(c.suffix)], secret...)
		return c.sum(h())
	}
}

func unkeyed(h func() hash.Hash) func([]byte, content) []byte {
	return func(_ []byte, c content) []byte { return c.sum(h()) }
}

func (c content) sum(h hash.Hash) []byte {
	h.Write(c.prefix)
	h.Write(c.body)
	h.Write(c.suffix)
	return h.Sum(nil)
}
