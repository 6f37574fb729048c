package fuzz

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/webhookhttp"
)

// FuzzReceiver: of a request as it comes over a connection the handler sees
// every byte of the body, however it was cut; and it is called if the oracle
// accepts, the body is whole and within the limit, and never else. Who is
// refused learns a status. The fields
//
//	:profile: svix
//	:limit: 19
//	:chunks: 1 2 3
//	:lost: 1
//
// say how many bytes a body may have, in chunks of which sizes it comes (else
// with its Content-Length), and how many bytes at its end never do.
func FuzzReceiver(f *testing.F) {
	for _, profile := range profiles {
		for i, seed := range exchange.Seeds(f, profile) {
			m := exchange.Split(seed.Data)
			size := len(m.Body)
			ways := [][2]string{
				{":chunks", "1 2 3 5 8"}, {":limit", strconv.Itoa(size)}, {":limit", strconv.Itoa(size - 1)}, {":chunks", "4000"}, {":lost", "1"},
			}
			m.Fields = append(m.Fields, [2]string{":profile", profile}, ways[i%len(ways)])
			f.Add(m.Bytes())
		}
	}
	const head = ":limit: 70000\n:key: " + secret + "\n:now: 1614265330\nwebhook-id: msg_1\nwebhook-timestamp: 1614265330\nwebhook-signature: v1,@1\n"
	large := string(bytes.Repeat([]byte("{ } "), 17_500)) // beyond what is allocated at first
	for _, seed := range []string{
		head + ":chunks: 999\n\n" + large[:6000],
		head + "\n" + large,
		head + ":chunks: 4096 1\n\n" + large + "{",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := readDelivery(data)
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(d.wire())))
		if err != nil {
			return
		}
		d.Headers = pairsOf(r.Header) // what net/http makes of them is its own
		v, err := exchange.NewVerifier(d.Request)
		if err != nil {
			return
		}
		d.check(t, r, v)
	})
}

// A delivery is a request on its way.
type delivery struct {
	exchange.Exchange
	limit, lost int
	chunks      []int // none is a Content-Length
}

func readDelivery(data []byte) delivery {
	m := exchange.Split(data)
	profile := m.Value(":profile")
	if !slices.Contains(profiles, profile) {
		profile = "standard"
	}
	d := delivery{Exchange: exchange.Read(profile, data), limit: 1 << 10}
	if limit, err := strconv.ParseUint(m.Value(":limit"), 10, 20); err == nil && limit > 0 {
		d.limit = int(limit)
	}
	lost, _ := strconv.ParseUint(m.Value(":lost"), 10, 16)
	d.lost = min(int(lost), len(d.Body))
	for _, text := range strings.Fields(m.Value(":chunks")) {
		if size, err := strconv.ParseUint(text, 10, 16); err == nil && size > 0 {
			d.chunks = append(d.chunks, int(size))
		}
	}
	return d
}

// wire writes the request as HTTP/1.1 has it. What would be another framing is
// left out: who reads it has another message before him, and says so.
func (d delivery) wire() []byte {
	var b bytes.Buffer
	b.WriteString("POST /webhooks HTTP/1.1\r\nHost: example.com\r\n")
	for _, field := range d.Headers {
		framing := []string{"content-length", "transfer-encoding", "trailer", "host"}
		if slices.Contains(framing, strings.ToLower(strings.TrimSpace(field[0]))) || strings.ContainsAny(field[0]+field[1], "\r\n") {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\r\n", field[0], field[1])
	}
	if len(d.chunks) == 0 {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(d.Body), d.Body[:len(d.Body)-d.lost])
		return b.Bytes()
	}
	b.WriteString("Transfer-Encoding: chunked\r\n\r\n")
	for i, rest := 0, d.Body; len(rest) > 0; i++ {
		size := min(d.chunks[i%len(d.chunks)], len(rest))
		fmt.Fprintf(&b, "%x\r\n%s\r\n", size, rest[:size])
		rest = rest[size:]
	}
	b.WriteString("0\r\n\r\n")
	if d.lost > 0 {
		b.Truncate(b.Len() - len("0\r\n\r\n") - min(d.lost, len(d.Body)))
	}
	return b.Bytes()
}

func pairsOf(header http.Header) [][2]string {
	var pairs [][2]string
	for name, values := range header {
		for _, value := range values {
			pairs = append(pairs, [2]string{name, value})
		}
	}
	return pairs
}

func (d delivery) check(t *testing.T, r *http.Request, v exchange.Verifier) {
	var code string
	receiver, err := webhookhttp.NewReceiver(v,
		webhookhttp.WithMaxBody(int64(d.limit)),
		webhookhttp.WithLogger(slog.New(slog.DiscardHandler)),
		webhookhttp.WithReport(func(_ context.Context, report webhookhttp.Report) { code = report.Code }))
	if err != nil {
		t.Fatal(err)
	}
	called := 0
	handler := receiver.Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		called++
		d.checkHandled(t, r)
	}))
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, r)
	want := d.want()
	switch {
	case want == "" && called != 1, want != "" && called != 0:
		t.Fatalf("the handler was called %d times, want %q, reported %q", called, want, code)
	case want != code:
		t.Fatalf("reported %q, want %q", code, want)
	case want != "" && (response.Code < 400 || response.Code > 499 || response.Body.Len() > 0 || len(response.Header()) > 0):
		t.Fatalf("%d tells too much: %v, %s", response.Code, response.Header(), response.Body)
	}
}

// want returns the code of what is wrong first: the header, the size of the
// body, its end, and then all that the body is needed for.
func (d delivery) want() string {
	code := oracle.Verify(d.Request)
	arrives := len(d.Body) - d.lost
	announced := len(d.chunks) == 0
	switch {
	case ofHeader(code) != "":
		return code
	case arrives > d.limit, announced && len(d.Body) > d.limit:
		return "body_too_large"
	case d.lost > 0:
		return "body_unreadable"
	default:
		return code
	}
}

func (d delivery) checkHandled(t *testing.T, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || !bytes.Equal(body, d.Body) {
		t.Fatalf("the handler reads %q (%v), and %q was sent", body, err, d.Body)
	}
	message, ok := webhookhttp.MessageFrom(r.Context())
	if !ok || !bytes.Equal(message.Payload, d.Body) || message.Scheme == "" {
		t.Fatalf("the handler finds %+v", message)
	}
}
