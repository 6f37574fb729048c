package differential

import (
	"strconv"
	"testing"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/testvectors"
)

// seeds are the requests among the vectors that the library knows, and messages
// under the keys that are vectors.
func (p peer) seeds(tb testing.TB) []exchange.Seed {
	tb.Helper()
	profiles := []string{p.profile}
	if p.profile == "svix" {
		profiles = append(profiles, "standard") // whose headers it reads as well
	}
	var seeds []exchange.Seed
	for _, profile := range profiles {
		seeds = append(seeds, exchange.Seeds(tb, profile)...)
	}
	for _, c := range exchange.Vectors(tb, profiles[len(profiles)-1], testvectors.OperationKey) {
		seeds = append(seeds, p.keySeeds(c)...)
	}
	return seeds
}

// keySeeds returns a message signed with the key as the library reads it, and,
// if that is another, as ours does.
func (p peer) keySeeds(c testvectors.Case) []exchange.Seed {
	m := exchange.Message{Body: []byte(`{"test": 2432232314}`), Fields: [][2]string{
		{exchange.Key, c.Keys[0]}, {exchange.Now, strconv.FormatInt(c.Now, 10)},
	}}
	timestamp := strconv.FormatInt(c.Now, 10)
	theirs := p.read(exchange.Read(p.profile, m.Bytes())).key
	seeds := []exchange.Seed{p.signedSeed(c.ID, m, theirs, timestamp)}
	if secret, err := standardwebhooks.ParseSecret(c.Keys[0]); p.profile != "stripe" && err == nil && secret.Text() != theirs {
		seeds = append(seeds, p.signedSeed(c.ID, m, secret.Text(), timestamp))
	}
	return seeds
}

func (p peer) signedSeed(id string, m exchange.Message, key, timestamp string) exchange.Seed {
	signature := exchange.Signature(p.profile, key, "msg_1", timestamp, m.Body)
	prefix := map[string]string{"standard": "webhook", "svix": "svix"}[p.profile]
	fields := [][2]string{{prefix + "-id", "msg_1"}, {prefix + "-timestamp", timestamp}, {prefix + "-signature", "v1," + signature}}
	if p.profile == "stripe" {
		fields = [][2]string{{"Stripe-Signature", "t=" + timestamp + ",v1=" + signature}}
	}
	m.Fields = append(append([][2]string{}, m.Fields...), fields...)
	return exchange.Seed{ID: id, Data: m.Bytes()}
}
