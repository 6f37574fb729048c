package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

// A builder gathers the vectors of all files.
type builder struct {
	themes  []*theme
	entries map[string]*entry
}

// A theme becomes a file. What it cites and flags goes for the vectors that
// follow.
type theme struct {
	b       *builder
	lead    string // before every comment: themes of two profiles are alike
	file    testvectors.File
	cited   []string
	flagged []string
	entries []*entry
}

// An entry is a vector and the recipe of it.
type entry struct {
	recipe recipe
	vector testvectors.Vector
	base   *entry
	extra  []string // capabilities that the recipe does not show
}

func (b *builder) theme(profile, operation, name, description string) *theme {
	path := profile + "/" + operation + "-" + name + ".json"
	if operation == name {
		path = profile + "/" + operation + ".json"
	}
	t := &theme{b: b, file: testvectors.File{
		Path: path, Profile: profile, Operation: operation, Theme: name, Description: description,
	}}
	b.themes = append(b.themes, t)
	return t
}

func (t *theme) cites(spec ...string)    { t.cited = spec }
func (t *theme) flagsAs(flags ...string) { t.flagged = flags }

// valid adds a vector that is to be accepted.
func (t *theme) valid(slug, comment string, r recipe) *entry {
	return t.add(slug, comment, r, testvectors.Valid)
}

// invalid adds a vector that differs from a valid one in one change.
func (t *theme) invalid(slug, reason, comment string, base *entry, m mutation) *entry {
	e := t.add(slug, comment, base.recipe.mutate(m), testvectors.Invalid)
	e.base, e.vector.Base, e.vector.Change, e.vector.Reason = base, base.vector.ID, m.change, reason
	return e
}

// open adds one of which the specification does not speak.
func (t *theme) open(slug, comment string, base *entry, m mutation) *entry {
	e := t.add(slug, comment, base.recipe.mutate(m), testvectors.Unspecified)
	e.base, e.vector.Base, e.vector.Change = base, base.vector.ID, m.change
	return e
}

func (t *theme) add(slug, comment string, r recipe, result testvectors.Result) *entry {
	if t.lead != "" {
		comment = t.lead + ": " + strings.ToLower(comment[:1]) + comment[1:]
	}
	e := &entry{recipe: r, vector: testvectors.Vector{
		ID:      t.file.Profile + "/" + t.file.Operation + "/" + slug,
		Comment: comment, Result: result, Spec: t.cited, Flags: t.flagged,
	}}
	if t.b.entries[e.vector.ID] != nil {
		panic("two vectors named " + e.vector.ID)
	}
	t.b.entries[e.vector.ID] = e
	t.entries = append(t.entries, e)
	return e
}

func (e *entry) cites(spec ...string) *entry    { e.vector.Spec = spec; return e }
func (e *entry) flagsAs(flags ...string) *entry { e.vector.Flags = flags; return e }
func (e *entry) needs(extra ...string) *entry   { e.extra = extra; return e }

// build writes the recipes out and sorts them into groups.
func (t *theme) build() testvectors.File {
	file := t.file
	for _, e := range t.entries {
		e.fill()
		group := groupFor(&file, e.recipe)
		group.Vectors = append(group.Vectors, e.vector)
	}
	return file
}

func (e *entry) fill() {
	r, v := e.recipe, &e.vector
	v.Keys = r.Keys.Own
	switch r.Operation {
	case testvectors.OperationVerify:
		v.Headers, v.Body = r.headers(), r.body()
	case testvectors.OperationSign:
		v.MessageID, v.Body = r.ID, r.body()
		timestamp, err := strconv.ParseInt(r.Timestamp, 10, 64)
		must(err)
		v.Timestamp = timestamp
		if v.Result == testvectors.Valid {
			v.Expected = r.headers()
		}
	case testvectors.OperationKey:
		if r.Keys.Own == nil {
			panic(fmt.Sprintf("%s without a key", v.ID))
		}
	}
	v.Requires = e.requires()
}

// groupFor returns the group that receives as the recipe says.
func groupFor(file *testvectors.File, r recipe) *testvectors.Group {
	for i := range file.Groups {
		g := &file.Groups[i]
		if g.Now == r.Now && toleranceOf(g) == r.Tolerance && slices.Equal(g.Keys, r.Keys.Group) {
			return g
		}
	}
	group := testvectors.Group{Now: r.Now, Keys: r.Keys.Group}
	if r.Tolerance != unset {
		group.Tolerance = &r.Tolerance
	}
	file.Groups = append(file.Groups, group)
	return &file.Groups[len(file.Groups)-1]
}

func toleranceOf(g *testvectors.Group) int64 {
	if g.Tolerance == nil {
		return unset
	}
	return *g.Tolerance
}
