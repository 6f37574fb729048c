package exchange

import (
	"strconv"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/oracle"
)

// The fields of the receiver, and of the sender.
const (
	Key       = ":key"       // of the receiver, one a field
	Signer    = ":signer"    // of the sender, where it is not the receiver's: the private key to a public one
	Now       = ":now"       // seconds since 1970, with a fraction or without
	Tolerance = ":tolerance" // seconds, of the past and of the future; 300 300 unless set
)

// An Exchange is a request and how it is to be judged.
type Exchange struct {
	oracle.Request
	// Message has what the targets read for themselves.
	Message Message
	// Signers are the keys that the marks @1, @2 and so on stand for.
	Signers []string
}

// Read reads an exchange of a profile: standard, svix or stripe. In header
// values @1 stands for the right signature by the first key, of the id and
// timestamp that come first in the header whatever they are: no fuzzer finds a
// MAC, and what lies behind the comparison has to be reached.
func Read(profile string, data []byte) Exchange {
	m := Split(data)
	e := Exchange{Message: m, Request: oracle.Request{
		Profile: profile, Keys: m.Values(Key), Body: m.Body, Now: readTime(m.Value(Now)),
	}}
	e.Past, e.Future = readTolerance(m)
	e.Signers = append(m.Values(Key), m.Values(Signer)...)
	for _, field := range m.Fields {
		if !strings.HasPrefix(field[0], ":") {
			e.Headers = append(e.Headers, field)
		}
	}
	e.fillIn()
	return e
}

// readTime keeps away from where time.Time itself ends.
func readTime(text string) time.Time {
	whole, fraction, _ := strings.Cut(text, ".")
	seconds, _ := strconv.ParseInt(whole, 10, 64)
	nanoseconds, _ := strconv.ParseUint((fraction + "000000000")[:9], 10, 32)
	return time.Unix(seconds%(1<<50), int64(nanoseconds))
}

func readTolerance(m Message) (past, future time.Duration) {
	texts := strings.Fields(m.Value(Tolerance))
	if len(texts) != 2 {
		return oracle.DefaultTolerance, oracle.DefaultTolerance
	}
	return readSeconds(texts[0]), readSeconds(texts[1])
}

// readSeconds goes a little beyond what is allowed.
func readSeconds(text string) time.Duration {
	seconds, _ := strconv.ParseInt(text, 10, 64)
	return time.Duration(seconds%100_000) * time.Second
}
