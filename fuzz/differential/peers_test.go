package differential

import (
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openai/openai-go/v3/option"
	openai "github.com/openai/openai-go/v3/webhooks"
	reference "github.com/standard-webhooks/standard-webhooks/libraries/go"
	stripe "github.com/stripe/stripe-go/v85/webhook"
	svix "github.com/svix/svix-webhooks/go"

	"github.com/whsec/whsec/fuzz/internal/exchange"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/standardwebhooks"
)

// A peer is a released library that verifies with one key.
type peer struct {
	name    string
	profile string
	// verify judges at time.Now, or by the clock of the exchange.
	verify func(exchange.Exchange) error
	// read finds what the library takes for id, timestamp and key.
	read func(exchange.Exchange) signed
}

// What is signed, and the text of ours for the key that the library uses.
type signed struct{ id, timestamp, key string }

var (
	referencePeer = peer{"reference", "standard", verifyWith(reference.NewWebhook), readStandard}
	svixPeer      = peer{"svix", "svix", verifyWith(svix.NewWebhook), readStandard}
	stripePeer    = peer{"stripe", "stripe", verifyStripe, readStripe}
	openaiPeer    = peer{"openai", "standard", verifyOpenAI, readOpenAI}
)

var peers = map[string]peer{"reference": referencePeer, "svix": svixPeer, "stripe": stripePeer, "openai": openaiPeer}

func verifyWith[W interface {
	Verify(payload []byte, header http.Header) error
}](construct func(string) (W, error)) func(exchange.Exchange) error {
	return func(e exchange.Exchange) error {
		w, err := construct(e.Keys[0])
		if err != nil {
			return err
		}
		return w.Verify(e.Body, exchange.Header(e.Headers))
	}
}

// readStandard: the timestamp is a number, which is written anew; base64 may
// have line ends in it and bits too many.
func readStandard(e exchange.Exchange) signed {
	header := exchange.Header(e.Headers)
	prefix := prefixOf(e)
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(e.Keys[0], "whsec_"))
	return signed{header.Get(prefix + "-id"), plainNumber(header.Get(prefix + "-timestamp")), secretText(key)}
}

// prefixOf returns that of the set of headers which is read.
func prefixOf(e exchange.Exchange) string {
	header := exchange.Header(e.Headers)
	if e.Profile == "svix" && header.Get("svix-id") != "" && header.Get("svix-timestamp") != "" && header.Get("svix-signature") != "" {
		return "svix"
	}
	return "webhook"
}

func verifyOpenAI(e exchange.Exchange) error {
	service := openai.NewWebhookService(option.WithWebhookSecret(e.Keys[0]))
	return service.VerifySignatureWithToleranceAndTime(e.Body, exchange.Header(e.Headers), e.Past, e.Now)
}

// readOpenAI: a key without the prefix is the bytes of its text.
func readOpenAI(e exchange.Exchange) signed {
	header := exchange.Header(e.Headers)
	text := e.Keys[0]
	if !strings.HasPrefix(text, "whsec_") {
		text = secretText([]byte(text))
	}
	return signed{header.Get("webhook-id"), header.Get("webhook-timestamp"), text}
}

func verifyStripe(e exchange.Exchange) error {
	header := exchange.Header(e.Headers).Get("Stripe-Signature")
	return stripe.ValidatePayloadWithTolerance(e.Body, header, e.Keys[0], e.Past)
}

// readStripe: of several timestamps the last counts.
func readStripe(e exchange.Exchange) signed {
	s := signed{key: e.Keys[0]}
	for item := range strings.SplitSeq(exchange.Header(e.Headers).Get("Stripe-Signature"), ",") {
		if text, ok := strings.CutPrefix(item, "t="); ok {
			s.timestamp = plainNumber(text)
		}
	}
	return s
}

func secretText(key []byte) string { return "whsec_" + base64.StdEncoding.EncodeToString(key) }

// plainNumber writes a number anew, and leaves alone what is none.
func plainNumber(text string) string {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	return text
}

// The clock of a bubble begins here, and a timer reaches about 290 years.
var (
	firstClock = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	lastClock  = firstClock.AddDate(250, 0, 0)
)

// accepts asks the library at the time of the exchange.
func (p peer) accepts(t *testing.T, e exchange.Exchange) bool {
	var err error
	synctest.Test(t, func(*testing.T) {
		time.Sleep(time.Until(e.Now))
		err = p.verify(e)
	})
	return err == nil
}

// oursAccepts asks ours, and has the code if it does not.
func oursAccepts(e exchange.Exchange) (accepted bool, code string) {
	v, err := exchange.NewVerifier(e.Request)
	if err == nil {
		_, err = v.VerifyAt(e.Body, exchange.Header(e.Headers), e.Now)
	}
	return err == nil, standardwebhooks.Code(err)
}

// exchangeOf reads what a library can be asked, and returns false for what none
// can: several keys, and a time before the bubble. The tolerance is that of
// all, and the clock stands at a whole second, as one of them has it.
func (p peer) exchangeOf(data []byte) (exchange.Exchange, bool) {
	e := exchange.Read(p.profile, data)
	e.Past, e.Future = oracle.DefaultTolerance, oracle.DefaultTolerance
	e.Now = e.Now.Truncate(time.Second)
	return e, len(e.Keys) == 1 && !e.Now.Before(firstClock) && e.Now.Before(lastClock)
}
