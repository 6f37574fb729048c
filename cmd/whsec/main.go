// Command whsec signs and verifies webhooks, and says why a signature does
// not match. Run it without arguments for help.
package main

import (
	"os"

	"github.com/whsec/whsec/internal/cli"
)

func main() { os.Exit(cli.Main(cli.System())) }
