package rogue

import (
	"context"
	"net/http"
	"time"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/standardwebhooks"
)

// honest does what it is asked, by the SDK.
func honest(t *talk, c *conformance.Command) {
	switch c.Op {
	case conformance.OpSign:
		t.sign(c)
	case conformance.OpKey:
		_, err := parseKeys(c, standardwebhooks.ParseVerifyingKey)
		t.judge(c, err)
	default:
		t.verify(c)
	}
}

func parseKeys[K any](c *conformance.Command, parse func(string) (K, error)) ([]K, error) {
	var keys []K
	for _, text := range c.Keys {
		key, err := parse(text)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func (t *talk) verify(c *conformance.Command, options ...standardwebhooks.VerifierOption) {
	keys, err := parseKeys(c, standardwebhooks.ParseVerifyingKey)
	if err != nil {
		t.judge(c, err)
		return
	}
	v, err := standardwebhooks.NewVerifier(keys, options...)
	if err != nil {
		t.judge(c, err)
		return
	}
	header := http.Header{}
	for _, h := range c.Headers {
		header.Add(h.Name, h.Value)
	}
	_, err = v.VerifyAt(c.Body, header, time.Unix(*c.Now, 0))
	t.judge(c, err)
}

func (t *talk) sign(c *conformance.Command) {
	header := http.Header{}
	keys, err := parseKeys(c, standardwebhooks.ParseSigningKey)
	if err == nil {
		err = sign(header, keys, c)
	}
	if err != nil {
		t.judge(c, err)
		return
	}
	answer := conformance.Answer{Seq: c.Seq, Outcome: conformance.Signed}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		answer.Headers = append(answer.Headers, conformance.Pair{Name: name, Value: header.Get(name)})
	}
	t.say(answer)
}

func sign(header http.Header, keys []standardwebhooks.SigningKey, c *conformance.Command) error {
	s, err := standardwebhooks.NewSigner(keys)
	if err != nil {
		return err
	}
	return s.SetHeaders(context.Background(), header, c.ID, time.Unix(*c.Timestamp, 0), c.Body)
}

func (t *talk) judge(c *conformance.Command, err error) {
	if err != nil {
		t.say(conformance.Answer{Seq: c.Seq, Outcome: conformance.Reject, Reason: standardwebhooks.Code(err)})
		return
	}
	t.outcome(c, conformance.Accept)
}
