package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/whsec/whsec/standardwebhooks"
)

// print writes the verdict to stdout, and what to make of it to stderr.
func (a *app) print(v *verdict) {
	if a.asJSON {
		a.out.json(v.json())
	} else {
		a.out.data("%s", a.verdictLine(v))
	}
	if v.err != nil {
		a.out.errorMessage(v.request.prefix() + v.problem())
	}
	for _, warning := range v.warnings {
		a.out.warning("%s%s", v.request.prefix(), warning)
	}
	for _, hint := range v.hints {
		a.out.hint(hint)
	}
}

// problem says what is wrong. An age is told in days, as the verdict line
// has it.
func (v *verdict) problem() string {
	var age *standardwebhooks.TimestampError
	if v.authentic() && errors.As(v.err, &age) {
		return fmt.Sprintf("%v: %s, tolerance %v", age.Class, ageText(v.age()), age.Tolerance)
	}
	return v.err.Error()
}

func (a *app) verdictLine(v *verdict) string {
	switch {
	case v.valid():
		return v.request.prefix() + a.out.verdict("valid", true) + ": " + v.description()
	case v.authentic():
		return v.request.prefix() + a.out.verdict("authentic, but "+standardwebhooks.Code(v.err), false) + ": " + v.description()
	default:
		return v.request.prefix() + a.out.verdict("invalid", false) + ": " + standardwebhooks.Code(v.err)
	}
}

// description says what was authenticated, by which key, and how old it is.
func (v *verdict) description() string {
	var parts []string
	if v.message.ID != "" {
		parts = append(parts, printable(v.message.ID))
	}
	parts = append(parts, fmt.Sprintf("signed with %s under %s", v.message.Scheme, printable(v.keyName())))
	return strings.Join(append(parts, ageText(v.age())), ", ")
}

// keyName names the secret that matched, and the place of the key in it if it
// holds a list.
func (v *verdict) keyName() string {
	index := v.message.KeyIndex
	name, first, last := v.keys.names[index], index, index
	for first > 0 && v.keys.names[first-1] == name {
		first--
	}
	for last+1 < len(v.keys.names) && v.keys.names[last+1] == name {
		last++
	}
	if first == last {
		return name
	}
	return fmt.Sprintf("%s (key %d of %d)", name, index-first+1, last-first+1)
}

// age is in whole seconds, negative for what comes from the future.
func (v *verdict) age() int64 { return age(v.at.Time, v.message.Timestamp.Unix()) }

func ageText(seconds int64) string {
	if seconds < 0 {
		return lengthText(-seconds) + " in the future"
	}
	return lengthText(seconds) + " old"
}

func lengthText(seconds int64) string {
	const day = 24 * 60 * 60
	switch {
	case seconds == int64(math.MaxInt64/time.Second): // and no more is known
		return fmt.Sprintf("over %d days", seconds/day)
	case seconds >= 3*day:
		return fmt.Sprintf("%d days", seconds/day)
	}
	return (time.Duration(seconds) * time.Second).String()
}

// verdictJSON is documented in the help of verify.
type verdictJSON struct {
	Verdict   string    `json:"verdict"`
	Authentic bool      `json:"authentic"`
	Reason    string    `json:"reason,omitempty"`
	Message   string    `json:"message,omitempty"`
	Hints     []string  `json:"hints,omitempty"`
	Request   int       `json:"request"`
	Line      int       `json:"line"`
	Scheme    string    `json:"scheme"`
	Version   string    `json:"version,omitempty"`
	ID        string    `json:"id,omitempty"`
	Timestamp *int64    `json:"timestamp,omitempty"`
	Age       *int64    `json:"age,omitempty"`
	JudgedAt  int64     `json:"judged_at"`
	JudgedBy  string    `json:"judged_by"`
	Key       *keyJSON  `json:"key,omitempty"`
	Body      *bodyJSON `json:"body"`
	Warnings  []string  `json:"warnings,omitempty"`
	LeftOut   int       `json:"left_out,omitempty"`
}

type keyJSON struct {
	Name  string `json:"name"`
	Index int    `json:"index"`
}

type bodyJSON struct {
	Length int    `json:"length"` // in bytes
	SHA256 string `json:"sha256"`
}

func (v *verdict) json() *verdictJSON {
	j := &verdictJSON{
		Verdict:   "valid",
		Authentic: v.authentic(),
		Hints:     redactAll(v.hints),
		Request:   v.request.number,
		Line:      v.request.Line,
		Scheme:    v.scheme.name,
		JudgedAt:  v.at.Unix(),
		JudgedBy:  v.at.by,
		Body:      describeBody(v.request.Body),
		Warnings:  redactAll(v.warnings),
		LeftOut:   v.request.others,
	}
	if v.err != nil {
		j.Verdict, j.Reason, j.Message = "invalid", standardwebhooks.Code(v.err), redact(v.problem())
	}
	if v.authentic() {
		seconds, age := v.message.Timestamp.Unix(), v.age()
		j.Version, j.ID, j.Timestamp, j.Age = v.message.Scheme, v.message.ID, &seconds, &age
		j.Key = &keyJSON{v.keys.names[v.message.KeyIndex], v.message.KeyIndex}
	}
	return j
}

func describeBody(body []byte) *bodyJSON {
	sum := sha256.Sum256(body)
	return &bodyJSON{len(body), hex.EncodeToString(sum[:])}
}
