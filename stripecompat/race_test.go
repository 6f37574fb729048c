//go:build race

package stripecompat_test

// The race detector makes pools drop things at random.
const raceDetector = true
