package mutants

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"strings"

	"github.com/whsec/whsec/testvectors"
)

// A verifier is a plain and right one whose every step is a hook, for mutants
// to replace. It is as slow as it is simple.
type verifier struct {
	stripe   bool     // one header of items in place of three
	prefixes []string // of the sets of headers, the first complete one counts

	tolerance func(*int64) (seconds int64, ok bool)
	fresh     func(now, t, tolerance int64) bool

	key     func(text string) (key, bool)
	keyList func([]key) []key

	name   func(string) string                           // of a field, for comparing
	choose func(values []string) (value string, ok bool) // of id and timestamp
	id     func(string) (signed string, ok bool)
	time   func(string) (t int64, signed string, ok bool)
	body   func([]byte) ([]byte, bool)

	split  func(value string) []string // a list into items
	item   func(string) (version, signature string, ok bool)
	items  func([]item) []item
	label  func(version string) string // as it is compared
	decode func(signature string) ([]byte, bool)

	contents func(id, t string, body []byte) [][]byte // any of them
	macKeys  func(key) [][]byte                       // any of them
	equal    func(want, got []byte) bool
	ed25519  func(public, content, signature []byte) bool
}

// A key is one of the two.
type key struct {
	secret []byte
	public []byte
	text   string
}

type item struct{ version, signature string }

func right(profile string) *verifier {
	v := &verifier{
		prefixes:  []string{"webhook-"},
		tolerance: tolerance,
		fresh:     fresh,
		key:       parseKey,
		keyList:   func(keys []key) []key { return keys },
		name:      lower,
		choose:    oneValue,
		id:        func(id string) (string, bool) { return id, goodID(id) },
		time:      parseTime,
		body:      func(body []byte) ([]byte, bool) { return body, true },
		split:     func(value string) []string { return strings.Split(value, " ") },
		item:      splitItem,
		items:     func(items []item) []item { return items },
		label:     func(version string) string { return version },
		decode:    decodeBase64,
		contents:  func(id, t string, body []byte) [][]byte { return [][]byte{content(id, t, body)} },
		macKeys:   func(k key) [][]byte { return [][]byte{k.secret} },
		equal:     hmac.Equal,
		ed25519:   verifyEd25519,
	}
	switch profile {
	case testvectors.ProfileSvix:
		v.prefixes = []string{"svix-", "webhook-"}
	case testvectors.ProfileStripe:
		v.toStripe()
	}
	return v
}

// accepts is the whole of it.
func (v *verifier) accepts(c testvectors.Case) bool {
	var keys []key
	for _, text := range c.Keys {
		k, ok := v.key(text)
		if !ok {
			return false
		}
		keys = append(keys, k)
	}
	if c.Operation == testvectors.OperationKey {
		return true
	}
	tolerance, ok := v.tolerance(c.Tolerance)
	if !ok {
		return false
	}
	id, time, items, ok := v.read(c.Headers)
	if !ok {
		return false
	}
	signedID, ok := v.id(id)
	if !ok {
		return false
	}
	t, signedTime, ok := v.time(time)
	if !ok || !v.fresh(c.Now, t, tolerance) {
		return false
	}
	body, ok := v.body(c.Body)
	return ok && v.matches(v.keyList(keys), v.items(items), v.contents(signedID, signedTime, body))
}

func (v *verifier) read(fields []testvectors.Field) (id, time string, items []item, ok bool) {
	if v.stripe {
		return v.readStripe(fields)
	}
	for _, prefix := range v.prefixes {
		id, okID := v.choose(v.values(fields, prefix+"id"))
		time, okTime := v.choose(v.values(fields, prefix+"timestamp"))
		lists := v.values(fields, prefix+"signature")
		if okID && okTime && len(lists) > 0 {
			return id, time, v.itemsOf(lists), true
		}
	}
	return "", "", nil, false
}

func (v *verifier) values(fields []testvectors.Field, name string) []string {
	var values []string
	for _, f := range fields {
		if v.name(f.Name) == name && len(f.Value) > 0 {
			values = append(values, string(f.Value))
		}
	}
	return values
}

func (v *verifier) itemsOf(lists []string) []item {
	var items []item
	for _, list := range lists {
		for _, text := range v.split(list) {
			if version, signature, ok := v.item(text); ok {
				items = append(items, item{version, signature})
			}
		}
	}
	return items
}

func (v *verifier) matches(keys []key, items []item, contents [][]byte) bool {
	for _, i := range items {
		got, ok := v.decode(i.signature)
		if !ok {
			continue
		}
		for _, k := range keys {
			for _, content := range contents {
				if v.match(k, i.version, content, got) {
					return true
				}
			}
		}
	}
	return false
}

func (v *verifier) match(k key, version string, content, got []byte) bool {
	if k.public != nil {
		return v.label(version) == "v1a" && v.ed25519(k.public, content, got)
	}
	for _, secret := range v.macKeys(k) {
		if v.label(version) == "v1" && v.equal(mac(secret, content), got) {
			return true
		}
	}
	return false
}

func content(id, t string, body []byte) []byte {
	return append([]byte(id+"."+t+"."), body...)
}

func mac(secret, content []byte) []byte {
	m := hmac.New(sha256.New, secret)
	m.Write(content)
	return m.Sum(nil)
}

func oneValue(values []string) (string, bool) {
	for _, value := range values {
		if value != values[0] {
			return "", false
		}
	}
	return first(values)
}

func first(values []string) (string, bool) {
	if len(values) == 0 {
		return "", false
	}
	return values[0], true
}

func splitItem(text string) (version, signature string, ok bool) { return strings.Cut(text, ",") }

func goodID(id string) bool {
	return id != "" && !strings.ContainsAny(id, ".\x00\r\n")
}

func lower(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

func verifyEd25519(public, content, signature []byte) bool {
	return len(signature) == ed25519.SignatureSize && ed25519.Verify(public, content, signature)
}

func isZero(b []byte) bool { return len(bytes.Trim(b, "\x00")) == 0 }
