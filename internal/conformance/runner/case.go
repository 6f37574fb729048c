// Package runner asks an implementation the questions of the conformance
// vectors through an adapter, a program that speaks the protocol of
// doc/adapter-protocol.md, and compares what it answers.
package runner

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

// A Case is a vector with what it takes from its group and its file.
type Case = testvectors.Case

// Select returns the cases of the profiles and filters, of all without any. A
// filter is an id, a folder of ids, or either with * and ? within a segment.
// One that selects nothing is an error.
func Select(cases []Case, profiles, filters []string) ([]Case, error) {
	ofProfiles := slices.Clone(cases)
	if len(profiles) > 0 {
		ofProfiles = slices.DeleteFunc(ofProfiles, func(c Case) bool { return !slices.Contains(profiles, c.Profile) })
	}
	if len(ofProfiles) == 0 {
		return nil, fmt.Errorf("there is no vector of the profile %s", strings.Join(profiles, " or "))
	}
	for _, filter := range filters {
		if !slices.ContainsFunc(ofProfiles, func(c Case) bool { return Matches(filter, c.ID) }) {
			return nil, fmt.Errorf("no vector matches %q", filter)
		}
	}
	return slices.DeleteFunc(ofProfiles, func(c Case) bool {
		return len(filters) > 0 && !slices.ContainsFunc(filters, func(filter string) bool { return Matches(filter, c.ID) })
	}), nil
}

// Matches reports whether a filter selects an id.
func Matches(filter, id string) bool {
	segments := strings.Split(id, "/")
	filter = strings.TrimSuffix(filter, "/")
	depth := strings.Count(filter, "/") + 1
	if depth > len(segments) {
		return false
	}
	ok, err := path.Match(filter, strings.Join(segments[:depth], "/"))
	return ok && err == nil
}
