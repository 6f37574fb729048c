//go:build !race

// Package race tells tests whether the race detector is built in: with it,
// sync.Pool drops entries on purpose, and counts of allocations mean nothing.
package race

// Enabled says whether the race detector is built in.
const Enabled = false
