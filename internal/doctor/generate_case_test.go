package doctor_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/doctor"
	"github.com/whsec/whsec/internal/testcases"
)

// generatedNow is when generated requests are judged.
const generatedNow int64 = 1767225600

// generatedSchemes are those of ours, with v1a beside v1.
var generatedSchemes = []string{"standard", "svix", "stripe", "standard v1a", "svix v1a"}

// A generated case is a request as it was signed, as it arrived, and the
// answer. What is signed is put together here, and hashed by the standard
// library: nothing under test takes part.
type generated struct {
	*rand.Rand
	scheme     string // standard, svix or stripe
	headers    string // the scheme of the headers
	private    ed25519.PrivateKey
	key        []byte // the signer's, if private is nil
	secrets    []testcases.Secret
	candidates []testcases.Secret

	document       jsonNode // nil if the body is none
	style          jsonStyle
	signed, body   []byte
	declared       int // Content-Length: -1 is that of body
	id, timestamp  string
	content        func(g *generated) string // what is signed
	hash           func() hash.Hash
	encode         func([]byte) string
	others         [][]byte // signatures by other keys beside the right one
	split, reverse bool
	edit           func([][2]string) [][2]string

	valid    bool
	causes   []string
	same     [][2]string // codes that are equally right
	unproven []string    // causes without proof
	notes    []string
	named    string // by secret.other
}

func newGenerated(r *rand.Rand, scheme string) *generated {
	plain, asymmetric := strings.CutSuffix(scheme, " v1a")
	g := &generated{Rand: r, scheme: plain, headers: plain, declared: -1, hash: sha256.New, encode: base64.StdEncoding.EncodeToString}
	g.id = fmt.Sprintf("%s_%08x", oneOf(r, "msg", "evt", "evt-1/2:3"), r.Uint32())
	g.timestamp = fmt.Sprint(generatedNow - 5 - r.Int64N(200))
	g.content = (*generated).ownContent
	if plain == "stripe" {
		g.encode = hex.EncodeToString
	}
	text := ""
	switch {
	case asymmetric:
		g.private, text = newPrivateKey(r)
	default:
		g.key, text = newSecret(r, plain)
	}
	g.secrets = []testcases.Secret{{Name: "configured", Value: text}}
	g.setDocument(randomDocument(r), jsonStyle{})
	return g
}

