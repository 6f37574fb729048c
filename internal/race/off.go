//go:build !race

// Package race tells tests whether the race detector is built in: with it,
// sync.Pool drops entries on purpose, so that counts of allocations mean nothing,
// and everything takes ten times as long.
package race

// Enabled says whether the race detector is built in.
const Enabled = false
