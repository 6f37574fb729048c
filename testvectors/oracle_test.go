package testvectors_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/testvectors"
)

// TestOracle: a reference that was written before the vectors, and by other
// hands, says the same of every vector that the specification decides, and
// names the same reason.
func TestOracle(t *testing.T) {
	decided := 0
	for c := range suite(t).All() {
		if c.Result == testvectors.Unspecified {
			continue
		}
		decided++
		t.Run(c.ID, func(t *testing.T) {
			reason := askOracle(t, c)
			if c.Result == testvectors.Valid {
				require.Empty(t, reason)
				return
			}
			require.NotEmpty(t, reason)
			assert.Equal(t, c.Reason, reason)
		})
	}
	require.Greater(t, decided, 400)
}

// askOracle returns "" or the reason to refuse.
func askOracle(t *testing.T, c testvectors.Case) string {
	t.Helper()
	switch c.Operation {
	case testvectors.OperationKey:
		return oracle.ParseKey(c.Profile, "verify", c.Keys[0])
	case testvectors.OperationSign:
		fields, reason := oracle.Sign(c.Profile, c.Keys, c.MessageID, c.Timestamp, c.Body)
		if c.Result == testvectors.Valid {
			require.Equal(t, pairsOf(c.Expected), fields)
		}
		return reason
	}
	return oracle.Verify(oracle.Request{
		Profile: c.Profile, Keys: c.Keys, Headers: pairsOf(c.Headers), Body: c.Body,
		Now: time.Unix(c.Now, 0), Past: toleranceOf(c), Future: toleranceOf(c),
	})
}

func toleranceOf(c testvectors.Case) time.Duration {
	if c.Tolerance == nil {
		return oracle.DefaultTolerance
	}
	// A number of seconds that no duration holds is out of range either way.
	const most = int64(1<<63-1) / int64(time.Second)
	return time.Duration(max(-most, min(*c.Tolerance, most))) * time.Second
}

func pairsOf(fields []testvectors.Field) [][2]string {
	var pairs [][2]string
	for _, f := range fields {
		pairs = append(pairs, [2]string{f.Name, string(f.Value)})
	}
	return pairs
}

func suite(t testing.TB) *testvectors.Suite {
	t.Helper()
	s, err := testvectors.Load()
	require.NoError(t, err)
	return s
}
