package fuzz

import (
	"net/http"
	"testing"

	"github.com/whsec/whsec/webhookhttp"
)

// FuzzLambdaEvent: what the parser lets through of an event becomes a request
// to the path that the event names, and to no other host, with a body of the
// length that it has, and an answer can be made to it.
func FuzzLambdaEvent(f *testing.F) {
	addFiles(f, "../webhookhttp/testdata/lambda/*.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := webhookhttp.ParseLambdaEvent(data)
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
