package standardwebhooks_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

func TestCodes(t *testing.T) {
	for code, sentinel := range sentinels {
		require.Equal(t, code, standardwebhooks.Code(sentinel))
		require.Equal(t, code, standardwebhooks.Code(fmt.Errorf("endpoint 7: %w", sentinel)))
		require.ErrorIs(t, sentinel, standardwebhooks.ErrInvalid)
		for other, another := range sentinels {
			require.Equal(t, code == other, errors.Is(sentinel, another), "%s is %s", code, other)
		}
	}
	require.Empty(t, standardwebhooks.Code(nil))
	require.Empty(t, standardwebhooks.Code(errors.New("other")))
	require.NotErrorIs(t, errors.New("other"), standardwebhooks.ErrInvalid)
}

func TestErrorTexts(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	key := keyOf(t, testSecret)
	for _, c := range []struct{ name, id, timestamp, signature, want string }{
		{"id", "a.b", testTimestamp, testSignature, "malformed message id: webhook-id: it holds a full stop, which separates id, timestamp and payload"},
		{"timestamp", "a", "2021-02-25", testSignature, `malformed timestamp: "2021-02-25": want seconds since 1970 in plain digits`},
		{"long timestamp", "a", "111111111122222222223333333333444444444455555555556", testSignature, `malformed timestamp: "1111111111222222222233333333334444444444"…: want seconds since 1970 in plain digits`},
		{"timestamp just short enough", "a", "1111111111222222222233333333334444444444", testSignature, `malformed timestamp: "1111111111222222222233333333334444444444": want seconds since 1970 in plain digits`},
		{"old", "a", "1614265000", macOf(key, "a", "1614265000", ""), "timestamp too old: sent 5m30s ago, tolerance 5m0s"},
		{"new", "a", "1614266000", macOf(key, "a", "1614266000", ""), "timestamp too far in the future: 11m10s ahead, tolerance 5m0s"},
		{"far ahead", "a", "9223372036854775807", macOf(key, "a", "9223372036854775807", ""), "timestamp too far in the future: over 292 years ahead, tolerance 5m0s"},
		{"scheme", "a", testTimestamp, "v1a,x v2,y", "no signature of a scheme with a key here: signed with v1a, v2"},
		{"long schemes", "a", testTimestamp, "v1234567,x v12345678,y", "no signature of a scheme with a key here: signed with v1234567, v1234567…"},
		{"mismatch", "a", testTimestamp, wrongV1, "no signature matches: 1 signature, 1 key"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := verifier.Verify(nil, headerOf(c.id, c.timestamp, c.signature))
			require.EqualError(t, err, c.want)
		})
	}
}
