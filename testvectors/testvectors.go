// Package testvectors is a neutral conformance suite for the Standard Webhooks
// signature scheme, its Svix dialect and Stripe's, for implementations in any
// language. The vectors are JSON files; this package embeds and reads them.
//
//	suite, err := testvectors.Load()
//	for c := range suite.All() {
//		if c.Profile == testvectors.ProfileStandard && c.Operation == testvectors.OperationVerify {
//			// verify c.Headers and c.Body with c.Keys at c.Now; compare with c.Result
//		}
//	}
//
// A vector is valid or invalid where the specification decides, and unspecified
// where it does not: that is recorded, never a failure. README.md in this
// folder describes the format and how the hard cases were judged.
package testvectors

import "embed"

//go:generate go run ./internal/gen .

//go:embed flags.json documents.json retired.json standard/*.json svix/*.json stripe/*.json schema/v1/*.json
var files embed.FS

// FS returns the files of the suite: the vectors, the tables beside them, and
// the JSON Schemas of them all under schema/v1.
func FS() embed.FS { return files }
