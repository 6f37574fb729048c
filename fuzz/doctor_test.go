package fuzz

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/capture"
	"github.com/whsec/whsec/internal/doctor"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/internal/testcases"
)

// FuzzDoctor: whatever is in a capture and in a secret, the doctor answers,
// blames something or nothing, calls valid what the oracle does, and does not
// show the secret. The body of the data is the capture; the fields are
//
//	:key: whsec_…
//	:scheme: standard
//	:now: 1800000000
func FuzzDoctor(f *testing.F) {
	for _, c := range testcases.DiagnoseCases() {
		m := exchange.Message{Fields: [][2]string{{":scheme", c.Scheme}, {exchange.Now, strconv.FormatInt(c.Now, 10)}}, Body: c.Capture}
		for _, secret := range c.Secrets {
			m.Fields = append(m.Fields, [2]string{exchange.Key, secret.Value})
		}
		f.Add(m.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m := exchange.Split(data)
		requests, err := capture.Parse(m.Body, capture.Options{})
		if err != nil {
			requests = []*capture.Request{doctor.NewRequest(nil, m.Body)}
		}
		for _, r := range requests {
			checkReport(t, m, r)
		}
	})
}

func checkReport(t *testing.T, m exchange.Message, r *capture.Request) {
	in := doctor.Input{Scheme: m.Value(":scheme"), Request: r, Now: exchange.Read("standard", m.Bytes()).Now}
	if !slices.Contains(profiles, in.Scheme) {
		in.Scheme = ""
	}
	keys := m.Values(exchange.Key)
	for _, key := range keys {
		in.Secrets = append(in.Secrets, doctor.NewText("configured", key))
	}
	report := doctor.Diagnose(t.Context(), in)
	if (report.Verdict == doctor.Valid) != (len(report.Causes) == 0) || (report.Verdict == doctor.Valid) != (report.Reason == "") {
		t.Fatalf("%s for the reason %q, and the causes are %v", report.Verdict, report.Reason, report.Causes)
	}
	checkVerdict(t, in, keys, report)
	out, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if len(strings.TrimSpace(key)) > 20 && !strings.Contains(string(m.Body), key) && strings.Contains(string(out), key) {
			t.Fatalf("the report has the secret: %s", out)
		}
	}
}

// checkVerdict compares with the oracle, which has no words for a text that is a
// list.
func checkVerdict(t *testing.T, in doctor.Input, keys []string, report doctor.Report) {
	profile := in.Scheme
	if profile == "" {
		profile = report.Scheme
	}
	if !slices.Contains(profiles, profile) || len(keys) != 1 || len(strings.Fields(keys[0])) > 1 {
		return
	}
	request := oracle.Request{
		Profile: profile, Keys: keys, Body: in.Request.Body, Now: in.Now,
		Past: oracle.DefaultTolerance, Future: oracle.DefaultTolerance,
	}
	for _, field := range in.Request.Header {
		request.Headers = append(request.Headers, [2]string{field.Name, field.Value})
	}
	if code := oracle.Verify(request); code != report.Reason {
		t.Fatalf("the doctor says %q, the oracle %q", report.Reason, code)
	}
}
