package webhookdoctor_test

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/whsec/whsec/webhookdoctor"
)

func ExampleDiagnose() {
	// A framework has parsed the body and written it anew.
	body := []byte("{\n  \"type\": \"invoice.paid\",\n  \"data\": {\n    \"id\": \"inv_81\",\n    \"amount\": 12.50\n  }\n}")
	header := http.Header{
		"Webhook-Id":        {"msg_2Zq3bTn7Lw"},
		"Webhook-Timestamp": {"1767225593"},
		"Webhook-Signature": {"v1,OgRFxcSZm4MrkMaVQe+0ZeRiwblftOaeMccliD+HLaM="},
	}
	report := webhookdoctor.Diagnose(context.Background(), webhookdoctor.Input{
		Payload: body,
		Header:  header,
		At:      time.Unix(1767225600, 0),
		Secrets: []webhookdoctor.Text{webhookdoctor.NewText("live", "whsec_VGhpcyBrZXkgaXMgcHVibGljLCBmb3IgdGhlIGV4YW1wbGU=")},
	})

	fmt.Println(report.Valid, report.Reason)
	for _, cause := range report.Causes {
		fmt.Println(cause.Code, "proven:", cause.Proof)
	}
	// Output:
	// false signature_mismatch
	// body.json_compact proven: true
}
