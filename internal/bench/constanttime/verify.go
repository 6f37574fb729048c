package main

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

var (
	body = []byte(`{"type":"invoice.paid"}`)
	at   = time.Unix(1614265330, 0)
)

func standard(spoil func([]byte)) (bool, error) {
	key, err := standardwebhooks.ParseSecret(secret)
	if err != nil {
		return false, err
	}
	signer, err := standardwebhooks.NewSigner([]standardwebhooks.SigningKey{key})
	if err != nil {
		return false, err
	}
	verifier, err := standardwebhooks.NewVerifier([]standardwebhooks.VerifyingKey{key})
	if err != nil {
		return false, err
	}
	header := http.Header{}
	if err := signer.SetHeaders(context.Background(), header, "msg_1", at, body); err != nil {
		return false, err
	}
	if err := change(header, standardwebhooks.HeaderSignature, base64.StdEncoding, spoil); err != nil {
		return false, err
	}
	_, err = verifier.VerifyAt(body, header, at)
	return matched(err)
}

func stripe(spoil func([]byte)) (bool, error) {
	key, err := stripecompat.ParseSecret(secret)
	if err != nil {
		return false, err
	}
	signer, err := stripecompat.NewSigner([]stripecompat.Secret{key})
	if err != nil {
		return false, err
	}
	verifier, err := stripecompat.NewVerifier([]stripecompat.Secret{key})
	if err != nil {
		return false, err
	}
	header := http.Header{}
	if err := signer.SetHeaders(context.Background(), header, "", at, body); err != nil {
		return false, err
	}
	if err := change(header, "Stripe-Signature", hexadecimal{}, spoil); err != nil {
		return false, err
	}
	_, err = verifier.VerifyAt(body, header, at)
	return matched(err)
}

// An encoding is how a header writes a MAC.
type encoding interface {
	EncodedLen(int) int
	EncodeToString([]byte) string
	DecodeString(string) ([]byte, error)
}

type hexadecimal struct{}

func (hexadecimal) EncodedLen(n int) int                     { return hex.EncodedLen(n) }
func (hexadecimal) EncodeToString(src []byte) string         { return hex.EncodeToString(src) }
func (hexadecimal) DecodeString(text string) ([]byte, error) { return hex.DecodeString(text) }

// change spoils the MAC with which the header ends.
func change(header http.Header, name string, e encoding, spoil func([]byte)) error {
	const size = 32
	value := header.Get(name)
	begins := len(value) - e.EncodedLen(size)
	mac, err := e.DecodeString(value[begins:])
	if err != nil {
		return err
	}
	spoil(mac)
	header.Set(name, value[:begins]+e.EncodeToString(mac))
	return nil
}
