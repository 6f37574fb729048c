// Command constanttime compares a MAC with the right one, once, for the script
// run to count the instructions of.
//
//	constanttime SUBJECT DIFFERENCE
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/whsec/whsec/internal/keyed"
	"github.com/whsec/whsec/standardwebhooks"
)

// subjects report whether a MAC that was spoiled matches. The verifiers
// compare in keyed.Equal; the other two are what that must not be like.
var subjects = map[string]func(spoil func([]byte)) (bool, error){
	"standardwebhooks": standard,
	"stripecompat":     stripe,
	"bytes.Equal":      func(spoil func([]byte)) (bool, error) { return compare(bytesEqual, spoil), nil },
	"loop":             func(spoil func([]byte)) (bool, error) { return compare(loop, spoil), nil },
}

var differences = map[string]func(mac []byte){
	"none":  func([]byte) {},
	"first": func(mac []byte) { mac[0] ^= 1 },
	"last":  func(mac []byte) { mac[len(mac)-1] ^= 1 },
	"all": func(mac []byte) {
		for i := range mac {
			mac[i] ^= 0xff
		}
	},
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: constanttime SUBJECT DIFFERENCE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "constanttime:", err)
		os.Exit(1)
	}
}

func run(subject, difference string) error {
	matches, spoil := subjects[subject], differences[difference]
	if matches == nil || spoil == nil {
		return fmt.Errorf("no such subject or difference: %s %s", subject, difference)
	}
	matched, err := matches(spoil)
	if err == nil && matched != (difference == "none") {
		err = fmt.Errorf("%s, difference %s: matches: %v", subject, difference, matched)
	}
	return err
}

// matched reports what a verifier's answer is about the signature.
func matched(err error) (bool, error) {
	if errors.Is(err, standardwebhooks.ErrSignatureMismatch) {
		return false, nil
	}
	return err == nil, err
}

func compare(equal func(a, b *keyed.MAC) bool, spoil func([]byte)) bool {
	var right, got keyed.MAC
	for i := range right {
		right[i] = byte(7 * i)
	}
	got = right
	spoil(got[:])
	return equal(&right, &got)
}

//go:noinline
func bytesEqual(a, b *keyed.MAC) bool { return bytes.Equal(a[:], b[:]) }

//go:noinline
func loop(a, b *keyed.MAC) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
