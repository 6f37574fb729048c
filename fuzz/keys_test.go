package fuzz

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
	"github.com/whsec/whsec/testvectors"
)

const whiteSpace = " \t\n\v\f\r"

var prefixed = regexp.MustCompile(`^wh(sec|sk|pk)_`)

// FuzzKeys: the text of a key is taken as the oracle takes it, for the same
// reasons. A text that is taken is a canonical one, or it without its prefix,
// its padding or what follows the seed, or with white space around it; what
// Text gives is the same key again. Nothing but Text shows a key, errors
// neither. A list is its entries.
func FuzzKeys(f *testing.F) {
	var seeds []string
	for _, operation := range []string{testvectors.OperationKey, testvectors.OperationVerify, testvectors.OperationSign} {
		for _, c := range exchange.Vectors(f, "", operation) {
			seeds = append(seeds, c.Keys...)
			seeds = append(seeds, strings.Join(c.Keys, " \n"))
		}
	}
	addDistinct(f, seeds)
	f.Fuzz(func(t *testing.T, data []byte) {
		text := string(data)
		verifying, err := standardwebhooks.ParseVerifyingKey(text)
		checkKey(t, text, "standard", "verify", verifying, err)
		signing, err := standardwebhooks.ParseSigningKey(text)
		checkKey(t, text, "standard", "sign", signing, err)
		stripe, err := stripecompat.ParseSecret(text)
		checkKey(t, text, "stripe", "verify", stripe, err)
		checkKey(t, text, "stripe", "sign", stripe, err)
		checkList(t, text, standardwebhooks.ParseVerifyingKey, standardwebhooks.ParseVerifyingKeys)
		checkList(t, text, standardwebhooks.ParseSigningKey, standardwebhooks.ParseSigningKeys)
	})
}

func checkKey(t *testing.T, text, profile, role string, key any, err error) {
	want := oracle.ParseKey(profile, role, text)
	if got := standardwebhooks.Code(err); got != want || (err == nil) != (want == "") {
		t.Fatalf("%s/%s: got %q (%v), the oracle says %q", profile, role, got, err, want)
	}
	if err != nil {
		checkHidden(t, text, err.Error())
		return
	}
	switch key := key.(type) {
	case standardwebhooks.Secret:
		checkText(t, text, "whsec_", key.Text())
		again, err := standardwebhooks.ParseSecret(key.Text())
		checkAgain(t, again.Equal(key) && again.Text() == key.Text(), err)
	case standardwebhooks.PrivateKey:
		checkText(t, text, "whsk_", key.Text())
		again, err := standardwebhooks.ParsePrivateKey(key.Text())
		checkAgain(t, again.Equal(key) && again.Text() == key.Text(), err)
	case standardwebhooks.PublicKey:
		checkText(t, text, "whpk_", key.String())
		again, err := standardwebhooks.ParsePublicKey(key.String())
		checkAgain(t, again == key, err)
		return // which is no secret
	case stripecompat.Secret:
		if key.Text() != text {
			t.Fatalf("%q became %q", text, key.Text())
		}
	default:
		t.Fatalf("%T", key)
	}
	checkHidden(t, text, fmt.Sprintf("%v %+v %#v %s %q %x", key, key, key, key, key, key))
}

func checkAgain(t *testing.T, same bool, err error) {
	if err != nil || !same {
		t.Fatalf("the text of the key is another key: %v", err)
	}
}

// checkText: a text was a spelling of the canonical one.
func checkText(t *testing.T, text, prefix, canonical string) {
	digits := strings.TrimPrefix(strings.Trim(text, whiteSpace), prefix)
	decoded, _ := base64.RawStdEncoding.DecodeString(strings.TrimRight(digits, "="))
	whole := prefix + base64.StdEncoding.EncodeToString(decoded)
	if prefix == "whsk_" && len(decoded) == 32 {
		written, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(canonical, prefix))
		canonical = prefix + base64.StdEncoding.EncodeToString(written[:32])
	}
	if whole != canonical {
		t.Fatalf("%q was taken for %q", text, canonical)
	}
	if spelled := prefix + digits; spelled != canonical && spelled != strings.TrimRight(canonical, "=") {
		t.Fatalf("%q is another spelling of %q", text, canonical)
	}
}

// checkHidden: what could be a key is not shown. A text of words may stand in
// an error by accident.
func checkHidden(t *testing.T, text, shown string) {
	_, digits, ok := strings.Cut(text, "_")
	if !ok {
		digits = text
	}
	digits = strings.Trim(digits, whiteSpace)
	if len(digits) > 16 && !strings.ContainsAny(digits, " ") && strings.Contains(shown, digits) {
		t.Fatalf("%q is shown: %s", text, shown)
	}
}

// checkList: a list is taken if each of its entries is, by itself and with its
// prefix, and refused for the first that is not.
func checkList[K any](t *testing.T, text string, parse func(string) (K, error), parseList func(string) ([]K, error)) {
	entries := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(whiteSpace, r) })
	want := ""
	if len(entries) == 0 {
		want = "no_keys"
	}
	for _, entry := range entries {
		_, err := parse(entry)
		if want = standardwebhooks.Code(err); want == "" && !prefixed.MatchString(entry) {
			want = "malformed_secret"
		}
		if want != "" {
			break
		}
	}
	keys, err := parseList(text)
	if got := standardwebhooks.Code(err); got != want || (err == nil) != (want == "") {
		t.Fatalf("the list: got %q (%v), want %q", got, err, want)
	}
	if err == nil && len(keys) != len(entries) || err != nil && keys != nil {
		t.Fatalf("%d keys of %d entries", len(keys), len(entries))
	}
}
