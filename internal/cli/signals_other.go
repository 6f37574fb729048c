//go:build !unix

package cli

import "os"

// endSignals end a command that has something to clear away first.
var endSignals = []os.Signal{os.Interrupt}
