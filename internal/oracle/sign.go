package oracle

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
)

// Sign returns the headers of a message signed with every key, in the order
// given, or the code of what verifying would refuse. Stripe has no id.
func Sign(profile string, keys []string, id string, timestamp int64, body []byte) (headers [][2]string, code string) {
	signers, code := parseKeys(profile, "sign", keys)
	if code != "" {
		return nil, code
	}
	if profile != "stripe" && !goodID(id) {
		return nil, malformedID
	}
	if timestamp < 0 {
		return nil, malformedTimestamp
	}
	t := strconv.FormatInt(timestamp, 10)
	switch profile {
	case "stripe":
		return signStripe(signers, t, body), ""
	case "svix":
		return signStandard("svix-", signers, id, t, body), ""
	}
	return signStandard("webhook-", signers, id, t, body), ""
}

func signStandard(prefix string, keys []key, id, timestamp string, body []byte) [][2]string {
	var signatures []string
	for _, k := range keys {
		signature := k.sign(signedContent(id, timestamp, body))
		signatures = append(signatures, k.version()+","+base64.StdEncoding.EncodeToString(signature))
	}
	return [][2]string{
		{prefix + "id", id},
		{prefix + "timestamp", timestamp},
		{prefix + "signature", strings.Join(signatures, " ")},
	}
}

func signStripe(keys []key, timestamp string, body []byte) [][2]string {
	items := []string{"t=" + timestamp}
	for _, k := range keys {
		items = append(items, "v1="+hex.EncodeToString(k.sign(stripeContent(timestamp, body))))
	}
	return [][2]string{{"Stripe-Signature", strings.Join(items, ",")}}
}
