package webhookhttp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"

	"github.com/whsec/whsec/standardwebhooks"
)

// ClassifyError judges an attempt that got no answer, by the error of
// [http.Client.Do] or of [Transport.RoundTrip]:
//
//	reason              outcome  what happened
//	redirected          Refused  [ErrRedirected]: the client follows redirects,
//	                             and the transport does not; see [NoRedirects]
//	no_signer           Retry    [ErrNoSigner]
//	signing_failed      Retry    the key is held elsewhere, and that failed
//	unsigned            Failed   there was no id, a body cut off or used up
//	                             before, or the Signer refused
//	canceled            Retry    this side gave up, as when it shuts down
//	request_body        Retry    the body could not be read
//	dns                 Retry    the name does not resolve
//	timeout             Retry    no connection, or no answer, in time
//	connection_refused  Retry    nothing listens there
//	unreachable         Retry    there is no way there
//	tls                 Retry    the certificate or the handshake is wrong
//	connection_reset    Retry    the connection was closed before there was an
//	                             answer
//	network             Retry    anything else
//
// A [VerdictError] in the tree of err chooses another. A nil error is none, and
// gives the zero Verdict.
func ClassifyError(err error) Verdict {
	if err == nil {
		return Verdict{}
	}
	verdict := verdictByKind(err)
	if chosen := verdictChosen(err); chosen != nil {
		return chosen.over(verdict)
	}
	return verdict
}

func verdictByKind(err error) Verdict {
	for _, kind := range errorKinds {
		if kind.is(err) {
			return Verdict{Outcome: kind.outcome, Reason: kind.reason}
		}
	}
	return Verdict{Outcome: Retry, Reason: "network"}
}

// errorKinds are tried in order: a name server that does not answer is "dns"
// and not "timeout", and what fails when the body is read from somewhere is not
// put down to the endpoint.
var errorKinds = []struct {
	reason  string
	outcome Outcome
	is      func(error) bool
}{
	{"redirected", Refused, is(ErrRedirected)},
	{"no_signer", Retry, is(ErrNoSigner)},
	{"signing_failed", Retry, is(standardwebhooks.ErrSigningFailed)},
	{"unsigned", Failed, is(ErrNoID, errBodyLength, errBodyUsed, standardwebhooks.ErrInvalid)},
	{"canceled", Retry, is(context.Canceled)},
	{"request_body", Retry, is(ErrRequestBody)},
	{"dns", Retry, as[*net.DNSError]},
	{"timeout", Retry, isTimeout},
	{"connection_refused", Retry, is(errnoRefused...)},
	{"unreachable", Retry, is(errnoUnreachable...)},
	{"tls", Retry, isTLS},
	{"connection_reset", Retry, is(append(errnoReset, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed)...)},
}

func is(targets ...error) func(error) bool {
	return func(err error) bool {
		for _, target := range targets {
			if errors.Is(err, target) {
				return true
			}
		}
		return false
	}
}

func as[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

func isTimeout(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded) || is(errnoTimedOut...)(err)
}

func isTLS(err error) bool {
	return as[*tls.CertificateVerificationError](err) ||
		as[tls.RecordHeaderError](err) ||
		as[tls.AlertError](err) ||
		as[x509.UnknownAuthorityError](err) ||
		as[x509.HostnameError](err) ||
		as[x509.CertificateInvalidError](err) ||
		errors.Is(err, http.ErrSchemeMismatch)
}
