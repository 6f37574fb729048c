// Package fuzz holds the fuzz targets. Each is a property that no input may
// break, started from the vectors:
//
//	FuzzStandard       Verifier and oracle give the same verdict for the same reason; a refusal
//	FuzzSvix             comes with nothing, matches the umbrella and shows no key; CheckHeader
//	FuzzStripe           says early what can be said early
//	FuzzSignVerify     a Signer signs what the oracle signs, byte for byte, and refuses what it
//	                     refuses; who holds all keys, or any one of them, accepts
//	FuzzTamper         any byte of id, timestamp, signature or body replaced, put in or taken
//	                     away: refused
//	FuzzKeys           the text of a key is taken or refused as the oracle does it; what is taken
//	                     has one spelling, comes back by Text, and shows nowhere else
//	FuzzKeyFile        a file gives a key or an error that shows nothing of it; Go reads the same of
//	                     PEM, and a key comes back from text, PEM and JWK
//	FuzzSignatureList  what is found in a list of signatures is what regular expressions find
//	FuzzTimestamp      a timestamp and its place in the window are what a regular expression and
//	                     large numbers say, in seconds and in milliseconds
//	FuzzReceiver       the handler is called if the oracle accepts, with every byte of the body,
//	                     however it comes over the connection; who is refused learns a status
//	FuzzCapture        what is read of a capture is complete, and no byte of a body is made up
//	FuzzDoctor         the doctor calls valid what the oracle does, blames something if not, and
//	                     shows no secret
//	FuzzAdapter        every line gets its own answer, which is what the oracle says
//	FuzzLambdaEvent    an event becomes a request to its own path, with a body of its length
//	FuzzRetryAfter     a wait is as long as the receiver says, and never beyond the cap
//
// The data of most is a message as one would write it down, with fields of its
// own for the receiver: see internal/exchange. A fuzzer does not find a MAC, so
// that in it "@1" stands for the signature that is right by the first key.
//
//	go test -run '^$' -fuzz '^FuzzStandard$' -fuzztime 10m -parallel 1 ./fuzz
//
// Without -fuzz, go test runs the seeds and the regressions in testdata/fuzz.
// What comes out of a long run is mended as a vector, a mutant and the code; in
// testdata stays what is no vector, made as small as it goes.
//
// Beside released libraries ours is put by the targets in differential, a module
// of its own. All other targets are here: none needs a name that is not exported.
package fuzz
