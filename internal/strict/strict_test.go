package strict_test

import (
	"bytes"
	"encoding/base64"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/strict"
)

func TestBase64(t *testing.T) {
	for text, want := range map[string]string{"": "", "QQ==": "A", "QQ": "A", "QUI=": "AB", "QUI": "AB", "QUJD": "ABC"} {
		decoded, ok := strict.Base64(text)
		require.True(t, ok, text)
		require.Equal(t, want, string(decoded))
	}
	for _, text := range []string{
		"Q", "QQ=", "QQ===", "QUI==", "QUJD=", "QUJD====", "=", "QR==", "QR", "QUJ=", "Q Q=", "QQ==\n", "QU\nJD", "QU\r\nJD", "\n\n\n\n", "Q-I=", "Q_I=", "QQ==QQ==",
	} {
		_, ok := strict.Base64(text)
		require.False(t, ok, "%q", text)
	}
}

func TestBase64Into(t *testing.T) {
	for _, size := range []int{32, 64} {
		want := []byte(strings.Repeat("k", size))
		text := base64.StdEncoding.EncodeToString(want)
		got := make([]byte, size)
		require.True(t, strict.Base64Into(got, text))
		require.Equal(t, want, got)
		for _, wrong := range []string{
			"", text[1:], text + "=", strings.TrimRight(text, "="), strings.TrimRight(text, "=") + "A",
			text[:8] + "\n" + text[9:], "\n" + text[:len(text)-1], "-" + text[1:], text[:len(text)-4] + "a3==",
			strings.Repeat("\n", len(text)), strings.Repeat("A", 200),
			text + "\n", text[:8] + "\r\n\r\n" + text[8:], // which the decoder skips
		} {
			if wrong != text {
				require.False(t, strict.Base64Into(got, wrong), "%q", wrong)
			}
		}
	}
}

// TestSeconds compares with the grammar and with numbers that have no end.
func TestSeconds(t *testing.T) {
	grammar := regexp.MustCompile(`^(0|[1-9][0-9]*)$`)
	most := new(big.Int).Lsh(big.NewInt(1), 63)
	for _, text := range []string{
		"0", "1", "9", "10", "1614265330", "9223372036854775806", "9223372036854775807", "9223372036854775808", "9999999999999999999",
		"10000000000000000000", "18446744073709551615", "18446744073709551616", strings.Repeat("9", 100),
		"", "00", "01", "-0", "-1", "+1", " 1", "1 ", "1\n", "1.0", "1e3", "0x1", "1_0", "1/", "1:", "\x001", "١", "１",
	} {
		seconds, ok := strict.Seconds(text)
		number, isNumber := new(big.Int).SetString(text, 10)
		want := grammar.MatchString(text) && isNumber && number.Cmp(most) < 0
		require.Equal(t, want, ok, "%q", text)
		if ok {
			require.Equal(t, number.Int64(), seconds)
		}
	}
}

func TestSpace(t *testing.T) {
	require.Equal(t, "a b", strict.TrimSpace(" \t\r\n\v\fa b\n"))
	require.Equal(t, "\u00a0a\u2003", strict.TrimSpace("\u00a0a\u2003"))
	require.Equal(t, []string{"a", "b\u00a0c"}, strict.Fields("\na \t\v\f\rb\u00a0c "))
	require.Empty(t, strict.Fields(" \n"))
}

func TestWord(t *testing.T) {
	for _, text := range []string{"a", "Z", "0", "webhook", "X-Slack-Signature", "-"} {
		require.True(t, strict.Word(text), text)
	}
	for _, text := range []string{"", "a b", "a:", "a\n", "é", "a_b", "a.b"} {
		require.False(t, strict.Word(text), "%q", text)
	}
}

func TestHexInto(t *testing.T) {
	got := make([]byte, 2)
	for _, text := range []string{"0aff", "0AFF", "0aFf"} {
		require.True(t, strict.HexInto(got, text))
		require.Equal(t, []byte{0x0a, 0xff}, got)
	}
	for _, text := range []string{"", "0af", "0aff0", "0aff00", "0ag0", "0x0a", " 0af", "0af\n"} {
		require.False(t, strict.HexInto(got, text), "%q", text)
	}
	mac := make([]byte, 32)
	require.True(t, strict.HexInto(mac, strings.Repeat("0f", 32)))
	require.Equal(t, bytes.Repeat([]byte{0x0f}, 32), mac)
	require.False(t, strict.HexInto(make([]byte, 33), strings.Repeat("0f", 33)), "there is no room for more")
}
