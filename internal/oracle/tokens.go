package oracle

import "strings"

// A candidate is a signature as it stands in the header.
type candidate struct{ version, signature string }

// splitTokens is the first half of step 4: runs of spaces and commas separate,
// and the end of a value does.
func splitTokens(values []string) []string {
	return strings.FieldsFunc(strings.Join(values, ","), func(r rune) bool {
		return r == ' ' || r == ','
	})
}

// findCandidates is the second half of step 4. It looks at the length of a
// signature only: one that is no base64 is a candidate that does not match.
func findCandidates(tokens []string, keys []key) ([]candidate, string) {
	var candidates []candidate
	for i := 0; i+1 < len(tokens); i++ {
		version, signature := tokens[i], tokens[i+1]
		if len(signature) != signatureLength(version) {
			continue
		}
		if hasKey(keys, version) {
			candidates = append(candidates, candidate{version, signature})
		}
		i++ // it takes both
	}
	if len(candidates) > 0 {
		return candidates, ""
	}
	for i := 0; i+1 < len(tokens); i++ {
		if namesVersion(tokens[i]) && !hasKey(keys, tokens[i]) {
			return nil, unsupportedScheme
		}
	}
	return nil, malformedSignature
}

// signatureLength is that of 32 and 64 bytes in padded base64. No token has the
// length 0.
func signatureLength(version string) int {
	switch version {
	case "v1":
		return 44
	case "v1a":
		return 88
	}
	return 0
}

func hasKey(keys []key, version string) bool {
	for _, k := range keys {
		if k.version() == version {
			return true
		}
	}
	return false
}

// namesVersion: v, digits, at most one small letter.
func namesVersion(token string) bool {
	if token[0] != 'v' {
		return false
	}
	rest := token[1:]
	last := len(rest) - 1
	if last > 0 && 'a' <= rest[last] && rest[last] <= 'z' {
		rest = rest[:last]
	}
	return allDigits(rest)
}
