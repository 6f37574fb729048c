package webhookhttp_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
)

func ExampleTransport() {
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp"))
		fmt.Println(r.Header.Get("webhook-signature"))
	}))
	defer endpoint.Close()

	transport, err := webhookhttp.NewTransport(exampleSigner, webhookhttp.WithClock(exampleNow))
	if err != nil {
		panic(err)
	}
	client := &http.Client{Transport: transport, CheckRedirect: webhookhttp.NoRedirects, Timeout: 20 * time.Second}

	ctx := webhookhttp.ContextWithMessageID(context.Background(), "msg_1")
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint.URL, strings.NewReader(`{"type":"invoice.paid"}`))
	if err != nil {
		panic(err)
	}
	response, err := client.Do(r)
	if err != nil {
		panic(err)
	}
	response.Body.Close()
	fmt.Println(webhookhttp.Classify(response, exampleNow()).Outcome)
	// Output:
	// msg_1 1700000000
	// v1,Ze3tLWAP0ZVOntCUHTptYW9opwVq6U8YpjysUcqG5ng=
	// delivered
}

// Each endpoint has its own keys: while they are rotated, the new one and the
// old.
func ExampleNewTransportFunc() {
	previous := must(standardwebhooks.ParseSecret("whsec_dGhlIG5ldyBzZWNyZXQgb2YgdGhlIGV4YW1wbGVzLCAzMg=="))
	keys := map[string][]standardwebhooks.SigningKey{"ep_1": {exampleSecret, previous}, "ep_2": {exampleSecret}}
	type endpointKey struct{}
	find := func(r *http.Request) (webhookhttp.Signer, error) {
		endpoint, _ := r.Context().Value(endpointKey{}).(string)
		return standardwebhooks.NewSigner(keys[endpoint])
	}

	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println(r.URL.Path, len(strings.Fields(r.Header.Get("webhook-signature"))))
	}))
	defer server.Close()
	transport, err := webhookhttp.NewTransportFunc(find)
	if err != nil {
		panic(err)
	}
	client := &http.Client{Transport: transport, CheckRedirect: webhookhttp.NoRedirects, Timeout: 20 * time.Second}
	for _, endpoint := range []string{"ep_1", "ep_2", "ep_3"} {
		ctx := context.WithValue(webhookhttp.ContextWithMessageID(context.Background(), "msg_1"), endpointKey{}, endpoint)
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/"+endpoint, strings.NewReader(`{"type":"invoice.paid"}`))
		if err != nil {
			panic(err)
		}
		response, err := client.Do(r)
		if err != nil {
			fmt.Println(webhookhttp.ClassifyError(err).Reason, errors.Is(err, standardwebhooks.ErrNoKeys))
			continue
		}
		response.Body.Close()
	}
	// Output:
	// /ep_1 2
	// /ep_2 1
	// no_signer true
}

// Whoever can name an endpoint must not reach this side's own network with it.
// The dialer looks at the address it is about to connect to, and not at the name
// that somebody else resolves, perhaps to another one each time. A sender's own
// list has more ranges to refuse, such as 100.64.0.0/10 in some clouds.
func ExampleVerdictError() {
	onlyPublic := func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !to.Addr().IsGlobalUnicast() || to.Addr().IsPrivate() {
			return &webhookhttp.VerdictError{
				Verdict: webhookhttp.Verdict{Outcome: webhookhttp.Failed, Reason: "private_address"},
				Err:     errors.New("the endpoint has no public address"),
			}
		}
		return nil
	}
	dialer := &net.Dialer{Timeout: 5 * time.Second, Control: onlyPublic}
	transport, err := webhookhttp.NewTransport(exampleSigner, webhookhttp.WithBase(&http.Transport{DialContext: dialer.DialContext}))
	if err != nil {
		panic(err)
	}
	client := &http.Client{Transport: transport, CheckRedirect: webhookhttp.NoRedirects}

	ctx := webhookhttp.ContextWithMessageID(context.Background(), "msg_1")
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1:6379/", strings.NewReader(`{}`))
	if err != nil {
		panic(err)
	}
	response, err := client.Do(r)
	verdict := webhookhttp.Judge(response, err, time.Now())
	fmt.Println(verdict.Outcome, verdict.Reason, verdict.Outcome.Again())
	// Output:
	// failed private_address false
}

// One step of a sender that stores, for each message, how many attempts it has
// made and when the first was.
func ExampleSchedule_Next() {
	schedule := webhookhttp.DefaultSchedule()
	step := func(made int, elapsed time.Duration, response *http.Response, err error) {
		verdict := webhookhttp.Judge(response, err, exampleNow())
		wait, more := schedule.Next(made, elapsed, verdict, nil) // rand.Float64
		fmt.Printf("%v, %s: again %v, in %v\n", verdict.Outcome, verdict.Reason, more, wait)
	}

	busy := &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {"600"}}}
	step(1, time.Second, nil, context.DeadlineExceeded)
	step(2, 10*time.Second, busy, nil)
	step(3, 11*time.Minute, &http.Response{StatusCode: 204}, nil)
	step(3, 11*time.Minute, &http.Response{StatusCode: 410}, nil)
	step(13, 72*time.Hour, busy, nil)
	// Output:
	// retry, timeout: again true, in 5s
	// throttle, too_many_requests: again true, in 10m0s
	// delivered, success: again false, in 0s
	// gone, gone: again false, in 0s
	// throttle, too_many_requests: again false, in 0s
}
