package stripecompat

import (
	"encoding/hex"
	"strconv"
	"time"
)

// ComputeSignature returns the bytes of the signature of a payload at a time.
// It returns nil for what is not signed: under a secret that [ParseSecret]
// refuses, and before 1970.
func ComputeSignature(t time.Time, payload []byte, secret string) []byte {
	key, err := ParseSecret(secret)
	if err != nil {
		return nil
	}
	signer, err := NewSigner([]Secret{key})
	if err != nil {
		return nil
	}
	timestamp, err := signer.check(t)
	if err != nil {
		return nil
	}
	return signer.signatures(timestamp, payload)[0][:]
}

// An UnsignedPayload is what a test wants to be signed. It holds a secret in
// the open, as stripe-go's does: use it with secrets made for tests.
type UnsignedPayload struct {
	Payload []byte
	Secret  string
	// Timestamp is now if zero.
	Timestamp time.Time
	// Scheme is the label of the signature: "v1" if empty.
	Scheme string
}

// A SignedPayload has the value of the Stripe-Signature header besides.
type SignedPayload struct {
	UnsignedPayload

	Signature []byte
	Header    string
}

// GenerateTestSignedPayload signs what options say. Under a secret that
// [ParseSecret] refuses the signature is empty, and so refused.
func GenerateTestSignedPayload(options *UnsignedPayload) *SignedPayload {
	signed := &SignedPayload{}
	if options != nil {
		signed.UnsignedPayload = *options
	}
	if signed.Timestamp.IsZero() {
		signed.Timestamp = time.Now()
	}
	if signed.Scheme == "" {
		signed.Scheme = SchemeV1
	}
	signed.Signature = ComputeSignature(signed.Timestamp, signed.Payload, signed.Secret)
	signed.Header = "t=" + strconv.FormatInt(signed.Timestamp.Unix(), 10) +
		"," + signed.Scheme + "=" + hex.EncodeToString(signed.Signature)
	return signed
}
