package fuzz

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
)

// A signed message lies in parts, which a change can be made to.
type parts struct{ id, timestamp, signature, body string }

// FuzzTamper: with any byte of id, timestamp, signature or body replaced, put
// in or taken away, an authentic message is refused. The fields
//
//	:change: body replace 12 7
//
// say what to change: the byte at 12 becomes another, by adding 7.
func FuzzTamper(f *testing.F) {
	var changes [][2]string
	for _, part := range []string{"id", "timestamp", "signature", "body"} {
		for _, change := range []string{" replace 0 1", " replace 9 32", " replace 43 128", " replace 45 1", " replace 89 1", " insert 0 32", " insert 5 46", " insert 99 44", " delete 0 0", " delete 43 0"} {
			changes = append(changes, [2]string{":change", part + change})
		}
	}
	addMessages(f, changes...)
	f.Fuzz(func(t *testing.T, data []byte) {
		m := readMessage(data)
		for _, profile := range profiles {
			if len(m.keys) == 0 || m.seconds >= 1<<50 {
				return
			}
			signed, code := oracle.Sign(profile, m.keys[:1], m.id, m.seconds, m.Body)
			v, err := exchange.NewVerifier(oracle.Request{Profile: profile, Keys: verifyingKeys(m.keys), Now: time.Unix(m.seconds, 0), Past: time.Hour, Future: time.Hour})
			if code != "" || err != nil {
				continue
			}
			original := takeApart(profile, signed, m.Body)
			if _, err := original.verify(v, profile); err != nil {
				t.Fatalf("%s: not changed, and refused: %v", profile, err)
			}
			for _, change := range m.Values(":change") {
				changed := original
				if !changed.change(change) || same(profile, original, changed) {
					continue
				}
				if message, err := changed.verify(v, profile); standardwebhooks.Code(err) == "" || !isZero(message) {
					t.Fatalf("%s: %q accepted: %+v, %v", profile, change, changed, err)
				}
			}
		}
	})
}

func takeApart(profile string, signed [][2]string, body []byte) parts {
	if profile == "stripe" {
		timestamp, signature, _ := strings.Cut(strings.TrimPrefix(signed[0][1], "t="), ",v1=")
		return parts{timestamp: timestamp, signature: signature, body: string(body)}
	}
	return parts{signed[0][1], signed[1][1], signed[2][1], string(body)}
}

func (p parts) verify(v exchange.Verifier, profile string) (standardwebhooks.Message, error) {
	var fields [][2]string
	switch profile {
	case "stripe":
		fields = [][2]string{{"Stripe-Signature", "t=" + p.timestamp + ",v1=" + p.signature}}
	case "svix":
		fields = [][2]string{{"svix-id", p.id}, {"svix-timestamp", p.timestamp}, {"svix-signature", p.signature}}
	default:
		fields = [][2]string{{"webhook-id", p.id}, {"webhook-timestamp", p.timestamp}, {"webhook-signature", p.signature}}
	}
	return v.Verify([]byte(p.body), exchange.Header(fields))
}

// change changes a byte of a part, and returns false if it does not say how.
func (p *parts) change(change string) bool {
	words := strings.Fields(change)
	if len(words) != 4 {
		return false
	}
	part, ok := map[string]*string{"id": &p.id, "timestamp": &p.timestamp, "signature": &p.signature, "body": &p.body}[words[0]]
	at, err := strconv.ParseUint(words[2], 10, 32)
	by, err2 := strconv.ParseUint(words[3], 10, 8)
	if !ok || err != nil || err2 != nil {
		return false
	}
	text := []byte(*part)
	switch i := int(at); {
	case words[1] == "insert":
		text = slices.Insert(text, i%(len(text)+1), byte(by))
	case len(text) == 0:
		return false
	case words[1] == "replace":
		text[i%len(text)] += byte(by)
	case words[1] == "delete":
		text = slices.Delete(text, i%len(text), i%len(text)+1)
	default:
		return false
	}
	*part = string(text)
	return true
}

// same reports whether a change makes no difference to what the header says: at
// the ends of an item, between label and signature, or in the case of hex.
func same(profile string, a, b parts) bool {
	if profile == "stripe" {
		trim := func(text string) string { return strings.TrimRight(text, " \t,") }
		a.timestamp, b.timestamp = trim(a.timestamp), trim(b.timestamp)
		a.signature, b.signature = strings.ToLower(trim(a.signature)), strings.ToLower(trim(b.signature))
		a.id = b.id // which is not in it
		return a == b
	}
	words := func(text string) string {
		return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }), " ")
	}
	a.signature, b.signature = words(a.signature), words(b.signature)
	return a == b
}
