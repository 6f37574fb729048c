package adapter

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/openai/openai-go/v3/option"
	openai "github.com/openai/openai-go/v3/webhooks"
	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
	stripe82 "github.com/stripe/stripe-go/v82/webhook"
	stripe85 "github.com/stripe/stripe-go/v85/webhook"
	svix "github.com/svix/svix-webhooks/go"

	"github.com/whsec/whsec/internal/conformance"
)

// A library is one that is examined, and what its API can be given.
type library struct {
	name, module, source string
	profiles, ops        []string
	clock                string
	features             []string

	verify func(*conformance.Command, http.Header) error
	key    func(secret string) error
	sign   func(*conformance.Command, time.Time) ([]conformance.Pair, error)
}

var (
	bytesAndFields = []string{"bytes-body", "raw-header", "bytes-header", "repeated-header"}
	allOps         = []string{conformance.OpVerify, conformance.OpSign, conformance.OpKey}
)

var libraries = map[string]*library{
	"standardwebhooks": {
		name: "standard-webhooks (Go)", module: "github.com/standard-webhooks/standard-webhooks/libraries",
		source: "https://github.com/standard-webhooks/standard-webhooks", profiles: []string{"standard"},
		ops: allOps, clock: conformance.ClockProcess, features: bytesAndFields,
		verify: verifier(standard.NewWebhook), key: constructor(standard.NewWebhook), sign: signer(standard.NewWebhook),
	},
	"svix": {
		name: "svix (Go)", module: "github.com/svix/svix-webhooks",
		source: "https://github.com/svix/svix-webhooks", profiles: []string{"standard", "svix"},
		ops: allOps, clock: conformance.ClockProcess, features: bytesAndFields,
		verify: verifier(svix.NewWebhook), key: constructor(svix.NewWebhook), sign: signer(svix.NewWebhook),
	},
	"stripe-82": stripe("github.com/stripe/stripe-go/v82", stripe82.ValidatePayload, stripe82.ValidatePayloadWithTolerance, func(c *conformance.Command, at time.Time) string {
		return stripe82.GenerateTestSignedPayload(&stripe82.UnsignedPayload{Payload: c.Body, Secret: c.Keys[0], Timestamp: at}).Header
	}),
	"stripe-85": stripe("github.com/stripe/stripe-go/v85", stripe85.ValidatePayload, stripe85.ValidatePayloadWithTolerance, func(c *conformance.Command, at time.Time) string {
		return stripe85.GenerateTestSignedPayload(&stripe85.UnsignedPayload{Payload: c.Body, Secret: c.Keys[0], Timestamp: at}).Header
	}),
	"openai": {
		name: "openai (Go)", module: "github.com/openai/openai-go/v3",
		source: "https://github.com/openai/openai-go", profiles: []string{"standard"},
		ops: []string{conformance.OpVerify}, clock: conformance.ClockExplicit, features: append(bytesAndFields, "tolerance"),
		verify: verifyOpenAI,
	},
}

// A webhook is what the two libraries of one design have in common.
type webhook interface {
	Verify(payload []byte, headers http.Header) error
	Sign(id string, timestamp time.Time, payload []byte) (string, error)
}

func verifier[W webhook](construct func(string) (W, error)) func(*conformance.Command, http.Header) error {
	return func(c *conformance.Command, headers http.Header) error {
		w, err := construct(c.Keys[0])
		if err != nil {
			return err
		}
		return w.Verify(c.Body, headers)
	}
}

func constructor[W webhook](construct func(string) (W, error)) func(string) error {
	return func(secret string) error {
		_, err := construct(secret)
		return err
	}
}

func signer[W webhook](construct func(string) (W, error)) func(*conformance.Command, time.Time) ([]conformance.Pair, error) {
	return func(c *conformance.Command, at time.Time) ([]conformance.Pair, error) {
		w, err := construct(c.Keys[0])
		if err != nil {
			return nil, err
		}
		signature, err := w.Sign(c.ID, at, c.Body)
		prefix := map[string]string{"standard": "webhook", "svix": "svix"}[c.Profile]
		return []conformance.Pair{
			{Name: prefix + "-id", Value: c.ID},
			{Name: prefix + "-timestamp", Value: strconv.FormatInt(at.Unix(), 10)},
			{Name: prefix + "-signature", Value: signature},
		}, err
	}
}

func stripe(
	module string,
	validate func(payload []byte, header, secret string) error,
	validateWithin func(payload []byte, header, secret string, tolerance time.Duration) error,
	sign func(*conformance.Command, time.Time) string,
) *library {
	return &library{
		name: "stripe (Go)", module: module, source: "https://github.com/stripe/stripe-go", profiles: []string{"stripe"},
		ops: []string{conformance.OpVerify, conformance.OpSign}, clock: conformance.ClockProcess,
		features: []string{"bytes-body", "raw-header", "bytes-header", "tolerance"},
		verify: func(c *conformance.Command, headers http.Header) error {
			if c.Tolerance == nil {
				return validate(c.Body, headers.Get("Stripe-Signature"), c.Keys[0])
			}
			return validateWithin(c.Body, headers.Get("Stripe-Signature"), c.Keys[0], tolerance(c))
		},
		sign: func(c *conformance.Command, at time.Time) ([]conformance.Pair, error) {
			return []conformance.Pair{{Name: "Stripe-Signature", Value: sign(c, at)}}, nil
		},
	}
}

func verifyOpenAI(c *conformance.Command, headers http.Header) error {
	service := openai.NewWebhookService(option.WithWebhookSecret(c.Keys[0]))
	within := 5 * time.Minute // the default of VerifySignature
	if c.Tolerance != nil {
		within = tolerance(c)
	}
	return service.VerifySignatureWithToleranceAndTime(c.Body, headers, within, time.Unix(*c.Now, 0))
}

// tolerance is the nearest time.Duration.
func tolerance(c *conformance.Command) time.Duration {
	seconds, err := c.Tolerance.Int64()
	if limit := int64(math.MaxInt64 / time.Second); err == nil {
		return time.Duration(min(max(seconds, -limit), limit)) * time.Second
	}
	panic(err) // which the runner is told
}
