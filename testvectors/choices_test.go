package testvectors_test

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/testvectors"
)

var update = flag.Bool("update", false, "write testdata/choices.txt anew")

// TestChoices pins what this project does where the specification is silent,
// beside the neutral files and not in them. SDK and oracle choose the same.
func TestChoices(t *testing.T) {
	var lines strings.Builder
	for c := range suite(t).All() {
		if c.Result != testvectors.Unspecified {
			continue
		}
		choice := askSDK(t, c)
		assert.Equal(t, askOracle(t, c), choice, c.ID)
		if choice == "" {
			choice = "accepts"
		}
		fmt.Fprintf(&lines, "%s %s\n", c.ID, choice)
	}
	const path = "testdata/choices.txt"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(lines.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotEmpty(t, want)
	require.Equal(t, string(want), lines.String())
}

// askSDK returns "" or the reason to refuse.
func askSDK(t *testing.T, c testvectors.Case) string {
	t.Helper()
	var err error
	switch c.Operation {
	case testvectors.OperationVerify:
		var v verifier
		if v, err = verifierOf(c, nil, nil); err == nil {
			_, err = v.VerifyAt(c.Body, headerOf(c.Headers), time.Unix(c.Now, 0))
		}
	case testvectors.OperationSign:
		err = setHeaders(c, http.Header{})
	case testvectors.OperationKey:
		err = keyParsers(c.Profile)["ParseSecret"](c.Keys[0])
	}
	return standardwebhooks.Code(err)
}
