package webhookhttp

import (
	"net/http"
	"net/url"
	"time"
)

// An Outcome is what an answer to a webhook means for what comes next. The zero
// Outcome is none.
type Outcome int

const (
	// Delivered: the receiver has it. Do not send it again.
	Delivered Outcome = iota + 1
	// Retry: a failure that may pass. Send it again when the schedule says.
	Retry
	// Throttle: as Retry, and the endpoint is overloaded: send it less of
	// everything for a while.
	Throttle
	// Refused: a failure that the receiver has to mend, such as a wrong path or
	// an old secret. The specification has it sent again all the same, since
	// they do mend it; tell them.
	Refused
	// Gone: the receiver wants no more. Disable the endpoint.
	Gone
	// Failed: it is this side that does not send, and it will not the next time
	// either: the message cannot be signed, or the address is not one to call.
	Failed
)

// String returns the outcome in a word.
func (o Outcome) String() string {
	switch o {
	case Delivered:
		return "delivered"
	case Retry:
		return "retry"
	case Throttle:
		return "throttle"
	case Refused:
		return "refused"
	case Gone:
		return "gone"
	case Failed:
		return "failed"
	default:
		return "unknown"
	}
}

// Again reports whether the message is to be sent again, when the schedule
// says.
func (o Outcome) Again() bool { return o == Retry || o == Throttle || o == Refused }

// A Verdict is what is to be made of one attempt.
type Verdict struct {
	Outcome Outcome
	// Reason is one word for logs and metrics: "success", "redirect", "gone",
	// "timeout" and so on. See [Classify] and [ClassifyError].
	Reason string
	// RetryAfter is how long the receiver asked to be left alone, from 0 to
	// [MaxRetryAfter].
	RetryAfter time.Duration
	// Target is where a redirect leads to, if it names a place: what the
	// endpoint's address probably ought to be. It is not to be followed, and it
	// is for the endpoint's owner and not for logs, as addresses hold tokens.
	Target string
}

// Judge judges an attempt by what [http.Client.Do], or a RoundTrip, returned:
// by [Classify] if there was an answer, and else by [ClassifyError].
//
// There can be both, when the client's CheckRedirect refused a redirect: it is
// the answer that counts then, unless a [VerdictError] chooses.
func Judge(response *http.Response, err error, now time.Time) Verdict {
	if err == nil || response != nil && verdictChosen(err) == nil {
		return Classify(response, now)
	}
	return ClassifyError(err)
}

// Classify judges an answer, after the specification ("Delivery success and
// failure"), by its status and its Retry-After and Location headers:
//
//	status           outcome    reason
//	200 to 299       Delivered  success
//	300 to 399       Refused    redirect
//	408              Retry      request_timeout
//	410              Gone       gone
//	425              Retry      too_early
//	429              Throttle   too_many_requests
//	other 400s       Refused    client_error
//	502              Throttle   bad_gateway
//	504              Throttle   gateway_timeout
//	503              Retry      unavailable, or Throttle with a Retry-After
//	other 500s       Retry      server_error
//	anything else    Retry      unexpected_status
//
// The time is for a Retry-After that is a date. Classify does not read the
// body of the answer: do that, up to some limit, or close it.
func Classify(response *http.Response, now time.Time) Verdict {
	if response == nil {
		return Verdict{Outcome: Retry, Reason: "unexpected_status"}
	}
	v := classifyStatus(response.StatusCode)
	if v.Outcome == Delivered {
		return v
	}
	wait, asked := RetryAfter(response.Header, now)
	v.RetryAfter = wait
	if asked && response.StatusCode == http.StatusServiceUnavailable {
		v.Outcome = Throttle
	}
	if v.Reason == "redirect" {
		v.Target = target(response)
	}
	return v
}

func classifyStatus(status int) Verdict {
	switch {
	case status >= 200 && status < 300:
		return Verdict{Outcome: Delivered, Reason: "success"}
	case status >= 300 && status < 400:
		return Verdict{Outcome: Refused, Reason: "redirect"}
	case status == http.StatusRequestTimeout:
		return Verdict{Outcome: Retry, Reason: "request_timeout"}
	case status == http.StatusGone:
		return Verdict{Outcome: Gone, Reason: "gone"}
	case status == http.StatusTooEarly:
		return Verdict{Outcome: Retry, Reason: "too_early"}
	case status == http.StatusTooManyRequests:
		return Verdict{Outcome: Throttle, Reason: "too_many_requests"}
	case status >= 400 && status < 500:
		return Verdict{Outcome: Refused, Reason: "client_error"}
	case status == http.StatusBadGateway:
		return Verdict{Outcome: Throttle, Reason: "bad_gateway"}
	case status == http.StatusServiceUnavailable:
		return Verdict{Outcome: Retry, Reason: "unavailable"}
	case status == http.StatusGatewayTimeout:
		return Verdict{Outcome: Throttle, Reason: "gateway_timeout"}
	case status >= 500 && status < 600:
		return Verdict{Outcome: Retry, Reason: "server_error"}
	default:
		return Verdict{Outcome: Retry, Reason: "unexpected_status"}
	}
}

// target resolves the Location against the address of the request.
func target(response *http.Response) string {
	location := response.Header.Get("Location")
	if location == "" {
		return ""
	}
	parsed, err := url.Parse(location)
	if err != nil {
		return ""
	}
	if response.Request != nil && response.Request.URL != nil {
		parsed = response.Request.URL.ResolveReference(parsed)
	}
	return parsed.String()
}
