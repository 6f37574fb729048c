package differential

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/whsec/whsec/fuzz/internal/exchange"
)

// A difference is something that one side accepts and the other refuses.
type difference struct {
	name string
	// theirs: the libraries accept it, and ours refuses. Otherwise it is the
	// other way.
	theirs bool
	// peers are the libraries, with the vectors that show it.
	peers map[string][]string
	// mend returns the same request without it, or false if it is not there.
	mend func(peer, exchange.Exchange) (exchange.Exchange, bool)
}

// unexplained returns "" if with what is known mended both sides accept, and
// else what is wrong.
func (p peer) unexplained(t *testing.T, e exchange.Exchange, theirs bool) string {
	var names []string
	for _, d := range differences {
		if d.theirs != theirs || d.peers[p.name] == nil {
			continue
		}
		if mended, ok := d.mend(p, e); ok {
			e, names = mended, append(names, d.name)
		}
	}
	if names == nil {
		return "an unknown difference"
	}
	ours, code := oursAccepts(e)
	if again := p.accepts(t, e); !ours || !again {
		return "more than " + strings.Join(names, ", ") + "; with it mended, ours: " + code + ", theirs: " + map[bool]string{true: "accepted", false: "refused"}[again]
	}
	return ""
}

// values returns the values of a header.
func values(e exchange.Exchange, name string) []string {
	return exchange.Header(e.Headers).Values(name)
}

// with returns the exchange with these values of a header in place of what
// there were.
func with(e exchange.Exchange, name string, values ...string) exchange.Exchange {
	e.Headers = slices.DeleteFunc(slices.Clone(e.Headers), func(field [2]string) bool {
		return http.CanonicalHeaderKey(field[0]) == http.CanonicalHeaderKey(name)
	})
	for _, value := range values {
		e.Headers = append(e.Headers, [2]string{name, value})
	}
	return e
}

// withKey returns the exchange with another key.
func withKey(e exchange.Exchange, key string) exchange.Exchange {
	e.Keys = []string{key}
	return e
}

// resigned puts the signature that the library finds right now in the place of
// the one that it found right before.
func (p peer) resigned(before, now exchange.Exchange) exchange.Exchange {
	sign := func(e exchange.Exchange) string {
		s := p.read(e)
		return exchange.Signature(p.profile, s.key, s.id, s.timestamp, e.Body)
	}
	was, is := sign(before), sign(now)
	now.Headers = slices.Clone(now.Headers)
	for i, field := range now.Headers {
		if strings.HasSuffix(strings.ToLower(field[0]), "-signature") {
			now.Headers[i][1] = replaceFold(field[1], was, is)
		}
	}
	return now
}

// replaceFold is for hex, of which either case is right. A signature in base64
// does not meet itself in another case.
func replaceFold(text, was, is string) string {
	for i := 0; i+len(was) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(was)], was) {
			return text[:i] + is + replaceFold(text[i+len(was):], was, is)
		}
	}
	return text
}
