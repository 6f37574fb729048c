package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"

	"github.com/openai/openai-go/v3/option"
	openai "github.com/openai/openai-go/v3/webhooks"
	reference "github.com/standard-webhooks/standard-webhooks/libraries/go"
	stripego "github.com/stripe/stripe-go/v85/webhook"
	svix "github.com/svix/svix-webhooks/go"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
)

// goSubjects are those in this process. Whatever can be made once is; the
// functions of stripe-go take the secret at every call.
func goSubjects() []subject {
	return []subject{
		{standard, bound, "Go", "", func(m message) (timed, error) {
			return pooledHMAC(m, standardKey, messageID+"."+strconv.FormatInt(m.signedAt.Unix(), 10)+".")
		}},
		{standard, ours, "Go", "", func(m message) (timed, error) { return whsecStandard(m, m.standard) }},
		{standard, ours15, "Go", "", func(m message) (timed, error) { return whsecStandard(m, m.amongOthers(15)) }},
		{standard, "standard-webhooks", "Go", module("github.com/standard-webhooks/standard-webhooks/libraries"), func(m message) (timed, error) {
			return webhook(m, m.standard, reference.NewWebhook)
		}},
		{standard, "svix", "Go", module("github.com/svix/svix-webhooks"), func(m message) (timed, error) {
			return webhook(m, m.svix(), svix.NewWebhook)
		}},
		{standard, "openai", "Go", module("github.com/openai/openai-go/v3"), func(m message) (timed, error) {
			service := openai.NewWebhookService(option.WithWebhookSecret(secret))
			return inProcess(m, func(body []byte) error { return service.VerifySignature(body, m.standard) })
		}},
		{stripe, bound, "Go", "", func(m message) (timed, error) {
			return pooledHMAC(m, []byte(secret), strconv.FormatInt(m.signedAt.Unix(), 10)+".")
		}},
		{stripe, ours, "Go", "", whsecStripe},
		{stripe, "stripe", "Go", module("github.com/stripe/stripe-go/v85"), func(m message) (timed, error) {
			return inProcess(m, func(body []byte) error {
				return stripego.ValidatePayload(body, m.stripe.Get("Stripe-Signature"), secret)
			})
		}},
	}
}

// pooledHMAC is what no verifier can do without: one HMAC over what was
// signed, under a key whose state is made once.
func pooledHMAC(m message, key []byte, head string) (timed, error) {
	mac, prefix, sum := hmac.New(sha256.New, key), []byte(head), make([]byte, 0, sha256.Size)
	authenticate := func(body []byte) {
		mac.Reset()
		mac.Write(prefix)
		mac.Write(body)
		sum = mac.Sum(sum[:0])
	}
	authenticate(m.body)
	want := [sha256.Size]byte(sum)
	return inProcess(m, func(body []byte) error {
		if authenticate(body); [sha256.Size]byte(sum) != want {
			return errors.New("another MAC")
		}
		return nil
	})
}

func whsecStandard(m message, header http.Header) (timed, error) {
	keys, err := standardwebhooks.ParseVerifyingKeys(secret)
	if err != nil {
		return nil, err
	}
	verifier, err := standardwebhooks.NewVerifier(keys)
	if err != nil {
		return nil, err
	}
	return inProcess(m, func(body []byte) error { _, err := verifier.Verify(body, header); return err })
}

func whsecStripe(m message) (timed, error) {
	key, err := stripecompat.ParseSecret(secret)
	if err != nil {
		return nil, err
	}
	verifier, err := stripecompat.NewVerifier([]stripecompat.Secret{key})
	if err != nil {
		return nil, err
	}
	return inProcess(m, func(body []byte) error { _, err := verifier.Verify(body, m.stripe); return err })
}

// webhook times one of the two libraries of one design.
func webhook[W interface {
	Verify([]byte, http.Header) error
}](m message, header http.Header, construct func(string) (W, error)) (timed, error) {
	made, err := construct(secret)
	if err != nil {
		return nil, err
	}
	return inProcess(m, func(body []byte) error { return made.Verify(body, header) })
}

// module returns the version of a module that was built in.
func module(path string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == path {
			return dependency.Version[len("v"):]
		}
	}
	panic(fmt.Sprintf("bench: %s is not built in", path))
}
