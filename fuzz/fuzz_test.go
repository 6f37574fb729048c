package fuzz

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/whsec/whsec/fuzz/internal/exchange"
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

// A signer is what those of all schemes have in common.
type signer interface {
	SetHeaders(ctx context.Context, header http.Header, id string, t time.Time, payload []byte) error
}

func newSigner(profile string, texts []string) (signer, error) {
	if profile == "stripe" {
		secrets, err := exchange.ParseAll(texts, stripecompat.ParseSecret)
		if err != nil {
			return nil, err
		}
		return stripecompat.NewSigner(secrets)
	}
	keys, err := exchange.ParseAll(texts, standardwebhooks.ParseSigningKey)
	if err != nil {
		return nil, err
	}
	if profile == "svix" {
		return svixcompat.NewSigner(keys)
	}
	return standardwebhooks.NewSigner(keys)
}

// isZero reports whether nothing comes with an error.
func isZero(m standardwebhooks.Message) bool {
	return m.ID == "" && m.Payload == nil && m.Scheme == "" && m.KeyIndex == 0 && m.Timestamp.IsZero()
}
