package exchange

import (
	"net/http"
	"time"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
	"github.com/whsec/whsec/svixcompat"
)

// A Verifier is what those of all schemes have in common.
type Verifier interface {
	VerifyAt(payload []byte, header http.Header, at time.Time) (standardwebhooks.Message, error)
	Verify(payload []byte, header http.Header) (standardwebhooks.Message, error)
	CheckHeader(header http.Header) error
}

// NewVerifier goes all the way from texts, and judges by the clock of the
// request.
func NewVerifier(r oracle.Request) (Verifier, error) {
	clock := func() time.Time { return r.Now }
	if r.Profile == "stripe" {
		secrets, err := ParseAll(r.Keys, stripecompat.ParseSecret)
		if err != nil {
			return nil, err
		}
		return orNil(stripecompat.NewVerifier(secrets, stripecompat.WithClock(clock),
			stripecompat.WithPastTolerance(r.Past), stripecompat.WithFutureTolerance(r.Future)))
	}
	keys, err := ParseAll(r.Keys, standardwebhooks.ParseVerifyingKey)
	if err != nil {
		return nil, err
	}
	opts := []standardwebhooks.VerifierOption{
		standardwebhooks.WithClock(clock),
		standardwebhooks.WithPastTolerance(r.Past), standardwebhooks.WithFutureTolerance(r.Future),
	}
	if r.Profile == "svix" {
		return orNil(svixcompat.NewVerifier(keys, opts...))
	}
	return orNil(standardwebhooks.NewVerifier(keys, opts...))
}

// orNil keeps a nil pointer from becoming a verifier.
func orNil[V Verifier](v V, err error) (Verifier, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// ParseAll parses keys one by one.
func ParseAll[K any](texts []string, parse func(string) (K, error)) ([]K, error) {
	var keys []K
	for _, text := range texts {
		key, err := parse(text)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// Header returns header fields as net/http holds them.
func Header(fields [][2]string) http.Header {
	header := http.Header{}
	for _, field := range fields {
		header.Add(field[0], field[1])
	}
	return header
}
