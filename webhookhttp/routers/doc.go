// Package routers holds tests: webhookhttp works under net/http's ServeMux,
// chi, gin and echo. It is a module of its own, so that none of them is a
// dependency of whsec.
package routers
