// Package svixcompat is the scheme of package standardwebhooks under the header
// names of Svix: svix-id, svix-timestamp and svix-signature.
package svixcompat
