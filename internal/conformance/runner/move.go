package runner

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/testvectors"
)

const (
	cannotResign = "cannot be signed anew for the clock of the machine"
	onEdge       = "is too near to the end of the window for the clock of the machine"
)

// edge is how near to the end of the window a timestamp cannot be, in seconds:
// the clock of the machine goes on.
const edge = 30

// move returns the request as it would be, had it been sent and received later
// so that it is received now, or why it cannot. What is not understood is not
// moved: with a signature of another time an invalid request would be rejected
// for that alone. In a valid one it is no matter, as long as it stays valid.
func (r *resigner) move(c *Case, now int64) (*Case, string) {
	if nearEdge(c) {
		return nil, onEdge
	}
	moved := *c
	moved.Now, moved.Headers = now, nil
	shift := shift{made: r.made, by: now - c.Now, lax: c.Result == testvectors.Valid}
	for _, h := range c.Headers {
		value, ok := shift.value(kindOf(h.Name), string(h.Value))
		if !ok {
			return nil, cannotResign
		}
		moved.Headers = append(moved.Headers, testvectors.Field{Name: h.Name, Value: []byte(value)})
	}
	if oracleVerdict(&moved) != oracleVerdict(c) {
		return nil, cannotResign
	}
	return &moved, ""
}

// oracleVerdict is "" or a code.
func oracleVerdict(c *Case) string {
	tolerance := tolerance(c)
	request := oracle.Request{
		Profile: c.Profile, Keys: c.Keys, Body: c.Body, Now: time.Unix(c.Now, 0),
		Past: tolerance, Future: tolerance,
	}
	for _, h := range c.Headers {
		request.Headers = append(request.Headers, [2]string{h.Name, string(h.Value)})
	}
	return oracle.Verify(request)
}

func tolerance(c *Case) time.Duration {
	if c.Tolerance == nil {
		return defaultTolerance * time.Second
	}
	return time.Duration(*c.Tolerance) * time.Second
}

// A headerKind is what a header of one of the schemes has in it.
type headerKind int

const (
	otherHeader headerKind = iota
	idHeader
	timestampHeader
	signatureHeader
	stripeHeader
)

func kindOf(name string) headerKind {
	name = strings.ToLower(name)
	switch {
	case name == "stripe-signature":
		return stripeHeader
	case !strings.HasPrefix(name, "webhook-") && !strings.HasPrefix(name, "svix-"):
		return otherHeader
	case strings.HasSuffix(name, "-id"):
		return idHeader
	case strings.HasSuffix(name, "-timestamp"):
		return timestampHeader
	case strings.HasSuffix(name, "-signature"):
		return signatureHeader
	default:
		return otherHeader
	}
}

// A shift moves the values of the headers of a request.
type shift struct {
	made map[string]origin
	by   int64 // seconds
	lax  bool  // signatures of unknown origin stay
}

func (s *shift) value(kind headerKind, value string) (string, bool) {
	switch kind {
	case timestampHeader:
		return moveTimestamp(value, s.by)
	case signatureHeader:
		return s.tokens(value)
	case stripeHeader:
		return s.items(value)
	default:
		return value, true
	}
}

// items moves the items of Stripe's header.
func (s *shift) items(value string) (string, bool) {
	items := strings.Split(value, ",")
	for i, item := range items {
		label, rest, found := strings.Cut(item, "=")
		var ok bool
		if found && strings.TrimSpace(label) == "t" {
			rest, ok = moveTimestamp(rest, s.by)
			item = label + "=" + rest
		} else {
			item, ok = s.tokens(item)
		}
		if !ok {
			return "", false
		}
		items[i] = item
	}
	return strings.Join(items, ","), true
}

// tokenRE is what can be a signature or a part of a list of them.
var tokenRE = regexp.MustCompile(`[A-Za-z0-9+/_-]+={0,2}`)

// minSignature is from where on a token is taken for a signature, in bytes.
const minSignature = 40

// tokens makes every signature anew.
func (s *shift) tokens(value string) (string, bool) {
	all := true
	moved := tokenRE.ReplaceAllStringFunc(value, func(token string) string {
		o, known := s.made[token]
		if !known {
			all = all && (s.lax || len(token) < minSignature)
			return token
		}
		again, ok := o.again(s.by)
		all = all && ok
		return again
	})
	return moved, all
}

var (
	timeRE   = regexp.MustCompile(`[0-9]+`)
	digitsRE = regexp.MustCompile(`^-?[0-9]*$`)
)

// The length of what is taken for seconds and for milliseconds.
const (
	minSeconds, maxSeconds = 9, 11
	milliseconds           = 13
)

// moveTimestamp moves the one number in a timestamp that can be a time of our
// days. Without one, digits are as far away from any other time.
func moveTimestamp(text string, by int64) (string, bool) {
	moved := 0
	text = timeRE.ReplaceAllStringFunc(text, func(digits string) string {
		t, err := strconv.ParseInt(digits, 10, 64)
		switch n := len(digits); {
		case err != nil:
			return digits
		case n >= minSeconds && n <= maxSeconds:
			moved++
			return strconv.FormatInt(t+by, 10)
		case n == milliseconds:
			moved++
			return strconv.FormatInt(t+by*1000, 10)
		default:
			return digits
		}
	})
	return text, moved == 1 || moved == 0 && digitsRE.MatchString(text)
}

// nearEdge reports whether a timestamp is about as far from now as is
// tolerated.
func nearEdge(c *Case) bool {
	window := int64(tolerance(c).Seconds())
	for _, text := range timestampsOf(c) {
		t, err := strconv.ParseInt(text, 10, 64)
		age := max(c.Now-t, t-c.Now)
		if err == nil && age >= window-edge && age <= window+edge {
			return true
		}
	}
	return false
}
