package standardwebhooks

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/fields"
)

// A Signer signs messages with a list of keys, all of them each time: while
// keys rotate, receivers that hold either can verify. Make it with [NewSigner];
// the zero Signer refuses everything. It does not change, and is safe for
// concurrent use.
type Signer struct {
	keys    []SigningKey
	headers []headerSet
	dotInID bool
}

// NewSigner makes a Signer of one or more keys, the current one first. It
// returns [ErrNoKeys], [ErrInvalidHeaderPrefix], or a [KeyError] for a key that
// was never made or a secret with the bytes of a public key.
func NewSigner(keys []SigningKey, opts ...SignerOption) (*Signer, error) {
	if err := checkSigningKeys(keys); err != nil {
		return nil, err
	}
	s := &Signer{keys: append([]SigningKey(nil), keys...), headers: standardHeaders}
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt.applyToSigner(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Sign returns the value of the signature header for one attempt to deliver a
// message: a signature of each key, in the order of the keys, separated by
// spaces.
//
// The id is that of the message and stays the same when it is sent again, t is
// the time of this attempt, and payload the exact bytes of the body. It
// refuses what a Verifier would, an id as [ErrMalformedID] and a time before
// 1970 as [ErrMalformedTimestamp]. The context is for remote keys, which fail
// with [ErrSigningFailed].
func (s *Signer) Sign(ctx context.Context, id string, t time.Time, payload []byte) (string, error) {
	timestamp, err := s.check(id, t)
	if err != nil {
		return "", err
	}
	var value strings.Builder
	for i, key := range s.keys {
		if i > 0 {
			value.WriteByte(' ')
		}
		scheme, signature, err := sign(ctx, key, id, timestamp, payload)
		if err != nil {
			return "", err
		}
		value.WriteString(scheme)
		value.WriteByte(',')
		value.WriteString(base64.StdEncoding.EncodeToString(signature))
	}
	return value.String(), nil
}

// SetHeaders signs as [Signer.Sign] does and sets the id, timestamp and
// signature headers, in place of what they were, in whatever spelling. Those of
// the other prefixes, of which a Verifier would ask that they agree, it removes.
// When it returns an error, header is as it was; it may not be nil.
func (s *Signer) SetHeaders(ctx context.Context, header http.Header, id string, t time.Time, payload []byte) error {
	signature, err := s.Sign(ctx, id, t, payload)
	if err != nil {
		return err
	}
	if header == nil {
		return errNilHeader
	}
	for _, others := range s.headers[1:] {
		for _, name := range []string{others.id, others.timestamp, others.signature} {
			fields.Delete(header, name)
		}
	}
	names := s.headers[0]
	fields.Set(header, names.id, id)
	fields.Set(header, names.timestamp, strconv.FormatInt(t.Unix(), 10))
	fields.Set(header, names.signature, signature)
	return nil
}

var errNilHeader = errors.New("standardwebhooks: the header to set is nil; make one with http.Header{}")

// check returns the text of the timestamp if everything can be signed.
func (s *Signer) check(id string, t time.Time) (string, error) {
	if s == nil || len(s.keys) == 0 {
		return "", ErrNoKeys
	}
	if problem := idProblem(id, s.dotInID); problem != "" {
		return "", &HeaderError{Class: ErrMalformedID, Name: strings.ToLower(s.headers[0].id), Problem: problem}
	}
	timestamp := strconv.FormatInt(t.Unix(), 10)
	if t.Unix() < 0 {
		return "", &TimestampError{Class: ErrMalformedTimestamp, Text: timestamp}
	}
	return timestamp, nil
}

func sign(ctx context.Context, key SigningKey, id, timestamp string, payload []byte) (scheme string, signature []byte, err error) {
	switch key := key.(type) {
	case Secret:
		mac := key.key.MAC(content(id, timestamp, payload))
		return SchemeV1, mac[:], nil
	case PrivateKey:
		b := fill(id, timestamp, payload)
		defer b.release()
		return SchemeV1a, ed25519.Sign(key.reveal(), b.message), nil
	case RemoteKey:
		signature, err := key.signMessage(ctx, appendMessage(nil, id, timestamp, payload))
		return SchemeV1a, signature, err
	default:
		return "", nil, ErrNoKeys
	}
}

// NewMessageID makes a random message id, such as
// "msg_5TXOL3RLNTBBKVFAPWSFGVVH5Q". Make one for each message, not for each
// attempt to deliver it.
func NewMessageID() string { return "msg_" + rand.Text() }
