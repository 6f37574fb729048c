package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// What is made to grow: the list of signatures in the header, which anyone can
// write, and the list of keys.
var (
	signatureCounts = []int{1, 2, 16, 1000}
	keyCounts       = []int{1, 2, 8}
)

// growthSize is the length of the body.
const growthSize = 256

// A version is one of signatures, with keys for it, and signatures that look
// right to all that is checked before the cryptography.
type version struct {
	label string
	key   func() standardwebhooks.VerifyingKey
	wrong func(n int) (string, error)
}

var versions = []version{
	{standardwebhooks.SchemeV1, func() standardwebhooks.VerifyingKey { return standardwebhooks.GenerateSecret() }, wrongV1},
	{standardwebhooks.SchemeV1a, func() standardwebhooks.VerifyingKey { return standardwebhooks.GeneratePrivateKey().Public() }, wrongV1a},
}

func wrongV1(n int) (string, error) {
	signatures := make([]string, n)
	for i := range signatures {
		sum := sha256.Sum256(fmt.Append(nil, i))
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(sum[:])
	}
	return strings.Join(signatures, " "), nil
}

// wrongV1a signs with a key that nobody asked for.
func wrongV1a(n int) (string, error) {
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{standardwebhooks.GeneratePrivateKey()})
	if err != nil {
		return "", err
	}
	signatures := make([]string, n)
	for i := range signatures {
		if signatures[i], err = signer.Sign(context.Background(), fmt.Sprint(i), time.Unix(0, 0), nil); err != nil {
			return "", err
		}
	}
	return strings.Join(signatures, " "), nil
}

// A growth is one place in the table.
type growth struct {
	version          version
	keys, signatures int
}

func growthsOf() (all []growth) {
	for _, v := range versions {
		for _, keys := range keyCounts {
			for _, signatures := range signatureCounts {
				all = append(all, growth{v, keys, signatures})
			}
		}
	}
	return all
}

// job times how long it takes to find out that no signature is right, which
// comes before the age of the message.
func (g growth) job() *job {
	once := sync.OnceValues(g.timed)
	return &job{
		label:   fmt.Sprintf("%s, %d keys, %d signatures", g.version.label, g.keys, g.signatures),
		prepare: func(time.Time) (timed, error) { return once() },
	}
}

func (g growth) timed() (timed, error) {
	m, err := newMessage(growthSize, time.Unix(0, 0))
	if err != nil {
		return nil, err
	}
	list, err := g.version.wrong(g.signatures)
	if err != nil {
		return nil, err
	}
	m.standard.Set(standardwebhooks.HeaderSignature, list)
	keys := make([]standardwebhooks.VerifyingKey, g.keys)
	for i := range keys {
		keys[i] = g.version.key()
	}
	verifier, err := standardwebhooks.NewVerifier(keys)
	if err != nil {
		return nil, err
	}
	return refusing(verifier, m.body, m.standard), nil
}

func refusing(verifier *standardwebhooks.Verifier, body []byte, header http.Header) timed {
	return func(iterations int) (time.Duration, error) {
		start := time.Now()
		for range iterations {
			if _, err := verifier.Verify(body, header); !errors.Is(err, standardwebhooks.ErrSignatureMismatch) {
				return 0, fmt.Errorf("want a mismatch, got: %w", err)
			}
		}
		return time.Since(start), nil
	}
}
