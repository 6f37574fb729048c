package standardwebhooks_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
)

type invoice struct {
	ID     string `json:"id"`
	Amount int64  `json:"amount"`
}

func TestDecode(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	payload := []byte(`{"type":"invoice.paid","timestamp":"2021-02-25T15:02:00.5Z","data":{"id":"inv_81","amount":9007199254740993}}`)
	header := signedBy(t, []string{testSecret}, testID, testTime, payload)

	event, message, err := standardwebhooks.Decode[standardwebhooks.Event[invoice]](verifier, payload, header)
	require.NoError(t, err)
	require.Equal(t, testID, message.ID)
	require.Equal(t, "invoice.paid", event.Type)
	require.True(t, event.Timestamp.Equal(time.Date(2021, 2, 25, 15, 2, 0, 5e8, time.UTC)))
	require.Equal(t, invoice{"inv_81", 9007199254740993}, event.Data)

	event, message, err = standardwebhooks.Decode[standardwebhooks.Event[invoice]](verifier, payload[1:], header)
	requireCode(t, "signature_mismatch", err)
	require.Zero(t, event)
	require.Zero(t, message)
}

// TestDecodeOfAuthenticGarbage: that is no forgery, and must not be answered
// as one.
func TestDecodeOfAuthenticGarbage(t *testing.T) {
	verifier := verifierOf(t, []string{testSecret})
	for name, payload := range map[string]string{"no JSON": "hello", "nothing": "", "half": `{"id":"a"`, "two": `{"id":"a"}{}`, "other type": `{"id":"a","amount":"1"}`} {
		t.Run(name, func(t *testing.T) {
			header := signedBy(t, []string{testSecret}, testID, testTime, []byte(payload))
			value, message, err := standardwebhooks.Decode[invoice](verifier, []byte(payload), header)
			require.Error(t, err)
			require.NotErrorIs(t, err, standardwebhooks.ErrInvalid)
			require.Empty(t, standardwebhooks.Code(err))
			var details *standardwebhooks.DecodeError
			require.ErrorAs(t, err, &details)
			require.ErrorContains(t, err, "authentic, but not decoded")
			require.Zero(t, value)
			require.Equal(t, testID, message.ID)
			_, err = verifier.Verify([]byte(payload), header)
			require.NoError(t, err)
		})
	}
}

func TestEventMarshals(t *testing.T) {
	out, err := json.Marshal(standardwebhooks.Event[invoice]{"invoice.paid", testTime.UTC(), invoice{"inv_81", 1}})
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"invoice.paid","timestamp":"2021-02-25T15:02:10Z","data":{"id":"inv_81","amount":1}}`, string(out))
}
