package testvectors

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Lint checks what has to hold of a suite besides its shape: ids that are unique
// and not retired, comments that say one thing once, flags, reasons,
// capabilities and references that exist, and vectors that differ from their
// base in what they say. It returns everything that does not hold.
func (s *Suite) Lint() error {
	l := &linter{suite: s, ids: map[string]Case{}, comments: map[string]string{}, flags: map[string]bool{}, cited: map[string]bool{}}
	for c := range s.All() {
		l.ids[c.ID] = c
	}
	seen := map[string]bool{}
	for c := range s.All() {
		if seen[c.ID] {
			l.fail(c.ID, "another vector has this id")
		}
		seen[c.ID] = true
		l.lintCase(c)
	}
	for _, file := range s.Files {
		l.lintFile(file)
	}
	l.lintFlags()
	l.lintDocuments()
	return errors.Join(l.problems...)
}

type linter struct {
	suite    *Suite
	ids      map[string]Case
	comments map[string]string // id by comment
	flags    map[string]bool   // those in use
	cited    map[string]bool   // sections in use
	problems []error
}

func (l *linter) fail(where, format string, args ...any) {
	l.problems = append(l.problems, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
}

func (l *linter) check(holds bool, where, format string, args ...any) {
	if !holds {
		l.fail(where, format, args...)
	}
}

var (
	profiles   = []string{ProfileStandard, ProfileStripe, ProfileSvix}
	operations = []string{OperationKey, OperationSign, OperationVerify}
	results    = []Result{Valid, Invalid, Unspecified}

	slug    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	modal   = regexp.MustCompile(`(?i)\b(must|should|shall|may|might|can|cannot|could|would|ought)\b`)
	address = regexp.MustCompile(`^https://[a-z0-9.-]+/\S+$`)
)

func (l *linter) lintFile(f File) {
	l.check(slices.Contains(profiles, f.Profile), f.Path, "profile %q", f.Profile)
	l.check(slices.Contains(operations, f.Operation), f.Path, "operation %q", f.Operation)
	l.check(slug.MatchString(f.Theme), f.Path, "theme %q", f.Theme)
	l.check(isSentence(f.Description), f.Path, "the description is no sentence")
	name := f.Operation + "-" + f.Theme
	if f.Theme == f.Operation {
		name = f.Operation
	}
	l.check(f.Path == f.Profile+"/"+name+".json", f.Path, "the path does not say profile, operation and theme")
	for i, group := range f.Groups {
		l.check(len(group.Vectors) > 0, f.Path, "group %d has no vector", i)
		l.check(group.Keys != nil || f.Operation == OperationKey, f.Path, "group %d has no keys", i)
		for j := range i {
			l.check(!sameReceiver(group, f.Groups[j]), f.Path, "groups %d and %d are one", j, i)
		}
	}
}

func sameReceiver(a, b Group) bool {
	return a.Now == b.Now && slices.Equal(a.Keys, b.Keys) && equalTolerance(a.Tolerance, b.Tolerance)
}

func equalTolerance(a, b *int64) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}

func (l *linter) lintCase(c Case) {
	name, ok := strings.CutPrefix(c.ID, c.Profile+"/"+c.Operation+"/")
	l.check(ok && slug.MatchString(name), c.ID, "an id is profile/operation/slug of the file %s", c.Path)
	l.check(!slices.Contains(l.suite.Retired, c.ID), c.ID, "the id is retired")
	l.lintComment(c)
	l.lintReferences(c)
	l.lintRequires(c)
	l.check(slices.Contains(results, c.Result), c.ID, "result %q", c.Result)
	l.check((c.Result == Invalid) == slices.Contains(Reasons, c.Reason), c.ID, "reason %q of a vector that is %s", c.Reason, c.Result)
	l.check(c.Operation != OperationSign || c.Result != Valid || len(c.Expected) > 0, c.ID, "nothing is expected")
	if c.Result != Valid {
		l.lintBase(c)
	} else {
		l.check(c.Base == "" && c.Change == "", c.ID, "a valid vector has no base")
	}
}

func (l *linter) lintComment(c Case) {
	const longest = 120
	l.check(isSentence(c.Comment), c.ID, "the comment is no sentence")
	l.check(len(c.Comment) <= longest, c.ID, "the comment has %d characters, more than %d", len(c.Comment), longest)
	if verb := modal.FindString(c.Comment); verb != "" {
		l.fail(c.ID, "the comment says %q: say what is, not what is to be", verb)
	}
	l.check(l.comments[c.Comment] == "", c.ID, "%s has the same comment", l.comments[c.Comment])
	l.comments[c.Comment] = c.ID
}

// isSentence: one, in plain text, with a full stop.
func isSentence(text string) bool {
	inner, ok := strings.CutSuffix(text, ".")
	return ok && inner != "" && !strings.Contains(inner, ". ") && !strings.ContainsAny(text, "\n\t")
}

func (l *linter) lintReferences(c Case) {
	l.check(len(c.Flags) > 0, c.ID, "no flag")
	for _, flag := range c.Flags {
		_, known := l.suite.Flags[flag]
		l.check(known, c.ID, "no flag %q in the table", flag)
		l.flags[flag] = true
	}
	l.check(len(c.Spec) > 0, c.ID, "no section and no issue is cited")
	for _, spec := range c.Spec {
		name, section, ok := cutReference(spec)
		if !ok {
			l.check(address.MatchString(spec), c.ID, "%q is no reference", spec)
			continue
		}
		l.check(slices.Contains(l.suite.Documents[name].Sections, section), c.ID, "no section %q in the table of documents", spec)
		l.cited[spec] = true
	}
}

func (l *linter) lintFlags() {
	for name, flag := range l.suite.Flags {
		l.check(l.flags[name], name, "the flag is not in use")
		l.check(slices.Contains(FlagKinds, flag.Kind), name, "kind %q", flag.Kind)
		l.check(strings.HasSuffix(flag.Description, ".") && strings.HasSuffix(flag.Effect, "."), name, "description and effect are sentences")
		for _, link := range flag.Links {
			l.check(address.MatchString(link), name, "%q is no link", link)
		}
	}
}

func (l *linter) lintDocuments() {
	for name, document := range l.suite.Documents {
		l.check(address.MatchString(document.URL) && document.Title != "", name, "a document has a title and an address")
		for _, section := range document.Sections {
			l.check(l.cited[name+"#"+section], name, "nothing cites the section %s", section)
		}
	}
}
