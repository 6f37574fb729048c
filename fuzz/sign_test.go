package fuzz

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/testvectors"
)

// addMessages adds the messages to sign among the vectors.
func addMessages(f *testing.F, more ...[2]string) {
	f.Helper()
	for _, c := range exchange.Vectors(f, "", testvectors.OperationSign) {
		if len(c.Body) > 1<<10 {
			continue
		}
		m := exchange.Message{Body: c.Body}
		for _, key := range c.Keys {
			m.Fields = append(m.Fields, [2]string{exchange.Key, key})
		}
		m.Fields = append(m.Fields, [2]string{"id", c.MessageID}, [2]string{"timestamp", strconv.FormatInt(c.Timestamp, 10)})
		m.Fields = append(m.Fields, more...)
		f.Add(m.Bytes())
	}
}

// A message is what is signed, and with which keys.
type message struct {
	exchange.Message
	keys    []string
	id      string
	seconds int64
}

func readMessage(data []byte) message {
	m := message{Message: exchange.Split(data)}
	m.keys = m.Values(exchange.Key)
	m.id = m.Value("id")
	m.seconds, _ = strconv.ParseInt(m.Value("timestamp"), 10, 64)
	return m
}

// FuzzSignVerify: a Signer signs what the oracle signs, byte for byte, and
// refuses for the same reason; whoever holds any one of the keys, or all, in
// whatever order, accepts.
func FuzzSignVerify(f *testing.F) {
	addMessages(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		m := readMessage(data)
		for _, profile := range profiles {
			header := http.Header{}
			err := m.sign(t, profile, header)
			want, code := oracle.Sign(profile, m.keys, m.id, m.seconds, m.Body)
			if got := standardwebhooks.Code(err); got != code || (err == nil) != (code == "") {
				t.Fatalf("%s: got %q (%v), the oracle says %q", profile, got, err, code)
			}
			if !sameHeader(header, want) {
				t.Fatalf("%s: signed %q, the oracle %q", profile, header, want)
			}
			if err == nil {
				m.checkAccepted(t, profile, header)
			}
		}
	})
}

func (m message) sign(t *testing.T, profile string, header http.Header) error {
	signer, err := newSigner(profile, m.keys)
	if err != nil {
		return err
	}
	return signer.SetHeaders(t.Context(), header, m.id, time.Unix(m.seconds, 0), m.Body)
}

func sameHeader(got http.Header, want [][2]string) bool {
	for _, field := range want {
		if !slices.Equal(got.Values(field[0]), []string{field[1]}) {
			return false
		}
	}
	return len(got) == len(want)
}

func (m message) checkAccepted(t *testing.T, profile string, header http.Header) {
	if m.seconds >= 1<<50 {
		return // time.Time ends there
	}
	for _, keys := range receivers(m.keys) {
		if countPublic(keys) > 8 {
			continue
		}
		v, err := exchange.NewVerifier(oracle.Request{Profile: profile, Keys: keys, Now: time.Unix(m.seconds, 0), Past: time.Second, Future: time.Second})
		if err != nil {
			t.Fatalf("%s: the keys sign and do not verify: %v", profile, err)
		}
		got, err := v.Verify(m.Body, header)
		if err != nil {
			t.Fatalf("%s, %d keys: %v", profile, len(keys), err)
		}
		if string(got.Payload) != string(m.Body) || got.Timestamp.Unix() != m.seconds || profile != "stripe" && got.ID != m.id {
			t.Fatalf("%s: another message: %+v", profile, got)
		}
	}
}

// receivers returns what the receivers of a sender hold while keys rotate: all
// keys, in this order or that, or one of them.
func receivers(signing []string) [][]string {
	all := verifyingKeys(signing)
	reversed := slices.Clone(all)
	slices.Reverse(reversed)
	lists := [][]string{all, reversed}
	for i := range all {
		lists = append(lists, all[i:][:1])
	}
	return lists
}

// verifyingKeys puts the public half in the place of a private key.
func verifyingKeys(signing []string) []string {
	var keys []string
	for _, text := range signing {
		if key, err := standardwebhooks.ParsePrivateKey(text); err == nil {
			text = key.Public().String()
		}
		keys = append(keys, text)
	}
	return keys
}

func countPublic(keys []string) int {
	n := 0
	for _, key := range keys {
		if strings.HasPrefix(key, "whpk_") {
			n++
		}
	}
	return n
}
