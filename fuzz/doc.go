// Package fuzz holds the fuzz targets. Each is a property that no input may
// break, started from the cases of the project:
//
//	go test -run '^$' -fuzz '^FuzzVerify$' -fuzztime 10m ./fuzz
//
// Without -fuzz, go test runs the seeds and the regressions in testdata/fuzz.
package fuzz
