package oracle

// SignContent and VerifyContent work on any content: the messages of RFC 8032
// have no id and no timestamp.

func SignContent(text string, content []byte) []byte {
	return mustParse("sign", text).sign(content)
}

func VerifyContent(text string, content, signature []byte) bool {
	return mustParse("verify", text).verifies(content, signature)
}

func mustParse(role, text string) key {
	k, code := parseKey("standard", role, text)
	if code != "" {
		panic(code)
	}
	return k
}
