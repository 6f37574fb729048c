package doctor

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// A content is what is put into the MAC.
type content struct {
	prefix, body, suffix []byte
}

func (c content) bytes() []byte {
	all := make([]byte, 0, len(c.prefix)+len(c.body)+len(c.suffix))
	return append(append(append(all, c.prefix...), c.body...), c.suffix...)
}

// A template is how id, timestamp and body are put together.
type template struct {
	text string
	// hash is what is done to the whole before it goes into the MAC.
	hash func(content) content
	how  string
}

// templates have the ones of our schemes first.
var templates = templatesOf(
	"{id}.{ts}.{body}", "{ts}.{body}", "{body}", "{id}.{body}",
	"{ts}:{body}", "v0:{ts}:{body}", "{ts}{body}", "{id}{ts}{body}", "{id}{body}", "{ts}{id}{body}",
	"{ts}.{id}.{body}", "{id}:{ts}:{body}", "{id}:{body}", "v1:{ts}:{body}", "v1.{ts}.{body}", "v0.{ts}.{body}", "v1:{id}:{ts}:{body}", "v1.{id}.{ts}.{body}",
	"{ts}\n{body}", "{id}\n{ts}\n{body}", "{ts}|{body}", "{id}|{ts}|{body}", "{ts},{body}", "{ts}-{body}", "{ts} {body}", "{ts};{body}", "{ts}_{body}",
	"{body}.{ts}", "{body}{ts}", "{body}:{ts}", "{body}.{ts}.{id}", "{body}{ts}{id}", "{body}.{id}", "{body}.{id}.{ts}",
	"t={ts}.{body}", "t={ts},{body}", "{id}.{ts}.", "{ts}.", "{id}.{ts}", "{ts}", "{id}",
	"{id}.{ts}.{sha256}", "{ts}.{sha256}", "{sha256}", "{id}.{ts}.{sha256b64}", "{ts}.{sha256b64}", "{ts}:{sha256}",
	"{method}{target}{ts}{body}", "{ts}{method}{target}{body}", "{ts}.{method}.{target}.{body}", "{method}\n{target}\n{ts}\n{body}",
	"{ts}\n{method}\n{target}\n{body}", "{url}{body}", "{ts}{url}{body}", "{url}.{ts}.{body}", "{method}{url}{body}{ts}",
)

// How many of them are tried together with another change.
const (
	pairTemplates      = 36
	algorithmTemplates = 3
)

func templatesOf(texts ...string) []template {
	var all []template
	for _, text := range texts {
		all = append(all, template{text: text, how: text})
	}
	for _, text := range []string{"{id}.{ts}.{body}", "{ts}.{body}"} {
		all = append(all,
			template{text: text, hash: rawDigest, how: "the SHA-256 of " + text},
			template{text: text, hash: hexDigest, how: "the SHA-256 of " + text + " in hexadecimal"},
			template{text: text, hash: wholeBase64, how: "the base64 of " + text})
	}
	return all
}

func rawDigest(c content) content {
	sum := sha256.Sum256(c.bytes())
	return content{body: sum[:]}
}

func hexDigest(c content) content {
	sum := sha256.Sum256(c.bytes())
	return content{body: []byte(hex.EncodeToString(sum[:]))}
}

func wholeBase64(c content) content {
	return content{body: base64.StdEncoding.AppendEncode(nil, c.bytes())}
}

// ownTemplate is that of a scheme.
func ownTemplate(scheme string) string {
	switch foreign := providerOf(scheme); {
	case scheme == Stripe:
		return "{ts}.{body}"
	case foreign != nil:
		return foreign.content
	default:
		return "{id}.{ts}.{body}"
	}
}

// fill puts a frame and a body into a template. It returns false if the
// request has not got what the template needs.
func (p *patient) fill(t template, f frame, b form) (content, bool) {
	needs := map[string]string{"{id}": f.id, "{ts}": f.timestamp}
	if strings.Contains(t.text, "{method}") || strings.Contains(t.text, "{target}") || strings.Contains(t.text, "{url}") {
		needs["{method}"], needs["{target}"] = p.Request.Method, p.Request.Target
		needs["{url}"] = p.url()
	}
	body := b.body
	switch {
	case strings.Contains(t.text, "{sha256}"):
		sum := sha256.Sum256(body)
		needs["{sha256}"] = hex.EncodeToString(sum[:])
	case strings.Contains(t.text, "{sha256b64}"):
		sum := sha256.Sum256(body)
		needs["{sha256b64}"] = base64.StdEncoding.EncodeToString(sum[:])
	}
	before, after, signed := strings.Cut(t.text, "{body}")
	var pairs []string
	for name, value := range needs {
		if value == "" && strings.Contains(t.text, name) {
			return content{}, false
		}
		pairs = append(pairs, name, value)
	}
	// In one pass: a value may look like a name itself.
	replace := strings.NewReplacer(pairs...).Replace
	before, after = replace(before), replace(after)
	if !signed {
		body = nil
	}
	c := content{[]byte(before), body, []byte(after)}
	if b.around != nil {
		c.prefix, c.suffix = b.around(c.prefix), nil
		if len(after) > 0 {
			return content{}, false
		}
	}
	if t.hash != nil {
		c = t.hash(c)
	}
	return c, true
}

// url is what the sender called, as far as the request shows it.
func (p *patient) url() string {
	target := p.Request.Target
	host := p.Request.Get("Host")
	if strings.Contains(target, "://") || host == "" {
		return target
	}
	scheme := "https"
	if forwarded := p.Request.Get("X-Forwarded-Proto"); forwarded != "" {
		scheme = forwarded
	}
	return scheme + "://" + host + target
}
