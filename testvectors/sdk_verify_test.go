package testvectors_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardcompat"
	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
	"github.com/whsec/whsec/svixcompat"
	"github.com/whsec/whsec/testvectors"
	"github.com/whsec/whsec/webhookhttp"
)

// An entryPoint is a way into our packages that verifies.
type entryPoint struct {
	name     string
	profiles []string
	takes    func(testvectors.Case) bool // nil is all
	verify   func(*testing.T, testvectors.Case) error
}

var (
	schemes = []string{testvectors.ProfileStandard, testvectors.ProfileSvix, testvectors.ProfileStripe}
	only    = func(profile string) []string { return []string{profile} }
)

var entryPoints = []entryPoint{
	{"Verifier.Verify", schemes, nil, func(t *testing.T, c testvectors.Case) error {
		_, err := verifyWith(c, standardwebhooks.WithClock(clockOf(c)), stripecompat.WithClock(clockOf(c)))
		return err
	}},
	{"Verifier.VerifyAt", schemes, nil, func(t *testing.T, c testvectors.Case) error {
		v, err := verifierOf(c, nil, nil)
		if err != nil {
			return err
		}
		message, err := v.VerifyAt(c.Body, headerOf(c.Headers), time.Unix(c.Now, 0))
		checkMessage(t, c, message, err)
		return err
	}},
	{"Decode", schemes, nil, func(t *testing.T, c testvectors.Case) error {
		v, err := verifierOf(c, standardwebhooks.WithClock(clockOf(c)), stripecompat.WithClock(clockOf(c)))
		if err != nil {
			return err
		}
		_, _, err = standardwebhooks.Decode[json.RawMessage](v, c.Body, headerOf(c.Headers))
		return unlessDecoding(err)
	}},
	{"webhookhttp.Receiver", schemes, nil, receive},
	{"standardcompat.Webhook", only(testvectors.ProfileStandard), plainSecret, inBubble(func(c testvectors.Case) error {
		wh, err := standardcompat.NewWebhook(c.Keys[0])
		if err != nil {
			return err
		}
		return wh.Verify(c.Body, headerOf(c.Headers))
	})},
	{"svixcompat.Webhook", only(testvectors.ProfileSvix), plainSecret, inBubble(func(c testvectors.Case) error {
		wh, err := svixcompat.NewWebhook(c.Keys[0])
		if err != nil {
			return err
		}
		return wh.Verify(c.Body, headerOf(c.Headers))
	})},
	{"stripecompat.ValidatePayload", only(testvectors.ProfileStripe), plainSecret, inBubble(func(c testvectors.Case) error {
		return stripecompat.ValidatePayload(c.Body, headerOf(c.Headers).Get("Stripe-Signature"), c.Keys[0])
	})},
	{"stripecompat.ValidatePayloadWithTolerance", only(testvectors.ProfileStripe), oneField, inBubble(func(c testvectors.Case) error {
		return stripecompat.ValidatePayloadWithTolerance(c.Body, headerOf(c.Headers).Get("Stripe-Signature"), c.Keys[0], toleranceOf(c))
	})},
	{"stripecompat.ConstructEventAs", only(testvectors.ProfileStripe), plainSecret, inBubble(func(c testvectors.Case) error {
		_, err := stripecompat.ConstructEventAs[json.RawMessage](c.Body, headerOf(c.Headers).Get("Stripe-Signature"), c.Keys[0])
		return unlessDecoding(err)
	})},
}

// TestVerifyingEntryPoints: every way in says of every request what the
// specification says.
func TestVerifyingEntryPoints(t *testing.T) {
	for _, e := range entryPoints {
		t.Run(e.name, func(t *testing.T) {
			asked := 0
			for c := range suite(t).All() {
				if c.Operation != testvectors.OperationVerify || !e.asks(c) {
					continue
				}
				asked++
				err := e.verify(t, c)
				if c.Result == testvectors.Valid {
					assert.NoError(t, err, c.ID)
					continue
				}
				assert.ErrorIs(t, err, standardwebhooks.ErrInvalid, c.ID)
				// stripe-go's users compare bare values, which have no code.
				if code := standardwebhooks.Code(err); code != "" || !strings.HasPrefix(e.name, "stripecompat.") {
					assert.Equal(t, c.Reason, code, c.ID)
				}
			}
			require.Greater(t, asked, 40)
		})
	}
}

func (e entryPoint) asks(c testvectors.Case) bool {
	for _, profile := range e.profiles {
		if profile == c.Profile {
			return c.Result != testvectors.Unspecified && (e.takes == nil || e.takes(c))
		}
	}
	return false
}

// plainSecret: what the shapes of other libraries have no words for is left
// out: several keys, public keys, other tolerances.
func plainSecret(c testvectors.Case) bool {
	return oneField(c) && (c.Tolerance == nil || *c.Tolerance == 300) && c.Keys[0] != publicKey
}

const publicKey = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="

func oneField(c testvectors.Case) bool {
	for _, capability := range c.Requires {
		if capability == "ed25519" || capability == "key-list" {
			return false
		}
	}
	return len(c.Keys) == 1 && c.Now >= bubbleStart.Unix()
}

type verifier interface {
	Verify(payload []byte, header http.Header) (standardwebhooks.Message, error)
	VerifyAt(payload []byte, header http.Header, at time.Time) (standardwebhooks.Message, error)
	CheckHeader(header http.Header) error
}

