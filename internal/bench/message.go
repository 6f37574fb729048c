package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

const (
	messageID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	secret    = secretPrefix + encodedKey

	secretPrefix = "whsec_"
	encodedKey   = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
)

// standardKey is what Standard Webhooks makes of the secret. Stripe takes the
// text.
var standardKey, _ = base64.StdEncoding.DecodeString(encodedKey)

// sizes are those of the bodies, in bytes.
var sizes = []int{256, 2 << 10, 20 << 10}

// A message is a body, signed at one time with one secret in each scheme.
type message struct {
	body, spoiled    []byte
	standard, stripe http.Header
	signedAt         time.Time
}

// newMessage makes one of JSON, since some libraries insist on parsing it: an
// object with one long string takes the least time.
func newMessage(size int, at time.Time) (message, error) {
	const before, after = `{"data":"`, `"}`
	body := []byte(before + strings.Repeat("a", size-len(before+after)) + after)
	m := message{body: body, spoiled: bytes.Replace(body, []byte("aa"), []byte("ab"), 1), signedAt: at}
	var err error
	if m.standard, err = signStandard(body, at); err != nil {
		return message{}, err
	}
	m.stripe, err = signStripe(body, at)
	return m, err
}

func signStandard(body []byte, at time.Time) (http.Header, error) {
	keys, err := standardwebhooks.ParseSigningKeys(secret)
	if err != nil {
		return nil, err
	}
	signer, err := standardwebhooks.NewSigner(keys)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	return header, signer.SetHeaders(context.Background(), header, messageID, at, body)
}

func signStripe(body []byte, at time.Time) (http.Header, error) {
	key, err := stripecompat.ParseSecret(secret)
	if err != nil {
		return nil, err
	}
	signer, err := stripecompat.NewSigner([]stripecompat.Secret{key})
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	return header, signer.SetHeaders(context.Background(), header, "", at, body)
}

func (m message) standardHeader() http.Header { return m.standard }
func (m message) stripeHeader() http.Header   { return m.stripe }

// svix returns the headers under the names that its libraries look for first.
func (m message) svix() http.Header {
	header := http.Header{}
	for name, values := range m.standard {
		header[strings.Replace(name, "Webhook", "Svix", 1)] = values
	}
	return header
}

// amongOthers adds what else a request has, up to so many headers.
func (m message) amongOthers(total int) http.Header {
	header := m.standard.Clone()
	for i := range total - len(header) {
		header.Set(fmt.Sprintf("X-Other-%d", i), "value")
	}
	return header
}
