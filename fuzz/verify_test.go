package fuzz

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
)

// FuzzVerify: whatever the secrets, headers and body, Verifier and oracle say
// the same, an error comes with no message and matches the umbrella.
//
// A fuzzer does not find a MAC: with sign set, the oracle's own signature of
// what the headers say is added to them, so that verdicts behind the
// comparison are reached as well.
func FuzzVerify(f *testing.F) {
	for _, profile := range []string{"standard", "svix"} {
		for _, s := range seedsOf(f, profile) {
			f.Add(profile == "svix", s.secrets, s.headers, s.body, s.now, int64(0), false)
			f.Add(profile == "svix", s.secrets, s.headers, s.body, s.now, int64(5e8), true)
		}
	}
	f.Fuzz(func(t *testing.T, svix bool, secrets, headers string, body []byte, now, nanoseconds int64, sign bool) {
		request := oracle.Request{
			Profile: "standard", Keys: strings.Split(secrets, "\n"), Headers: fieldsOf(headers), Body: body,
			Now:  time.Unix(now%(1<<50), nanoseconds%1e9),
			Past: oracle.DefaultTolerance, Future: oracle.DefaultTolerance,
		}
		if svix {
			request.Profile = "svix"
		}
		if sign {
			request.Headers = append(request.Headers, signatureOf(request)...)
		}
		message, err := verify(request)
		if got, want := standardwebhooks.Code(err), oracle.Verify(request); got != want {
			t.Fatalf("verifier %q, oracle %q: %v", got, want, err)
		}
		if err != nil && (!errors.Is(err, standardwebhooks.ErrInvalid) || message.ID != "" || message.Payload != nil) {
			t.Fatalf("half an answer: %+v, %v", message, err)
		}
	})
}

// signatureOf signs the first id and timestamp with the keys that sign.
func signatureOf(r oracle.Request) [][2]string {
	var id string
	var timestamp int64
	name := ""
	for _, field := range r.Headers {
		lower := strings.ToLower(field[0])
		switch prefix, rest, _ := strings.Cut(lower, "-"); {
		case name == "" && rest == "id":
			id, name = field[1], prefix+"-signature"
		case timestamp == 0 && rest == "timestamp":
			timestamp, _ = strconv.ParseInt(field[1], 10, 64)
		}
	}
	var signing []string
	for _, key := range r.Keys {
		if oracle.ParseKey(r.Profile, "sign", key) == "" {
			signing = append(signing, key)
		}
	}
	signed, _ := oracle.Sign(r.Profile, signing, id, timestamp, r.Body)
	for _, field := range signed {
		if strings.HasSuffix(field[0], "-signature") {
			return [][2]string{{name, field[1]}}
		}
	}
	return nil
}

func verify(r oracle.Request) (standardwebhooks.Message, error) {
	var keys []standardwebhooks.VerifyingKey
	for _, text := range r.Keys {
		key, err := standardwebhooks.ParseVerifyingKey(text)
		if err != nil {
			return standardwebhooks.Message{}, err
		}
		keys = append(keys, key)
	}
	var opts []standardwebhooks.VerifierOption
	if r.Profile == "svix" {
		opts = append(opts, standardwebhooks.WithHeaderPrefix("svix", "webhook"))
	}
	verifier, err := standardwebhooks.NewVerifier(keys, opts...)
	if err != nil {
		return standardwebhooks.Message{}, err
	}
	header := http.Header{}
	for _, field := range r.Headers {
		header.Add(field[0], field[1])
	}
	return verifier.VerifyAt(r.Body, header, r.Now)
}
