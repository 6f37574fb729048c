package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/whsec/whsec/internal/oracle"
)

type pairs = [][2]string

const goodV1 = "v1," + signatureV1

func TestVerifyHeaders(t *testing.T) {
	tests := []struct {
		name    string
		headers pairs
		code    string
	}{
		{"spelt at will", pairs{{"wEBHOOK-iD", id}, {"Webhook-Timestamp", "1614265330"}, {"WEBHOOK-SIGNATURE", goodV1}}, ""},
		{"Kelvin for k", pairs{{"webhoo\u212a-id", id}, {"webhook-timestamp", "1614265330"}, {"webhook-signature", goodV1}}, "missing_header"},
		{"space after a name", pairs{{"webhook-id ", id}, {"webhook-timestamp", "1614265330"}, {"webhook-signature", goodV1}}, "missing_header"},
		{"another order", pairs{{"webhook-signature", goodV1}, {"x", "y"}, {"webhook-timestamp", "1614265330"}, {"webhook-id", id}}, ""},

		{"none", nil, "missing_header"},
		{"no id", pairs{{"webhook-timestamp", "1614265330"}, {"webhook-signature", goodV1}}, "missing_header"},
		{"no timestamp", pairs{{"webhook-id", id}, {"webhook-signature", goodV1}}, "missing_header"},
		{"no signature", pairs{{"webhook-id", id}, {"webhook-timestamp", "1614265330"}}, "missing_header"},
		{"empty id", pairs{{"webhook-id", ""}, {"webhook-timestamp", "1614265330"}, {"webhook-signature", goodV1}}, "missing_header"},
		{"empty timestamp", pairs{{"webhook-id", id}, {"webhook-timestamp", ""}, {"webhook-signature", goodV1}}, "missing_header"},
		{"empty signature", pairs{{"webhook-id", id}, {"webhook-timestamp", "1614265330"}, {"webhook-signature", ""}}, "missing_header"},

		{"same twice", pairs{{"webhook-id", id}, {"Webhook-Id", id}, {"webhook-timestamp", "1614265330"}, {"webhook-timestamp", "1614265330"}, {"webhook-signature", goodV1}}, ""},
		{"empty ones besides", pairs{{"webhook-id", ""}, {"webhook-id", id}, {"webhook-timestamp", "1614265330"}, {"webhook-timestamp", ""}, {"webhook-signature", ""}, {"webhook-signature", goodV1}}, ""},
		{"two ids", pairs{{"webhook-id", id}, {"Webhook-Id", "b"}, {"webhook-timestamp", "1614265330"}, {"webhook-signature", goodV1}}, "duplicate_header"},
		{"two ids, one malformed", pairs{{"webhook-id", id}, {"webhook-id", "a.b"}, {"webhook-timestamp", "1614265330"}, {"webhook-signature", goodV1}}, "duplicate_header"},
		{"two timestamps", pairs{{"webhook-id", id}, {"webhook-timestamp", "1614265330"}, {"webhook-timestamp", "01614265330"}, {"webhook-signature", goodV1}}, "duplicate_header"},
		{"two ids and no signature", pairs{{"webhook-id", id}, {"webhook-id", "b"}, {"webhook-timestamp", "1614265330"}}, "missing_header"},

		{"svix only", pairs{{"svix-id", id}, {"svix-timestamp", "1614265330"}, {"svix-signature", goodV1}}, "missing_header"},
		{"svix besides", pairs{{"svix-id", "b"}, {"svix-timestamp", "1"}, {"svix-signature", "x"}, {"webhook-id", id}, {"webhook-timestamp", "1614265330"}, {"webhook-signature", goodV1}}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request()
			r.Headers = test.headers
			assert.Equal(t, test.code, oracle.Verify(r))
		})
	}
}

func TestVerifySvixSets(t *testing.T) {
	svix := func(id, timestamp, signature string) pairs {
		return pairs{{"Svix-Id", id}, {"Svix-Timestamp", timestamp}, {"Svix-Signature", signature}}
	}
	webhook := func(id, timestamp, signature string) pairs {
		return pairs{{"Webhook-Id", id}, {"Webhook-Timestamp", timestamp}, {"Webhook-Signature", signature}}
	}
	const now = "1614265330"
	tests := []struct {
		name          string
		first, second pairs
		code          string
	}{
		{"svix", svix(id, now, goodV1), nil, ""},
		{"webhook", webhook(id, now, goodV1), nil, ""},
		{"both agree, svix matches", svix(id, now, goodV1), webhook(id, now, "v1,"+wrongV1), ""},
		{"both agree, webhook matches", svix(id, now, "v1,"+wrongV1), webhook(id, now, goodV1), ""},
		{"both agree, webhook comes first", webhook(id, now, goodV1), svix(id, now, "x"), ""},
		{"both differ in id", svix(id, now, goodV1), webhook("b", now, goodV1), "duplicate_header"},
		{"both differ in timestamp", svix(id, now, goodV1), webhook(id, "1", goodV1), "duplicate_header"},
		{"svix without signature", svix("b", now, ""), webhook(id, now, goodV1), ""},
		{"svix without timestamp", svix("b", "", "x"), webhook(id, now, goodV1), ""},
		{"webhook without id", svix(id, now, goodV1), webhook("", "1", "x"), ""},
		{"webhook without signature", svix(id, now, "v1,"+wrongV1), webhook(id, now, ""), "signature_mismatch"},
		{"complete together only", svix(id, now, ""), webhook("", "", goodV1), "missing_header"},
		{"two ids of svix", svix(id, now, goodV1), pairs{{"svix-id", "b"}}, "duplicate_header"},
		{"two ids of an incomplete svix", pairs{{"svix-id", "a"}, {"svix-id", "b"}}, webhook(id, now, goodV1), ""},
		{"a stream through both, svix first", webhook(id, now, signatureV1), svix(id, now, "v1"), ""},
		{"nothing", nil, nil, "missing_header"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := request()
			r.Profile = "svix"
			r.Headers = append(test.first, test.second...)
			assert.Equal(t, test.code, oracle.Verify(r))
		})
	}
}
