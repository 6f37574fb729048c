// Package mutants holds wrong verifiers, in test files, so that nobody imports
// one. Each is the right one of this package with a single mistake, such as
// people make: it passes the known answers and nearly every vector, and is
// killed by at least one. That measures the vectors.
//
// To add one: find the hook of verifier that the mistake is in, write the
// mistake into the table of its theme, and run
//
//	go test -v ./internal/mutants
//
// A mutant that lives needs a vector. A fault in the field is mended as mutant,
// vector and code in one commit.
package mutants
