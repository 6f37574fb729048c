package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

// A recipe is a vector before it is written down: who receives, what the sender
// meant, how it is signed and laid out, and what happens on the way. Every
// field is plain data, so that what differs between two recipes can be counted.
type recipe struct {
	Profile   string
	Operation string

	Now       int64
	Tolerance int64 // seconds, or unset
	Keys      keyring

	ID        string
	Timestamp string
	Body      string

	Signatures []signature
	Fields     []field

	Arrival arrival
}

// unset is the tolerance of groups that have none.
const unset = -1 << 62

// A keyring is the keys of the group, or those that a vector brings because
// they are what is tested.
type keyring struct{ Group, Own []string }

func (k keyring) used() []string {
	if k.Own != nil {
		return k.Own
	}
	return k.Group
}

// An arrival replaces what was sent by what arrives, parts that are nil apart.
type arrival struct{ ID, Timestamp, Body *string }

// A field is a header field whose value is a template:
//
//	{id}       message id          {t}  timestamp, both as they arrive
//	{0}        the first signature with its label, such as v1,g0hM9SsE…
//	{0.sig}    the same without the label
//	{0|half}   spelled in another way: see spellings
type field struct{ Name, Value string }

func (r recipe) clone() recipe {
	r.Keys.Group = slices.Clone(r.Keys.Group)
	r.Keys.Own = slices.Clone(r.Keys.Own)
	r.Signatures = slices.Clone(r.Signatures)
	r.Fields = slices.Clone(r.Fields)
	return r
}

// headers lays the fields out.
func (r recipe) headers() []testvectors.Field {
	values := r.sent()
	if r.Arrival.ID != nil {
		values["id"] = *r.Arrival.ID
	}
	if r.Arrival.Timestamp != nil {
		values["t"] = *r.Arrival.Timestamp
	}
	for i, s := range r.Signatures {
		text := s.text(r.Profile, r.sent())
		values[strconv.Itoa(i)] = s.label(r.Profile) + text
		values[strconv.Itoa(i)+".sig"] = text
	}
	var fields []testvectors.Field
	for _, f := range r.Fields {
		fields = append(fields, testvectors.Field{Name: f.Name, Value: []byte(expand(f.Value, values))})
	}
	return fields
}

// sent is what the sender meant.
func (r recipe) sent() map[string]string {
	return map[string]string{"id": r.ID, "t": r.Timestamp, "body": r.Body, "nothing": ""}
}

func (r recipe) body() []byte {
	if r.Arrival.Body != nil {
		return []byte(*r.Arrival.Body)
	}
	return []byte(r.Body)
}

// expand fills a template in. A name that is not known is a mistake in a
// recipe.
func expand(template string, values map[string]string) string {
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		text.WriteString(before)
		if !found {
			return text.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		name, spelling, spelled := strings.Cut(name, "|")
		value, known := values[name]
		if !known {
			panic("no {" + name + "} among " + strings.Join(slices.Sorted(maps.Keys(values)), ", "))
		}
		if spelled {
			value = spell(spelling, value)
		}
		text.WriteString(value)
		template = after
	}
}
