// Package webhookhttp is net/http on both sides of a webhook: middleware that
// lets through only what is authentic, with a guard against handling a message
// twice, and a transport that signs what it sends.
//
// # Receiving
//
// A [Receiver] wraps a handler. The handler is called with requests that were
// verified, and with nothing else:
//
//	receiver, err := webhookhttp.NewReceiver(verifier)
//	…
//	mux.Handle("POST /webhooks", receiver.Middleware(handler))
//
// It takes anything with a Verify method: the Verifiers of standardwebhooks,
// svixcompat and stripecompat, or a function that finds one for the request.
// The body is read once and whole, within a limit; the handler can read it
// again from the request, or take it from [MessageFrom]. It is verified as it
// came: nothing is parsed, inflated or re-encoded, so put no middleware in
// front that reads the body or changes it.
//
// The one who sent the request learns the status and never the reason. The
// reason goes to the log and to the hook of [WithReport], under these codes:
//
//	status  code
//	400     missing_header, duplicate_header, malformed_id,
//	        malformed_timestamp, malformed_signature, body_unreadable
//	401     unsupported_scheme, signature_mismatch, timestamp_too_old,
//	        timestamp_too_new, not_verified
//	408     body_timeout
//	413     body_too_large
//	500     body_consumed, no_verifier, no_handler, no_keys and the other codes
//	        of keys and configuration, replay_no_scope, replay_no_id,
//	        handler_failed, undecodable_payload
//	503     handler_gave_up, replay_in_progress, replay_store_full,
//	        replay_store_failed
//	200     replay_done
//
// A [StatusError] sets another status for no_verifier, replay_no_scope,
// replay_no_id and handler_failed. Two more codes say what went wrong after a
// handler had answered, and do not change its answer: replay_commit_failed and
// replay_release_failed.
//
// A sender takes 2xx for "delivered" and everything else for "send it again",
// so this package answers 2xx if the handler did, or if the message was
// handled before, and never otherwise.
//
// Timeouts are the server's. A client that never finishes its body holds its
// connection, and 64 KiB or a few times what it has sent, until
// http.Server.ReadTimeout closes it: set that.
//
// # Handling a message once
//
// A message comes more than once: after a timeout, because its sender was asked
// to send it again, and because somebody replays a recording. A [ReplayGuard]
// calls the handler at least once for each message, and again only if it is not
// known to have succeeded. [ReplayGuard.Do] does the same for a worker that has
// its messages from a queue.
//
// # Sending
//
// A [Transport] is an [http.RoundTripper] that signs, with one Signer or with
// that of each endpoint. [Judge] says what came of an attempt, and a [Schedule]
// when the next is due.
//
// # AWS Lambda
//
// [LambdaHandler] runs a handler on the events of API Gateway, Application Load
// Balancers and function URLs. [ParseLambdaEvent] is there for those who want
// only body and header.
package webhookhttp

// The files, by side. Receiving: receiver, options, handler, undecodable,
// context, body, status, report. Handling once: guard, once, serveonce,
// heldresponse, store, memory. Sending: transport, classify, classifyerror,
// errno, winsock, verdicterror, retryafter (which receivers write), schedule.
// Lambda: lambda, lambdaresponse.
