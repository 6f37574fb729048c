package exchange

import (
	"strconv"
	"strings"
	"testing"

	"github.com/whsec/whsec/testvectors"
)

// largest is how long a seed may be: nothing is learnt from mutating a mebibyte
// of one letter.
const largest = 4 << 10

// privateKeys are those of the public keys in the vectors: published ones.
var privateKeys = map[string]string{
	"whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=": "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==",
	"whpk_mY0sQx4USimYvf16eGrKm5N26tFceg+H+sWPCJI8ug4=": "whsk_E4sbVAEQIpLuz9VDmnCBPpwIiJG4+DkHPiiO0sJ2MhOZjSxDHhRKKZi9/Xp4asqbk3bq0Vx6D4f6xY8Ikjy6Dg==",
}

// A Seed is a vector as data.
type Seed struct {
	ID   string
	Data []byte
}

// Vectors returns the vectors of a profile and an operation, of any profile if
// it is "". Without one a target would start from nothing and still pass, so
// that is fatal.
func Vectors(tb testing.TB, profile, operation string) []testvectors.Case {
	tb.Helper()
	suite, err := testvectors.Load()
	if err != nil {
		tb.Fatal(err)
	}
	var cases []testvectors.Case
	for c := range suite.All() {
		if c.Operation == operation && (profile == "" || c.Profile == profile) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		tb.Fatalf("no vector of %s/%s", profile, operation)
	}
	return cases
}

// Seeds returns the requests among the vectors of a profile. Where the right
// signature is in one, the mark stands in its place, so that it stays right when
// the rest changes.
func Seeds(tb testing.TB, profile string) []Seed {
	tb.Helper()
	var seeds []Seed
	marked := 0
	for _, c := range Vectors(tb, profile, testvectors.OperationVerify) {
		m := messageOf(c)
		if m.markSignatures(profile) {
			marked++
		}
		if data := m.Bytes(); len(data) <= largest {
			seeds = append(seeds, Seed{c.ID, data})
		}
	}
	if marked == 0 {
		tb.Fatalf("no seed of %s has a right signature", profile)
	}
	return seeds
}

// messageOf writes a vector down.
func messageOf(c testvectors.Case) Message {
	m := Message{Body: c.Body}
	add := func(name, value string) { m.Fields = append(m.Fields, [2]string{name, value}) }
	for _, key := range c.Keys {
		add(Key, key)
	}
	for _, key := range c.Keys {
		if private, ok := privateKeys[key]; ok {
			add(Signer, private)
		}
	}
	add(Now, strconv.FormatInt(c.Now, 10))
	if c.Tolerance != nil {
		seconds := strconv.FormatInt(*c.Tolerance, 10)
		add(Tolerance, seconds+" "+seconds)
	}
	for _, field := range c.Headers {
		add(field.Name, string(field.Value))
	}
	return m
}

// markSignatures puts the marks in, and says whether there was a place.
func (m *Message) markSignatures(profile string) bool {
	e := Read(profile, m.Bytes())
	id, timestamp := e.signedTexts()
	found := false
	for i, key := range e.Signers[:min(len(e.Signers), 9)] {
		right := Signature(profile, key, id, timestamp, e.Body)
		for j, field := range m.Fields {
			if right != "" && strings.Contains(field[1], right) {
				m.Fields[j][1] = strings.ReplaceAll(field[1], right, "@"+strconv.Itoa(i+1))
				found = true
			}
		}
	}
	return found
}
