package stripecompat_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

func TestEvent(t *testing.T) {
	tests := []struct {
		name, body string
		want       stripecompat.Event
	}{
		{
			"snapshot",
			`{"id":"evt_1","object":"event","api_version":"2025-03-31.basil","account":"acct_1","created":1614265330,"livemode":true,
			"type":"invoice.updated","pending_webhooks":1,"request":{"id":"req_1","idempotency_key":null},
			"data":{"object":{"id":"in_1", "total":10},"previous_attributes":{"total":9}}}`,
			stripecompat.Event{
				ID: "evt_1", Object: "event", Type: "invoice.updated", Created: time.Unix(1614265330, 0).UTC(), Livemode: true,
				APIVersion: "2025-03-31.basil", Account: "acct_1",
				Data: stripecompat.EventData{
					Raw:                json.RawMessage(`{"id":"in_1", "total":10}`),
					PreviousAttributes: json.RawMessage(`{"total":9}`),
				},
			},
		},
		{
			"snapshot of an old version, with a request of another form",
			`{"id":"evt_1","object":"event","api_version":null,"created":1,"request":"iar_1","data":null,"type":"charge.failed"}`,
			stripecompat.Event{ID: "evt_1", Object: "event", Type: "charge.failed", Created: time.Unix(1, 0).UTC()},
		},
		{
			"thin",
			`{"id":"evt_test_1","object":"v2.core.event","type":"v1.billing.meter.error_report_triggered","livemode":false,
			"created":"2025-10-04T15:13:32.232083866Z","context":"acct_1",
			"related_object":{"id":"mtr_1","type":"billing.meter","url":"/v1/billing/meters/mtr_1"},"reason":null}`,
			stripecompat.Event{
				ID: "evt_test_1", Object: "v2.core.event", Type: "v1.billing.meter.error_report_triggered",
				Created: time.Date(2025, 10, 4, 15, 13, 32, 232083866, time.UTC), Context: "acct_1",
				RelatedObject: &stripecompat.RelatedObject{ID: "mtr_1", Type: "billing.meter", URL: "/v1/billing/meters/mtr_1"},
			},
		},
		{
			"thin with data",
			`{"id":"evt_1","object":"v2.core.event","data":{"object":1},"related_object":null,"created":null}`,
			stripecompat.Event{ID: "evt_1", Object: "v2.core.event", Data: stripecompat.EventData{Raw: json.RawMessage(`{"object":1}`)}},
		},
		{"an id and nothing else", `{"id":"evt_1"}`, stripecompat.Event{ID: "evt_1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var event stripecompat.Event
			require.NoError(t, json.Unmarshal([]byte(test.body), &event))
			assert.Equal(t, test.want, event)
			assert.Equal(t, test.want.Object == "v2.core.event", event.Thin())
		})
	}
}

func TestEventRefused(t *testing.T) {
	for name, body := range map[string]string{
		"null":               `null`,
		"a list":             `[]`,
		"no id":              `{"object":"event"}`,
		"empty id":           `{"id":""}`,
		"id is a number":     `{"id":1}`,
		"created is a word":  `{"id":"evt_1","created":"today"}`,
		"created is a list":  `{"id":"evt_1","created":[]}`,
		"data is a string":   `{"id":"evt_1","data":"x"}`,
		"something behind":   `{"id":"evt_1"}[`,
		"livemode is a word": `{"id":"evt_1","livemode":"no"}`,
	} {
		t.Run(name, func(t *testing.T) {
			event := stripecompat.Event{ID: "before"}
			require.Error(t, json.Unmarshal([]byte(body), &event))
			assert.Equal(t, stripecompat.Event{ID: "before"}, event)
		})
	}
}

func TestEventID(t *testing.T) {
	id, err := stripecompat.EventID(standardwebhooks.Message{Payload: []byte(payload)})
	require.NoError(t, err)
	assert.Equal(t, "evt_1", id)
	for _, body := range []string{"", "null", "[]", "{}", `{"id":""}`, `{"id":1}`, `{"id":"evt_1"`} {
		id, err := stripecompat.EventID(standardwebhooks.Message{Payload: []byte(body)})
		var decode *standardwebhooks.DecodeError
		require.ErrorAs(t, err, &decode, body)
		assert.Empty(t, id)
	}
}

// TestEventIDIsExact: whoever tells duplicates and whoever handles the event
// see the same id.
func TestEventIDIsExact(t *testing.T) {
	body := []byte(`{"id":"evt_1","ID":"evt_2","Id":"evt_3","object":"event"}`)
	id, err := stripecompat.EventID(standardwebhooks.Message{Payload: body})
	require.NoError(t, err)
	require.Equal(t, "evt_1", id)
	var event stripecompat.Event
	require.NoError(t, json.Unmarshal(body, &event))
	require.Equal(t, "evt_1", event.ID)
	_, err = stripecompat.EventID(standardwebhooks.Message{Payload: []byte(`{"ID":"evt_2"}`)})
	require.Error(t, err)
}

// TestNullIsNoEvent: encoding/json takes it for any pointer.
func TestNullIsNoEvent(t *testing.T) {
	signed := stripecompat.GenerateTestSignedPayload(&stripecompat.UnsignedPayload{Payload: []byte(" null\n"), Secret: "whsec_test_secret", Timestamp: time.Unix(1614265330, 0)})
	event, err := stripecompat.ConstructEventAs[*stripecompat.Event](signed.Payload, signed.Header, signed.Secret,
		stripecompat.WithClock(func() time.Time { return time.Unix(1614265330, 0) }))
	var details *standardwebhooks.DecodeError
	require.ErrorAs(t, err, &details)
	require.Nil(t, event)
}
