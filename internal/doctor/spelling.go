package doctor

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A cleaner is one thing that gets into the text of a secret on its way from
// the sender's page to the program.
type cleaner struct {
	code    Code
	message string
	texts   func(text string) []string
}

var cleaners = []cleaner{
	{SecretWhitespace, "the configured secret has white space or a line end that does not belong to it", withoutSpace},
	{SecretQuoted, "the configured secret has quotes around it that do not belong to it", withoutQuotes},
	{SecretLabel, "the configured secret has something in front of it, or several in one, such as v1,", withoutLabel},
}

// maxSpellings bounds the texts that come of one.
const maxSpellings = 64

// spellings returns the text and all that it may be in truth, with what is
// wrong with it, by how much that is.
func spellings(name, text string) []spelling {
	all := []spelling{{text: text}}
	for i := 0; i < len(all) && len(all) < maxSpellings; i++ {
		for _, c := range cleaners {
			for _, clean := range c.texts(all[i].text) {
				known := slices.ContainsFunc(all, func(s spelling) bool { return s.text == clean })
				if clean != "" && !known {
					all = append(all, all[i].with(clean, finding{c.code, c.message, name}))
				}
			}
		}
	}
	return all
}

func (s spelling) with(text string, f finding) spelling {
	findings := s.findings
	if !slices.ContainsFunc(findings, func(o finding) bool { return o.code == f.code }) {
		findings = append(slices.Clone(findings), f)
	}
	return spelling{text, findings}
}

// isInvisible reports what pages and editors put around a text unseen: white
// space of any kind, control characters, byte order marks, zero-width ones.
func isInvisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// literalEnds are line ends that somebody wrote out.
var literalEnds = []string{`\n`, `\r`, `\t`, `%0A`, `%0D`, `%0a`, `%0d`, `%20`}

func withoutSpace(text string) []string {
	trimmed := strings.TrimFunc(text, isInvisible)
	for _, end := range literalEnds {
		trimmed = strings.TrimSuffix(trimmed, end)
	}
	dropped := func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}
	return []string{trimmed, strings.Map(dropped, trimmed)}
}

const quotes = "\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb\u201e"

func withoutQuotes(text string) []string {
	return []string{strings.Trim(text, quotes), strings.Trim(strings.ReplaceAll(text, `\"`, `"`), quotes)}
}

var (
	assignmentRE = regexp.MustCompile(`^(?:export[ \t]+)?[A-Za-z_][A-Za-z0-9_]*[ \t]*[=:][ \t]*`)
	prefixedRE   = regexp.MustCompile(`wh(?:sec|pk|sk)_[A-Za-z0-9+/_-]+={0,2}`)
	bearerRE     = regexp.MustCompile(`^(?i:bearer|secret|key)[ \t:]+`)
)

// withoutLabel removes the v1, of Supabase's page
// (https://github.com/standard-webhooks/standard-webhooks/issues/235), the
// name of a variable, a doubled prefix, and takes lists apart.
func withoutLabel(text string) []string {
	if outer := strings.Trim(strings.TrimFunc(text, isInvisible), quotes); outer != text {
		return nil // that comes first, and is to be said
	}
	texts := []string{
		strings.TrimPrefix(text, "v1,"),
		strings.TrimPrefix(text, "v1a,"),
		strings.TrimPrefix(text, "v1="),
		assignmentRE.ReplaceAllString(text, ""),
		bearerRE.ReplaceAllString(text, ""),
	}
	if rest, ok := strings.CutPrefix(text, secretPrefix+secretPrefix); ok {
		texts = append(texts, secretPrefix+rest)
	}
	if rest := text[min(len(secretPrefix), len(text)):]; strings.EqualFold(text[:len(text)-len(rest)], secretPrefix) {
		texts = append(texts, secretPrefix+rest)
	}
	texts = append(texts, prefixedRE.FindAllString(text, 8)...)
	if parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("|,; \t\r\n", r) }); len(parts) > 1 {
		texts = append(texts, parts[:min(len(parts), 8)]...)
	}
	return texts
}
