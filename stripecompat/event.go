package stripecompat

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// What the object field of an event says.
const (
	// ObjectEvent is a snapshot event: Data holds the object.
	ObjectEvent = "event"
	// ObjectThinEvent is a thin event of the v2 API: it names the object, which
	// is to be fetched.
	ObjectThinEvent = "v2.core.event"
)

// An Event is what all events have, of every API version: the object in it is
// left as it came, to be decoded by what Type says. So no event is refused
// because its version is not that of a library
// (https://github.com/stripe/stripe-go/issues/1495), nor because a field is of
// an old form (https://github.com/stripe/stripe-go/issues/1333).
type Event struct {
	// ID is the same at every attempt to deliver an event: what duplicates are
	// told by. It is never empty.
	ID string
	// Object is [ObjectEvent] or [ObjectThinEvent].
	Object string
	// Type is what happened, such as "invoice.paid".
	Type string
	// Created is when it happened.
	Created time.Time
	// Livemode is false for test data.
	Livemode bool
	// APIVersion is the version in which Data is rendered, such as
	// "2025-03-31.basil". Thin events have none.
	APIVersion string
	// Account is the connected account that the event came from, if any.
	Account string
	// Context is where a thin event came from, if not from the account itself.
	Context string
	// Data is what a snapshot event carries.
	Data EventData
	// RelatedObject is what a thin event is about. It is nil if there is none.
	RelatedObject *RelatedObject
}

// EventData is what an event carries.
type EventData struct {
	// Raw is the object that the event is about: "data.object" of a snapshot
	// event, all of "data" of a thin one that has it. It is nil if there is
	// none.
	Raw json.RawMessage
	// PreviousAttributes has what an update has changed, as it was before.
	PreviousAttributes json.RawMessage
}

// A RelatedObject says where the object of a thin event is to be fetched.
type RelatedObject struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	URL  string `json:"url"`
}

// Thin reports whether the event is a thin one.
func (e Event) Thin() bool { return e.Object == ObjectThinEvent }

// UnmarshalJSON reads snapshot and thin events. An event without an id is an
// error.
func (e *Event) UnmarshalJSON(data []byte) error {
	var wire struct {
		Object        string          `json:"object"`
		Type          string          `json:"type"`
		Created       json.RawMessage `json:"created"`
		Livemode      bool            `json:"livemode"`
		APIVersion    string          `json:"api_version"`
		Account       string          `json:"account"`
		Context       string          `json:"context"`
		Data          json.RawMessage `json:"data"`
		RelatedObject *RelatedObject  `json:"related_object"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	id, err := idOf(data)
	if err != nil {
		return err
	}
	created, err := parseCreated(wire.Created)
	if err != nil {
		return err
	}
	content, err := parseData(wire.Data, wire.Object)
	if err != nil {
		return err
	}
	*e = Event{
		ID: id, Object: wire.Object, Type: wire.Type, Created: created, Livemode: wire.Livemode,
		APIVersion: wire.APIVersion, Account: wire.Account, Context: wire.Context,
		Data: content, RelatedObject: wire.RelatedObject,
	}
	return nil
}

// parseCreated reads seconds, as snapshot events have them, and RFC 3339, as
// thin ones do (https://github.com/stripe/stripe-go/issues/2159).
func parseCreated(raw json.RawMessage) (time.Time, error) {
	var created time.Time
	if len(raw) == 0 || string(raw) == "null" {
		return created, nil
	}
	if seconds, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC(), nil
	}
	err := json.Unmarshal(raw, &created)
	return created, err
}

func parseData(raw json.RawMessage, object string) (EventData, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return EventData{}, nil
	}
	if object == ObjectThinEvent {
		return EventData{Raw: raw}, nil
	}
	var wire struct {
		Object             json.RawMessage `json:"object"`
		PreviousAttributes json.RawMessage `json:"previous_attributes"`
	}
	err := json.Unmarshal(raw, &wire)
	return EventData{Raw: wire.Object, PreviousAttributes: wire.PreviousAttributes}, err
}

// EventID returns the id of the event in an authenticated message: Stripe has
// none in the header, and without an id duplicates are not to be told. A body
// that is not JSON or has no id is a [standardwebhooks.DecodeError].
func EventID(message standardwebhooks.Message) (string, error) {
	id, err := idOf(message.Payload)
	if err != nil {
		return "", &standardwebhooks.DecodeError{Err: err}
	}
	return id, nil
}

// idOf takes the name to the letter, where decoding into a struct would take
// "ID" as well: two that look for the id have to find the same.
func idOf(data []byte) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return "", err
	}
	var id string
	if raw, ok := members["id"]; ok {
		if err := json.Unmarshal(raw, &id); err != nil {
			return "", err
		}
	}
	if id == "" {
		return "", errNoID
	}
	return id, nil
}

var errNoID = errors.New("an event has an id, and this body has none")
