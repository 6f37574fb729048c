package fuzz

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/standardwebhooks"
)

const (
	secret     = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	privateKey = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="
	publicKey  = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
)

// In a list every run of separators is two spaces, of which a match takes one
// on either side.
var (
	separators = regexp.MustCompile(`[ ,]+`)
	lastToken  = regexp.MustCompile(`[^ ]+ *$`)
	versions   = regexp.MustCompile(` (v[0-9]+[a-z]?) `)
	canonical  = regexp.MustCompile(`^[A-Za-z0-9+/]{85}[AQgw]==$`) // 64 bytes
	candidates = map[string]*regexp.Regexp{
		"v1":     regexp.MustCompile(` (v1)  ([^ ]{44}) `),
		"v1a":    regexp.MustCompile(` (v1a)  ([^ ]{88}) `),
		"v1 v1a": regexp.MustCompile(` (?:(v1)  ([^ ]{44})|(v1a)  ([^ ]{88})) `),
	}
)

// FuzzSignatureList: what the Verifier finds in a list of signatures is what
// regular expressions find in it: as many candidates, the right one if it is
// there, and else the versions. Every field of the data is one of the header,
// whatever its name; @1 is right by the secret, @3 by the private key.
func FuzzSignatureList(f *testing.F) {
	var seeds []string
	for _, seed := range exchange.Seeds(f, "standard") {
		m := exchange.Split(seed.Data)
		var fields [][2]string
		for _, field := range m.Fields {
			if strings.EqualFold(field[0], standardwebhooks.HeaderSignature) {
				fields = append(fields, field)
			}
		}
		seeds = append(seeds, string(exchange.Message{Fields: fields}.Bytes()))
	}
	for _, list := range []string{"v1a,@3", "v1 @1 v1a @3", "v1,@3 v1a,@1", "v1,,@1", "v1a v1 @1", "v2,x v1,@1", "v1,v2,v3,x", strings.Repeat("v1a,@3x ", 9) + "v1a,@3"} {
		seeds = append(seeds, "s: "+list+"\n")
	}
	for _, n := range []byte{15, 16, 17} {
		var list string
		for i := range n {
			list += "v1a," + strings.Repeat("A", 84) + string('A'+i) + "A== "
		}
		seeds = append(seeds, "s: "+list+"\ns: v1a,@3\n")
	}
	addDistinct(f, seeds)
	f.Fuzz(func(t *testing.T, data []byte) {
		e := signatureExchange(data)
		checkSignatures(t, e, "v1", secret)
		checkSignatures(t, e, "v1a", publicKey)
		checkSignatures(t, e, "v1 v1a", secret, publicKey)
	})
}

func signatureExchange(data []byte) exchange.Exchange {
	m := exchange.Message{Fields: [][2]string{
		{exchange.Key, secret}, {exchange.Key, publicKey}, {exchange.Signer, privateKey},
		{exchange.Now, "1614265330"}, {"webhook-id", "msg_1"}, {"webhook-timestamp", "1614265330"},
	}}
	for _, field := range exchange.Split(data).Fields {
		m.Fields = append(m.Fields, [2]string{"webhook-signature", field[1]})
	}
	return exchange.Read("standard", m.Bytes())
}

func checkSignatures(t *testing.T, e exchange.Exchange, schemes string, keys ...string) {
	values := exchange.Header(e.Headers).Values("webhook-signature")
	if !slices.ContainsFunc(values, func(value string) bool { return value != "" }) {
		return
	}
	verifying, err := exchange.ParseAll(keys, standardwebhooks.ParseVerifyingKey)
	if err != nil {
		t.Fatal(err)
	}
	v, err := standardwebhooks.NewVerifier(verifying)
	if err != nil {
		t.Fatal(err)
	}
	_, err = v.VerifyAt(e.Body, exchange.Header(e.Headers), time.Unix(1614265330, 0))
	list := listOf(values)
	found := candidates[schemes].FindAllStringSubmatch(list, -1)
	var mismatch *standardwebhooks.MismatchError
	var scheme *standardwebhooks.SchemeError
	switch others := otherVersions(list, schemes); {
	case len(found) > 0 && isRight(e, found):
		if err != nil {
			t.Fatalf("the right signature is in %q, and: %v", list, err)
		}
	case len(found) > 0:
		if !errors.As(err, &mismatch) || mismatch.Signatures != len(found) {
			t.Fatalf("%d candidates in %q, and: %v", len(found), list, err)
		}
	case len(others) > 0:
		if !errors.As(err, &scheme) || !slices.Equal(scheme.Versions, others) {
			t.Fatalf("the versions are %q, and: %v", others, err)
		}
	case !errors.Is(err, standardwebhooks.ErrMalformedSignature):
		t.Fatalf("nothing is in %q, and: %v", list, err)
	}
}

// listOf has a rune for each byte: what counts is bytes.
func listOf(values []string) string {
	var runes []rune
	for _, b := range []byte("," + strings.Join(values, ",") + ",") {
		runes = append(runes, rune(b))
	}
	return separators.ReplaceAllString(string(runes), "  ")
}

// isRight looks for the right signatures as texts. Of v1a the first sixteen
// that differ are looked at.
func isRight(e exchange.Exchange, found [][]string) bool {
	v1 := exchange.Signature("standard", secret, "msg_1", "1614265330", e.Body)
	v1a := exchange.Signature("standard", privateKey, "msg_1", "1614265330", e.Body)
	var tried []string
	for _, groups := range found {
		groups = slices.DeleteFunc(groups[1:], func(group string) bool { return group == "" })
		switch label, text := groups[0], groups[1]; {
		case label == "v1" && text == v1:
			return true
		case label == "v1a" && canonical.MatchString(text) && !slices.Contains(tried, text):
			tried = append(tried, text)
		}
	}
	return slices.Contains(tried[:min(len(tried), 16)], v1a)
}

// otherVersions returns the first eight labels that there is no key for. The
// last token has nothing behind it.
func otherVersions(list, schemes string) []string {
	var others []string
	for _, groups := range versions.FindAllStringSubmatch(lastToken.ReplaceAllString(list, ""), -1) {
		label := groups[1]
		if !slices.Contains(strings.Fields(schemes), label) && !slices.Contains(others, label) {
			others = append(others, label)
		}
	}
	return others[:min(len(others), 8)]
}
