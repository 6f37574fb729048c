package oracle

import "math/big"

// goodID is step 2. A dot would let the body be cut differently.
func goodID(id string) bool {
	if id == "" || id[0] == ' ' || id[len(id)-1] == ' ' {
		return false
	}
	for i := 0; i < len(id); i++ {
		control := id[i] < 0x20 || id[i] == 0x7f
		if id[i] == '.' || control {
			return false
		}
	}
	return true
}

// parseTimestamp is step 3.
func parseTimestamp(text string) (int64, bool) {
	if !allDigits(text) {
		return 0, false
	}
	if text[0] == '0' && text != "0" {
		return 0, false
	}
	t, _ := new(big.Int).SetString(text, 10)
	return t.Int64(), t.IsInt64()
}

// allDigits says whether there is a digit and nothing else.
func allDigits(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// signedContent is what a signature of standard and svix is over.
func signedContent(id, timestamp string, body []byte) []byte {
	content := id + "." + timestamp + "." + string(body)
	return []byte(content)
}
