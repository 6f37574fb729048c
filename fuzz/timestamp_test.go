package fuzz

import (
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

// FuzzTimestamp: a timestamp is what a regular expression takes for one, and
// lies in the window if the difference says so, as large numbers and to the
// nanosecond: in all schemes, and in milliseconds. The message is signed, so
// that nothing else is wrong.
func FuzzTimestamp(f *testing.F) {
	var seeds []string
	add := func(now, tolerance, timestamp string) {
		m := exchange.Message{Fields: [][2]string{{exchange.Now, now}, {exchange.Tolerance, tolerance}, {"timestamp", timestamp}}}
		seeds = append(seeds, string(m.Bytes()))
	}
	for _, text := range []string{
		"0", "00", "01", "1614265330", " 1614265330", "1614265330 ", "+1614265330", "-1", "1e9", "1614265330.0", "1_614", "0x10", "１", "",
		"9223372036854775807", "9223372036854775808", "18446744073709551616", "1614265030", "1614265029", "1614265630", "1614265631", "1614265330000", "1614265630000", "1614265630001", "1614265030001", "1614265029999",
	} {
		for _, now := range []string{"1614265330", "1614265330.000000001", "1614265329.999999999", "1614265330.001", "0", "-1", "999999999999999"} {
			add(now, "", text)
			add(now, "1 86400", text)
		}
	}
	for _, seed := range exchange.Seeds(f, "standard") {
		m := exchange.Split(seed.Data)
		add(m.Value(exchange.Now), m.Value(exchange.Tolerance), m.Value("webhook-timestamp"))
	}
	addDistinct(f, seeds)
	f.Fuzz(func(t *testing.T, data []byte) {
		text := exchange.Split(data).Value("timestamp")
		e := exchange.Read("standard", data)
		e.Keys, e.Body = []string{secret}, nil
		checkTimestamp(t, e, "standard", exchange.Header([][2]string{
			{"webhook-id", "msg_1"}, {"webhook-timestamp", text},
			{"webhook-signature", "v1," + exchange.Signature("standard", secret, "msg_1", text, nil)},
		}), wantOf(e, text, time.Second, "missing_header"))
		if strings.ContainsAny(text, ", \t") {
			return // which are the header's own
		}
		header := "t=" + text + ",v1=" + exchange.Signature("stripe", secret, "", text, nil)
		checkTimestamp(t, e, "stripe", http.Header{"Stripe-Signature": {header}}, wantOf(e, text, time.Second, "malformed_timestamp"))
		checkTimestamp(t, e, "milliseconds", http.Header{"Workos-Signature": {header}}, wantOf(e, text, time.Millisecond, "malformed_timestamp"))
	})
}

func checkTimestamp(t *testing.T, e exchange.Exchange, profile string, header http.Header, want string) {
	e.Profile = profile
	v, err := exchange.NewVerifier(e.Request)
	if profile == "milliseconds" {
		v, err = newMillisecondVerifier(e)
	}
	if err == nil {
		_, err = v.VerifyAt(nil, header, e.Now)
	}
	if got := standardwebhooks.Code(err); got != want || (err == nil) != (want == "") {
		t.Fatalf("%s: got %q (%v), want %q", profile, got, err, want)
	}
}

func newMillisecondVerifier(e exchange.Exchange) (exchange.Verifier, error) {
	secrets, err := exchange.ParseAll(e.Keys, stripecompat.ParseSecret)
	if err != nil {
		return nil, err
	}
	return stripecompat.NewVerifier(secrets, stripecompat.WithFormat(stripecompat.WorkOS()),
		stripecompat.WithPastTolerance(e.Past), stripecompat.WithFutureTolerance(e.Future))
}

var plainDigits = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

// wantOf judges by regular expression and large numbers, in nanoseconds.
func wantOf(e exchange.Exchange, text string, unit time.Duration, absent string) string {
	for _, tolerance := range []time.Duration{e.Past, e.Future} {
		if tolerance < time.Second || tolerance > 24*time.Hour {
			return "invalid_tolerance"
		}
	}
	if text == "" {
		return absent
	}
	sent, _ := new(big.Int).SetString(text, 10)
	if !plainDigits.MatchString(text) || !sent.IsInt64() {
		return "malformed_timestamp"
	}
	now := new(big.Int).Mul(big.NewInt(e.Now.Unix()), big.NewInt(1e9))
	now.Add(now, big.NewInt(int64(e.Now.Nanosecond())))
	age := now.Sub(now, sent.Mul(sent, big.NewInt(int64(unit))))
	switch {
	case age.Cmp(big.NewInt(int64(e.Past))) > 0:
		return "timestamp_too_old"
	case age.Cmp(big.NewInt(-int64(e.Future))) < 0:
		return "timestamp_too_new"
	}
	return ""
}