func newPrivateKey(r *rand.Rand) (ed25519.PrivateKey, string) {
	private := ed25519.NewKeyFromSeed(someBytes(r, ed25519.SeedSize))
	return private, "whpk_" + base64.StdEncoding.EncodeToString(private[ed25519.SeedSize:])
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

func newSecret(r *rand.Rand, scheme string) (key []byte, text string) {
	if scheme == "stripe" {
		switch r.IntN(3) {
		case 0:
			text = "whsec_" + hex.EncodeToString(someBytes(r, 32)) // that of the command
		default:
			text = "whsec_" + randomLetters(r, oneOf(r, 32, 32, 40, 64))
		}
		return []byte(text), text
	}
	key = someBytes(r, oneOf(r, 24, 32, 64))
	encoding := oneOf(r, base64.StdEncoding, base64.StdEncoding, base64.RawStdEncoding)
	return key, oneOf(r, "whsec_", "whsec_", "whsec_", "") + encoding.EncodeToString(key)
}

func someBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func randomLetters(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}

func (g *generated) setDocument(n jsonNode, s jsonStyle) {
	g.document, g.style = n, s
	g.signed = []byte(s.write(n))
	g.body = g.signed
}

func (g *generated) setBody(body []byte) { g.document, g.signed, g.body = nil, body, body }

func (g *generated) cause(codes ...string) { g.causes = append(g.causes, codes...) }

// guess is a cause that nothing proves.
func (g *generated) guess(code string) {
	g.causes, g.unproven = append(g.causes, code), append(g.unproven, code)
}

func (g *generated) stripe() bool { return g.headers == "stripe" }

func (g *generated) ownContent() string {
	if g.stripe() {
		return g.timestamp + "." + string(g.signed)
	}
	return g.id + "." + g.timestamp + "." + string(g.signed)
}

func (g *generated) label() string {
	if g.private != nil {
		return "v1a"
	}
	return "v1"
}

// signature is that of a content by the signer's key.
func (g *generated) signature(content string) []byte {
	if g.private != nil {
		return ed25519.Sign(g.private, []byte(content))
	}
	mac := hmac.New(g.hash, g.key)
	mac.Write([]byte(content))
	return mac.Sum(nil)
}

func (g *generated) fields() [][2]string {
	entries := []string{g.encode(g.signature(g.content(g)))}
	for _, other := range g.others {
		entries = append(entries, g.encode(other))
	}
	if g.reverse {
		slices.Reverse(entries)
	}
	write := g.standardFields
	if g.stripe() {
		write = g.stripeFields
	}
	fields := write(entries)
	if g.edit != nil {
		fields = g.edit(fields)
	}
	return fields
}

func (g *generated) standardFields(entries []string) [][2]string {
	name := "Webhook"
	if g.headers == "svix" {
		name = "Svix"
	}
	fields := [][2]string{{name + "-Id", g.id}, {name + "-Timestamp", g.timestamp}}
	if g.split {
		for _, e := range entries {
			fields = append(fields, [2]string{name + "-Signature", g.label()}, [2]string{name + "-Signature", e})
		}
		return fields
	}
	for i := range entries {
		entries[i] = g.label() + "," + entries[i]
	}
	return append(fields, [2]string{name + "-Signature", strings.Join(entries, " ")})
}

func (g *generated) stripeFields(entries []string) [][2]string {
	items := []string{"t=" + g.timestamp}
	for _, e := range entries {
		items = append(items, "v1="+e)
	}
	if !g.split {
		return [][2]string{{"Stripe-Signature", strings.Join(items, ",")}}
	}
	var fields [][2]string
	for _, item := range items {
		fields = append(fields, [2]string{"Stripe-Signature", item})
	}
	return fields
}

// request is what goes into a capture.
func (g *generated) request() sentRequest {
	q := sentRequest{fields: g.fields(), body: g.body, declared: g.declared}
	if q.declared < 0 {
		q.declared = len(q.body)
	}
	return q
}

// diagnose reads the capture and lets the doctor see it.
func (g *generated) diagnose(data []byte) (doctor.Report, error) {
	requests, err := capture.Parse(data, capture.Options{})
	if err != nil {
		return doctor.Report{}, err
	}
	if len(requests) != 1 {
		return doctor.Report{}, fmt.Errorf("%d requests", len(requests))
	}
	if !bytes.Equal(requests[0].Body, g.body) {
		return doctor.Report{}, fmt.Errorf("the capture was read with a body of %d bytes, not the %d bytes in it", len(requests[0].Body), len(g.body))
	}
	return doctor.Diagnose(context.Background(), g.input(requests[0])), nil
}

func (g *generated) input(request *capture.Request) doctor.Input {
	return doctor.Input{
		Scheme: g.scheme, Secrets: texts(g.secrets), Candidates: texts(g.candidates), Request: request, Now: time.Unix(generatedNow, 0),
	}
}

// judge says what is wrong with a report, "" if nothing is.
func (g *generated) judge(r doctor.Report) string {
	got := causeCodes(r)
	slices.Sort(got)
	switch {
	case g.valid != (r.Verdict == doctor.Valid):
		return fmt.Sprintf("VERDICT %s, %v", r.Verdict, got)
	case !slices.Equal(g.normal(g.causes), g.normal(got)):
		return fmt.Sprintf("got %v", got)
	case g.valid != (r.Reason == ""):
		return fmt.Sprintf("reason %q", r.Reason)
	}
	for _, n := range g.notes {
		if !slices.ContainsFunc(r.Notes, func(o doctor.Note) bool { return string(o.Code) == n }) {
			return "lacks the note " + n
		}
	}
	return g.judgeCauses(r)
}

// normal sorts codes, with one of those that are equally right for the others.
func (g *generated) normal(codes []string) []string {
	codes = slices.Clone(codes)
	for i, code := range codes {
		for _, same := range g.same {
			if code == same[1] {
				codes[i] = same[0]
			}
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

func (g *generated) judgeCauses(r doctor.Report) string {
	for _, c := range r.Causes {
		code := string(c.Code)
		switch {
		case c.Message == "":
			return code + " without a message"
		case slices.Contains(g.causes, code) && c.Proof == slices.Contains(g.unproven, code):
			return fmt.Sprintf("%s with proof %t", code, c.Proof)
		case code == "secret.other" && c.Secret != g.named:
			return fmt.Sprintf("secret.other names %q, not %q", c.Secret, g.named)
		case strings.HasPrefix(code, "secret.") && code != "secret.empty" && c.Secret == "":
			return code + " names no secret"
		}
	}
	return ""
}

// leaks names what of the secrets and expected signatures stands in a text.
func (g *generated) leaks(output string) string {
	var hidden [][]byte
	keys := [][]byte{g.key}
	if g.private != nil {
		hidden, keys = append(hidden, g.private.Seed()), nil
	}
	for _, s := range append(slices.Clone(g.secrets), g.candidates...) {
		text := strings.TrimSpace(s.Value)
		bare := strings.TrimPrefix(text, "whsec_")
		if !strings.HasPrefix(text, "whpk_") {
			hidden = append(hidden, []byte(text), []byte(bare))
		}
		keys = append(keys, []byte(s.Value))
		if decoded, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(bare, "=")); err == nil {
			keys = append(keys, decoded)
		}
	}
	for _, key := range keys {
		hidden = append(hidden, key)
		mac := hmac.New(g.hash, key)
		received := *g
		received.signed = g.body
		mac.Write([]byte(received.ownContent()))
		hidden = append(hidden, mac.Sum(nil))
	}
	for _, h := range hidden {
		if len(h) < 10 {
			continue
		}
		for _, form := range []string{string(h), hex.EncodeToString(h), base64.RawStdEncoding.EncodeToString(h), base64.RawURLEncoding.EncodeToString(h)} {
			if strings.Contains(output, form) {
				return fmt.Sprintf("LEAK of %q", form[:4]+"…")
			}
		}
	}
	return ""
}

// addSecret adds one that has not signed.
func (g *generated) addSecret(list *[]testcases.Secret, name string) {
	_, text := newSecret(g.Rand, g.scheme)
	if g.private != nil {
		_, text = newPrivateKey(g.Rand)
	}
	*list = append(*list, testcases.Secret{Name: fmt.Sprint(name, len(*list)), Value: text})
}

// decorate adds what must not matter: a signature by another key, other
// secrets, other candidates; and takes a body that is no document now and then.
func (g *generated) decorate() {
	if g.IntN(3) == 0 {
		g.others, g.reverse = [][]byte{someBytes(g.Rand, len(g.signature("")))}, g.IntN(2) == 0
	}
	for range g.IntN(3) {
		g.addSecret(&g.candidates, "candidate")
	}
	if g.IntN(3) == 0 {
		g.addSecret(&g.secrets, "more")
	}
	if g.IntN(4) == 0 {
		g.setBody(someBody(g.Rand))
	}
}

// fits keeps out what a form of capture makes another case of: version 2.0
// joins what was split with commas, as it was.
func (g *generated) fits(format captureFormat) bool {
	joined := g.split && format.name == "lambda2" && (g.stripe() || len(g.others) == 0)
	return !joined && !(format.undeclared && slices.Contains(g.causes, "body.truncated") && (len(g.body) < 256 || !slices.Contains(limits, len(g.body))) && g.declared >= 0)
}

var plainBodies = []string{
	"x", "0", "text\n", "two\nlines", "a=1&b=%20c&d=", "<?xml version=\"1.0\"?>\r\n<a>é/&amp;</a>\r\n", "naïve — 😀", "\x00\x01\x02", "\xff\xfe\xfd binary \x80",
	"caf\xe9 in Latin-1", "{not json}", `{"a":1}{"b":2}`, `"a string with \/ and é"`, "12.50", "null", "\n\nleading", "tab\tand\x1b[31m",
}

func someBody(r *rand.Rand) []byte {
	if r.IntN(4) == 0 {
		return someBytes(r, 1+r.IntN(400))
	}
	return []byte(plainBodies[r.IntN(len(plainBodies))])
}
