package doctor_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/doctor"
)

var unrelated = flag.Int("unrelated", 100, "how many unrelated pairs of request and secret to try")

// A request and a secret that have nothing to do with each other blame nobody,
// and a request with its own secret is valid, whatever is in the body.
func TestUnrelated(t *testing.T) {
	skipWhereSlow(t)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range *unrelated {
		d := newDelivery([]string{doctor.Standard, doctor.Svix, doctor.Stripe}[i%3])
		body := randomBody(random)
		d = d.bodies(body, body)
		d.declared = int64(len(body))
		require.Empty(t, doctor.Diagnose(t.Context(), d.input()).Causes, "%q", body)
		d.key = randomBytes(random, 24+random.IntN(40))
		report := doctor.Diagnose(t.Context(), d.input())
		require.Equal(t, []string{"unknown"}, causeCodes(report), "%q", body)
		require.False(t, report.Causes[0].Proof)
		require.Empty(t, report.NotTried)
	}
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// randomBody is of any kind that a webhook has.
func randomBody(r *rand.Rand) string {
	n := 1 + r.IntN(80)
	switch r.IntN(6) {
	case 0:
		return string(randomBytes(r, n))
	case 1:
		return base64.StdEncoding.EncodeToString(randomBytes(r, n))
	case 2:
		return "payload=" + strings.Repeat("%7B%22", n/8) + "&b=1"
	case 3:
		return strings.Repeat("line\r\n", n/8) + "é"
	default:
		return randomJSON(r, 0)
	}
}

func randomJSON(r *rand.Rand, depth int) string {
	kind := r.IntN(6)
	if depth > 3 {
		kind %= 3
	}
	switch kind {
	case 0:
		return fmt.Sprint(r.NormFloat64())
	case 1:
		return []string{"true", "false", "null", `""`, `"\u00e9\/<&>"`}[r.IntN(5)]
	case 2:
		return fmt.Sprintf("%q", []string{"text", "a/b", "naïve", "😀"}[r.IntN(4)])
	case 3:
		items := make([]string, r.IntN(4))
		for i := range items {
			items[i] = randomJSON(r, depth+1)
		}
		return "[" + strings.Join(items, ", ") + "]"
	default:
		items := make([]string, r.IntN(5))
		for i := range items {
			items[i] = fmt.Sprintf(`"%c%d":%s`, 'z'-rune(i), r.IntN(9), randomJSON(r, depth+1))
		}
		return "{" + strings.Join(items, ",") + "}"
	}
}
