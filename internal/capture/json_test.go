package capture

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var newYear = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func TestUnquoteAgreesWithEncodingJSON(t *testing.T) {
	for _, quoted := range []string{
		`""`, `"a"`, `"\"\\\/\b\f\n\r\t"`, `"\u0000\u00e9\u20AC"`, `"\ud83d\ude00"`, `"caf\u00e9 é 😀"`, `"\\u0041"`, `"\u0041\\"`,
		`"\ud83d"`, `"\ude00\ud83d"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, `"\ufffd"`,
	} {
		var want string
		require.NoError(t, json.Unmarshal([]byte(quoted), &want))
		got, _ := unquote([]byte(quoted))
		assert.Equal(t, want, string(got), quoted)
	}
}

func TestUnquoteKeepsBytesThatAreNotUTF8(t *testing.T) {
	got, lossy := unquote([]byte("\"\xff\x80\""))
	assert.Equal(t, "\xff\x80", string(got))
	assert.False(t, lossy)
}

func TestUnquoteTellsHalfAPair(t *testing.T) {
	for quoted, want := range map[string]bool{
		`"\ud83d"`: true, `"a\ude00b"`: true, `"\ud83d\ude00"`: false, `"\ufffd"`: false, `"\\ud83d"`: false,
	} {
		_, lossy := unquote([]byte(quoted))
		assert.Equal(t, want, lossy, quoted)
	}
}

func TestValuesKnowWhereTheyStand(t *testing.T) {
	const doc = " \n{ \"a\" :\t12 ,\n\"b\":[ 1 , [] ,\"x\" ], \"a\" : { \"c\" : null } }\n\n[ ]"
	values, err := documents([]byte(doc))
	require.NoError(t, err)
	require.Len(t, values, 2)
	o := values[0].object()
	assert.Equal(t, 2, values[0].line())
	assert.Equal(t, "12", string(o[0].raw()))
	assert.Equal(t, 3, o[1].line())
	var elements []string
	for _, e := range o[1].array() {
		elements = append(elements, string(e.raw()))
	}
	assert.Equal(t, []string{"1", "[]", `"x"`}, elements)
	last, _ := o.get("a")
	assert.Equal(t, `{ "c" : null }`, string(last.raw()))
	assert.Equal(t, 5, values[1].line())
}

func TestJSONErrorsNameTheLine(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"cut", "{\n\"headers\": {\n", "line 3: not valid JSON"},
		{"broken", "{\n\"headers\": x}", "line 2: not valid JSON"},
		{"junk after it", `{"headers":{},"httpMethod":"POST","path":"/"} x`, "line 1: not valid JSON"},
		{"a body alone", "\n{\"type\":\"invoice.paid\"}", "line 2: this JSON is no capture of a request"},
		{"one of many is none", "[{\"headers\":{},\"httpMethod\":\"POST\",\"path\":\"/\"},\n{}]", "line 2: this JSON is no capture"},
		{"nested arrays", "[[{\"headers\":{},\"httpMethod\":\"POST\",\"path\":\"/\"}]]", "line 1: this JSON is no capture"},
		{"no entry", `{"log":{"entries":[]}}`, "there is no request in this JSON"},
		{"empty array", `[]`, "this JSON"},
		{"numbers", `[{}`, "not valid JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "empty array" {
				_, err := Parse([]byte(c.data), Options{Kind: KindLambda})
				require.ErrorContains(t, err, c.want)
				return
			}
			assert.Contains(t, parseError(t, c.data), c.want)
		})
	}
}

func TestKindThatTheDataIsNot(t *testing.T) {
	_, err := Parse([]byte(`{"log":{"entries":[]}}`), Options{Kind: KindLambda})
	assert.ErrorContains(t, err, `not of kind "lambda"`)
}

func TestUTF16IsRefused(t *testing.T) {
	assert.Contains(t, parseError(t, "\xff\xfeP\x00O\x00"), "UTF-16")
}

func TestByteOrderMarkBeforeJSON(t *testing.T) {
	assert.Equal(t, KindLambda, parseOne(t, "\xef\xbb\xbf\n"+event).Kind)
}

// valueOf is the whole of a text.
func valueOf(text string) value { return value{&document{data: []byte(text)}, 0, len(text)} }

func TestReadTime(t *testing.T) {
	for text, want := range map[string]time.Time{
		`"2026-01-01T00:00:00Z"`:          newYear,
		`"2026-01-01T01:00:00.000+01:00"`: newYear,
		`"2026-01-01T00:00:00+0000"`:      newYear,
		`"2026-01-01 00:00:00"`:           newYear,
		`1767225600`:                      newYear,
		`1767225600000`:                   newYear,
		`1767225600.5`:                    newYear.Add(time.Second / 2),
		`"soon"`:                          {},
		`null`:                            {},
		`-1`:                              {},
		`1e300`:                           {},
		`[]`:                              {},
	} {
		assert.Equal(t, want, readTime(valueOf(text)), text)
	}
	assert.True(t, readTime(value{}).IsZero())
}

func TestFieldsInEveryForm(t *testing.T) {
	want := []Field{{"B", "1"}, {"a", "2"}, {"B", "3"}}
	for name, text := range map[string]string{
		"lists":   `{"B":["1"," "],"a":["2"],"B":["1"],"c":null}`,
		"objects": `[{"name":"B","value":" 1"},{"name":"a","value":"2"},{"name":"x","value":"y","disabled":true},{"name":"B","value":"3"}]`,
		"keys":    `[{"key":"B","value":"1"},{"key":"a","value":2},{"key":"B","value":"3"},{}]`,
		"pairs":   `[["B","1"],["a","2"],["B","3"]]`,
		"flat":    `["B","1","a","2\t","B","3"]`,
	} {
		want := want
		if name == "lists" {
			want = []Field{{"a", "2"}, {"B", "1"}}
		}
		assert.Equal(t, want, readFields(valueOf(text)), name)
	}
}
