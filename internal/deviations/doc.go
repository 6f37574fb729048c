// Package deviations has the tests that make and keep doc/deviations.md: where
// the SDK and a released library answer differently. What a library does is
// read from CONFORMANCE.md, what the SDK does is asked, and a table says of each
// difference what it is and why. A difference that nobody explained fails, and
// so does an explanation of what no library does.
package deviations
