package exchange_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/testvectors"
)

// TestSeedsSayWhatTheirVectorsDo: nothing is lost on the way into a seed and
// back, and with the right signature filled in again the verdict is the same.
func TestSeedsSayWhatTheirVectorsDo(t *testing.T) {
	for _, profile := range []string{"standard", "svix", "stripe"} {
		verdicts := map[string]string{}
		for _, c := range exchange.Vectors(t, profile, testvectors.OperationVerify) {
			reason := c.Reason
			if c.Result == testvectors.Unspecified {
				reason = "unspecified"
			}
			verdicts[c.ID] = reason
		}
		for _, seed := range exchange.Seeds(t, profile) {
			want, ok := verdicts[seed.ID]
			require.True(t, ok, seed.ID)
			if want != "unspecified" {
				assert.Equal(t, want, oracle.Verify(exchange.Read(profile, seed.Data).Request), "%s\n%s", seed.ID, seed.Data)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	m := exchange.Split([]byte(":key: a:b\nName:  value \nquoted: \"a\\n\\xff\"\nno field\n: x\n\nbody\n\nmore"))
	assert.Equal(t, [][2]string{{":key", "a:b"}, {"Name", " value "}, {"quoted", "a\n\xff"}}, m.Fields)
	assert.Equal(t, "body\n\nmore", string(m.Body))
	assert.Equal(t, m, exchange.Split(m.Bytes()))
}

func TestRead(t *testing.T) {
	e := exchange.Read("standard", []byte(":now: 12.5\n:tolerance: 1 -2\n:key: one\n:signer: two\nA-Id: x\n:other: y\n\nbody"))
	assert.True(t, e.Now.Equal(time.Unix(12, 5e8)), e.Now)
	assert.Equal(t, time.Second, e.Past)
	assert.Equal(t, -2*time.Second, e.Future)
	assert.Equal(t, []string{"one"}, e.Keys)
	assert.Equal(t, []string{"one", "two"}, e.Signers)
	assert.Equal(t, [][2]string{{"A-Id", "x"}}, e.Headers)
	assert.Equal(t, "y", e.Message.Value(":other"))
}
