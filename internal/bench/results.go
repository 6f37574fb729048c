package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// Results are what one run gave; the documents are made of nothing else.
type results struct {
	Date     string     `json:"date"`
	CPU      string     `json:"cpu"`
	Cores    int        `json:"cores"`
	System   string     `json:"system"`
	Tools    []string   `json:"tools"`
	Rounds   int        `json:"rounds"`
	Sample   string     `json:"sample"`
	Sizes    []int      `json:"sizes"`
	Subjects []measured `json:"subjects"`
	Growth   []grown    `json:"growth"`
}

// A measured subject has the least and the median time for each size.
type measured struct {
	Scheme   string `json:"scheme"`
	Name     string `json:"name"`
	Language string `json:"language"`
	Version  string `json:"version,omitempty"`
	Least    []int  `json:"least"`
	Median   []int  `json:"median"`
}

type grown struct {
	Label      string `json:"label"`
	Keys       int    `json:"keys"`
	Signatures int    `json:"signatures"`
	Least      int    `json:"least"`
}

func load(path string) (*results, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r results
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &r, nil
}

func (r *results) save(path string) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// find returns a subject that has to be there.
func (r *results) find(scheme, name, language string) measured {
	for _, m := range r.Subjects {
		if m.Scheme == scheme && m.Name == name && m.Language == language {
			return m
		}
	}
	panic(fmt.Sprintf("bench: the results have no %s for %s", name, language))
}

func (r *results) grown(label string, keys, signatures int) int {
	for _, g := range r.Growth {
		if g.Label == label && g.Keys == keys && g.Signatures == signatures {
			return g.Least
		}
	}
	panic(fmt.Sprintf("bench: the results have no %s with %d keys and %d signatures", label, keys, signatures))
}

// size returns the place of a size.
func (r *results) size(bytes int) int {
	for i, size := range r.Sizes {
		if size == bytes {
			return i
		}
	}
	panic(fmt.Sprintf("bench: the results have no %d bytes", bytes))
}

// unrest says by how much, in the middle, a median lies above its least time,
// in percent: the quieter the machine, the less.
func (r *results) unrest() int {
	var all []float64
	for _, m := range r.Subjects {
		for i := range m.Least {
			all = append(all, 100*(float64(m.Median[i])/float64(m.Least[i])-1))
		}
	}
	return (&job{samples: all}).median()
}
