package doctor_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/whsec/whsec/internal/doctor"
)

const (
	flatJSON   = `{"b":"naïve é \u003c ☃ 😀 </x> a/b","a":{"z":1.0,"y":[1,2e5,{"k":null}],"e":{},"n":[]},"dup":1,"dup":2}`
	plainText  = "type=paid&amount=12\r\nsecond line\r\n"
	pretty     = "{\n  \"b\": \"x\",\n  \"a\": [\n    1,\n    {\n      \"k\": 2.50\n    }\n  ]\n}"
	compactOf  = `{"b":"x","a":[1,{"k":2.50}]}`
	pretty4    = "{\n    \"b\": \"x\",\n    \"a\": [\n        1,\n        {\n            \"k\": 2.50\n        }\n    ]\n}"
	prettyTab  = "{\n\t\"b\": \"x\",\n\t\"a\": [\n\t\t1,\n\t\t{\n\t\t\t\"k\": 2.50\n\t\t}\n\t]\n}"
	spacedOf   = `{"b": "x", "a": [1, {"k": 2.50}]}`
	sortedOf   = `{"a":[1,{"k":2.50}],"b":"x"}`
	sortedPy   = `{"a": [1, {"k": 2.50}], "b": "x"}`
	htmlRaw    = `{"t":"<b>&</b>"}`
	htmlGo     = `{"t":"\u003cb\u003e\u0026\u003c/b\u003e"}`
	htmlUpper  = `{"t":"\u003Cb\u003E\u0026\u003C/b\u003E"}`
	slashRaw   = `{"u":"https://a/b","é":"/"}`
	slashPHP   = `{"u":"https:\/\/a\/b","é":"\/"}`
	uniRaw     = `{"t":"é😀"}`
	uniPython  = `{"t":"\u00e9\ud83d\ude00"}`
	uniUpper   = `{"t":"\u00E9\uD83D\uDE00"}`
	linesRaw   = "{\"t\":\"a\u2028b\u2029\"}"
	linesGo    = `{"t":"a\u2028b\u2029"}`
	bothRaw    = `{"u":"é/ü"}`
	bothPHP    = `{"u":"\u00e9\/\u00fc"}`
	bothPython = `{"u": "\u00e9/\u00fc"}`
)

