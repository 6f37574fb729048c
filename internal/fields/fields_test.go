package fields_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/fields"
)

func TestValues(t *testing.T) {
	header := http.Header{
		"X-One": {"a", "b"}, "x-two": {"c"}, "X-TWO": {"d"}, "x-three": {"e"}, "X-Three": {}, "x-\u212aey": {"f"},
	}
	require.Equal(t, []string{"a", "b"}, fields.Values(header, "X-One"))
	require.Equal(t, []string{"d", "c"}, fields.Values(header, "X-Two"), "in the order of the names, so that it is always the same")
	require.Empty(t, fields.Values(header, "X-Three"), "the canonical name is there")
	require.Empty(t, fields.Values(header, "X-Key"), "no folding beyond ASCII")
	require.Empty(t, fields.Values(nil, "X-One"))
}

func TestSingle(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   string
		ok     bool
	}{
		{nil, "", true},
		{[]string{""}, "", true},
		{[]string{"", ""}, "", true},
		{[]string{"a"}, "a", true},
		{[]string{"", "a", "", "a"}, "a", true},
		{[]string{"a", "b"}, "a", false},
		{[]string{"a", "", "b", "a"}, "a", false},
	} {
		value, ok := fields.Single(c.values)
		require.Equal(t, c.ok, ok, "%q", c.values)
		require.Equal(t, c.want, value, "%q", c.values)
	}
}

func TestHasValue(t *testing.T) {
	require.False(t, fields.HasValue(nil))
	require.False(t, fields.HasValue([]string{"", ""}))
	require.True(t, fields.HasValue([]string{"a"}))
	require.True(t, fields.HasValue([]string{"", "a"}))
}

func TestSet(t *testing.T) {
	header := http.Header{"X-One": {"a", "b"}, "x-one": {"c"}, "X-ONE": {"d"}, "X-Two": {"e"}}
	fields.Set(header, "X-One", "f")
	require.Equal(t, http.Header{"X-One": {"f"}, "X-Two": {"e"}}, header)
}

func TestSignatures(t *testing.T) {
	header := http.Header{
		"Svix-Signature": nil, "X-Hub-Signature-256": nil, "webhook-signature": nil, "A-SIGNATURE": nil, "Z-Signature": nil, "Other": nil,
		"b-signature\n\x1b[31m": nil, "c-signature" + strings.Repeat("-", 64): nil,
	}
	require.Equal(t, []string{"a-signature", "svix-signature", "x-hub-signature-256", "z-signature"}, fields.Signatures(header, "webhook-signature"))
	require.Empty(t, fields.Signatures(http.Header{"Other": nil}, ""))
	longest := "signature" + strings.Repeat("-", 64-len("signature"))
	require.Equal(t, []string{longest}, fields.Signatures(http.Header{longest: nil, longest + "-": nil}, ""))
}
