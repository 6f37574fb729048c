package capture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A value is a JSON value where it stands in the capture: its own spelling is
// kept, and its line is known.
type value struct {
	doc      *document
	off, end int
}

func (v value) line() int { return v.doc.lineAt(v.off) }

func (v value) raw() []byte {
	if v.doc == nil {
		return nil
	}
	return v.doc.data[v.off:v.end]
}

// is reports whether the value starts with c: '{', '[', '"'.
func (v value) is(c byte) bool { return v.off < v.end && v.doc.data[v.off] == c }

func (v value) isNull() bool { return string(v.raw()) == "null" }

// An object keeps its members in order. Of equal keys the last one is taken, as
// encoding/json does.
type object []member

type member struct {
	key string
	value
}

func (o object) get(key string) (value, bool) {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].key == key {
			return o[i].value, true
		}
	}
	return value{}, false
}

// has reports whether all keys are there.
func (o object) has(keys ...string) bool {
	for _, key := range keys {
		if _, ok := o.get(key); !ok {
			return false
		}
	}
	return true
}

// at follows a path of keys through objects.
func (o object) at(path ...string) (value, bool) {
	v, ok := o.get(path[0])
	if !ok || len(path) == 1 {
		return v, ok
	}
	return v.object().at(path[1:]...)
}

// text returns the string at a path, or nothing.
func (o object) text(path ...string) string {
	v, _ := o.at(path...)
	s, _ := v.text()
	return s
}

// object returns the members of a valid object, nil for another value.
func (v value) object() object {
	if !v.is('{') {
		return nil
	}
	o := object{}
	v.each(func(key string, v value) { o = append(o, member{key, v}) })
	return o
}

// array returns the elements of a valid array, nil for another value.
func (v value) array() []value {
	if !v.is('[') {
		return nil
	}
	a := []value{}
	v.each(func(_ string, v value) { a = append(a, v) })
	return a
}

// each calls f for the members or elements of a valid value.
func (v value) each(f func(key string, v value)) {
	dec := json.NewDecoder(bytes.NewReader(v.raw()))
	if _, err := dec.Token(); err != nil {
		return
	}
	for dec.More() {
		var key string
		if v.is('{') {
			token, _ := dec.Token()
			key, _ = token.(string)
		}
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return
		}
		end := v.off + int(dec.InputOffset())
		f(key, value{v.doc, end - len(raw), end})
	}
}

// documents returns the JSON values that follow each other in data: one, or a
// line each.
func documents(data []byte) ([]value, error) {
	doc := &document{data: data}
	dec := json.NewDecoder(bytes.NewReader(data))
	var values []value
	for {
		var raw json.RawMessage
		err := dec.Decode(&raw)
		end := int(dec.InputOffset())
		if err != nil {
			if len(bytes.TrimSpace(data[end:])) == 0 && len(values) > 0 {
				return values, nil
			}
			return nil, syntaxError(doc, err)
		}
		values = append(values, value{doc, end - len(raw), end})
	}
}

func syntaxError(doc *document, err error) error {
	off := len(doc.data)
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		off = min(off, max(0, int(syntax.Offset)-1))
	}
	return fmt.Errorf("line %d: not valid JSON: %w; copy the whole of it, from the first bracket to the last", doc.lineAt(off), err)
}
