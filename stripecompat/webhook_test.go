package stripecompat_test

import (
	"encoding/hex"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

// inBubble runs a test at a time that stands still, since these functions read
// the clock of the machine.
func inBubble(t *testing.T, test func(t *testing.T, now time.Time)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, time.Now()) })
}

func stampOf(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

func headerAt(at time.Time, body string) string {
	return "t=" + stampOf(at) + ",v1=" + rightSignature("one", stampOf(at), []byte(body))
}

func TestShapesReturnBareValues(t *testing.T) {
	inBubble(t, func(t *testing.T, now time.Time) {
		stamp, good := stampOf(now), headerAt(now, payload)
		tests := []struct {
			name, header string
			want         error
		}{
			{"right", good, nil},
			{"broken items beside a right one", "x,,v1=bad," + good + ", y=,", nil},
			{"empty", "", stripecompat.ErrNotSigned},
			{"no timestamp", "v1=" + rightSignature("one", stamp, []byte(payload)), stripecompat.ErrInvalidHeader},
			{"two timestamps", "t=1," + good, stripecompat.ErrInvalidHeader},
			{"malformed timestamp", "t=+1,v1=00", stripecompat.ErrInvalidHeader},
			{"no value of timestamp", "t=", stripecompat.ErrInvalidHeader},
			{"no value of signature", "v1,t=" + stamp, stripecompat.ErrInvalidHeader},
			{"no signature", "t=" + stamp, stripecompat.ErrNoValidSignature},
			{"broken signature", "t=" + stamp + ",v1=bad", stripecompat.ErrNoValidSignature},
			{"other version", "t=" + stamp + ",v0=00", stripecompat.ErrNoValidSignature},
			{"other body", headerAt(now, "{}"), stripecompat.ErrNoValidSignature},
			{"too old", headerAt(now.Add(-301*time.Second), payload), stripecompat.ErrTooOld},
			{"too new", headerAt(now.Add(301*time.Second), payload), stripecompat.ErrTooOld},
			{"too old and not authentic", headerAt(now.Add(-301*time.Second), "{}"), stripecompat.ErrNoValidSignature},
		}
		for _, test := range tests {
			_, err := stripecompat.ConstructEvent([]byte(payload), test.header, "one")
			assert.True(t, err == test.want, "%s: ConstructEvent: %v", test.name, err)
			err = stripecompat.ValidatePayload([]byte(payload), test.header, "one")
			assert.True(t, err == test.want, "%s: ValidatePayload: %v", test.name, err)
			_, err = stripecompat.ConstructEventAs[map[string]any]([]byte(payload), test.header, "one")
			assert.True(t, err == test.want, "%s: ConstructEventAs: %v", test.name, err)
			assert.True(t, test.want == nil || errors.Is(err, standardwebhooks.ErrInvalid), test.name)
		}
	})
}

func TestShapesRefuseSecrets(t *testing.T) {
	inBubble(t, func(t *testing.T, now time.Time) {
		header := "t=" + stampOf(now) + ",v1=" + rightSignature("", stampOf(now), []byte(payload))
		_, err := stripecompat.ConstructEvent([]byte(payload), header, "")
		assert.True(t, err == stripecompat.ErrEmptySecret)
		assert.Equal(t, "empty_secret", standardwebhooks.Code(err))
		err = stripecompat.ValidatePayloadIgnoringTolerance([]byte(payload), header, "")
		assert.True(t, err == stripecompat.ErrEmptySecret)
		err = stripecompat.ValidatePayload([]byte(payload), headerAt(now, payload), "one\n")
		require.ErrorIs(t, err, standardwebhooks.ErrMalformedSecret)
	})
}

func TestShapesTolerance(t *testing.T) {
	inBubble(t, func(t *testing.T, now time.Time) {
		construct := func(age, tolerance time.Duration) error {
			_, err := stripecompat.ConstructEventWithTolerance([]byte(payload), headerAt(now.Add(-age), payload), "one", tolerance)
			return err
		}
		validate := func(age, tolerance time.Duration) error {
			return stripecompat.ValidatePayloadWithTolerance([]byte(payload), headerAt(now.Add(-age), payload), "one", tolerance)
		}
		options := func(age, tolerance time.Duration) error {
			_, err := stripecompat.ConstructEventWithOptions([]byte(payload), headerAt(now.Add(-age), payload), "one", stripecompat.ConstructEventOptions{Tolerance: tolerance})
			return err
		}
		for name, shape := range map[string]func(age, tolerance time.Duration) error{"construct": construct, "validate": validate, "options": options} {
			require.NoError(t, shape(10*time.Second, 10*time.Second), name)
			require.Equal(t, stripecompat.ErrTooOld, shape(11*time.Second, 10*time.Second), name)
			require.NoError(t, shape(-10*time.Second, 10*time.Second), name)
			require.Equal(t, stripecompat.ErrTooOld, shape(-11*time.Second, 10*time.Second), name)
			require.NoError(t, shape(time.Hour, time.Hour), name)
			require.Equal(t, stripecompat.ErrTooOld, shape(-301*time.Second, time.Hour), "%s: the future stays short", name)
			require.ErrorIs(t, shape(0, -1), standardwebhooks.ErrInvalidTolerance, name)
			require.ErrorIs(t, shape(0, 25*time.Hour), standardwebhooks.ErrInvalidTolerance, name)
		}
		require.ErrorIs(t, construct(0, 0), standardwebhooks.ErrInvalidTolerance)
		require.ErrorIs(t, validate(0, 0), standardwebhooks.ErrInvalidTolerance)
		require.NoError(t, options(300*time.Second, 0), "zero is the default")
		require.Equal(t, stripecompat.ErrTooOld, options(301*time.Second, 0))
	})
}

func TestShapesIgnoringTolerance(t *testing.T) {
	for _, stamp := range []string{"1", "99999999999"} {
		header := "t=" + stamp + ",v1=" + rightSignature("one", stamp, []byte(payload))
		require.NoError(t, stripecompat.ValidatePayloadIgnoringTolerance([]byte(payload), header, "one"))
		event, err := stripecompat.ConstructEventIgnoringTolerance([]byte(payload), header, "one")
		require.NoError(t, err)
		assert.Equal(t, "evt_1", event.ID)
		_, err = stripecompat.ConstructEventWithOptions([]byte(payload), header, "one", stripecompat.ConstructEventOptions{IgnoreTolerance: true, Tolerance: -1, IgnoreAPIVersionMismatch: true})
		require.NoError(t, err)
		_, err = stripecompat.ConstructEventIgnoringTolerance([]byte(payload+" "), header, "one")
		require.Equal(t, stripecompat.ErrNoValidSignature, err)
	}
}

func TestConstructEventAs(t *testing.T) {
	inBubble(t, func(t *testing.T, now time.Time) {
		type own struct {
			ID     string `json:"id"`
			Amount int    `json:"amount"`
		}
		event, err := stripecompat.ConstructEventAs[own]([]byte(payload), headerAt(now, payload), "one")
		require.NoError(t, err)
		assert.Equal(t, own{"evt_1", 1}, event)

		const broken = `{"id":"evt_1","amount":1`
		event, err = stripecompat.ConstructEventAs[own]([]byte(broken), headerAt(now, broken), "one")
		var decode *standardwebhooks.DecodeError
		require.ErrorAs(t, err, &decode)
		require.NotErrorIs(t, err, standardwebhooks.ErrInvalid)
		assert.Zero(t, event)

		header := "t=" + stampOf(now.Add(-time.Hour)) + ",v0=" + rightSignature("one", stampOf(now.Add(-time.Hour)), []byte(payload))
		format := stripecompat.ElevenLabs()
		format.Tolerance = time.Hour
		_, err = stripecompat.ConstructEventAs[own]([]byte(payload), header, "one", stripecompat.WithFormat(format))
		require.NoError(t, err)
		_, err = stripecompat.ConstructEventAs[own]([]byte(payload), header, "one", stripecompat.WithFormat(stripecompat.Slack()))
		require.ErrorIs(t, err, stripecompat.ErrInvalidFormat)
	})
}

func TestComputeSignature(t *testing.T) {
	assert.Equal(t, rightMAC("one", seconds+"."+payload), stripecompat.ComputeSignature(sent, []byte(payload), "one"))
	assert.Nil(t, stripecompat.ComputeSignature(sent, []byte(payload), ""))
	assert.Nil(t, stripecompat.ComputeSignature(sent, []byte(payload), " one"))
	assert.Nil(t, stripecompat.ComputeSignature(time.Unix(-1, 0), []byte(payload), "one"))
}

func TestGenerateTestSignedPayload(t *testing.T) {
	unsigned := stripecompat.UnsignedPayload{Payload: []byte(payload), Secret: "one", Timestamp: sent}
	signed := stripecompat.GenerateTestSignedPayload(&unsigned)
	mac := rightMAC("one", seconds+"."+payload)
	assert.Equal(t, &stripecompat.SignedPayload{
		UnsignedPayload: stripecompat.UnsignedPayload{Payload: []byte(payload), Secret: "one", Timestamp: sent, Scheme: "v1"},
		Signature:       mac,
		Header:          "t=" + seconds + ",v1=" + hex.EncodeToString(mac),
	}, signed)
	assert.Empty(t, unsigned.Scheme, "the argument stays as it was")

	unsigned.Scheme = "v0"
	assert.Equal(t, "t="+seconds+",v0="+hex.EncodeToString(mac), stripecompat.GenerateTestSignedPayload(&unsigned).Header)

	inBubble(t, func(t *testing.T, now time.Time) {
		signed := stripecompat.GenerateTestSignedPayload(&stripecompat.UnsignedPayload{Payload: []byte(payload), Secret: "one"})
		assert.Equal(t, now, signed.Timestamp)
		require.NoError(t, stripecompat.ValidatePayload(signed.Payload, signed.Header, signed.Secret))
	})
	for _, unsigned := range []*stripecompat.UnsignedPayload{nil, {}, {Payload: []byte(payload)}} {
		signed := stripecompat.GenerateTestSignedPayload(unsigned)
		require.ErrorIs(t, stripecompat.ValidatePayload(signed.Payload, signed.Header, "one"), standardwebhooks.ErrInvalid)
	}
}
