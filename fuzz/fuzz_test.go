package fuzz

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
	"github.com/whsec/whsec/svixcompat"
)

var profiles = []string{"standard", "svix", "stripe"}

// addSeeds adds the requests among the vectors of the profiles.
func addSeeds(f *testing.F, profiles ...string) {
	f.Helper()
	for _, profile := range profiles {
		for _, seed := range exchange.Seeds(f, profile) {
			f.Add(seed.Data)
		}
	}
}

// addDistinct adds each seed once: a fuzzer takes its time over every one before
// it begins.
func addDistinct(f *testing.F, seeds []string) {
	f.Helper()
	slices.Sort(seeds)
	seeds = slices.Compact(seeds)
	if len(seeds) == 0 {
		f.Fatal("no seed")
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
}

// A verifier is what those of all schemes have in common.
type verifier interface {
	VerifyAt(payload []byte, header http.Header, at time.Time) (standardwebhooks.Message, error)
	Verify(payload []byte, header http.Header) (standardwebhooks.Message, error)
	CheckHeader(header http.Header) error
}

// newVerifier goes all the way from texts, and judges by the clock of the
// request.
func newVerifier(r oracle.Request) (verifier, error) {
	clock := func() time.Time { return r.Now }
	if r.Profile == "stripe" {
		secrets, err := parseAll(r.Keys, stripecompat.ParseSecret)
		if err != nil {
			return nil, err
		}
		return orNil(stripecompat.NewVerifier(secrets, stripecompat.WithClock(clock),
			stripecompat.WithPastTolerance(r.Past), stripecompat.WithFutureTolerance(r.Future)))
	}
	keys, err := parseAll(r.Keys, standardwebhooks.ParseVerifyingKey)
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
func orNil[V verifier](v V, err error) (verifier, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// A signer is what those of all schemes have in common.
type signer interface {
	SetHeaders(ctx context.Context, header http.Header, id string, t time.Time, payload []byte) error
}

func newSigner(profile string, texts []string) (signer, error) {
	if profile == "stripe" {
		secrets, err := parseAll(texts, stripecompat.ParseSecret)
		if err != nil {
			return nil, err
		}
		return stripecompat.NewSigner(secrets)
	}
	keys, err := parseAll(texts, standardwebhooks.ParseSigningKey)
	if err != nil {
		return nil, err
	}
	if profile == "svix" {
		return svixcompat.NewSigner(keys)
	}
	return standardwebhooks.NewSigner(keys)
}

func parseAll[K any](texts []string, parse func(string) (K, error)) ([]K, error) {
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

// headerOf returns header fields as net/http holds them.
func headerOf(fields [][2]string) http.Header {
	header := http.Header{}
	for _, field := range fields {
		header.Add(field[0], field[1])
	}
	return header
}

// isZero reports whether nothing comes with an error.
func isZero(m standardwebhooks.Message) bool {
	return m.ID == "" && m.Payload == nil && m.Scheme == "" && m.KeyIndex == 0 && m.Timestamp.IsZero()
}
