package oracle

// A headerSet is the values of the three headers under one prefix.
type headerSet struct{ ids, timestamps, signatures []string }

// readHeaders is step 1. All sets that are complete count and have to agree;
// one that is not is passed over, and never filled up from another.
func readHeaders(r Request) (id, timestamp string, signatures []string, code string) {
	prefixes := []string{"webhook-"}
	if r.Profile == "svix" {
		prefixes = []string{"svix-", "webhook-"}
	}
	var all headerSet
	for _, prefix := range prefixes {
		set := readSet(r.Headers, prefix)
		if set.complete() {
			all.ids = append(all.ids, set.ids...)
			all.timestamps = append(all.timestamps, set.timestamps...)
			all.signatures = append(all.signatures, set.signatures...)
		}
	}
	if !all.complete() {
		return "", "", nil, missingHeader
	}
	if !allEqual(all.ids) || !allEqual(all.timestamps) {
		return "", "", nil, duplicateHeader
	}
	return all.ids[0], all.timestamps[0], all.signatures, ""
}

func readSet(headers [][2]string, prefix string) headerSet {
	return headerSet{
		ids:        headerValues(headers, prefix+"id"),
		timestamps: headerValues(headers, prefix+"timestamp"),
		signatures: headerValues(headers, prefix+"signature"),
	}
}

func (s headerSet) complete() bool {
	return len(s.ids) > 0 && len(s.timestamps) > 0 && len(s.signatures) > 0
}

// headerValues returns the values of a header that are not empty, in order. A
// net/http Header made of the pairs has every spelling of the name under the
// canonical one, so any spelling counts here.
func headerValues(headers [][2]string, name string) []string {
	var values []string
	for _, header := range headers {
		if lowerASCII(header[0]) == name && header[1] != "" {
			values = append(values, header[1])
		}
	}
	return values
}

// lowerASCII leaves everything else alone: of Unicode, the Kelvin sign would
// become a k.
func lowerASCII(s string) string {
	lower := []byte(s)
	for i, b := range lower {
		if 'A' <= b && b <= 'Z' {
			lower[i] = b + ('a' - 'A')
		}
	}
	return string(lower)
}

func allEqual(values []string) bool {
	for _, value := range values {
		if value != values[0] {
			return false
		}
	}
	return true
}
