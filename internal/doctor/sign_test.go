package doctor_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/doctor"
)

// now is when every request of these tests is judged.
const now int64 = 1800000000

// A delivery is a request as it was signed, and as it arrived. It is made here
// with crypto/hmac alone.
type delivery struct {
	scheme    string // standard, svix or stripe
	secret    string // as configured
	key       []byte // the signer's
	signed    string // body
	received  string // body
	timestamp string
	content   string // "" is what the scheme signs
	hash      func() hash.Hash
	encode    func([]byte) string
	others    []doctor.Text // candidates
	declared  int64         // Content-Length, -1 for none
	edit      func(http.Header)
}

// newDelivery is one that verifies.
func newDelivery(scheme string) delivery {
	d := delivery{scheme: scheme, timestamp: fmt.Sprint(now - 7), hash: sha256.New, declared: -1}
	if scheme == doctor.Stripe {
		d.secret = "whsec_Zp3vQ0nUe8Wc5Yt1Rk7Lx2Md9Bs6Hf4G"
		d.key = []byte(d.secret)
		d.encode = hex.EncodeToString
		return d
	}
	d.key = []byte("0123456789abcdefghijklmnopqrstuv")
	d.secret = "whsec_" + base64.StdEncoding.EncodeToString(d.key)
	d.encode = base64.StdEncoding.EncodeToString
	return d
}

func (d delivery) bodies(signed, received string) delivery {
	d.signed, d.received = signed, received
	return d
}

const messageID = "msg_4Kq8"

func (d delivery) header() http.Header {
	content := d.content
	switch {
	case content != "":
	case d.scheme == doctor.Stripe:
		content = d.timestamp + "." + d.signed
	default:
		content = messageID + "." + d.timestamp + "." + d.signed
	}
	mac := hmac.New(d.hash, d.key)
	mac.Write([]byte(content))
	signature := d.encode(mac.Sum(nil))
	h := http.Header{}
	switch d.scheme {
	case doctor.Stripe:
		h.Set("Stripe-Signature", "t="+d.timestamp+",v1="+signature)
	default:
		prefix := map[string]string{doctor.Standard: "Webhook", doctor.Svix: "Svix"}[d.scheme]
		h.Set(prefix+"-Id", messageID)
		h.Set(prefix+"-Timestamp", d.timestamp)
		h.Set(prefix+"-Signature", "v1,"+signature)
	}
	if d.edit != nil {
		d.edit(h)
	}
	return h
}

func (d delivery) input() doctor.Input {
	request := doctor.NewRequest(d.header(), []byte(d.received))
	request.ContentLength = d.declared
	return doctor.Input{
		Scheme:     d.scheme,
		Secrets:    []doctor.Text{doctor.NewText("configured", d.secret)},
		Candidates: d.others,
		Request:    request,
		Now:        time.Unix(now, 0),
	}
}

// found asserts that these are the causes, proven or not.
func (d delivery) found(t *testing.T, codes ...doctor.Code) doctor.Report {
	t.Helper()
	report := doctor.Diagnose(context.Background(), d.input())
	got := []doctor.Code{}
	for _, c := range report.Causes {
		got = append(got, c.Code)
		assert.NotEmpty(t, c.Message)
	}
	assert.ElementsMatch(t, codes, got, "%s", report.Summary)
	assert.Equal(t, len(codes) == 0, report.Verdict == doctor.Valid)
	if key := strings.TrimSpace(d.secret); len(key) > 9 {
		assert.NotContains(t, fmt.Sprintf("%+v", report), key)
	}
	return report
}

// inEveryScheme runs a test by every scheme of ours.
func inEveryScheme(t *testing.T, test func(t *testing.T, d delivery)) {
	for _, scheme := range []string{doctor.Standard, doctor.Svix, doctor.Stripe} {
		t.Run(scheme, func(t *testing.T) { test(t, newDelivery(scheme)) })
	}
}
