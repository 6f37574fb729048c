// Package release has tests of what others get: the module as a proxy serves
// it, and the container image. Beside it are the scripts of a release, which
// RELEASING.md puts in order.
package release
