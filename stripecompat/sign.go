package stripecompat

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/fields"
	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/standardwebhooks"
)

// A Signer signs requests with a list of secrets, all of them each time: while
// secrets rotate, receivers that hold either can verify. Make it with
// [NewSigner]; the zero Signer refuses everything. It does not change, and is
// safe for concurrent use.
type Signer struct {
	keys   []keyed.Key
	format Format
}

// NewSigner makes a Signer of one or more secrets, the current one first. It
// returns [standardwebhooks.ErrNoKeys], a [standardwebhooks.KeyError] for a
// secret that was never made, or [ErrInvalidFormat].
func NewSigner(secrets []Secret, opts ...SignerOption) (*Signer, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	format := Stripe()
	for _, opt := range opts {
		if opt != nil {
			opt.applyToSigner(&format)
		}
	}
	format, err = format.checked()
	if err != nil {
		return nil, err
	}
	return &Signer{keys: keys, format: format}, nil
}

// Sign returns the value of the signature header for one attempt to deliver a
// request: the timestamp, and a signature of each secret in their order.
//
// The time is that of this attempt and payload the exact bytes of the body. A
// time before 1970, which a Verifier would refuse, is
// [standardwebhooks.ErrMalformedTimestamp]. In a format whose timestamp has a
// header of its own, that is not part of the value: use [Signer.SetHeaders].
func (s *Signer) Sign(t time.Time, payload []byte) (string, error) {
	timestamp, err := s.check(t)
	if err != nil {
		return "", err
	}
	return s.format.value(timestamp, s.signatures(timestamp, payload)), nil
}

// SetHeaders signs as [Signer.Sign] does and sets the signature header and, if
// the format has one, the timestamp header. When it returns an error, header is
// as it was; it may not be nil.
//
// Context and id are there so that the Signers of all schemes can be used in
// each other's place. Nothing here waits, and the formats have their id, if
// any, in the payload.
func (s *Signer) SetHeaders(_ context.Context, header http.Header, _ string, t time.Time, payload []byte) error {
	timestamp, err := s.check(t)
	if err != nil {
		return err
	}
	if header == nil {
		return errors.New("stripecompat: the header to set is nil; make one with http.Header{}")
	}
	fields.Set(header, s.format.Header, s.format.value(timestamp, s.signatures(timestamp, payload)))
	if name := s.format.TimestampHeader; name != "" {
		fields.Set(header, name, timestamp)
	}
	return nil
}

// check returns the text of the timestamp if everything can be signed.
func (s *Signer) check(t time.Time) (string, error) {
	if s == nil || len(s.keys) == 0 {
		return "", standardwebhooks.ErrNoKeys
	}
	units, ok := s.format.units(t)
	if !ok {
		return "", timestampProblem("", "a time before 1970, or too late to be counted, is not signed")
	}
	return strconv.FormatInt(units, 10), nil
}

func (s *Signer) signatures(timestamp string, payload []byte) []keyed.MAC {
	macs := make([]keyed.MAC, len(s.keys))
	for i, key := range s.keys {
		macs[i] = key.MAC(s.format.content(timestamp, payload))
	}
	return macs
}

// value writes the items of the signature header.
func (f *Format) value(timestamp string, macs []keyed.MAC) string {
	var items []string
	if f.TimestampLabel != "" {
		items = append(items, f.TimestampLabel+"="+timestamp)
	}
	for i, mac := range macs {
		items = append(items, f.labelFor(i)+f.Prefix+f.encode(mac))
	}
	return strings.Join(items, string(f.Separator))
}

// labelFor gives every key a label: the last serves all that follow.
func (f *Format) labelFor(i int) string {
	if len(f.Labels) == 0 {
		return ""
	}
	return f.Labels[min(i, len(f.Labels)-1)] + "="
}

func (f *Format) encode(mac keyed.MAC) string {
	if f.Encoding == Base64 {
		return base64.StdEncoding.EncodeToString(mac[:])
	}
	return hex.EncodeToString(mac[:])
}
