package webhookhttp

import (
	"encoding/json"
	"errors"
	"fmt"
)

// An undecodable error says where a payload does not decode, and has nothing of
// the payload in its text, which is for the log: the errors of encoding/json,
// and those of the types that decode themselves, quote what they refuse.
type undecodable struct{ err error }

func (e *undecodable) Error() string {
	if syntax, ok := errors.AsType[*json.SyntaxError](e.err); ok {
		return fmt.Sprintf("no JSON at byte %d", syntax.Offset)
	}
	if mistyped, ok := errors.AsType[*json.UnmarshalTypeError](e.err); ok {
		return fmt.Sprintf("field %q is not of type %v, at byte %d", mistyped.Field, mistyped.Type, mistyped.Offset)
	}
	return "a value is refused by the type it is decoded into"
}

// Unwrap returns the error as it was.
func (e *undecodable) Unwrap() error { return e.err }
