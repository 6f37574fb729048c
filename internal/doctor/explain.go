package doctor

import (
	_ "embed"
	"strings"
)

//go:generate cp doctor.md ../../doc/doctor.md

// manual is doc/doctor.md, which a test keeps the same.
//
//go:embed doctor.md
var manual string

// Explain returns the section of a code from doc/doctor.md: what it looks like,
// why it happens, and what to do.
func Explain(code Code) (string, bool) {
	start := strings.Index(manual, "\n### `"+string(code)+"`")
	if start < 0 {
		return "", false
	}
	section := manual[start+1:]
	for _, next := range []string{"\n### ", "\n## "} {
		if end := strings.Index(section, next); end >= 0 {
			section = section[:end]
		}
	}
	return section, true
}