// verifierOf goes the whole way from texts.
func verifierOf(c testvectors.Case, standard standardwebhooks.VerifierOption, stripe stripecompat.VerifierOption) (verifier, error) {
	if c.Profile == testvectors.ProfileStripe {
		return stripeVerifierOf(c, stripe)
	}
	var keys []standardwebhooks.VerifyingKey
	for _, text := range c.Keys {
		key, err := standardwebhooks.ParseVerifyingKey(text)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	opts := []standardwebhooks.VerifierOption{standard}
	if c.Tolerance != nil {
		opts = append(opts, standardwebhooks.WithTolerance(toleranceOf(c)))
	}
	if c.Profile == testvectors.ProfileSvix {
		return orNil(svixcompat.NewVerifier(keys, opts...))
	}
	return orNil(standardwebhooks.NewVerifier(keys, opts...))
}

func stripeVerifierOf(c testvectors.Case, option stripecompat.VerifierOption) (verifier, error) {
	var secrets []stripecompat.Secret
	for _, text := range c.Keys {
		secret, err := stripecompat.ParseSecret(text)
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, secret)
	}
	opts := []stripecompat.VerifierOption{option}
	if c.Tolerance != nil {
		opts = append(opts, stripecompat.WithTolerance(toleranceOf(c)))
	}
	return orNil(stripecompat.NewVerifier(secrets, opts...))
}

// orNil keeps a nil pointer from becoming a verifier.
func orNil[V verifier](v V, err error) (verifier, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

func verifyWith(c testvectors.Case, standard standardwebhooks.VerifierOption, stripe stripecompat.VerifierOption) (standardwebhooks.Message, error) {
	v, err := verifierOf(c, standard, stripe)
	if err != nil {
		return standardwebhooks.Message{}, err
	}
	return v.Verify(c.Body, headerOf(c.Headers))
}

// checkMessage: what was authenticated is what was sent, and nothing comes with
// an error.
func checkMessage(t *testing.T, c testvectors.Case, message standardwebhooks.Message, err error) {
	t.Helper()
	if err != nil {
		assert.Zero(t, message, c.ID)
		return
	}
	assert.True(t, bytes.Equal(c.Body, message.Payload), c.ID)
}

// receive is a request to a handler behind the middleware, which is called for
// what is valid and for nothing else.
func receive(t *testing.T, c testvectors.Case) error {
	v, err := verifierOf(c, standardwebhooks.WithClock(clockOf(c)), stripecompat.WithClock(clockOf(c)))
	if err != nil {
		return err
	}
	var refused error
	receiver, err := webhookhttp.NewReceiver(v,
		webhookhttp.WithMaxBody(4<<20),
		webhookhttp.WithLogger(slog.New(slog.DiscardHandler)),
		webhookhttp.WithReport(func(_ context.Context, report webhookhttp.Report) { refused = report.Err }))
	require.NoError(t, err)
	called := false
	handler := receiver.Middleware(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	request := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(c.Body))
	request.Header = headerOf(c.Headers)
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, request)
	if called {
		assert.Equal(t, http.StatusOK, response.Code, c.ID)
		return nil
	}
	assert.Contains(t, []int{http.StatusBadRequest, http.StatusUnauthorized}, response.Code, c.ID)
	return refused
}

// unlessDecoding: an authentic body that is no JSON is authentic.
func unlessDecoding(err error) error {
	var decoding *standardwebhooks.DecodeError
	if errors.As(err, &decoding) {
		return nil
	}
	return err
}

var bubbleStart = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// inBubble gives functions that read the wall clock one that stands where the
// case wants it.
func inBubble(verify func(testvectors.Case) error) func(*testing.T, testvectors.Case) error {
	return func(t *testing.T, c testvectors.Case) (err error) {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Until(time.Unix(c.Now, 0)))
			err = verify(c)
		})
		return err
	}
}

func clockOf(c testvectors.Case) func() time.Time {
	return func() time.Time { return time.Unix(c.Now, 0) }
}

func headerOf(fields []testvectors.Field) http.Header {
	header := http.Header{}
	for _, f := range fields {
		header.Add(f.Name, string(f.Value))
	}
	return header
}

// headerReasons are what shows before the body is read.
var headerReasons = []string{
	"missing_header", "duplicate_header", "malformed_id", "malformed_timestamp", "malformed_signature", "unsupported_scheme",
}

// TestCheckHeader: the cheap check in front of the body refuses for these
// reasons, and for no other.
func TestCheckHeader(t *testing.T) {
	refused := 0
	for c := range suite(t).All() {
		if c.Operation != testvectors.OperationVerify || c.Result == testvectors.Unspecified {
			continue
		}
		v, err := verifierOf(c, nil, nil)
		if err != nil {
			continue
		}
		want := ""
		if slices.Contains(headerReasons, c.Reason) {
			want = c.Reason
			refused++
		}
		assert.Equal(t, want, standardwebhooks.Code(v.CheckHeader(headerOf(c.Headers))), c.ID)
	}
	require.Greater(t, refused, 100)
}

// TestIgnoringTheTimestamp accepts what is only too old or too new, and nothing
// else.
func TestIgnoringTheTimestamp(t *testing.T) {
	accepted := 0
	for c := range suite(t).All() {
		if c.Operation != testvectors.OperationVerify || c.Result == testvectors.Unspecified {
			continue
		}
		_, err := verifyWith(c, standardwebhooks.InsecureIgnoreTimestamp(), stripecompat.InsecureIgnoreTimestamp())
		if c.Reason == "timestamp_too_old" || c.Reason == "timestamp_too_new" {
			accepted++
			assert.NoError(t, err, c.ID)
			continue
		}
		assert.Equal(t, c.Reason, standardwebhooks.Code(err), c.ID)
	}
	require.Greater(t, accepted, 20)
}
