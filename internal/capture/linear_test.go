package capture

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/internal/race"
)

// Captures made to keep the reader busy: whatever looks at all of one for each
// of its lines takes minutes or hours for these, and the test does not end.

func TestCurlWithManyImpliedFields(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing here runs at once, and all of it would take minutes")
	}
	const n = 200_000
	requests, err := Parse([]byte("curl u"+strings.Repeat(" -Ha:b -Ax", n)), Options{})
	require.NoError(t, err)
	require.Len(t, requests, 1)
	assert.Len(t, requests[0].Header, n+1)
}

func TestManyRequestLinesWithoutFields(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing here runs at once, and all of it would take minutes")
	}
	data := strings.Repeat("!\nGET / HTTP/1.1\n", DefaultMaxSize/34)
	_, err := Parse([]byte(data), Options{})
	require.ErrorContains(t, err, "line 1: expected a request line")
}
