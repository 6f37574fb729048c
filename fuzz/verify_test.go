package fuzz

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
)

func FuzzStandard(f *testing.F) { fuzzVerify(f, "standard") }
func FuzzSvix(f *testing.F)     { fuzzVerify(f, "svix") }
func FuzzStripe(f *testing.F)   { fuzzVerify(f, "stripe") }

// fuzzVerify: whatever the keys, the tolerance, the header and the body,
// Verifier and oracle say the same; an error comes with no message, matches the
// umbrella and shows no key; a message is the one that was signed.
func fuzzVerify(f *testing.F, profile string) {
	addSeeds(f, profile)
	f.Fuzz(func(t *testing.T, data []byte) {
		e := exchange.Read(profile, data)
		want := oracle.Verify(e.Request)
		message, err := verify(t, e, want)
		if got := standardwebhooks.Code(err); got != want || (err == nil) != (want == "") {
			t.Fatalf("got %q (%v), the oracle says %q", got, err, want)
		}
		if err != nil {
			checkRefusal(t, e, message, err)
			return
		}
		checkMessage(t, e, message)
	})
}

func verify(t *testing.T, e exchange.Exchange, want string) (standardwebhooks.Message, error) {
	v, err := exchange.NewVerifier(e.Request)
	if err != nil {
		return standardwebhooks.Message{}, err
	}
	header := exchange.Header(e.Headers)
	if early := standardwebhooks.Code(v.CheckHeader(header)); early != ofHeader(want) {
		t.Fatalf("CheckHeader says %q, and in the end it is %q", early, want)
	}
	return v.VerifyAt(e.Body, header, e.Now)
}

// ofHeader returns the codes that show before the body is read, and "" for the
// others.
func ofHeader(code string) string {
	shown := []string{"missing_header", "duplicate_header", "malformed_id", "malformed_timestamp", "malformed_signature", "unsupported_scheme"}
	if slices.Contains(shown, code) {
		return code
	}
	return ""
}

func checkRefusal(t *testing.T, e exchange.Exchange, message standardwebhooks.Message, err error) {
	if !isZero(message) {
		t.Fatalf("refused, and yet a message: %+v", message)
	}
	if !errors.Is(err, standardwebhooks.ErrInvalid) {
		t.Fatalf("not under the umbrella: %v", err)
	}
	for _, key := range e.Keys {
		if len(key) > 20 && strings.Contains(err.Error(), key) && !received(e, key) {
			t.Fatalf("the error has a key: %v", err)
		}
	}
}

// received reports whether a text stands in the header, of which errors may
// show a piece.
func received(e exchange.Exchange, text string) bool {
	return slices.ContainsFunc(e.Headers, func(field [2]string) bool { return strings.Contains(field[1], text) })
}

func checkMessage(t *testing.T, e exchange.Exchange, message standardwebhooks.Message) {
	if string(message.Payload) != string(e.Body) || message.KeyIndex < 0 || message.KeyIndex >= len(e.Keys) {
		t.Fatalf("another message: %+v", message)
	}
	if e.Profile == "stripe" {
		return
	}
	if !slices.ContainsFunc(e.Headers, func(field [2]string) bool { return field[1] == message.ID }) {
		t.Fatalf("an id that nobody sent: %+v", message)
	}
	alone := e.Request
	alone.Keys = e.Keys[message.KeyIndex:][:1]
	if code := oracle.Verify(alone); code != "" {
		t.Fatalf("key %d matched, and by itself it is %s", message.KeyIndex, code)
	}
}
