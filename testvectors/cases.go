package testvectors

import (
	"cmp"
	"iter"
)

// A Case is a vector with everything that its file and group say of it.
type Case struct {
	Path      string // of the file
	Profile   string
	Operation string
	Theme     string
	Now       int64    // Unix seconds
	Tolerance *int64   // seconds; nil is the default
	Keys      []string // those of the vector if it has some, else of the group
	Vector
}

// All goes over the cases, in the order of files, groups and vectors.
func (s *Suite) All() iter.Seq[Case] {
	return func(yield func(Case) bool) {
		for _, file := range s.Files {
			for _, group := range file.Groups {
				for _, vector := range group.Vectors {
					if !yield(caseOf(file, group, vector)) {
						return
					}
				}
			}
		}
	}
}

func caseOf(file File, group Group, vector Vector) Case {
	keys := vector.Keys
	if keys == nil {
		keys = group.Keys
	}
	return Case{
		Path: file.Path, Profile: file.Profile, Operation: file.Operation, Theme: file.Theme,
		Now: group.Now, Tolerance: group.Tolerance, Keys: keys, Vector: vector,
	}
}

// Link returns the address of an entry of [Vector.Spec].
func (s *Suite) Link(spec string) string {
	name, section, found := cutReference(spec)
	document, known := s.Documents[name]
	if !found || !known {
		return spec
	}
	return document.URL + section
}

func comparePaths(a, b string) int { return cmp.Compare(a, b) }
