package doctor_test

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// howMany is the number of unrelated and of valid requests: a part in normal
// runs, 10,000 with WHSEC_GENERATE.
func howMany(normal int) int {
	if rounds() > 0 {
		return 10_000
	}
	return sampled(normal)
}

// everyGenerated runs a test over many cases, without stopping at a wrong one.
func everyGenerated(t *testing.T, n int, make func(g *generated), test func(g *generated, format captureFormat) string) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	wrong := 0
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wg.Go(func() {
			for i := worker; i < n; i += workers {
				r := rand.New(rand.NewPCG(uint64(i), 5))
				g := newGenerated(r, generatedSchemes[i%len(generatedSchemes)])
				g.decorate()
				make(g)
				format := captureFormats[i/len(generatedSchemes)%len(captureFormats)]
				if !format.carries(g.body) {
					format = captureFormats[0]
				}
				if problem := test(g, format); problem != "" {
					mu.Lock()
					if wrong++; wrong < 20 {
						t.Errorf("%d, %s, %s: %s; secrets %q, candidates %q, body %.200q (%d)", i, g.scheme, format.name, problem, g.secrets, g.candidates, g.body, len(g.body))
					}
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	assert.Zero(t, wrong)
}

// Nothing is blamed where a secret has just nothing to do with a request.
func TestStrangersBlameNothing(t *testing.T) {
	skipWhereSlow(t)
	everyGenerated(t, howMany(36), func(g *generated) {
		g.key = someBytes(g.Rand, 32)
		if g.private != nil {
			g.private, _ = newPrivateKey(g.Rand)
		}
		g.style = jsonStyle{layout: oneOf(g.Rand, "", "", "  ", "spaced"), slash: g.IntN(4) == 0, unicode: oneOf(g.Rand, "", "", "lower")}
		if g.document != nil {
			g.setDocument(g.document, g.style)
		}
		g.guess("unknown")
	}, (*generated).reported)
}

func TestValidIsValid(t *testing.T) {
	skipWhereSlow(t)
	everyGenerated(t, howMany(2000), func(g *generated) { g.valid = true }, (*generated).reported)
}

// A request that is whole is not blamed for what it looks like.
func TestLooksBlameNothing(t *testing.T) {
	text := func(start string, n int) []byte {
		return []byte(start + strings.Repeat("a line of a log\n", n/16+1))[:n]
	}
	for name, c := range map[string]struct {
		body   []byte
		header [2]string
	}{
		"a log line in brackets, 1000 bytes":  {text("[2026-01-01] [info] ", 1000), [2]string{"X-A", "1"}},
		"a template in braces, 1024 bytes":    {text("{{name}} ", 1024), [2]string{"X-A", "1"}},
		"an INI file, 4096 bytes":             {text("[section]\n", 4096), [2]string{"X-A", "1"}},
		"compressed, and said to be":          {[]byte(gzipped([]byte(`{"a":1}`))), [2]string{"Content-Encoding", "gzip"}},
		"JSON of 1024 bytes":                  {[]byte(`{"a":"` + strings.Repeat("x", 1016) + `"}`), [2]string{"X-A", "1"}},
		"base64 of JSON":                      {[]byte("eyJhIjoxfQ=="), [2]string{"X-A", "1"}},
		"a form":                              {[]byte("payload=%7B%22a%22%3A1%7D"), [2]string{"Content-Type", "application/x-www-form-urlencoded"}},
		"a string in JSON":                    {[]byte(`"{\"a\":1}"`), [2]string{"X-A", "1"}},
		"a byte order mark":                   {[]byte("\ufeff{}"), [2]string{"X-A", "1"}},
		"empty, and said to be":               {nil, [2]string{"X-A", "1"}},
		"GitHub's event beside our signature": {[]byte("{}"), [2]string{"X-GitHub-Event", "ping"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, scheme := range []string{"standard", "stripe"} {
				g := newGenerated(rand.New(rand.NewPCG(1, 6)), scheme)
				g.setBody(c.body)
				g.key = someBytes(g.Rand, 32)
				g.edit = func(fields [][2]string) [][2]string { return append(fields, c.header) }
				g.guess("unknown")
				assert.Empty(t, g.reported(captureFormats[0]))
			}
		})
	}
}

// What a parser has made of a body can not be undone, and nothing is claimed.
func TestLostForGood(t *testing.T) {
	skipWhereSlow(t)
	const signed = `{"id":"evt_1","amount":1.0,"ratio":1e5,"big":12345678901234567890,"dropped":"x","note":"é"}`
	for name, received := range map[string]string{
		"1.0 to 1":          strings.Replace(signed, "1.0", "1", 1),
		"1e5 to 100000":     strings.Replace(signed, "1e5", "100000", 1),
		"a key dropped":     strings.Replace(signed, `"dropped":"x",`, "", 1),
		"U+FFFD":            strings.Replace(signed, "é", "\ufffd", 1),
		"an object as text": "[object Object]",
	} {
		t.Run(name, func(t *testing.T) {
			for i, scheme := range generatedSchemes {
				for k, format := range captureFormats {
					if rounds() == 0 && (i+k)%6 > 0 {
						continue
					}
					g := newGenerated(rand.New(rand.NewPCG(2, 6)), scheme)
					g.signed, g.body, g.declared = []byte(signed), []byte(received), len(signed)
					g.guess("unknown")
					report, err := g.diagnose(format.write(g.Rand, g.request()))
					require.NoError(t, err)
					assert.Empty(t, g.judge(report))
					assert.Regexp(t, "lost|cannot be undone", report.Summary)
				}
			}
		})
	}
}
