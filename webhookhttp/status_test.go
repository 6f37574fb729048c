package webhookhttp_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/stripecompat"
	"github.com/whsec/whsec/webhookhttp"
)

// ofRequests and ofKeys are the classes of standardwebhooks.
var (
	ofRequests = []error{
		standardwebhooks.ErrMissingHeader, standardwebhooks.ErrDuplicateHeader, standardwebhooks.ErrMalformedID,
		standardwebhooks.ErrMalformedTimestamp, standardwebhooks.ErrMalformedSignature, standardwebhooks.ErrUnsupportedScheme,
		standardwebhooks.ErrSignatureMismatch, standardwebhooks.ErrTimestampTooOld, standardwebhooks.ErrTimestampTooNew,
	}
	ofKeys = []error{
		standardwebhooks.ErrMalformedSecret, standardwebhooks.ErrEmptySecret, standardwebhooks.ErrWeakSecret,
		standardwebhooks.ErrWrongKeyType, standardwebhooks.ErrNoKeys, standardwebhooks.ErrTooManyKeys,
		standardwebhooks.ErrInvalidTolerance, standardwebhooks.ErrInvalidHeaderPrefix, standardwebhooks.ErrSigningFailed,
		stripecompat.ErrInvalidFormat,
	}
	own = []error{
		webhookhttp.ErrBodyTooLarge, webhookhttp.ErrBodyTimeout, webhookhttp.ErrBodyUnreadable, webhookhttp.ErrBodyConsumed,
		webhookhttp.ErrNotVerified, webhookhttp.ErrNoVerifier, webhookhttp.ErrNoHandler, webhookhttp.ErrHandlerFailed, webhookhttp.ErrHandlerGaveUp,
		webhookhttp.ErrUndecodablePayload, webhookhttp.ErrNoScope, webhookhttp.ErrNoMessageID, webhookhttp.ErrInProgress,
		webhookhttp.ErrStoreFull, webhookhttp.ErrStoreFailed,
	}
)

// documented reads the table in the package comment.
func documented(t *testing.T) map[string]int {
	source, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(source), "//\tstatus  code\n")
	require.True(t, found)
	table, _, found = strings.Cut(table, "//\n")
	require.True(t, found)
	codes, status := map[string]int{}, 0
	for line := range strings.Lines(table) {
		for _, word := range strings.FieldsFunc(strings.Trim(line, "/"), func(r rune) bool { return strings.ContainsRune(" \t\n,", r) }) {
			if number, err := strconv.Atoi(word); err == nil {
				status = number
			} else if strings.Contains(word, "_") {
				codes[word] = status
			}
		}
	}
	return codes
}

func TestTheTableInTheDocumentationIsTrue(t *testing.T) {
	table := documented(t)
	for _, err := range slices.Concat(ofRequests, own) {
		code := standardwebhooks.Code(err)
		assert.Equal(t, table[code], webhookhttp.Status(fmt.Errorf("wrapped: %w", err)), code)
		delete(table, code)
	}
	for _, err := range ofKeys {
		assert.Equal(t, 500, webhookhttp.Status(err), "%v", err)
	}
	delete(table, "no_keys")
	assert.Equal(t, 200, table["replay_done"])
	delete(table, "replay_done")
	assert.Empty(t, slices.Collect(maps.Keys(table)), "codes that no error has")
}

func TestStatus(t *testing.T) {
	assert.Equal(t, 200, webhookhttp.Status(nil))
	assert.Equal(t, 401, webhookhttp.Status(errors.New("something else")))
	assert.Equal(t, 400, webhookhttp.Status(&standardwebhooks.HeaderError{Class: standardwebhooks.ErrMissingHeader}))
}

func TestStatusErrorText(t *testing.T) {
	assert.Equal(t, "no such tenant", (&webhookhttp.StatusError{Status: 404, Err: errors.New("no such tenant")}).Error())
	assert.Equal(t, "status 404", (&webhookhttp.StatusError{Status: 404}).Error())
	for status, want := range map[int]string{200: "status 500", 399: "status 500", 400: "status 400", 599: "status 599", 600: "status 500"} {
		assert.Equal(t, want, (&webhookhttp.StatusError{Status: status}).Error())
	}
}
