package standardwebhooks

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// An Event is the payload that the specification recommends ("Payload
// structure"), with the data of its type.
type Event[T any] struct {
	// Type is what happened, in words joined by full stops: "invoice.paid".
	Type string `json:"type"`
	// Timestamp is when it happened, which is not when it was sent.
	Timestamp time.Time `json:"timestamp"`
	// Data is what happened to whom.
	Data T `json:"data"`
}

// Decode verifies a request and then, and only then, decodes its body from
// JSON: there is no way to a T that was not authentic.
//
// If verification fails, Decode returns its error, zero values, and has not
// looked at the body. If the body is authentic but does not decode, the error
// is a [DecodeError], which does not match [ErrInvalid], and the Message is
// returned with it: sending the request again will not help.
func Decode[T any](v interface {
	Verify(payload []byte, header http.Header) (Message, error)
}, payload []byte, header http.Header) (T, Message, error) {
	var value, zero T
	message, err := v.Verify(payload, header)
	if err != nil {
		return zero, Message{}, err
	}
	if err := json.Unmarshal(message.Payload, &value); err != nil {
		return zero, message, &DecodeError{Err: err}
	}
	return value, message, nil
}

// A DecodeError says that an authentic body is not what was expected.
type DecodeError struct{ Err error }

func (e *DecodeError) Error() string { return fmt.Sprintf("authentic, but not decoded: %v", e.Err) }

// Unwrap returns the error of encoding/json.
func (e *DecodeError) Unwrap() error { return e.Err }
