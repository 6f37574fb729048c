package peers_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// now is where every clock stands: the second at which the time of a bubble
// of testing/synctest begins, and the one that node is told. Most of these
// libraries have no other clock than that of the machine.
const now = 946684800

// tolerance is that of every party, in seconds.
const tolerance = 300

// A message is what is signed at a time.
type message struct {
	id      string
	seconds int64
	body    []byte
}

// A party signs and verifies as one implementation of a scheme does.
type party struct {
	name string
	// sign signs with each of the secrets.
	sign func(t *testing.T, m message, secrets ...string) http.Header
	// verify returns nothing but refusals: what is no answer fails the test.
	verify func(t *testing.T, secret string, header http.Header, body []byte) error
	// cannot says why a body is not for this party; nil if every body is.
	cannot func(body []byte) string
	// anyFuture is set for libraries that take messages from the future.
	anyFuture bool
}

// A profile is a scheme with those who implement it.
type profile struct {
	name        string
	secrets     [3]string
	ours, peers []party
	// beside puts a signature of another version in front of the header's.
	beside func(t *testing.T, header http.Header, m message) http.Header
}

func profiles(t *testing.T) []profile {
	n := startNode(t)
	return []profile{
		{
			name: "standard", secrets: standardSecrets, beside: asymmetricBeside("Webhook-Signature"),
			ours: standardOurs(), peers: append(n.standardPeer(), referencePeer),
		},
		{
			name: "svix", secrets: standardSecrets, beside: asymmetricBeside("Svix-Signature"),
			ours: svixOurs(), peers: append(n.svixPeer(), svixPeer),
		},
		{
			name: "stripe", secrets: stripeSecrets, beside: testBeside,
			ours: stripeOurs(), peers: append(n.stripePeer(), stripePeer),
		},
	}
}

func TestBothWays(t *testing.T) {
	for _, p := range profiles(t) {
		require.NotEmpty(t, p.ours)
		require.NotEmpty(t, p.peers)
		for _, ours := range p.ours {
			for _, peer := range p.peers {
				t.Run(p.name+"/"+ours.name+" to "+peer.name, func(t *testing.T) { p.exchange(t, ours, peer) })
				t.Run(p.name+"/"+peer.name+" to "+ours.name, func(t *testing.T) { p.exchange(t, peer, ours) })
			}
		}
	}
}

func (p profile) exchange(t *testing.T, from, to party) {
	bubble(t, "bodies", func(t *testing.T) { p.exchangeBodies(t, from, to) })
	bubble(t, "rotation", func(t *testing.T) { p.exchangeRotation(t, from, to) })
	bubble(t, "another version beside", func(t *testing.T) { p.exchangeBeside(t, from, to) })
	bubble(t, "window", func(t *testing.T) { p.exchangeWindow(t, from, to) })
}

// bubble runs a test in a bubble of synctest, where the clock stands at now.
func bubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

const jsonBody = `{"type":"invoice.paid","timestamp":"2000-01-01T00:00:00Z","data":{"id":"in_1","total":1.50}}`

var bodies = []struct {
	name string
	body []byte
}{
	{"empty", []byte{}},
	{"JSON", []byte(jsonBody)},
	{"JSON with spaces and line ends", []byte("{\r\n  \"a\": \"b.c\"\r\n}\r\n")},
	{"UTF-8", []byte(`{"name":"Zoë Ångström","kanji":"署名","emoji":"🔏","separator":"` + "\u2028" + `"}`)},
	{"1 MiB", slices.Concat([]byte(`{"a":"`), bytes.Repeat([]byte("x"), 1<<20-8), []byte(`"}`))},
	{"text", []byte("1.2.3 not JSON")},
	{"binary", allBytes()},
}

func allBytes() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}

func messageOf(body []byte) message {
	return message{id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: now, body: body}
}

func (p profile) exchangeBodies(t *testing.T, from, to party) {
	exchanged := 0
	for _, b := range bodies {
		if reason := from.unable(b.body) + to.unable(b.body); reason != "" {
			t.Logf("%s left out: %s", b.name, reason)
			continue
		}
		header := from.sign(t, messageOf(b.body), p.secrets[0])
		assert.NoError(t, to.verify(t, p.secrets[0], header, b.body), b.name)
		for change, body := range tampered(b.body) {
			if from.unable(body)+to.unable(body) == "" {
				assert.Error(t, to.verify(t, p.secrets[0], header, body), "%s, %s", b.name, change)
				assert.Error(t, from.verify(t, p.secrets[0], header, body), "%s, %s, by the signer itself", b.name, change)
			}
		}
		exchanged++
	}
	require.GreaterOrEqual(t, exchanged, 4, "JSON of every size has to be exchanged")
}

// tampered returns bodies that are still what the original was, JSON or not.
func tampered(body []byte) map[string][]byte {
	changes := map[string][]byte{"a space more": append(slices.Clone(body), ' ')}
	if i := bytes.LastIndexByte(body, 'a'); i >= 0 {
		changed := slices.Clone(body)
		changed[i] = 'e'
		changes["a letter changed"] = changed
	}
	return changes
}

func (p profile) exchangeRotation(t *testing.T, from, to party) {
	body := []byte(jsonBody)
	header := from.sign(t, messageOf(body), p.secrets[1], p.secrets[0])
	assert.NoError(t, to.verify(t, p.secrets[0], header, body), "the old secret")
	assert.NoError(t, to.verify(t, p.secrets[1], header, body), "the new secret")
	assert.Error(t, to.verify(t, p.secrets[2], header, body), "another secret")
}

func (p profile) exchangeBeside(t *testing.T, from, to party) {
	m := messageOf([]byte(jsonBody))
	header := p.beside(t, from.sign(t, m, p.secrets[0]), m)
	assert.NoError(t, to.verify(t, p.secrets[0], header, m.body))
	assert.Error(t, to.verify(t, p.secrets[1], header, m.body), "another secret")
	assert.Error(t, to.verify(t, p.secrets[0], header, slices.Concat(m.body, []byte(" "))), "another body")
}

func (p profile) exchangeWindow(t *testing.T, from, to party) {
	at := func(seconds int64) error {
		m := messageOf([]byte(jsonBody))
		m.seconds = seconds
		return to.verify(t, p.secrets[0], from.sign(t, m, p.secrets[0]), m.body)
	}
	assert.NoError(t, at(now-tolerance))
	assert.Error(t, at(now-tolerance-1))
	assert.NoError(t, at(now+tolerance))
	if !to.anyFuture {
		assert.Error(t, at(now+tolerance+1))
	}
}

func (p party) unable(body []byte) string {
	if p.cannot == nil {
		return ""
	}
	if reason := p.cannot(body); reason != "" {
		return fmt.Sprintf("%s: %s. ", p.name, reason)
	}
	return ""
}

// joinAt puts the signatures of a second header, in which all else is the
// same, behind those of the first.
func joinAt(name string) func(t *testing.T, first, second http.Header) {
	return func(t *testing.T, first, second http.Header) {
		t.Helper()
		require.NotEmpty(t, first.Get(name))
		require.NotEmpty(t, second.Get(name))
		first.Set(name, first.Get(name)+" "+second.Get(name))
	}
}

// signEach signs with one secret after the other, for those who know one.
func signEach(t *testing.T, secrets []string, join func(t *testing.T, first, second http.Header), sign func(secret string) http.Header) http.Header {
	t.Helper()
	require.NotEmpty(t, secrets)
	header := sign(secrets[0])
	for _, secret := range secrets[1:] {
		join(t, header, sign(secret))
	}
	return header
}
