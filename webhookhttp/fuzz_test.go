package webhookhttp_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

// No event makes the parser panic, and what it lets through becomes a request
// to the path that the event names, and to no other host.
func FuzzParseLambdaEvent(f *testing.F) {
	names, err := filepath.Glob("testdata/lambda/*.json")
	if err != nil || len(names) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := webhookhttp.ParseLambdaEvent(text)
		if err != nil {
			return
		}
		r, err := e.Request(t.Context())
		if err != nil {
			return
		}
		if r.URL.Host != "" || r.URL.Scheme != "" || r.ContentLength != int64(len(e.Body)) {
			t.Fatalf("%v, %d bytes", r.URL, r.ContentLength)
		}
		if _, err := e.Response(http.StatusOK, e.Header, e.Body); err != nil {
			t.Fatal(err)
		}
	})
}

// Whatever a receiver answers, it is waited for no longer than the cap.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "0", "120", "-1", "99999999999999999999", "Tue, 14 Nov 2023 22:14:20 GMT"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		header := http.Header{"Retry-After": {text}}
		for _, now := range []time.Time{webhooktest.Now(), {}, time.Unix(1<<60, 0)} {
			wait, ok := webhookhttp.RetryAfter(header, now)
			if wait < 0 || wait > webhookhttp.MaxRetryAfter || !ok && wait != 0 {
				t.Fatalf("%q: %v, %v", text, wait, ok)
			}
		}
	})
}
