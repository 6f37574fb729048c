package oracle_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/oracle"
)

const (
	secret      = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	privateKey  = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="
	privateSeed = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbc="
	publicKey   = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
)

func TestParseKey(t *testing.T) {
	tests := []struct{ name, role, text, code string }{
		{"secret", "verify", secret, ""},
		{"secret to sign with", "sign", secret, ""},
		{"no prefix", "verify", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", ""},
		{"every white space around", "verify", " \t\n\v\f\r" + secret + " \t\n\v\f\r", ""},
		{"no-break space around", "verify", secret + "\u00a0", "malformed_secret"},
		{"NUL around", "verify", secret + "\x00", "malformed_secret"},
		{"white space after the prefix", "verify", "whsec_ MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "malformed_secret"},
		{"line feed inside", "verify", "whsec_MfKQ9r8GKYqrTwjU\nPD8ILPZIo2LaLaSw", "malformed_secret"},
		{"carriage return inside", "verify", "whsec_MfKQ9r8GKYqrTwjU\rPD8ILPZIo2LaLaSw", "malformed_secret"},
		{"prefix twice", "verify", "whsec_" + secret, "malformed_secret"},
		{"prefix in capitals", "verify", "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "malformed_secret"},
		{"quotes", "verify", `"` + secret + `"`, "malformed_secret"},
		{"label", "verify", "v1," + secret, "malformed_secret"},
		{"URL-safe minus", "verify", "whsec_C2FVsBQIhrscChlQIMV-b5sSYspob7oD", "malformed_secret"},
		{"URL-safe underscore", "verify", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa_w", "malformed_secret"},

		{"25 bytes, padded", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDQ==", ""},
		{"25 bytes, not padded", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDQ", ""},
		{"25 bytes, one pad", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDQ=", "malformed_secret"},
		{"25 bytes, three pads", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDQ===", "malformed_secret"},
		{"25 bytes, bits left over", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDR==", "malformed_secret"},
		{"26 bytes, padded", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDQ4=", ""},
		{"26 bytes, not padded", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDQ4", ""},
		{"26 bytes, two pads", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDQ4==", "malformed_secret"},
		{"26 bytes, bits left over", "verify", "whsec_8PHy8/T19vf4+//+AQIDBAUGBwgJCgsMDQ5", "malformed_secret"},
		{"24 bytes, one pad", "verify", secret + "=", "malformed_secret"},
		{"24 bytes, four pads", "verify", secret + "====", "malformed_secret"},
		{"one digit too many", "verify", secret + "A", "malformed_secret"},
		{"padding inside", "verify", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLQ==LaSw", "malformed_secret"},

		{"nothing", "verify", "", "empty_secret"},
		{"white space only", "verify", " \n", "empty_secret"},
		{"prefix only", "verify", "whsec_", "empty_secret"},
		{"padding only", "verify", "whsec_====", "malformed_secret"},
		{"one zero byte", "verify", "whsec_AA==", "empty_secret"},
		{"24 zero bytes", "verify", "whsec_" + strings.Repeat("AAAA", 8), "empty_secret"},
		{"66 zero bytes", "verify", "whsec_" + strings.Repeat("AAAA", 22), "empty_secret"},
		{"23 zero bytes and a one", "verify", "whsec_" + strings.Repeat("AAAA", 7) + "AAAB", ""},
		{"one byte", "verify", "whsec_AQ==", "weak_secret"},
		{"23 bytes", "verify", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaQ=", "weak_secret"},
		{"300 bytes", "verify", "whsec_" + strings.Repeat("abcd", 100), ""},

		{"public key", "verify", publicKey, ""},
		{"public key, not padded", "verify", strings.TrimRight(publicKey, "="), ""},
		{"public key, white space around", "verify", "\n" + publicKey + "\n", ""},
		{"public key to sign with", "sign", publicKey, "wrong_key_type"},
		{"public key of no bytes", "verify", "whpk_", "empty_secret"},
		{"public key of 31 bytes", "verify", "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOig==", "malformed_secret"},
		{"public key of 33 bytes", "verify", "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4A", "malformed_secret"},
		{"public key, bits left over", "verify", "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir5=", "malformed_secret"},

		{"private key", "sign", privateKey, ""},
		{"private key, seed only", "sign", privateSeed, ""},
		{"private key, not padded", "sign", strings.TrimRight(privateKey, "="), ""},
		{"private key to verify with", "verify", privateKey, "wrong_key_type"},
		{"seed to verify with", "verify", privateSeed, "wrong_key_type"},
		{"no private key to verify with", "verify", "whsk_!", "wrong_key_type"},
		{"private key of no bytes", "sign", "whsk_", "empty_secret"},
		{"private key of 31 bytes", "sign", "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMQ==", "malformed_secret"},
		{"private key of 63 bytes", "sign", "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6K", "malformed_secret"},
		{"private key, public half of another", "sign", "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfXWpgBgrEKt9VL/tPJZAc6DuFy89qmIyWvAhpo9wdRGg==", "malformed_secret"},
		{"private key, bits left over", "sign", "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbd=", "malformed_secret"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.code, oracle.ParseKey("standard", test.role, test.text), "standard")
			assert.Equal(t, test.code, oracle.ParseKey("svix", test.role, test.text), "svix")
		})
	}
}

func TestParseKeyOfStripe(t *testing.T) {
	tests := []struct{ name, text, code string }{
		{"secret", secret, ""},
		{"one letter", "a", ""},
		{"not ASCII", "séc", ""},
		{"white space inside", "a b", ""},
		{"another scheme's private key", privateKey, "wrong_key_type"},
		{"another scheme's private key, line feed after", privateKey + "\n", "malformed_secret"},
		{"nothing", "", "empty_secret"},
		{"NUL only", "\x00\x00", "empty_secret"},
		{"space only", " ", "malformed_secret"},
		{"space before", " a", "malformed_secret"},
		{"line feed after", "a\n", "malformed_secret"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.code, oracle.ParseKey("stripe", "verify", test.text), "verify")
			assert.Equal(t, test.code, oracle.ParseKey("stripe", "sign", test.text), "sign")
		})
	}
}

func TestParseKeyPanicsAtWhatItDoesNotKnow(t *testing.T) {
	assert.Panics(t, func() { oracle.ParseKey("github", "verify", secret) })
	assert.Panics(t, func() { oracle.ParseKey("standard", "encrypt", secret) })
}
