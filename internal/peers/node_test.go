package peers_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// requireNode is the variable of the environment that makes a machine without
// node a failure. Without it, the libraries of node are left out there.
const requireNode = "PEERS_REQUIRE_NODE"

// A node runs node/peer.mjs, with its clock stopped at now. A nil node has no
// libraries.
type node struct {
	in  io.Writer
	out *bufio.Reader
	err *bytes.Buffer
}

// startNode returns nil when there is no node on this machine.
func startNode(t *testing.T) *node {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		require.Empty(t, os.Getenv(requireNode), "%s is set, and there is no npm: %v", requireNode, err)
		t.Logf("no npm: the libraries of node are left out")
		return nil
	}
	installNode(t)
	cmd := command("node", "node", "--import", "./clock.mjs", "peer.mjs")
	cmd.Env = append(cmd.Env, "PEER_NOW="+strconv.Itoa(now))
	n := &node{err: &bytes.Buffer{}}
	cmd.Stderr = n.err
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	n.in, n.out = in, bufio.NewReader(out)
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("node: %v\n%s", err, n.err)
		}
	})
	return n
}

// installNode installs the libraries unless they are there in the versions of
// package.json.
func installNode(t *testing.T) {
	t.Helper()
	var wanted struct{ Dependencies map[string]string }
	readJSON(t, "node/package.json", &wanted)
	require.NotEmpty(t, wanted.Dependencies)
	if installed(wanted.Dependencies) {
		return
	}
	out, err := command("node", "npm", "ci").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.True(t, installed(wanted.Dependencies), "npm ci did not install what package.json asks for: %s", out)
}

func installed(wanted map[string]string) bool {
	for name, version := range wanted {
		var found struct{ Version string }
		content, err := os.ReadFile(filepath.Join("node", "node_modules", name, "package.json"))
		if err != nil || json.Unmarshal(content, &found) != nil || found.Version != version {
			return false
		}
	}
	return true
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	content, err := os.ReadFile(filepath.FromSlash(name))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(content, into))
}

type nodeRequest struct {
	Peer      string            `json:"peer"`
	Op        string            `json:"op"`
	Secret    string            `json:"secret"`
	ID        string            `json:"id,omitempty"`
	Timestamp int64             `json:"timestamp,omitempty"`
	Header    map[string]string `json:"header,omitempty"`
	Body      []byte            `json:"body"`
}

type nodeAnswer struct {
	Header map[string]string
	OK     bool
	Error  string
}

// ask fails the test when there is no answer: a crash is not a refusal.
func (n *node) ask(t *testing.T, request nodeRequest) nodeAnswer {
	t.Helper()
	line, err := json.Marshal(request)
	require.NoError(t, err)
	_, err = n.in.Write(append(line, '\n'))
	require.NoError(t, err)
	line, err = n.out.ReadBytes('\n')
	require.NoError(t, err, "node: %s", n.err)
	var answer nodeAnswer
	require.NoError(t, json.Unmarshal(line, &answer))
	return answer
}

// party returns a library of node, by its name in peer.mjs; join puts the
// signatures of a second header into the first.
func (n *node) party(peer string, join func(t *testing.T, first, second http.Header)) party {
	return party{
		name: "node " + peer,
		sign: func(t *testing.T, m message, secrets ...string) http.Header {
			return signEach(t, secrets, join, func(secret string) http.Header {
				answer := n.ask(t, nodeRequest{Peer: peer, Op: "sign", Secret: secret, ID: m.id, Timestamp: m.seconds, Body: m.body})
				header := http.Header{}
				for key, value := range answer.Header {
					header.Set(key, value)
				}
				return header
			})
		},
		verify: func(t *testing.T, secret string, header http.Header, body []byte) error {
			flat := map[string]string{}
			for key, values := range header {
				flat[strings.ToLower(key)] = strings.Join(values, ", ")
			}
			answer := n.ask(t, nodeRequest{Peer: peer, Op: "verify", Secret: secret, Header: flat, Body: body})
			require.NotEqual(t, answer.OK, answer.Error != "", "neither yes nor no")
			if answer.OK {
				return nil
			}
			return errors.New(answer.Error)
		},
	}
}

func (n *node) standardPeer() []party {
	if n == nil {
		return nil
	}
	p := n.party("standardwebhooks", joinAt("Webhook-Signature"))
	p.cannot = notUTF8
	return []party{p}
}

func (n *node) svixPeer() []party {
	if n == nil {
		return nil
	}
	p := n.party("svix", joinAt("Svix-Signature"))
	p.cannot = func(body []byte) string {
		if !json.Valid(body) {
			return "it parses every body as JSON"
		}
		return ""
	}
	return []party{p}
}

func (n *node) stripePeer() []party {
	if n == nil {
		return nil
	}
	p := n.party("stripe", joinStripe)
	p.anyFuture = true
	p.cannot = func(body []byte) string {
		if len(body) == 0 {
			return "it takes an empty body for a missing one"
		}
		return notUTF8(body)
	}
	return []party{p}
}

func notUTF8(body []byte) string {
	if !utf8.Valid(body) {
		return "it signs the body as text"
	}
	return ""
}
