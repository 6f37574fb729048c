package main

import (
	"slices"
	"strconv"
	"strings"
)

// A mutation is one named change to a recipe. The name says what of a request
// is another afterwards; the loader knows the list.
type mutation struct {
	change string
	apply  func(*recipe)
}

func (r recipe) mutate(ms ...mutation) recipe {
	r = r.clone()
	for _, m := range ms {
		m.apply(&r)
	}
	return r
}

// What the sender means, signed as it is.

func id(text string) mutation {
	return mutation{"id", func(r *recipe) { r.ID = text }}
}

func timestamp(text string) mutation {
	return mutation{"timestamp", func(r *recipe) { r.Timestamp = text }}
}

// age is the timestamp by its distance from the clock, in seconds.
func age(seconds int64) mutation {
	return mutation{"timestamp", func(r *recipe) { r.Timestamp = strconv.FormatInt(r.Now-seconds, 10) }}
}

func body(text string) mutation {
	return mutation{"body", func(r *recipe) { r.Body = text }}
}

// How it is signed.

func signed(by ...signature) mutation {
	return mutation{"signatures", func(r *recipe) { r.Signatures = by }}
}

// signedAs replaces the content that the first signature is over.
func signedAs(template string) mutation {
	return mutation{"signatures", func(r *recipe) { r.Signatures[0].Content = template }}
}

// How it is laid out.

// list replaces the signature field by fields of the values given.
func list(values ...string) mutation {
	return mutation{"headers", func(r *recipe) {
		at := slices.IndexFunc(r.Fields, func(f field) bool {
			return strings.HasSuffix(strings.ToLower(f.Name), "-signature")
		})
		name := r.Fields[at].Name
		r.Fields = slices.Delete(r.Fields, at, at+1)
		for i, value := range values {
			r.Fields = slices.Insert(r.Fields, at+i, field{name, value})
		}
	}}
}

func fields(pairs ...string) mutation {
	return mutation{"headers", func(r *recipe) {
		r.Fields = nil
		for i := 0; i < len(pairs); i += 2 {
			r.Fields = append(r.Fields, field{pairs[i], pairs[i+1]})
		}
	}}
}

func without(name string) mutation {
	return mutation{"headers", func(r *recipe) {
		r.Fields = slices.DeleteFunc(r.Fields, func(f field) bool { return f.Name == name })
	}}
}

func renamed(from, to string) mutation {
	return mutation{"headers", func(r *recipe) {
		for i := range r.Fields {
			if r.Fields[i].Name == from {
				r.Fields[i].Name = to
			}
		}
	}}
}

// namedBy changes every name.
func namedBy(change func(string) string) mutation {
	return mutation{"headers", func(r *recipe) {
		for i := range r.Fields {
			r.Fields[i].Name = change(r.Fields[i].Name)
		}
	}}
}

// also adds a field behind the others, first in front of them.
func also(name, value string) mutation {
	return mutation{"headers", func(r *recipe) { r.Fields = append(r.Fields, field{name, value}) }}
}

func first(name, value string) mutation {
	return mutation{"headers", func(r *recipe) { r.Fields = slices.Insert(r.Fields, 0, field{name, value}) }}
}

// What arrives in place of what was sent.

func arrivesID(text string) mutation {
	return mutation{"received-id", func(r *recipe) { r.Arrival.ID = &text }}
}

func arrivesTimestamp(text string) mutation {
	return mutation{"received-timestamp", func(r *recipe) { r.Arrival.Timestamp = &text }}
}

func arrivesBody(text string) mutation {
	return mutation{"received-body", func(r *recipe) { r.Arrival.Body = &text }}
}

// cut divides what was signed in other places.
func cut(id, timestamp, body string) mutation {
	return mutation{"cut", func(r *recipe) { r.Arrival = arrival{&id, &timestamp, &body} }}
}

// Who receives.

func clock(now int64) mutation {
	return mutation{"clock", func(r *recipe) { r.Now = now }}
}

func tolerance(seconds int64) mutation {
	return mutation{"tolerance", func(r *recipe) { r.Tolerance = seconds }}
}

func keys(texts ...string) mutation {
	return mutation{"keys", func(r *recipe) { r.Keys.Group = texts }}
}

// ownKeys are keys that are themselves what is tested.
func ownKeys(texts ...string) mutation {
	return mutation{"keys", func(r *recipe) { r.Keys.Own = texts }}
}
