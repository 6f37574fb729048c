package fuzz

import (
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/whsec/whsec/webhookhttp"
)

var onlyDigits = regexp.MustCompile(`^[0-9]+$`)

// FuzzRetryAfter: whatever a receiver answers, it is waited for no longer than
// the cap, and for as many seconds as it says.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "0", "120", " 7\t", "-1", "86400", "86401", "99999999999999999999", "Tue, 14 Nov 2023 22:14:20 GMT"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		header := http.Header{"Retry-After": {string(data)}}
		for _, now := range []time.Time{time.Unix(1700000000, 0), {}, time.Unix(1<<60, 0)} {
			wait, ok := webhookhttp.RetryAfter(header, now)
			if wait < 0 || wait > webhookhttp.MaxRetryAfter || !ok && wait != 0 {
				t.Fatalf("%v, %v", wait, ok)
			}
			if text := strings.Trim(string(data), " \t"); onlyDigits.MatchString(text) && (!ok || wait != secondsOf(text)) {
				t.Fatalf("%v, %v for %s s", wait, ok, text)
			}
		}
	})
}

func secondsOf(text string) time.Duration {
	seconds, _ := new(big.Int).SetString(text, 10)
	if most := int64(webhookhttp.MaxRetryAfter / time.Second); seconds.Cmp(big.NewInt(most)) > 0 {
		return webhookhttp.MaxRetryAfter
	}
	return time.Duration(seconds.Int64()) * time.Second
}
