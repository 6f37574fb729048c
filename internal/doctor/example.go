package doctor

import (
	"time"

	"github.com/whsec/whsec/internal/capture"
)

// exampleSecret is no secret: it comes with the program, for a request that
// nobody has sent.
const exampleSecret = "whsec_VGhpcyBrZXkgaXMgcHVibGljLCBmb3IgdGhlIGV4YW1wbGU="

// exampleCapture is what a program received whose framework had parsed the
// JSON and written it anew.
const exampleCapture = `POST /webhooks HTTP/1.1
Host: receiver.example
Content-Type: application/json
Webhook-Id: msg_2Zq3bTn7Lw
Webhook-Timestamp: 1767225593
Webhook-Signature: v1,OgRFxcSZm4MrkMaVQe+0ZeRiwblftOaeMccliD+HLaM=

{
  "type": "invoice.paid",
  "data": {
    "id": "inv_81",
    "amount": 12.50
  }
}`

// Example returns a request that does not verify, to try the doctor on.
func Example() Input {
	requests, err := capture.Parse([]byte(exampleCapture), capture.Options{})
	if err != nil {
		panic("doctor: the example cannot be read: " + err.Error())
	}
	return Input{
		Secrets: []Text{NewText("example", exampleSecret)},
		Request: requests[0],
		Now:     time.Unix(1767225600, 0),
	}
}
