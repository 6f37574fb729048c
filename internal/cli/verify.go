package cli

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/whsec/whsec/standardwebhooks"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	secrets secretFlags
	capture captureFlags
	clock   clockFlags
	scheme  schemeFlag
}

func (a *app) verifyCommand() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify [CAPTURE]",
		Short: "verify a captured request",
		Long: `Verify a request as it was captured: a file, or what is piped in. Its kind is
recognised by its content, and its scheme by its headers. With --header the
file is the body alone, byte for byte.

A capture is old. Its age is judged by the clock unless you say otherwise; a
request that is authentic but too old is never reported as forged.

Exits with 0 if every signed request in the capture is valid, 1 if one is not,
2 for wrong usage, 3 if there is no answer.

JSON, one object for each request:
  verdict    "valid" or "invalid"
  authentic  whether the signature is right, whatever the age
  reason     why it is invalid, a code such as "signature_mismatch"
  message    the same in words
  hints      what to do about it
  request    its place in the capture, from 1; line is where it starts
  scheme     how it was judged
  version    of the signature that matched, such as "v1"
  id, timestamp, age   what was authenticated; age in seconds
  judged_at  the time it was judged by, in seconds since 1970, and judged_by whose
             that is: "clock", "now" (the flag), "recorder" (of the capture) or
             "date_header", which the sender wrote and did not sign
  warnings   why a server may have refused it, or have seen another body
  left_out   how many requests of the capture have no signature
  key        name of the secret that matched, and index of the key, from 0
  body       its length in bytes and its sha256`,
		Example: `  whsec verify --secret-file secret.txt request.http
  whsec verify --secret-file new.txt --secret-file old=old.txt request.http
  pbpaste | whsec verify --at-capture --secret-env WEBHOOK_SECRET
  whsec verify --secret-file secret.txt --header 'webhook-id: msg_1' \
    --header 'webhook-timestamp: 1700000000' --header 'webhook-signature: v1,…' body.json`,
		Args: atMostOne("capture"),
		RunE: func(_ *cobra.Command, args []string) error { return a.verify(&o, args) },
	}
	o.secrets.addTo(cmd.Flags())
	o.capture.addTo(cmd.Flags())
	o.clock.addTo(cmd.Flags())
	o.scheme.addTo(cmd.Flags(), "how it is signed, where its headers do not tell")
	return cmd
}

func (a *app) verify(o *verifyOptions, args []string) error {
	if err := o.clock.check(a.typed()); err != nil {
		return err
	}
	requests, err := a.readSigned(&o.capture, &o.secrets, args)
	if err != nil {
		return err
	}
	secrets, err := a.configured(&o.secrets)
	if err != nil {
		return err
	}
	all := true
	for _, r := range requests {
		v, err := a.verifyOne(o, r, secrets)
		if err != nil {
			return err
		}
		a.print(v)
		all = all && v.valid()
	}
	if !all {
		return errNegative
	}
	return nil
}

// verifyOne judges one request. The error is of what kept it from an answer.
func (a *app) verifyOne(o *verifyOptions, r signedRequest, secrets []secret) (*verdict, error) {
	at, err := a.at(&o.clock, r)
	if err != nil {
		return nil, err
	}
	s := a.schemeOf(&o.scheme, r.Request)
	keys, err := s.ringOf(secrets)
	if err != nil {
		return nil, err
	}
	strict, err := s.newVerifier(keys.texts, o.clock.policy())
	if err != nil {
		return nil, keyHelp(&o.secrets, s, keys, keys.blame(err))
	}
	v := &verdict{scheme: s, request: r, keys: keys, at: at, clock: &o.clock}
	v.message, v.err = strict.VerifyAt(r.Body, r.HTTPHeader(), at.Time)
	if v.authentic() && v.err != nil {
		lenient, err := s.newVerifier(keys.texts, policy{ignoreAge: true})
		if err != nil {
			return nil, failed(err)
		}
		v.message, _ = lenient.VerifyAt(r.Body, r.HTTPHeader(), at.Time)
	}
	v.warnings = v.findWarnings()
	v.hints = a.hintsFor(v)
	if errors.Is(v.err, standardwebhooks.ErrSignatureMismatch) {
		v.hints = append(glance(v, secrets), v.hints...)
	}
	return v, nil
}

func (f *clockFlags) policy() policy {
	p := policy{ignoreAge: f.ignoreAge}
	if f.tolerance.set {
		p.tolerance = &f.tolerance.Duration
	}
	return p
}

// A verdict is what came of one request.
type verdict struct {
	scheme  *scheme
	request signedRequest
	keys    *ring
	clock   *clockFlags
	at      moment // which they come to

	message  standardwebhooks.Message // if it is authentic
	err      error                    // nil if it is valid
	warnings []string
	hints    []string
}

func (v *verdict) valid() bool { return v.err == nil }

// authentic reports whether the signature is right: the age is judged last.
func (v *verdict) authentic() bool {
	return v.err == nil || errors.Is(v.err, standardwebhooks.ErrTimestampTooOld) || errors.Is(v.err, standardwebhooks.ErrTimestampTooNew)
}
