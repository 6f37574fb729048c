package testvectors_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/testvectors"
)

func TestLoad(t *testing.T) {
	suite, err := testvectors.Load()
	require.NoError(t, err)
	require.NotEmpty(t, suite.Files)
	for c := range suite.All() {
		require.NotEmpty(t, c.ID)
		require.NotEmpty(t, c.Keys, c.ID)
	}
}