func TestBodies(t *testing.T) {
	for _, c := range []struct {
		name             string
		signed, received string
		codes            []doctor.Code
	}{
		{"nothing", flatJSON, flatJSON, nil},
		{"CRLF to LF", "a\r\nb\r\n", "a\nb\n", codes(doctor.BodyCRLF)},
		{"LF to CRLF", "a\nb\n", "a\r\nb\r\n", codes(doctor.BodyCRLF)},
		{"JSON CRLF to LF", strings.ReplaceAll(pretty, "\n", "\r\n"), pretty, codes(doctor.BodyCRLF)},
		{"JSON LF to CRLF", pretty, strings.ReplaceAll(pretty, "\n", "\r\n"), codes(doctor.BodyCRLF)},
		{"line end added", flatJSON, flatJSON + "\n", codes(doctor.BodyTrailingNewline)},
		{"line end lost", flatJSON + "\n", flatJSON, codes(doctor.BodyTrailingNewline)},
		{"CRLF added", flatJSON, flatJSON + "\r\n", codes(doctor.BodyTrailingNewline)},
		{"CRLF lost", flatJSON + "\r\n", flatJSON, codes(doctor.BodyTrailingNewline)},
		{"one of two line ends lost", "text\n\n", "text\n", codes(doctor.BodyTrailingNewline)},
		{"space around added", flatJSON, "  " + flatJSON + " \n", codes(doctor.BodyTrailingNewline)},
		{"text with a line end added", "x", "x\n", codes(doctor.BodyTrailingNewline)},

		{"pretty to compact", pretty, compactOf, codes(doctor.BodyJSONIndent)},
		{"pretty by four to compact", pretty4, compactOf, codes(doctor.BodyJSONIndent)},
		{"pretty by tabs to compact", prettyTab, compactOf, codes(doctor.BodyJSONIndent)},
		{"two to four", pretty, pretty4, codes(doctor.BodyJSONIndent)},
		{"pretty with CRLF to compact", strings.ReplaceAll(pretty, "\n", "\r\n"), compactOf, codes(doctor.BodyJSONIndent)},
		{"compact to pretty", compactOf, pretty, codes(doctor.BodyJSONCompact)},
		{"compact to pretty with line end", compactOf, pretty + "\n", codes(doctor.BodyJSONCompact)},
		{"compact to spaced", compactOf, spacedOf, codes(doctor.BodyJSONCompact)},
		{"spaced to compact", spacedOf, compactOf, codes(doctor.BodyJSONSpaced)},
		{"spaced to pretty", spacedOf, pretty, codes(doctor.BodyJSONSpaced)},
		{"sorted", sortedOf, compactOf, codes(doctor.BodyJSONSorted)},
		{"sorted and spaced", sortedPy, spacedOf, codes(doctor.BodyJSONSorted)},
		{"sorted and indented", "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2,\n    \"d\": 3\n  }\n}", "{\n  \"b\": {\n    \"d\": 3,\n    \"c\": 2\n  },\n  \"a\": 1\n}", codes(doctor.BodyJSONSorted)},
		{"sorted within arrays", `[{"a":1,"b":[{"c":1,"d":2}]}]`, `[{"b":[{"d":2,"c":1}],"a":1}]`, codes(doctor.BodyJSONSorted)},

		{"base64", flatJSON, base64.StdEncoding.EncodeToString([]byte(flatJSON)), codes(doctor.BodyBase64)},
		{"base64, URL-safe", flatJSON, base64.RawURLEncoding.EncodeToString([]byte(flatJSON)), codes(doctor.BodyBase64)},
		{"signed in base64", base64.StdEncoding.EncodeToString([]byte(flatJSON)), flatJSON, codes(doctor.BodyBase64)},
		{"JSON string", bothRaw, mustJSON(bothRaw), codes(doctor.BodyJSONString)},
		{"JSON string with escapes", bothRaw, `"{\"u\":\"\u00e9\/\u00fc\"}"`, codes(doctor.BodyJSONString)},
		{"signed as JSON string", mustJSON(bothRaw), bothRaw, codes(doctor.BodyJSONString)},
		{"gzip", flatJSON, zipped(flatJSON), codes(doctor.BodyGzip)},
		{"zlib", flatJSON, zlibbed(flatJSON), codes(doctor.BodyGzip)},
		{"signed compressed", zipped(flatJSON), flatJSON, codes(doctor.BodyGzip)},
		{"BOM added", flatJSON, "\xef\xbb\xbf" + flatJSON, codes(doctor.BodyBOM)},
		{"BOM lost", "\xef\xbb\xbf" + flatJSON, flatJSON, codes(doctor.BodyBOM)},
		{"signed as form", "payload=" + url.QueryEscape(slashRaw), slashRaw, codes(doctor.BodyForm)},
		{"signed as form with %20", "payload=" + strings.ReplaceAll(url.QueryEscape(`{"a b":"c d"}`), "+", "%20"), `{"a b":"c d"}`, codes(doctor.BodyForm)},
		{"received as form", slashRaw, "payload=" + url.QueryEscape(slashRaw), codes(doctor.BodyForm)},

		{"slashes escaped", slashPHP, slashRaw, codes(doctor.BodyEscapedSlash)},
		{"slashes unescaped", slashRaw, slashPHP, codes(doctor.BodyEscapedSlash)},
		{"HTML escaped", htmlGo, htmlRaw, codes(doctor.BodyEscapedHTML)},
		{"HTML escaped in upper case", htmlUpper, htmlRaw, codes(doctor.BodyEscapedHTML)},
		{"HTML unescaped", htmlRaw, htmlGo, codes(doctor.BodyEscapedHTML)},
		{"HTML in the other case", htmlUpper, htmlGo, codes(doctor.BodyEscapedHTML)},
		{"line separators escaped", linesGo, linesRaw, codes(doctor.BodyEscapedHTML)},
		{"Unicode escaped", uniPython, uniRaw, codes(doctor.BodyEscapedUnicode)},
		{"Unicode escaped in upper case", uniUpper, uniRaw, codes(doctor.BodyEscapedUnicode)},
		{"Unicode unescaped", uniRaw, uniPython, codes(doctor.BodyEscapedUnicode)},
		{"Unicode in the other case", uniPython, uniUpper, codes(doctor.BodyEscapedUnicode)},

		{"ASCII with marks", `{"t":"??"}`, uniRaw, codes(doctor.BodyCharset)},
		{"ASCII with three marks", `{"t":"???"}`, uniRaw, codes(doctor.BodyCharset)},
		{"Latin-1", "{\"t\":\"\xe9\"}", `{"t":"é"}`, codes(doctor.BodyCharset)},
		{"received in Latin-1", `{"t":"é"}`, "{\"t\":\"\xe9\"}", codes(doctor.BodyCharset)},
		{"UTF-16 little-endian", wide(uniRaw, false, false), uniRaw, codes(doctor.BodyCharset)},
		{"UTF-16 big-endian with mark", wide(uniRaw, true, true), uniRaw, codes(doctor.BodyCharset)},
		{"received in UTF-16 little-endian", uniRaw, wide(uniRaw, false, true), codes(doctor.BodyCharset)},
		{"received in UTF-16 big-endian", uniRaw, wide(uniRaw, true, false), codes(doctor.BodyCharset)},
		{"encoded twice", `{"t":"é"}`, `{"t":"Ã©"}`, codes(doctor.BodyCharset)},

		{"empty body signed", "", flatJSON, codes(doctor.BodyEmpty)},
		{"signed in part", flatJSON[:40], flatJSON, codes(doctor.BodyTruncated)},
		{"signed up to a limit", strings.Repeat("x", 65536), strings.Repeat("x", 70001), codes(doctor.BodyTruncated)},

		{"PHP", bothPHP, bothRaw, codes(doctor.BodyEscapedSlash, doctor.BodyEscapedUnicode)},
		{"PHP undone", bothRaw, bothPHP, codes(doctor.BodyEscapedSlash, doctor.BodyEscapedUnicode)},
		{"Python", bothPython, bothRaw, codes(doctor.BodyJSONSpaced, doctor.BodyEscapedUnicode)},
		{"Go, sorted and HTML", `{"a":"\u003c\u003e","b":1}`, `{"b":1,"a":"<>"}`, codes(doctor.BodyJSONSorted, doctor.BodyEscapedHTML)},
		{"Go's encoder", `{"a":"\u003c\u003e","b":1}` + "\n", `{"b":1,"a":"<>"}`, codes(doctor.BodyJSONSorted, doctor.BodyEscapedHTML, doctor.BodyTrailingNewline)},
		{"sorted and compact", sortedOf, pretty, codes(doctor.BodyJSONSorted, doctor.BodyJSONCompact)},
		{"sorted and spaced, as Python", sortedPy, compactOf, codes(doctor.BodyJSONSorted, doctor.BodyJSONSpaced)},
		{"indented with line end", pretty + "\n", compactOf, codes(doctor.BodyJSONIndent, doctor.BodyTrailingNewline)},
		{"compact from CRLF", compactOf, strings.ReplaceAll(pretty, "\n", "\r\n"), codes(doctor.BodyJSONCompact)},
		{"compact with line end", compactOf + "\n", pretty, codes(doctor.BodyJSONCompact, doctor.BodyTrailingNewline)},
		{"pretty in base64", compactOf, base64.StdEncoding.EncodeToString([]byte(pretty)), codes(doctor.BodyBase64, doctor.BodyJSONCompact)},
		{"pretty with BOM", compactOf, "\xef\xbb\xbf" + pretty, codes(doctor.BodyBOM, doctor.BodyJSONCompact)},
		{"PHP pretty", "{\n    \"u\": \"\\u00e9\\/\\u00fc\"\n}", bothRaw, codes(doctor.BodyEscapedSlash, doctor.BodyEscapedUnicode, doctor.BodyJSONIndent)},

		{"sorted as JavaScript does", `{"😀":1,"ﬀ":2}`, `{"ﬀ":2,"😀":1}`, codes(doctor.BodyJSONSorted)},
		{"sorted as jsonb", `{"b": 1, "aa": 2}`, `{"aa": 2, "b": 1}`, codes(doctor.BodyJSONSorted)},
		{"sorted regardless of case", `{"a":2,"B":1}`, `{"B":1,"a":2}`, codes(doctor.BodyJSONSorted)},
		{"sorted outside alone", `{"a":{"d":1,"c":2},"b":0}`, `{"b":0,"a":{"d":1,"c":2}}`, codes(doctor.BodyJSONSorted)},
		{"sorted by keys written as escapes", `{"\u0061":1,"b":2}`, `{"b":2,"\u0061":1}`, codes(doctor.BodyJSONSorted)},
		{"spaced behind colons", `{"a": 1,"b": [1,2]}`, `{"a":1,"b":[1,2]}`, codes(doctor.BodyJSONSpaced)},
		{"spaced behind commas", `{"a":1, "b":[1, 2]}`, `{"a":1,"b":[1,2]}`, codes(doctor.BodyJSONSpaced)},
		{"Jackson", "{\n  \"a\" : [ 1, 2 ],\n  \"b\" : { },\n  \"c\" : {\n    \"d\" : [ ]\n  }\n}", `{"a":[1,2],"b":{},"c":{"d":[]}}`, codes(doctor.BodyJSONIndent)},
		{"Python 2", "{\n  \"a\": 1, \n  \"b\": 2\n}", `{"a":1,"b":2}`, codes(doctor.BodyJSONIndent)},
		{"Gson", `{"t":"\u003ca\u003d\u0027\u003e"}`, `{"t":"<a='>"}`, codes(doctor.BodyEscapedHTML)},
		{".NET", `{"t":"\u003C\u0026\u0022\u002B\u00E9"}`, `{"t":"<&\"+é"}`, codes(doctor.BodyEscapedHTML, doctor.BodyEscapedUnicode)},
		{"PHP's JSON_HEX", `{"t":"\u003C\u0027\u0022"}`, `{"t":"<'\""}`, codes(doctor.BodyEscapedHTML)},
		{"org.json", `{"t":"<b>/<\/b>"}`, `{"t":"<b>/</b>"}`, codes(doctor.BodyEscapedSlash)},
		{"org.json, with a slash that is escaped anyway", `{"t":"a\/b <\/b>"}`, `{"t":"a\/b </b>"}`, codes(doctor.BodyEscapedSlash)},
		{"PHP with Unicode as it is", `{"t":"é\/\u2028"}`, "{\"t\":\"é/\u2028\"}", codes(doctor.BodyEscapedSlash, doctor.BodyEscapedUnicode)},
		{"fewest escapes", `{"t":"A\n\"é"}`, `{"t":"\u0041\u000a\u0022\u00e9"}`, codes(doctor.BodyEscapedUnicode)},
		{"line ends lost", "ab", "a\nb", codes(doctor.BodyCRLF)},
		{"ASCII alone", `{"t":""}`, uniRaw, codes(doctor.BodyCharset)},
		{"Windows-1252", "{\"t\":\"\x80\"}", `{"t":"€"}`, codes(doctor.BodyCharset)},
		{"low bytes", "{\"t\":\"\xac\"}", `{"t":"€"}`, codes(doctor.BodyCharset)},
		{"received in Windows-1252", `{"t":"€"}`, "{\"t\":\"\x80\"}", codes(doctor.BodyCharset)},
		{"zero byte", "text\x00", "text", codes(doctor.BodyTrailingNewline)},
		{"field of a form", "a b", "x=1&payload=a+b", codes(doctor.BodyForm)},
		{"form of JavaScript", "payload=%7B%22a%22%3A%22(x)%20'y'%22%7D", `{"a":"(x) 'y'"}`, codes(doctor.BodyForm)},
		{"an object for a text", "[object Object]", flatJSON, codes(doctor.BodyEmpty)},

		{"number written anew", `{"a":1.0}`, `{"a":1}`, codes(doctor.Unknown)},
		{"key dropped", `{"a":1,"b":2}`, `{"a":1}`, codes(doctor.Unknown)},
	} {
		t.Run(c.name, func(t *testing.T) {
			inEveryScheme(t, func(t *testing.T, d delivery) {
				d.bodies(c.signed, c.received).found(t, c.codes...)
			})
		})
	}
}

func codes(all ...doctor.Code) []doctor.Code { return all }

func mustJSON(text string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func zipped(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.String()
}

func zlibbed(text string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.String()
}

// wide writes UTF-16 without any help of the package under test.
func wide(text string, big, mark bool) string {
	var units []uint16
	if mark {
		units = append(units, 0xfeff)
	}
	for _, c := range text {
		if c > 0xffff {
			c -= 0x10000
			units = append(units, uint16(0xd800+c>>10), uint16(0xdc00+c&0x3ff))
			continue
		}
		units = append(units, uint16(c))
	}
	var out []byte
	for _, u := range units {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return string(out)
}
