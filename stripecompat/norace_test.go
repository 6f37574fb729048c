//go:build !race

package stripecompat_test

const raceDetector = false
