package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whsec/whsec/internal/conformance"
	"github.com/whsec/whsec/internal/conformance/report"
	"github.com/whsec/whsec/internal/oracle"
	"github.com/whsec/whsec/testvectors"
)

// A verdict is what an answer is worth.
type verdict struct {
	state   report.State
	class   report.Class
	problem string
}

func failure(class report.Class, format string, args ...any) verdict {
	return verdict{report.Fail, class, fmt.Sprintf(format, args...)}
}

// judgeFault judges the lack of an answer. Whatever the specification leaves
// open, the protocol is not among it.
func judgeFault(c *Case, f *Fault) verdict {
	if c.Result == testvectors.Unspecified && f.Class != report.Protocol {
		return verdict{state: report.Unspecified}
	}
	return failure(f.Class, "%s", f.Text)
}

// judge compares an answer with what is expected. To decline is no answer: an
// adapter does not choose what it is examined in.
func judge(c *Case, a conformance.Answer, strictReasons bool) verdict {
	switch {
	case a.Outcome == conformance.Unsupported:
		return failure(report.Unsupported, "declines, though it declares everything that this vector requires")
	case c.Result == testvectors.Unspecified:
		return verdict{state: report.Unspecified}
	case a.Outcome == conformance.Failed:
		return failure(report.Crash, "fails with an error; %s is expected", expected(c))
	case c.Result == testvectors.Valid:
		return judgeValid(c, a)
	default:
		return judgeInvalid(c, a, strictReasons)
	}
}

func judgeValid(c *Case, a conformance.Answer) verdict {
	switch a.Outcome {
	case conformance.Accept:
		return verdict{state: report.Pass}
	case conformance.Signed:
		return judgeSigned(c, a.Headers)
	default:
		return failure(report.Verdict, "rejects; %s is expected", expected(c))
	}
}

func judgeInvalid(c *Case, a conformance.Answer, strictReasons bool) verdict {
	switch {
	case a.Outcome == conformance.Accept:
		return failure(report.Verdict, "accepts; %s is expected", expected(c))
	case a.Outcome == conformance.Signed:
		return failure(report.Verdict, "signs; %s is expected", expected(c))
	case strictReasons && c.Reason != "" && a.Reason != c.Reason:
		return failure(report.Reason, "rejects for the reason %q; %q is expected", a.Reason, c.Reason)
	default:
		return verdict{state: report.Pass}
	}
}

// expected says what a case expects, in words.
func expected(c *Case) string {
	switch {
	case c.Result == testvectors.Invalid && c.Reason != "":
		return "a rejection (" + c.Reason + ")"
	case c.Result == testvectors.Invalid:
		return "a rejection"
	case c.Operation == testvectors.OperationSign:
		return "a signed message"
	default:
		return "to accept"
	}
}

// judgeSigned compares headers byte for byte: HMAC and Ed25519 leave no choice.
// The order of several signatures is free.
func judgeSigned(c *Case, headers []conformance.Pair) verdict {
	want := signedHeaders(c)
	for _, w := range want {
		values := valuesOf(headers, w.Name)
		switch {
		case len(values) == 0:
			return failure(report.Headers, "signs without the header %s", w.Name)
		case len(values) > 1:
			return failure(report.Headers, "signs with %d headers %s", len(values), w.Name)
		case !sameValue(values[0], w.Value):
			return failure(report.Headers, "signs with %s: %.120q; %.120q is expected", w.Name, values[0], w.Value)
		}
	}
	if len(headers) > len(want) {
		return failure(report.Headers, "signs with %d headers; %d are expected", len(headers), len(want))
	}
	return verdict{state: report.Pass}
}

func signedHeaders(c *Case) []conformance.Pair {
	if len(c.Expected) > 0 {
		return pairs(c.Expected)
	}
	headers, _ := oracle.Sign(c.Profile, c.Keys, c.MessageID, c.Timestamp, c.Body)
	var want []conformance.Pair
	for _, h := range headers {
		want = append(want, conformance.Pair{Name: h[0], Value: h[1]})
	}
	return want
}

func valuesOf(headers []conformance.Pair, name string) []string {
	var values []string
	for _, h := range headers {
		if strings.EqualFold(h.Name, name) {
			values = append(values, h.Value)
		}
	}
	return values
}

// sameValue compares lists as sets. Those of the schemes are separated by
// spaces, those of Stripe by commas.
func sameValue(got, want string) bool {
	if got == want {
		return true
	}
	for _, separator := range []string{" ", ","} {
		if strings.Count(want, "v1") > 1 && sameItems(strings.Split(got, separator), strings.Split(want, separator)) {
			return true
		}
	}
	return false
}

func sameItems(got, want []string) bool {
	slices.Sort(got)
	slices.Sort(want)
	return slices.Equal(got, want)
}
